// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/near_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/list_limit.hpp"
#include "tocca/base/next_double.hpp"
#include "tocca/deformable/detail/candidate_search.hpp"
#include "tocca/deformable/detail/gaps.hpp"
#include "tocca/deformable/detail/near_kernel.hpp"
#include "tocca/elementary/near_points.hpp"

namespace tocca::deformable {
namespace {

using detail::PointBlock;
using elementary::NearPoints;
using elementary::PairPoints;
using Near = FeaturePair::Near;
using Region = FeaturePair::Near::Region;

/// Four numbers by which pairs are sorted, after a number for what they are; and a place in a list.
struct SortKey {
    std::uint32_t what = 0;
    std::uint32_t place = 0;
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    static SortKey of(std::uint32_t what, const std::array<std::uint32_t, 4>& numbers, std::size_t place)
    {
        return {what, static_cast<std::uint32_t>(place), std::uint64_t{numbers[0]} << 32U | numbers[1],
                std::uint64_t{numbers[2]} << 32U | numbers[3]};
    }
    [[nodiscard]] auto key() const { return std::tie(what, first, second); }
    friend bool operator<(const SortKey& a, const SortKey& b)
    {
        return std::tie(a.what, a.first, a.second, a.place) < std::tie(b.what, b.first, b.second, b.place);
    }
};

std::array<std::uint32_t, 4> numbers_of(const StepTree& step, const FeaturePair& pair)
{
    const std::size_t second = pair.kind == PairKind::vertex_face ? 1 : 2;
    std::array<std::uint32_t, 4> numbers;
    for (std::size_t i = 0; i < 4; ++i)
        numbers[i] = step.first_number(pair.objects[i < second ? 0 : 1]) + pair.vertices[i];
    return numbers;
}

/// The vertices of one side of a pair that have a part in its closest point, each once, sorted.
struct Side {
    std::array<std::uint32_t, 3> numbers = {~0U, ~0U, ~0U};
    std::size_t count = 0;

    void add(std::uint32_t number, double weight)
    {
        if (weight == 0.0 || std::find(numbers.begin(), numbers.end(), number) != numbers.end()) return;
        numbers[count++] = number;
        std::sort(numbers.begin(), numbers.end());
    }
    friend bool operator<(const Side& a, const Side& b)
    {
        return std::tie(a.count, a.numbers) < std::tie(b.count, b.numbers);
    }
};

/// What the closest points lie inside of: the same for all pairs that are one contact.
SortKey contact_key(const std::array<std::uint32_t, 4>& numbers, const Near& pair, std::size_t place)
{
    Side a, b;
    const std::size_t second = pair.kind == PairKind::vertex_face ? 1 : 2;
    for (std::size_t i = 0; i < 4; ++i) (i < second ? a : b).add(numbers[i], pair.weights[i]);
    if (b < a) std::swap(a, b);
    const Region region = b.count == 3   ? Region::vertex_face
                          : a.count == 2 ? Region::edge_edge
                          : b.count == 2 ? Region::vertex_edge
                                         : Region::vertex_vertex;
    const bool of_edges = region == Region::edge_edge;
    return SortKey::of(static_cast<std::uint32_t>(region),
                       {a.numbers[0], of_edges ? a.numbers[1] : b.numbers[0], of_edges ? b.numbers[0] : b.numbers[1],
                        of_edges ? b.numbers[1] : b.numbers[2]},
                       place);
}

/// Gives the pairs, in their order, regions and multiplicities.
void count_contacts(const StepTree& step, std::vector<Near>& pairs)
{
    std::vector<SortKey> keys;
    keys.reserve(pairs.size());
    for (Near& pair : pairs) {
        keys.push_back(contact_key(numbers_of(step, pair), pair, keys.size()));
        pair.region = static_cast<Region>(keys.back().what);
        pair.multiplicity = 0;
    }
    std::sort(keys.begin(), keys.end());
    std::uint32_t* count = nullptr;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (i == 0 || keys[i].key() != keys[i - 1].key()) count = &pairs[keys[i].place].multiplicity;
        ++*count;
    }
}

/// Sorts by features. Equal features, of repeated faces, have equal pairs.
void sort_by_features(const StepTree& step, const std::vector<Near>& found, std::vector<Near>& sorted)
{
    std::vector<SortKey> keys;
    keys.reserve(found.size());
    for (const Near& pair : found)
        keys.push_back(SortKey::of(static_cast<std::uint32_t>(pair.kind), numbers_of(step, pair), keys.size()));
    std::sort(keys.begin(), keys.end());
    sorted.resize(found.size());
    for (std::size_t i = 0; i < keys.size(); ++i) sorted[i] = found[keys[i].place];
}

/// What one piece of the search found.
struct NearPiece {
    std::vector<Near> found;
    Statistics::StageCounts stages = {};
};

/// Judges the candidates of a search at one end of the step.
class NearJudge {
public:
    NearJudge(const MovingScene& scene, double distance, double time, const QueryOptions& options)
        : step_(scene.tree()),
          gaps_(scene, distance),
          at_end_(time == 1.0),
          kernel_(detail::near_kernel(options.target)),
          limit_(options.max_contacts, "near pairs")
    {}

    [[nodiscard]] detail::SearchOptions search() const
    {
        return {.gap = gaps_.largest(), .at = at_end_ ? bvh::MeetingTest::near_end : bvh::MeetingTest::near_start};
    }

    [[nodiscard]] PairPoints points(const Candidate& candidate) const
    {
        PairPoints points;
        for (std::size_t i = 0; i < 4; ++i) points[i] = Eigen::Vector3d(at(candidate[i]).data());
        return points;
    }

    void judge(NearPiece& piece, PairKind kind, std::span<const Candidate> candidates)
    {
        const std::size_t before = piece.found.size();
        while (!candidates.empty()) {
            const std::size_t size = std::min(PointBlock::capacity, candidates.size());
            judge_block(piece, kind, candidates.first(size));
            candidates = candidates.subspan(size);
        }
        limit_.add(piece.found.size() - before);
    }

private:
    [[nodiscard]] const Point& at(Place place) const
    {
        const MovingVertex& vertex = step_.vertices()[place];
        return at_end_ ? vertex.end : vertex.start;
    }

    void judge_block(NearPiece& piece, PairKind kind, std::span<const Candidate> candidates)
    {
        PointBlock block;
        for (std::size_t i = 0; i < candidates.size(); ++i) fill(block, i, candidates[i]);
        for (std::size_t i = candidates.size(); i % 4 != 0; ++i) fill(block, i, candidates[0]);
        std::array<std::uint32_t, PointBlock::capacity + 1> kept;
        const std::size_t count = kernel_.keep_near(block, candidates.size(), kind, gaps_.largest(), kept.data());
        piece.stages[static_cast<std::size_t>(Stage::coefficients)] += candidates.size() - count;
        for (std::size_t i = 0; i < count; ++i) judge_one(piece, kind, candidates[kept[i]]);
    }

    void fill(PointBlock& block, std::size_t i, const Candidate& candidate) const
    {
        for (std::size_t corner = 0; corner < 4; ++corner) {
            const Point& point = at(candidate[corner]);
            for (std::size_t axis = 0; axis < 3; ++axis) block.rows[3 * corner + axis][i] = point[axis];
        }
    }

    void judge_one(NearPiece& piece, PairKind kind, const Candidate& candidate)
    {
        const Candidate ordered = step_.ordered(candidate, kind);
        const NearPoints near = elementary::near_points(points(ordered), kind, gaps_.of(ordered, kind));
        ++piece.stages[static_cast<std::size_t>(near.stage)];
        if (!near.within) return;
        Contact named;
        step_.name(ordered, kind, named);
        piece.found.push_back({named.features(), near.distance, near.weights, near.normal});
    }

    const StepTree& step_;
    detail::Gaps gaps_;
    bool at_end_;
    const detail::NearKernel& kernel_;
    base::ListLimit limit_;
};

/// The largest number whose double is not above x.
double half_of(double x)
{
    const double half = 0.5 * x;
    return 2.0 * half <= x ? half : base::next_down(half);
}

/// How far the vertices of a pair may go each: half of the distance beyond the gap, which is less by rounding at most.
double radius_of(double distance, double gap)
{
    if (!(distance > gap)) return 0.0;
    const double room = distance - gap;
    return half_of(gap == 0.0 ? room : std::max(0.0, base::next_down(room)));
}

}  // namespace

void near_pairs(const MovingScene& scene, double distance, double time, const QueryOptions& options,
                std::vector<FeaturePair::Near>& pairs)
{
    check_options(options, Subject::near);
    require(time == 0.0 || time == 1.0, "near pairs are listed at an end of the step: the time must be 0 or 1");
    require(distance >= 0.0 && std::isfinite(distance), "the distance of near pairs must be finite and not negative");
    NearJudge judge(scene, distance, time, options);
    std::vector<NearPiece> pieces;
    Statistics statistics = detail::search_candidates(
        scene, options, judge.search(), [&](std::size_t count) { pieces.resize(count); },
        [&](std::size_t p, PairKind kind, std::span<const Candidate> candidates) {
            judge.judge(pieces[p], kind, candidates);
        });
    std::size_t count = 0;
    for (const NearPiece& piece : pieces) {
        statistics += {.stages = piece.stages};
        count += piece.found.size();
    }
    add_work(options, statistics);
    std::vector<Near> found;
    found.reserve(count);
    for (const NearPiece& piece : pieces) found.insert(found.end(), piece.found.begin(), piece.found.end());
    sort_by_features(scene.tree(), found, pairs);
    count_contacts(scene.tree(), pairs);
}

std::vector<FeaturePair::Near> near_pairs(const MovingScene& scene, double distance, double time,
                                          const QueryOptions& options)
{
    std::vector<FeaturePair::Near> pairs;
    near_pairs(scene, distance, time, options, pairs);
    return pairs;
}

std::vector<std::vector<double>> free_radii(const MovingScene& scene, double distance, double time,
                                            const QueryOptions& options)
{
    require(!options.changed, "`changed` does not apply to free_radii: a vertex is as free as all its pairs leave it");
    const std::vector<Near> pairs = near_pairs(scene, distance, time, options);
    // Pairs that are not listed are more than the rounded distance + gap apart: some gap may lack that rounding.
    const double largest = detail::Gaps(scene, distance).largest();
    const double room = largest == distance ? distance : base::next_down(distance - 0x1p-52 * largest);
    std::vector<std::vector<double>> radii;
    for (ObjectId object = 0; object < scene.object_count(); ++object)
        radii.emplace_back(scene.object(object).mesh.vertex_count(), half_of(std::max(0.0, room)));
    for (const Near& pair : pairs) {
        const std::size_t second = pair.kind == PairKind::vertex_face ? 1 : 2;
        const auto object = [&](std::size_t corner) { return pair.objects[corner < second ? 0 : 1]; };
        PairPoints points;
        for (std::size_t i = 0; i < 4; ++i) {
            const Point at =
                time == 1.0 ? scene.end(object(i), pair.vertices[i]) : scene.start(object(i), pair.vertices[i]);
            points[i] = Eigen::Vector3d(at.data());
        }
        const auto thickness = [&](ObjectId id) { return scene.object(id).options.thickness; };
        const double gap = 0.5 * (thickness(pair.objects[0]) + thickness(pair.objects[1]));
        const double radius = radius_of(elementary::distance_bound(points, pair.kind, pair.normal), gap);
        for (std::size_t i = 0; i < 4; ++i) {
            double& own = radii[object(i)][pair.vertices[i]];
            own = std::min(own, radius);
        }
    }
    return radii;
}

}  // namespace tocca::deformable
