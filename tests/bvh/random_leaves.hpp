// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "support/random.hpp"
#include "tocca/bounds/moving_box.hpp"

namespace tocca::support {

/// Small moving boxes all over a cube; with `tags`, those of one tag are consecutive. The first word is their number.
inline std::vector<MovingBox> draw_leaves(Random& random, std::size_t count, std::size_t tags = 1)
{
    const double size = random.pick({0.0, 0.05, 0.3}), way = random.pick({0.0, 0.1, 0.5});
    std::vector<MovingBox> leaves;
    for (std::size_t i = 0; i < count; ++i) {
        Point start, end;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            start[axis] = random.signed_unit();
            end[axis] = start[axis] + way * random.signed_unit();
        }
        MovingBox box = moving_box(start, end);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            start[axis] += size * random.unit();
            end[axis] += size * random.unit();
        }
        extend(box, moving_box(start, end));
        box.lower_start.word = static_cast<std::uint32_t>(i);
        box.upper_end.word = static_cast<std::uint32_t>(i * tags / count);
        leaves.push_back(box);
    }
    return leaves;
}

/// The same boxes in other units.
inline std::vector<MovingBox> scaled(std::vector<MovingBox> leaves, float scale)
{
    for (MovingBox& box : leaves) {
        for (BoxCorner* corner : {&box.lower_start, &box.upper_start, &box.lower_end, &box.upper_end}) {
            for (float& x : corner->at) x *= scale;
        }
    }
    return leaves;
}

}  // namespace tocca::support
