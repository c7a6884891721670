// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "support/brute_force_contacts.hpp"
#include "tocca/deformable/moving_mesh.hpp"
#include "tocca/deformable/moving_scene.hpp"

namespace tocca {

/// Two triangles facing each other; the upper falls through the lower.
inline MovingMesh falling_triangle()
{
    MovingMesh mesh(
        TriangleMesh({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 1}, {2, 1, 1}, {1, 2, 1}}, {{0, 1, 2}, {3, 4, 5}}));
    const std::vector<Point> end{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {2, 1, -1}, {1, 2, -1}};
    mesh.move_to(end);
    return mesh;
}

inline void expect_same(const std::vector<Contact>& found, const std::vector<Contact>& wanted)
{
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_TRUE(support::same(found[i], wanted[i])) << "contact " << i << " of kind " << to_string(wanted[i].kind);
    }
}

}  // namespace tocca
