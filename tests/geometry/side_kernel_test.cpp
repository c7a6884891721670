// SPDX-License-Identifier: Apache-2.0
#include "tocca/geometry/detail/side_kernel.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>

#include "geometry/random_points.hpp"
#include "support/random.hpp"

namespace tocca::side_kernel_test {
namespace {

TEST(SideKernel, GivesTheSameBitsOnEveryTarget)
{
    support::Random random(20);
    const auto& best = geometry::detail::side_kernel("");
    for (const std::string name : {"EMU128", "SSE4", "AVX2"}) {
        const geometry::detail::SideKernel* kernel = nullptr;
        try {
            kernel = &geometry::detail::side_kernel(name);
        } catch (const std::invalid_argument&) {
            continue;  // not on this machine
        }
        for (int i = 0; i < 2000; ++i) {
            std::array<Point, 6> x;
            draw_points(random, x);
            geometry::detail::SidePairs one, other;
            best.compare({x[0], x[1], x[2]}, {x[3], x[4], x[5]}, one);
            kernel->compare({x[0], x[1], x[2]}, {x[3], x[4], x[5]}, other);
            ASSERT_EQ(one.s, other.s) << name;
            ASSERT_EQ(one.u, other.u) << name;
            ASSERT_EQ(one.over, other.over) << name;
            ASSERT_EQ(one.nearest_first, other.nearest_first) << name;
            ASSERT_EQ(one.nearest_second, other.nearest_second) << name;
        }
    }
    EXPECT_THROW(static_cast<void>(geometry::detail::side_kernel("none")), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::side_kernel_test
