// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "support/random.hpp"
#include "tocca/deformable/moving_scene.hpp"

namespace tocca::support {

/// Kinds of small moving meshes that between them reach every branch of the search for contacts.
enum class MovingFamily {
    soup,           ///< single triangles, all over each other
    sheet,          ///< a folded grid, vertices nudged
    fan,            ///< triangles around one vertex, some of them around one edge
    non_manifold,   ///< random faces over few vertices: repeated faces, edges of many faces
    degenerate,     ///< faces that name a vertex twice, or collapse
    codimensional,  ///< loose edges and isolated vertices among triangles
    grid_soup,      ///< coordinates in a tiny integer grid: touching at the start, coplanar, everything
    at_rest,        ///< nothing moves
    translation,    ///< everything moves alike
    float_sheet,    ///< coordinates rounded to float, vertices in common positions
    far_and_wide,   ///< coordinates of very different magnitudes, beyond the range of floats too
    few,            ///< no face, one face, one edge, one vertex
};

inline constexpr std::array moving_families{
    MovingFamily::soup,        MovingFamily::sheet,         MovingFamily::fan,          MovingFamily::non_manifold,
    MovingFamily::degenerate,  MovingFamily::codimensional, MovingFamily::grid_soup,    MovingFamily::at_rest,
    MovingFamily::translation, MovingFamily::float_sheet,   MovingFamily::far_and_wide, MovingFamily::few,
};

[[nodiscard]] std::string_view to_string(MovingFamily family);

/// A mesh at its start positions, and where its vertices go.
struct MovingInstance {
    TriangleMesh mesh;
    std::vector<Point> end;
};

[[nodiscard]] MovingInstance draw_moving(Random& random, MovingFamily family);

/// One to four drawn meshes as the objects of a scene, moved.
struct SceneInstance {
    std::vector<MovingInstance> objects;

    [[nodiscard]] deformable::MovingScene scene() const;
};

[[nodiscard]] SceneInstance draw_scene(Random& random, MovingFamily family);

/// The scene of one moved mesh.
[[nodiscard]] deformable::MovingScene scene_of(const MovingInstance& instance);

}  // namespace tocca::support
