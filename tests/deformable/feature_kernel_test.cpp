// SPDX-License-Identifier: Apache-2.0
// Boxes of features must overlap along all axes at one time: what that drops, and what it must not.
#include "tocca/deformable/detail/feature_kernel.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "support/brute_force_contacts.hpp"
#include "support/random.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/moving_mesh.hpp"

namespace tocca::feature_kernel_test {
namespace {

using support::brute_force_contacts;
using support::Random;

/// Two triangles: the second moves by `start` at first and by `end` at last against the first, which rests.
deformable::MovingScene two_triangles(const Point& start, const Point& end, double scale)
{
    const std::array<Point, 3> corners{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    std::vector<Point> from, to;
    for (const Point& corner : corners) {
        from.push_back({scale * corner[0], scale * corner[1], scale * corner[2]});
        to.push_back(from.back());
    }
    for (const Point& corner : corners) {
        from.push_back(
            {scale * (corner[0] + start[0]), scale * (corner[1] + start[1]), scale * (corner[2] + start[2])});
        to.push_back({scale * (corner[0] + end[0]), scale * (corner[1] + end[1]), scale * (corner[2] + end[2])});
    }
    MovingMesh mesh(TriangleMesh(from, {{0, 1, 2}, {3, 4, 5}}));
    mesh.move_to(to);
    return mesh.scene();
}

TEST(FeatureKernel, DropsPairsThatAreNearAlongEveryAxisButNeverAtOnce)
{
    // Along x they part at 1/4, along y they meet at 3/4.
    for (const double scale : {1.0, 0x1p-100, 0x1p100}) {
        for (const char* target : {"", "EMU128"}) {
            const deformable::MovingScene scene = two_triangles({0.5, 2.5, 0.1}, {2.5, 0.5, -0.1}, scale);
            Statistics work;
            const Answers found = all_contacts(scene, {.target = target, .statistics = &work});
            EXPECT_TRUE(found.contacts.empty());
            EXPECT_GT(work.feature_tests, 0U);
            EXPECT_EQ(work.elementary_tests, 0U);
        }
    }
}

TEST(FeatureKernel, KeepsPairsThatAreTogetherForAnInstant)
{
    // Along x they part when they meet along y: corner to corner, at 1/2.
    for (const double scale : {1.0, 0x1p-100, 0x1p100, 0x1.921fb5p3}) {
        const deformable::MovingScene scene = two_triangles({-0.5, 1.5, 0.0}, {-1.5, 0.5, 0.0}, scale);
        const Answers found = all_contacts(scene);
        EXPECT_EQ(found.contacts.size(), brute_force_contacts(scene, {}, 1e-9).size());
        EXPECT_FALSE(found.contacts.empty());
    }
}

TEST(FeatureKernel, LosesNoContactThatIsNarrowlyOne)
{
    Random random(7);
    std::size_t contacts = 0;
    for (int round = 0; round < 300; ++round) {
        SCOPED_TRACE(round);
        // Paths of a corner through, or past, the other triangle's corner.
        const double t = random.unit(), miss = random.pick({0.0, 0.0, 1e-16, 1e-8, 1e-6, 1e-5});
        const Point way{random.signed_unit(), random.signed_unit(), random.signed_unit()};
        Point start, end;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double at = axis == 2 ? 0.0 : random.pick({-1.0, 0.0, 1.0});
            start[axis] = at - t * way[axis] + miss * random.signed_unit();
            end[axis] = start[axis] + way[axis];
        }
        const deformable::MovingScene scene = two_triangles(start, end, std::ldexp(1.0, random.between(-60, 60)));
        const std::vector<Contact> wanted = brute_force_contacts(scene, {}, 1e-9);
        contacts += wanted.size();
        for (const char* target : {"", "EMU128"})
            ASSERT_EQ(all_contacts(scene, {.target = target}).contacts.size(), wanted.size());
    }
    EXPECT_GT(contacts, 100U);
}

TEST(FeatureKernel, HasATargetForEveryName)
{
    EXPECT_EQ(deformable::detail::feature_kernel("EMU128").name, "EMU128");
    EXPECT_THROW((void)deformable::detail::feature_kernel("ABACUS"), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::feature_kernel_test
