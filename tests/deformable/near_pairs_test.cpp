// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/near_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "deformable/gap_reference.hpp"
#include "support/effort.hpp"
#include "tocca/base/error.hpp"
#include "tocca/deformable/moving_mesh.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::near_pairs_test {
namespace {

using support::draw_moving;
using support::effort;
using support::moving_families;
using support::MovingFamily;
using support::Random;
using support::Rational;
using support::scene_of;
using Near = FeaturePair::Near;
using Region = FeaturePair::Near::Region;

/// All positions of a scene at a time, 0 or 1.
std::vector<std::vector<Point>> positions(const deformable::MovingScene& scene, double time)
{
    std::vector<std::vector<Point>> all;
    for (deformable::ObjectId object = 0; object < scene.object_count(); ++object) {
        std::vector<Point>& own = all.emplace_back();
        for (VertexId v = 0; v < scene.object(object).mesh.vertex_count(); ++v)
            own.push_back(time == 0.0 ? scene.start(object, v) : scene.end(object, v));
    }
    return all;
}

void set_step(deformable::MovingScene& scene, const std::vector<std::vector<Point>>& start,
              const std::vector<std::vector<Point>>& end)
{
    const std::vector<std::span<const Point>> starts(start.begin(), start.end()), ends(end.begin(), end.end());
    scene.set_step(starts, ends);
}

/// A scene of the family; now and then of several objects, some of them thick, far from the origin, huge or tiny.
deformable::MovingScene draw(Random& random, MovingFamily family)
{
    deformable::MovingScene scene = random.chance(0.2)   ? draw_thick_scene(random, family, 0.1)
                                    : random.chance(0.2) ? support::draw_scene(random, family).scene()
                                                         : scene_of(draw_moving(random, family));
    if (family == MovingFamily::far_and_wide || random.chance(0.6)) return scene;
    const double offset = random.pick({0.0, 0.0, 1000.0, 0x1p30 / 3.0, -0x1p50});
    const int exponent = random.pick({0, -10, 20, -140, 130, -310, 310, -1000, 900});
    std::vector<std::vector<Point>> start = positions(scene, 0.0), end = positions(scene, 1.0);
    for (auto* all : {&start, &end}) {
        for (std::vector<Point>& points : *all) {
            for (Point& point : points) {
                for (double& x : point) x = std::ldexp(x + offset, exponent);
            }
        }
    }
    set_step(scene, start, end);
    return scene;
}

/// The pair as it rests at one end of the step.
PairRows rows_at(const deformable::MovingScene& scene, const FeaturePair& pair, double time)
{
    PairRows rows = support::rows_of(scene, pair);
    const auto from = rows.begin() + 12;
    if (time == 1.0) std::copy_n(from, 12, rows.begin());
    std::copy_n(rows.begin(), 12, rows.begin() + 12);
    return rows;
}

Rational exact_square(const deformable::MovingScene& scene, const FeaturePair& pair, double time)
{
    return support::squared_distance_at(rows_at(scene, pair, time), pair.kind, 0);
}

Rational square(double x) { return Rational(Rational(x) * Rational(x)); }

double limit_of(const deformable::MovingScene& scene, const FeaturePair& pair, double distance)
{
    const auto thickness = [&](std::size_t side) { return scene.object(pair.objects[side]).options.thickness; };
    return distance + 0.5 * (thickness(0) + thickness(1));
}

/// A distance to ask for: some of them that of a pair to the last bit, or next to it.
double draw_distance(Random& random, const deformable::MovingScene& scene, const std::vector<FeaturePair>& pairs,
                     double time)
{
    if (!pairs.empty() && random.chance(0.5)) {
        const Rational squared = exact_square(scene, pairs[random.below(pairs.size())], time);
        const double root = std::sqrt(squared.convert_to<double>());
        if (std::isfinite(root)) return std::max(0.0, random.nudged(root, 1));
    }
    return draw_clearance(random, scene);
}

using Wide = Eigen::Matrix<long double, 3, 1>;

long double wide_square(const Wide& p, const Wide& a, const Wide& b)
{
    const Wide e = b - a;
    const long double square = e.squaredNorm();
    const long double s = square == 0.0L ? 0.0L : std::clamp((p - a).dot(e) / square, 0.0L, 1.0L);
    return (p - a - s * e).squaredNorm();
}

/// Whether the distance is at most the limit: in long doubles, unless that is within what they may miss of it (a sliver's
/// inside, some 1e-9 of its size); then by rationals.
bool within_limit(const PairRows& rows, PairKind kind, double limit)
{
    std::array<Wide, 4> x;
    long double size = 0.0L;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            x[i][static_cast<Eigen::Index>(axis)] = static_cast<long double>(rows[3 * i + axis]) - rows[axis];
            size = std::max(size, std::abs(x[i][static_cast<Eigen::Index>(axis)]));
        }
    }
    const auto& [p, a, b, c] = x;
    const bool of_edges = kind == PairKind::edge_edge;
    long double least =
        of_edges ? std::min({wide_square(p, b, c), wide_square(a, b, c), wide_square(b, p, a), wide_square(c, p, a)})
                 : std::min({wide_square(p, a, b), wide_square(p, b, c), wide_square(p, c, a)});
    // p + s e + r f = q, with signs as the kind has them.
    const Wide e = of_edges ? Wide(a - p) : Wide(b - a), f = of_edges ? Wide(b - c) : Wide(c - a);
    const Wide g = of_edges ? Wide(b - p) : Wide(p - a);
    const long double ee = e.dot(e), ef = e.dot(f), ff = f.dot(f), ge = g.dot(e), gf = g.dot(f);
    const long double determinant = ee * ff - ef * ef;
    if (determinant > 0.0L) {
        const long double s = (ge * ff - gf * ef) / determinant, r = (gf * ee - ge * ef) / determinant;
        if (s >= 0.0L && r >= 0.0L && (of_edges ? s <= 1.0L && r <= 1.0L : s + r <= 1.0L))
            least = std::min(least, (g - s * e - r * f).squaredNorm());
    }
    const long double wanted = static_cast<long double>(limit) * limit;
    if (std::abs(least - wanted) > 1e-7L * (size * size + wanted)) return least < wanted;
    return support::squared_distance_at(rows, kind, 0) <= square(limit);
}

/// What the list must be, one by one.
std::vector<FeaturePair> near_by_brute_force(const deformable::MovingScene& scene,
                                             const std::vector<FeaturePair>& pairs, double distance, double time,
                                             const QueryOptions& options)
{
    std::vector<FeaturePair> near;
    for (const FeaturePair& pair : pairs) {
        const double limit = limit_of(scene, pair, distance);
        if (!support::passes(scene, options, pair)) continue;
        if (within_limit(rows_at(scene, pair, time), pair.kind, limit)) near.push_back(pair);
    }
    return near;
}

/// The vertices of both sides that carry weight, which are what the closest points are inside of.
using Carriers = std::set<std::set<std::pair<std::uint32_t, std::uint32_t>>>;

std::pair<std::set<std::pair<std::uint32_t, std::uint32_t>>, std::set<std::pair<std::uint32_t, std::uint32_t>>>
carriers_of(const Near& pair)
{
    std::pair<std::set<std::pair<std::uint32_t, std::uint32_t>>, std::set<std::pair<std::uint32_t, std::uint32_t>>>
        both;
    const std::size_t second = pair.kind == PairKind::vertex_face ? 1 : 2;
    for (std::size_t i = 0; i < 4; ++i) {
        if (pair.weights[i] == 0.0) continue;
        const std::size_t side = i < second ? 0 : 1;
        (side == 0 ? both.first : both.second).emplace(pair.objects[side], pair.vertices[i]);
    }
    return both;
}

void expect_region(const Near& pair)
{
    const auto [first, second] = carriers_of(pair);
    const std::size_t least = std::min(first.size(), second.size()), most = std::max(first.size(), second.size());
    const Region wanted = most == 3    ? Region::vertex_face
                          : least == 2 ? Region::edge_edge
                          : most == 2  ? Region::vertex_edge
                                       : Region::vertex_vertex;
    EXPECT_EQ(pair.region, wanted);
}

/// Each contact has one pair that counts, its first one, and counts all of them.
void expect_multiplicities(const std::vector<Near>& pairs)
{
    std::map<Carriers, std::vector<std::uint32_t>> contacts;
    for (const Near& pair : pairs) {
        const auto [first, second] = carriers_of(pair);
        contacts[{first, second}].push_back(pair.multiplicity);
    }
    for (const auto& [carriers, multiplicities] : contacts) {
        EXPECT_EQ(multiplicities.front(), multiplicities.size());
        for (std::size_t i = 1; i < multiplicities.size(); ++i) EXPECT_EQ(multiplicities[i], 0U);
    }
}

void expect_place(const deformable::MovingScene& scene, const Near& pair, double time, double limit)
{
    const PairRows rows = rows_at(scene, pair, time);
    double size = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [low, high] = std::minmax({rows[axis], rows[3 + axis], rows[6 + axis], rows[9 + axis]});
        size = std::max(size, high - low);
    }
    const double error = std::max(0x1p-48 * size, 0x1p-1072);
    const Rational exact = exact_square(scene, pair, time);
    EXPECT_LE(pair.distance, limit);
    EXPECT_GE(pair.distance, 0.0);
    if (std::isfinite(error)) {
        EXPECT_LE(square(std::max(0.0, pair.distance - error)), exact);
        EXPECT_GE(square(pair.distance + error), exact);
    }
    const std::size_t second = pair.kind == PairKind::vertex_face ? 1 : 2;
    double sums[2] = {0.0, 0.0};
    Eigen::Vector3d between = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_GE(pair.weights[i], 0.0);
        sums[i < second ? 0 : 1] += pair.weights[i];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double x = rows[3 * i + axis] - rows[axis];
            between[static_cast<Eigen::Index>(axis)] += (i < second ? 1.0 : -1.0) * pair.weights[i] * x;
        }
    }
    EXPECT_NEAR(sums[0], 1.0, 1e-15);
    EXPECT_NEAR(sums[1], 1.0, 1e-15);
    EXPECT_EQ(pair.normal.isZero(0.0), pair.distance == 0.0);
    if (size < 0x1p500 && size > 0x1p-500) {
        EXPECT_LE((between - pair.distance * pair.normal).norm(), 0x1p-46 * size);
    }
    if (pair.distance > 0.0) {
        EXPECT_NEAR(pair.normal.norm(), 1.0, 1e-14);
    }
    expect_region(pair);
}

class NearPairsFamily : public testing::TestWithParam<MovingFamily> {};

TEST_P(NearPairsFamily, EqualBruteForceByExactDistances)
{
    Random random(71);
    std::size_t listed = 0;
    for (std::size_t i = 0; i < effort(420); ++i) {
        SCOPED_TRACE(i);
        const deformable::MovingScene scene = draw(random, GetParam());
        const std::vector<FeaturePair> pairs = support::all_feature_pairs(scene);
        const double time = random.pick({0.0, 1.0});
        const double distance = draw_distance(random, scene, pairs, time);
        const std::vector<FeaturePair> wanted = near_by_brute_force(scene, pairs, distance, time, {});
        const std::vector<Near> found = near_pairs(scene, distance, time);
        ASSERT_TRUE(std::equal(found.begin(), found.end(), wanted.begin(), wanted.end(), same_pair))
            << found.size() << " pairs, not " << wanted.size();
        // Exact distances take long: of long lists not all.
        for (std::size_t k = random.below(1 + found.size() / 8); k < found.size(); k += 1 + found.size() / 8)
            expect_place(scene, found[k], time, limit_of(scene, found[k], distance));
        expect_multiplicities(found);
        listed += found.size();
    }
    EXPECT_GT(listed, 0U);
}

TEST_P(NearPairsFamily, DoNotDependOnThreadsAndTargets)
{
    Random random(72);
    for (std::size_t i = 0; i < effort(10); ++i) {
        const deformable::MovingScene scene = draw(random, GetParam());
        const double distance = draw_clearance(random, scene);
        for (const double time : {0.0, 1.0}) {
            const std::vector<Near> wanted = near_pairs(scene, distance, time, {.threads = 1});
            const std::vector<std::vector<double>> radii = free_radii(scene, distance, time, {.threads = 1});
            for (const std::string& target : simd_targets()) {
                for (const int threads : {1, 2, 5}) {
                    const QueryOptions options{.threads = threads, .target = target};
                    EXPECT_EQ(near_pairs(scene, distance, time, options), wanted);
                    EXPECT_EQ(free_radii(scene, distance, time, options), radii);
                }
            }
        }
    }
}

TEST_P(NearPairsFamily, HeedFilters)
{
    Random random(73);
    for (std::size_t i = 0; i < effort(10); ++i) {
        const deformable::MovingScene scene = support::draw_scene(random, GetParam()).scene();
        const std::vector<FeaturePair> pairs = support::all_feature_pairs(scene);
        const double distance = draw_clearance(random, scene);
        QueryOptions options{.self = random.chance(0.7), .between = random.chance(0.7)};
        if (random.chance(0.5)) options.ignored_pairs = {{0, 1}, {0, 0}};
        if (random.chance(0.5)) options.accept = [](const FeaturePair& pair) { return pair.vertices[0] % 2 == 0; };
        const std::vector<Near> found = near_pairs(scene, distance, 1.0, options);
        const std::vector<FeaturePair> wanted = near_by_brute_force(scene, pairs, distance, 1.0, options);
        EXPECT_TRUE(std::equal(found.begin(), found.end(), wanted.begin(), wanted.end(), same_pair));
    }
}

/// Moves by less than the radii, most of them by nearly as much, towards each other or anywhere.
std::vector<std::vector<Point>> draw_move(Random& random, const std::vector<std::vector<Point>>& from,
                                          const std::vector<std::vector<double>>& radii, const std::vector<Near>& near)
{
    std::vector<std::vector<Point>> to = from;
    const auto move = [&](std::uint32_t object, std::uint32_t vertex, Eigen::Vector3d direction) {
        const double radius = radii[object][vertex];
        if (direction.norm() > 0.0) direction.normalize();
        const Point& start = from[object][vertex];
        for (double length = radius * random.pick({1.0, 1.0, random.unit()}); length > 0.0; length *= 0.999) {
            Point end;
            Rational moved = 0;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                end[axis] = start[axis] + length * direction[static_cast<Eigen::Index>(axis)];
                if (!std::isfinite(end[axis])) return;
                const Rational way = Rational(end[axis]) - Rational(start[axis]);
                moved += way * way;
            }
            if (moved >= square(radius)) {
                if (length < 0.9 * radius) return;  // coordinates too coarse
                continue;
            }
            to[object][vertex] = end;
            return;
        }
    };
    const auto anywhere = [&] {
        return Eigen::Vector3d(random.signed_unit(), random.signed_unit(), random.signed_unit());
    };
    for (std::uint32_t object = 0; object < from.size(); ++object) {
        for (std::uint32_t v = 0; v < from[object].size(); ++v) move(object, v, anywhere());
    }
    if (near.empty() || random.chance(0.3)) return to;
    // Some near pairs come towards each other as far as they may.
    for (int i = 0; i < 3; ++i) {
        const Near& pair = near[random.below(near.size())];
        const std::size_t second = pair.kind == PairKind::vertex_face ? 1 : 2;
        for (std::size_t corner = 0; corner < 4; ++corner) {
            const bool first = corner < second;
            move(pair.objects[first ? 0 : 1], pair.vertices[corner],
                 first ? Eigen::Vector3d(-pair.normal) : pair.normal);
        }
    }
    return to;
}

TEST_P(NearPairsFamily, NothingTouchesWithinTheRadii)
{
    Random random(74);
    std::size_t moved = 0;
    for (std::size_t i = 0; i < effort(42); ++i) {
        SCOPED_TRACE(i);
        deformable::MovingScene scene = draw(random, GetParam());
        const double time = random.pick({0.0, 1.0});
        const double distance = random.pick({0.01, 0.1, 0.3}) * std::min(size_of(scene), 0x1p1000);
        const std::vector<std::vector<double>> radii = free_radii(scene, distance, time);
        const std::vector<Near> near = near_pairs(scene, distance, time), touching = near_pairs(scene, 0.0, time);
        for (const Near& pair : touching) {
            const std::size_t second = pair.kind == PairKind::vertex_face ? 1 : 2;
            for (std::size_t corner = 0; corner < 4; ++corner)
                EXPECT_EQ(radii[pair.objects[corner < second ? 0 : 1]][pair.vertices[corner]], 0.0);
        }
        const QueryOptions others{.near_fraction = 0.0,
                                  .accept =
                                      [&](const FeaturePair& pair) {
                                          return std::none_of(touching.begin(), touching.end(), [&](const Near& known) {
                                              return same_pair(known, pair);
                                          });
                                      },
                                  .assume_start_free = true};
        const std::vector<std::vector<Point>> from = positions(scene, time);
        const std::size_t moves = GetParam() == MovingFamily::far_and_wide ? effort(30) : effort(1'000);
        for (std::size_t k = 0; k < moves; ++k) {
            const std::vector<std::vector<Point>> to = draw_move(random, from, radii, near);
            if (to != from) ++moved;
            set_step(scene, from, to);
            ASSERT_FALSE(collides(scene, others)) << "move " << k;
        }
    }
    EXPECT_GT(moved, 0U);
}

INSTANTIATE_TEST_SUITE_P(Deformable, NearPairsFamily, testing::ValuesIn(moving_families),
                         [](const auto& family) { return std::string(to_string(family.param)); });

/// A triangle with this height above the middle of a large one.
deformable::MovingScene two_triangles(double height, double thickness = 0.0)
{
    return deformable::MovingScene(
        {{TriangleMesh({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}}), {.thickness = thickness}},
         {TriangleMesh({{1, 1, height}, {2, 1, height + 1}, {1, 2, height + 1}}, {{0, 1, 2}}), {}}});
}

TEST(NearPairs, HavePlacesAndNormals)
{
    const std::vector<Near> pairs = near_pairs(two_triangles(0.25), 0.25, 0.0);
    ASSERT_EQ(pairs.size(), 1U);
    const Near& pair = pairs[0];
    EXPECT_EQ(pair.kind, PairKind::vertex_face);
    EXPECT_EQ(pair.objects, (std::array<std::uint32_t, 2>{1, 0}));
    EXPECT_EQ(pair.distance, 0.25);
    EXPECT_EQ(pair.weights, (std::array<double, 4>{1.0, 0.5, 0.25, 0.25}));
    EXPECT_EQ(pair.normal, Eigen::Vector3d(0, 0, 1));
    EXPECT_EQ(pair.region, Region::vertex_face);
    EXPECT_EQ(pair.multiplicity, 1U);
    EXPECT_TRUE(near_pairs(two_triangles(0.25), std::nextafter(0.25, 0.0), 0.0).empty());
}

TEST(NearPairs, AddHalfTheThicknessOfBoth)
{
    EXPECT_TRUE(near_pairs(two_triangles(0.25, 0.2), 0.14, 0.0).empty());
    EXPECT_EQ(near_pairs(two_triangles(0.25, 0.25), 0.125, 0.0).size(), 1U);
    // The radii keep it.
    const auto radii = free_radii(two_triangles(0.25, 0.25), 10.0, 0.0);
    EXPECT_NEAR(radii[1][0], 0.0625, 1e-13);
    EXPECT_LE(radii[1][0], 0.0625);
}

TEST(NearPairs, OfTwoVerticesAreOneContact)
{
    // Two fans whose tips are near each other: every face and edge at the one tip names the other.
    const auto fan = [](double tip, double base) {
        return TriangleMesh({{0, 0, tip}, {1, 0, base}, {0, 1, base}, {-1, 0, base}, {0, -1, base}},
                            {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}});
    };
    const deformable::MovingScene scene({{fan(0.0, -1.0), {}}, {fan(0.1, 1.1), {}}});
    const std::vector<Near> pairs = near_pairs(scene, 0.2, 0.0);
    ASSERT_EQ(pairs.size(), 4U + 4U + 16U);
    for (const Near& pair : pairs) {
        EXPECT_EQ(pair.region, Region::vertex_vertex);
        EXPECT_EQ(pair.multiplicity, &pair == &pairs[0] ? pairs.size() : 0U);
    }
}

TEST(NearPairs, AreWrittenIntoTheCallersMemory)
{
    const deformable::MovingScene scene = two_triangles(0.25);
    std::vector<Near> pairs(100);
    const Near* const memory = pairs.data();
    near_pairs(scene, 5.0, 1.0, {}, pairs);
    EXPECT_EQ(pairs, near_pairs(scene, 5.0, 1.0));
    EXPECT_EQ(pairs.data(), memory);
    near_pairs(scene, 0.0, 1.0, {}, pairs);
    EXPECT_TRUE(pairs.empty());
}

TEST(NearPairs, AtTheEndAreThoseOfTheNextStart)
{
    Random random(75);
    for (std::size_t i = 0; i < effort(30); ++i) {
        deformable::MovingScene scene = scene_of(draw_moving(random, MovingFamily::sheet));
        const std::vector<Near> at_end = near_pairs(scene, 0.1, 1.0);
        const std::vector<std::span<const Point>> rest(scene.object_count());
        scene.move_to(rest);
        EXPECT_EQ(near_pairs(scene, 0.1, 0.0), at_end);
        EXPECT_EQ(near_pairs(scene, 0.1, 1.0), at_end);
    }
}

TEST(NearPairs, RefuseWhatMeansNothing)
{
    const deformable::MovingScene scene = two_triangles(0.25);
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double time : {0.5, -1.0, 2.0, std::nan("")}) {
        EXPECT_THROW((void)near_pairs(scene, 1.0, time), std::invalid_argument);
        EXPECT_THROW((void)free_radii(scene, 1.0, time), std::invalid_argument);
    }
    for (const double distance : {-1.0, infinity, std::nan("")})
        EXPECT_THROW((void)near_pairs(scene, distance, 0.0), std::invalid_argument);
    EXPECT_THROW((void)near_pairs(scene, 1.0, 0.0, {.clearance = 0.1}), std::invalid_argument);
    EXPECT_THROW((void)near_pairs(scene, 1.0, 0.0, {.target = "abacus"}), std::invalid_argument);
    EXPECT_THROW((void)near_pairs(scene, 10.0, 0.0, {.max_contacts = 3}), Error);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)near_pairs(scene, 1.0, 0.0, {.stop = stop.get_token()}), Error);
    EXPECT_TRUE(near_pairs(deformable::MovingScene(), 1.0, 0.0).empty());
}

TEST(FreeRadii, AreHalfTheLeastDistance)
{
    const auto radii = free_radii(two_triangles(0.25), 0.5, 0.0);
    EXPECT_NEAR(radii[1][0], 0.125, 1e-13);
    EXPECT_LE(radii[1][0], 0.125);
    EXPECT_EQ(radii[1][1], 0.25);  // near nothing
    for (const double radius : radii[0]) EXPECT_EQ(radius, radii[1][0]);
    const MovingMesh one(TriangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}));
    EXPECT_EQ(free_radii(one, 3.0, 1.0), (std::vector<double>{1.5, 1.5, 1.5}));
    // Half of the least double is none.
    EXPECT_EQ(free_radii(one, std::numeric_limits<double>::denorm_min(), 1.0)[0], 0.0);
}

TEST(FreeRadii, LoseHardlyAnythingToRounding)
{
    // A millionth of the size of the triangles apart, far from the origin.
    const double height = 0x1p-20;
    deformable::MovingScene scene(
        {{TriangleMesh({{1000, 1000, 0}, {1004, 1000, 0}, {1000, 1004, 0}}, {{0, 1, 2}}), {}},
         {TriangleMesh({{1001, 1001, height}, {1002, 1001, 3}, {1001, 1002, 3}}, {{0, 1, 2}}), {}}});
    const double radius = free_radii(scene, 1.0, 0.0)[1][0];
    EXPECT_LE(radius, 0.5 * height);
    EXPECT_GE(radius, 0.5 * height * (1.0 - 1e-6));
}

}  // namespace
}  // namespace tocca::near_pairs_test
