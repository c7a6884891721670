// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/approach_filter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "support/effort.hpp"
#include "support/exact_distance.hpp"
#include "support/random.hpp"
#include "tocca/deformable/moving_scene.hpp"

namespace tocca::deformable::approach_filter_test {
namespace {

using support::Random;
using support::Rational;

/// Two triangles that move: of mixed sizes, flat, far from the origin, turning.
struct Case {
    std::vector<Point> start, end;

    explicit Case(Random& random)
    {
        const double far = random.pick({0.0, 0.0, 0.0, 1e3, 1e9}), size = random.pick({1.0, 1.0, 1e-3, 1e-160, 1e60});
        const double apart = random.pick({0.0, 1.0, 3.0}), motion = random.pick({0.0, 0.1, 1.0, 3.0});
        for (int vertex = 0; vertex < 6; ++vertex) {
            Point from, way;
            for (double& x : from) x = random.signed_unit() * random.pick({1.0, 1.0, 0.0, 1e-6});
            for (double& x : way) x = random.signed_unit() * motion;
            if (vertex >= 3) from[2] += apart;
            Point to;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                to[axis] = (from[axis] + way[axis] + far) * size;
                from[axis] = (from[axis] + far) * size;
            }
            start.push_back(from);
            end.push_back(to);
        }
    }
};

TEST(ApproachFilter, DropsOnlyWhatStaysFartherApart)
{
    Random random(31);
    std::size_t dropped = 0, kept = 0;
    for (std::size_t i = 0; i < support::effort(3'000); ++i) {
        const Case c(random);
        MovingScene scene({{TriangleMesh(c.start, {{0, 1, 2}, {3, 4, 5}}), {}}});
        const std::vector<std::span<const Point>> end = {c.end};
        scene.move_to(end);
        const StepTree& step = scene.tree();
        const auto place = [&](VertexId vertex) { return step.place(0, vertex); };
        std::vector<Candidate> faces, edges;
        for (VertexId v = 0; v < 3; ++v) {
            faces.push_back({place(v), place(3), place(4), place(5)});
            for (VertexId w = 3; w < 6; ++w)
                edges.push_back({place(v), place((v + 1) % 3), place(w), place(w == 5 ? 3 : w + 1)});
        }
        const double until = random.pick({1.0, 1.0, 0.5, random.unit()});
        double scale = 0.0;
        for (const Candidate& edge : edges) {
            const Rational square = support::squared_distance_at(step.rows(edge), PairKind::edge_edge, Rational(until));
            scale = std::max(scale, std::sqrt(static_cast<double>(square)));
        }
        const double gap = scale * random.pick({0.0, 1e-9, 0.1, 0.5, 0.9, 1.0, 1.1});
        for (const PairKind kind : {PairKind::vertex_face, PairKind::edge_edge}) {
            const std::vector<Candidate>& all = kind == PairKind::vertex_face ? faces : edges;
            std::vector<std::vector<Candidate>> left;
            for (const char* target : {"", "EMU128"}) {
                Statistics::StageCounts stages = {};
                left.emplace_back();
                detail::ApproachFilter(step, target)
                    .run(
                        kind, all, gap, [&] { return until; }, stages,
                        [&](const Candidate& one) {
                            left.back().push_back(one);
                            return true;
                        });
                ASSERT_EQ(left.back().size() + stages[static_cast<std::size_t>(Stage::coefficients)], all.size());
                ASSERT_EQ(left.back(), left.front()) << target;
            }
            kept += left.front().size();
            for (const Candidate& candidate : all) {
                if (std::find(left.front().begin(), left.front().end(), candidate) != left.front().end()) continue;
                ++dropped;
                for (const double part : {0.0, 0.5, 1.0, random.unit(), random.unit()}) {
                    const Rational t = Rational(part) * Rational(until);
                    ASSERT_GT(support::squared_distance_at(step.rows(candidate), kind, t),
                              Rational(gap) * Rational(gap))
                        << i;
                }
            }
        }
    }
    EXPECT_GT(dropped, support::effort(3'000));
    EXPECT_GT(kept, support::effort(3'000));
}

TEST(ApproachFilter, EndsWhenItIsToldTo)
{
    const MovingScene scene({{TriangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2}}), {}}});
    const StepTree& step = scene.tree();
    const std::vector<Candidate> all(300, {step.place(0, 3), step.place(0, 0), step.place(0, 1), step.place(0, 2)});
    Statistics::StageCounts stages = {};
    std::size_t seen = 0;
    detail::ApproachFilter(step, "").run(
        PairKind::vertex_face, all, 1.5, [] { return 1.0; }, stages, [&](const Candidate&) { return ++seen < 200; });
    EXPECT_EQ(seen, 200U);
}

}  // namespace
}  // namespace tocca::deformable::approach_filter_test
