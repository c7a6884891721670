// SPDX-License-Identifier: Apache-2.0
#include "tocca/bounds/point_box.hpp"

#include <gtest/gtest.h>

namespace tocca::point_box_test {
namespace {

TEST(PointBox, HoldsThePointsItWasExtendedBy)
{
    PointBox box = box_of({1, 2, 3});
    EXPECT_EQ(box.lower, (Point{1, 2, 3}));
    EXPECT_EQ(box.upper, (Point{1, 2, 3}));
    extend(box, {0, 5, 3});
    EXPECT_EQ(box.lower, (Point{0, 2, 3}));
    EXPECT_EQ(box.upper, (Point{1, 5, 3}));
    extend(box, {0.5, 3, 3});
    EXPECT_EQ(box.lower, (Point{0, 2, 3}));
    EXPECT_EQ(box.upper, (Point{1, 5, 3}));
}

}  // namespace
}  // namespace tocca::point_box_test
