// SPDX-License-Identifier: Apache-2.0
#include "tocca/bvh/refit_kernel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "bounds/random_boxes.hpp"
#include "bvh/random_leaves.hpp"
#include "tocca/bvh/kinetic_tree.hpp"

namespace tocca::refit_kernel_test {
namespace {

using bvh::BoxEnds;
using support::Random;

std::vector<const bvh::RefitKernel*> all_kernels()
{
    std::vector<const bvh::RefitKernel*> kernels;
    for (const std::string name : {"AVX2", "SSE4", "EMU128"}) {
        try {
            kernels.push_back(&bvh::refit_kernel(name));
        } catch (const std::invalid_argument&) {
            continue;  // not on this machine
        }
    }
    return kernels;
}

TEST(RefitKernel, BoundsCoordinatesAsMovingBoxDoes)
{
    Random random(1);
    for (std::size_t round = 0; round < 3'000; ++round) {
        std::vector<double> coordinates(1 + random.below(14));
        for (double& x : coordinates) {
            const double near = std::ldexp(random.pick({1.0, -1.0}), random.pick({126, 127, 128, -126, -149, -150}));
            x = random.pick({support::draw_coordinate(random), random.nudged(near, 2), 0.0, -0.0, 1.0 + 0x1p-24,
                             static_cast<double>(std::numeric_limits<float>::max()), std::numeric_limits<double>::max(),
                             -std::numeric_limits<double>::denorm_min()});
        }
        for (const bvh::RefitKernel* kernel : all_kernels()) {
            std::vector<float> lower(coordinates.size() + 1, 7.0F), upper(coordinates.size() + 1, 7.0F);
            kernel->bound(coordinates, lower.data(), upper.data());
            for (std::size_t i = 0; i < coordinates.size(); ++i) {
                const Point point = {coordinates[i], 0.0, 0.0};
                const MovingBox wanted = moving_box(point, point);
                ASSERT_EQ(lower[i], wanted.lower_start.at[0]) << coordinates[i] << " by " << kernel->name;
                ASSERT_EQ(upper[i], wanted.upper_start.at[0]) << coordinates[i] << " by " << kernel->name;
            }
            EXPECT_EQ(lower.back(), 7.0F);
            EXPECT_EQ(upper.back(), 7.0F);
        }
    }
}

TEST(RefitKernel, RefitsAsHullsOfChildrenDo)
{
    Random random(2);
    for (int round = 0; round < 20; ++round) {
        const KineticTree tree(support::draw_leaves(random, 2 + random.below(60), 1), 1);
        for (const BoxEnds ends : {BoxEnds::none, BoxEnds::start, BoxEnds::end, BoxEnds::both}) {
            std::vector<MovingBox> wanted(tree.nodes().begin(), tree.nodes().end());
            for (std::size_t i = 0; i < tree.inner_count(); ++i) {
                wanted[i].lower_start.at[1] = wanted[i].lower_end.at[2] = 99.0F;  // to be put right
            }
            std::vector<MovingBox> given = wanted;
            bvh::AreaSums areas;
            for (std::size_t i = tree.inner_count(); i-- > 0;) {
                MovingBox hull = wanted[wanted[i].lower_start.word];
                extend(hull, wanted[wanted[i].upper_start.word]);
                const auto take = [](const BoxCorner& from, BoxCorner& to) { to.at = from.at; };
                const auto area = [](const BoxCorner& lower, const BoxCorner& upper) {
                    const auto side = [&](std::size_t axis) {
                        return static_cast<double>(upper.at[axis] - lower.at[axis]);
                    };
                    return side(0) * side(1) + side(2) * (side(0) + side(1));
                };
                if (has(ends, BoxEnds::start)) {
                    take(hull.lower_start, wanted[i].lower_start);
                    take(hull.upper_start, wanted[i].upper_start);
                    areas.start += area(hull.lower_start, hull.upper_start);
                }
                if (has(ends, BoxEnds::end)) {
                    take(hull.lower_end, wanted[i].lower_end);
                    take(hull.upper_end, wanted[i].upper_end);
                    areas.end += area(hull.lower_end, hull.upper_end);
                }
            }
            for (const bvh::RefitKernel* kernel : all_kernels()) {
                std::vector<MovingBox> found = given;
                bvh::AreaSums sums;
                kernel->refit(found, 0, tree.inner_count(), ends, sums);
                EXPECT_EQ(0, std::memcmp(found.data(), wanted.data(), found.size() * sizeof(MovingBox)));
                EXPECT_EQ(sums.start, areas.start);
                EXPECT_EQ(sums.end, areas.end);
            }
        }
    }
}

TEST(RefitKernel, MeasuresHowFarBoxesMove)
{
    Random random(3);
    for (int round = 0; round < 100; ++round) {
        std::vector<MovingBox> boxes = support::draw_leaves(random, 1 + random.below(5));
        if (random.chance(0.2)) boxes[0].upper_end.at[1] = std::numeric_limits<float>::infinity();
        float wanted = 0.0F;
        for (const MovingBox& box : boxes) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                wanted = std::max({wanted, box.upper_end.at[axis] - box.lower_start.at[axis],
                                   box.upper_start.at[axis] - box.lower_end.at[axis]});
            }
        }
        for (const bvh::RefitKernel* kernel : all_kernels()) EXPECT_EQ(kernel->motion(boxes), wanted);
    }
    EXPECT_THROW(static_cast<void>(bvh::refit_kernel("none")), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::refit_kernel_test
