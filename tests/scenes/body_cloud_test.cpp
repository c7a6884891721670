// SPDX-License-Identifier: Apache-2.0
#include "scenes/body_cloud.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace tocca::scenes::body_cloud_test {
namespace {

TEST(BodyCloud, HasManyPairsOfOverlappingBoxesAndStartsFree)
{
    const rigid::RigidWorld world = body_cloud({.triangles = 1'000});
    ASSERT_EQ(world.body_count(), 500U);
    std::size_t pairs = 0;
    for (rigid::BodyId a = 0; a < world.body_count(); ++a) {
        for (rigid::BodyId b = a + 1; b < world.body_count(); ++b) {
            pairs += swept_boxes_overlap(*world.moving_box(a), *world.moving_box(b)) ? 1 : 0;
            const auto apart = world.motion(a).from.translation() - world.motion(b).from.translation();
            ASSERT_GT(apart.norm(), 2.0);
        }
    }
    EXPECT_GE(pairs, 1'000U);
    const Answer first = first_contact(world);
    EXPECT_EQ(first.outcome, Outcome::contact);
    EXPECT_GT(first.safe_until, 0.0);
}

TEST(BodyCloud, OverlapOfSweptBoxesIsClosed)
{
    const auto box = [](double low, double high) {
        MovingBox held = moving_box({low, low, low}, {low, low, low});
        extend(held, moving_box({high, high, high}, {high, high, high}));
        return held;
    };
    EXPECT_TRUE(swept_boxes_overlap(box(0.0, 1.0), box(1.0, 2.0)));
    EXPECT_TRUE(swept_boxes_overlap(box(0.0, 1.0), box(0.25, 0.5)));
    EXPECT_FALSE(swept_boxes_overlap(box(0.0, 1.0), box(1.5, 2.0)));
    EXPECT_TRUE(swept_boxes_overlap(box(1.5, 2.0), moving_box({0.0, 0.0, 0.0}, {3.0, 3.0, 3.0})));
}

TEST(BodyCloud, IsAlwaysTheSame)
{
    const BodyCloud few = {.seed = 7, .bodies = 10, .triangles = 1'000};
    const rigid::RigidWorld first = body_cloud(few), second = body_cloud(few);
    ASSERT_EQ(first.body_count(), 10U);
    for (rigid::BodyId id = 0; id < 10; ++id) {
        EXPECT_EQ(first.motion(id).to.matrix(), second.motion(id).to.matrix());
        EXPECT_EQ(first.options(id).group, id % 4);
        EXPECT_EQ(first.body(id), first.body(id % 4));
    }
    EXPECT_NE(first.motion(0).to.matrix(), body_cloud({.bodies = 10, .triangles = 1'000}).motion(0).to.matrix());
}

TEST(BodyCloud, RefusesCellsTooSmall)
{
    EXPECT_THROW((void)body_cloud({.spacing = 2.0}), std::invalid_argument);
    EXPECT_EQ(body_cloud({.bodies = 0, .triangles = 1'000}).body_count(), 0U);
}

}  // namespace
}  // namespace tocca::scenes::body_cloud_test
