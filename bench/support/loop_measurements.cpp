// SPDX-License-Identifier: Apache-2.0
#include "support/loop_measurements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "scenes/answer_hash.hpp"
#include "scenes/deforming_scene.hpp"
#include "support/mesh_step.hpp"
#include "support/timing.hpp"
#include "tocca/deformable/intersections.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/safe_step.hpp"

namespace tocca::bench {
namespace {

QueryOptions query(const Benchmark& benchmark)
{
    QueryOptions result;
    result.threads = 1;
    result.target = benchmark.options().target;
    result.assume_start_free = true;
    return result;
}

/// The least that a step costs: boxes of floats around all triangles and as many nodes, at both ends, in a plain loop.
class PlainBoxes {
public:
    explicit PlainBoxes(const MeshStep& step)
    {
        std::uint32_t first = 0;
        for (std::size_t o = 0; o < step.faces.size(); ++o) {
            for (const FaceVertices& face : step.faces[o])
                corners_.push_back({face[0] + first, face[1] + first, face[2] + first});
            start_.insert(start_.end(), step.start[o].begin(), step.start[o].end());
            end_.insert(end_.end(), step.end[o].begin(), step.end[o].end());
            first = static_cast<std::uint32_t>(start_.size());
        }
        boxes_.resize(2 * corners_.size());
    }

    void compute()
    {
        const std::size_t count = corners_.size();
        for (std::size_t i = 0; i < count; ++i) {
            const auto& [a, b, c] = corners_[i];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                boxes_[count + i][axis] = range(start_[a][axis], start_[b][axis], start_[c][axis]);
                boxes_[count + i][3 + axis] = range(end_[a][axis], end_[b][axis], end_[c][axis]);
            }
        }
        for (std::size_t i = count; i-- > 1;) {
            for (std::size_t side = 0; side < 6; ++side) {
                const auto &left = boxes_[2 * i][side], &right = boxes_[2 * i + 1][side];
                boxes_[i][side] = {std::min(left[0], right[0]), std::max(left[1], right[1])};
            }
        }
    }

private:
    static std::array<float, 2> range(double a, double b, double c)
    {
        return {static_cast<float>(std::min({a, b, c})), static_cast<float>(std::max({a, b, c}))};
    }

    std::vector<Point> start_, end_;
    std::vector<std::array<VertexId, 3>> corners_;
    std::vector<std::array<std::array<float, 2>, 6>> boxes_;  ///< of node i, whose children are 2 i and 2 i + 1
};

/// A planner's question about soft bodies of a few hundred triangles, all of which may touch themselves.
void add_small_scene(Benchmark& benchmark, std::size_t triangles)
{
    const MeshStep step = step_of(scenes::deforming_scene("bar-and-spheres", triangles).value(), 0);
    deformable::MovingScene scene = scene_at_start(step);
    set_step(scene, step, 1);
    const QueryOptions options = query(benchmark);
    BestTime time;
    bool touches = false;
    for (int pass = 0; pass < 20 * benchmark.options().passes; ++pass)
        time.measure([&] { touches = collides(scene, options); });
    benchmark.add_seconds(fmt::format("small:{}/collides", step.triangle_count()), time.seconds(),
                          {{"touches", touches}}, touches ? "touches" : "free");
}

/// What it takes to bring the tree up to date, in relation to a plain loop over as many boxes.
void add_refits(Benchmark& benchmark, const MeshStep& step)
{
    MeshStep other = step;
    for (scenes::ScenePositions* positions : {&other.start, &other.end}) {
        for (std::vector<Point>& object : *positions) {
            for (Point& point : object) point[0] += 1e-3;
        }
    }
    deformable::MovingScene scene = scene_at_start(step);
    PlainBoxes plain(step);
    BestTime loop, whole, ends;
    // Ends that neither step has, or the next step would find its ends unchanged.
    scenes::ScenePositions trial = other.end;
    for (std::vector<Point>& object : trial) {
        for (Point& point : object) point[0] += 1e-3;
    }
    const std::vector<std::span<const Point>> trial_end(trial.begin(), trial.end());
    for (int pass = 0; pass < 20 * benchmark.options().passes; ++pass) {
        const bool even = pass % 2 == 0;
        loop.measure([&] { plain.compute(); });
        keep(plain);
        whole.measure([&] { set_step(scene, even ? other : step, 1); });
        ends.measure([&] { scene.set_end(trial_end, 1); });
    }
    const auto add = [&](const char* name, const BestTime& time) {
        const double ratio = time.seconds() / loop.seconds();
        benchmark.add_seconds(fmt::format("{}/{}", step.name, name), time.seconds(), {{"plain_loops", ratio}},
                              fmt::format("{:.2f} plain loops over {} boxes", ratio, 2 * step.triangle_count()));
    };
    add("plain_boxes", loop);
    add("set_step", whole);
    add("set_end", ends);
}

void add_instants(Benchmark& benchmark, const MeshStep& step)
{
    deformable::MovingScene scene = scene_at_start(step);
    set_step(scene, step, 1);
    const QueryOptions options = query(benchmark);
    QueryOptions instant;
    instant.threads = 1;
    instant.target = benchmark.options().target;
    BestTime moving, still;
    bool touches = false, meets = false;
    for (int pass = 0; pass < 4 * benchmark.options().passes; ++pass) {
        moving.measure([&] { touches = collides(scene, options); });
        still.measure([&] { meets = intersects(scene, 0.0, instant); });
    }
    benchmark.add_seconds(step.name + "/collides", moving.seconds(), {{"touches", touches}},
                          touches ? "touches" : "free");
    const double ratio = still.seconds() / moving.seconds();
    benchmark.add_seconds(step.name + "/intersects", still.seconds(), {{"of_collides", ratio}, {"meets", meets}},
                          fmt::format("{}, {:.2f} times collides", meets ? "meets" : "free", ratio));
}

/// The trials of a line search, with and without candidates kept.
void add_trials(Benchmark& benchmark, const MeshStep& step)
{
    const double slack = 2e-3;
    std::vector<MeshStep> trials(3, step);
    for (std::size_t trial = 0; trial < trials.size(); ++trial) {
        for (std::size_t o = 0; o < step.end.size(); ++o) {
            for (std::size_t v = 0; v < step.end[o].size(); ++v)
                trials[trial].end[o][v] = deformable::position_at(step.start[o][v], step.end[o][v],
                                                                  std::ldexp(1.0, -static_cast<int>(trial)));
        }
    }
    std::vector<std::string> hashes;
    for (const bool kept : {false, true}) {
        deformable::MovingScene scene = scene_at_start(step);
        std::vector<BestTime> times(trials.size());
        Statistics work;
        QueryOptions options = query(benchmark);
        options.clearance = 1e-5;
        std::string hash;
        for (int pass = 0; pass < 2 * benchmark.options().passes; ++pass) {
            work = {};
            hash.clear();
            scene.keep_candidates(kept ? slack : 0.0);
            set_step(scene, step, 1);
            options.statistics = &work;
            for (std::size_t trial = 0; trial < trials.size(); ++trial) {
                const std::vector<std::span<const Point>> end(trials[trial].end.begin(), trials[trial].end.end());
                Answer answer;
                times[trial].measure([&] {
                    scene.set_end(end, 1);
                    answer = first_contact(scene, options);
                });
                hash += scenes::hash_of(answer);
            }
        }
        hashes.push_back(scenes::hash_of(hash));
        for (std::size_t trial = 0; trial < trials.size(); ++trial) {
            benchmark.add_seconds(fmt::format("{}/trial:{}{}", step.name, trial, kept ? "/kept" : ""),
                                  times[trial].seconds(),
                                  {{"kept_searches", work.kept_searches}, {"hash", hashes.back()}},
                                  fmt::format("{}  {} of 3 from kept candidates", hashes.back(), work.kept_searches));
        }
    }
    benchmark.expect(step.name + "/trial", hashes[0] == hashes[1], "other answers with kept candidates");
}

}  // namespace

void measure_loop(Benchmark& benchmark)
{
    for (const std::size_t triangles : {300U, 636U, 2000U}) add_small_scene(benchmark, triangles);
    const scenes::DeformingScene cloth = scenes::deforming_scene("cloth-over-ball", 20'000).value();
    for (const int percent : {40, 70}) {
        MeshStep step = step_of(cloth, cloth.frames * percent / 100);
        step.name = fmt::format("loop:{}", percent);
        // A step of a Newton iteration: short.
        for (std::size_t o = 0; o < step.end.size(); ++o) {
            for (std::size_t v = 0; v < step.end[o].size(); ++v)
                step.end[o][v] = deformable::position_at(step.start[o][v], step.end[o][v], 0.05);
        }
        add_refits(benchmark, step);
        add_instants(benchmark, step);
        add_trials(benchmark, step);
    }
}

}  // namespace tocca::bench
