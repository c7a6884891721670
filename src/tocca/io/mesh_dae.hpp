// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "tocca/io/mesh_file.hpp"

namespace tocca {

/// Reads a mesh from COLLADA text (.dae): the geometries of its visual scene, each as often as the scene places it, at
/// the places that the nodes give them (matrix, translate, rotate, scale; nodes in nodes, instances of nodes), in
/// metres by the file's unit. A file without a visual scene gives its geometries as they are.
///
/// Read are triangles, polylist, polygons, tristrips and trifans; only vertices that they name are kept. Lines,
/// materials, normals, textures, lights, cameras and animations are passed over. The up axis of the file is left aside,
/// as robot tools do (RViz, MoveIt, Gazebo): the coordinates of a link's mesh are those of the link.
///
/// Guarantee: where no node moves a geometry and the unit is the metre, every coordinate is the double nearest to the
///            text.
/// Throws: Error with `file` and the line, as read_mesh does; malformed_file also for what would have to be guessed:
///         skins (instance_controller), polygons with holes, lookat and skew, references into other files; and for
///         scenes of more than 2^24 vertices or triangles, or nodes nested more than 256 deep.
/// Source: COLLADA 1.4.1, Khronos Group 2008.
[[nodiscard]] MeshFile parse_mesh_dae(std::string_view text, const std::string& file, const std::stop_token& stop = {});

}  // namespace tocca
