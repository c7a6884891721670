// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "tocca/io/file_bytes.hpp"
#include "tocca/io/mesh_file.hpp"

namespace tocca {

enum class MeshFormat { obj, ply, stl, off, dae, npy, gltf };

/// The format a file's name stands for, in any mixture of capitals: .obj, .ply, .stl, .off, .dae, .npy, .gltf and .glb;
/// empty for other names.
[[nodiscard]] std::optional<MeshFormat> mesh_format_of(const std::filesystem::path& path);

/// As mesh_format_of, but another name is an error.
///
/// Throws: Error (malformed_file).
[[nodiscard]] MeshFormat required_mesh_format_of(const std::filesystem::path& path);

/// Refuses a file by its beginning and its size, if they are not those of a file of the format, before all of it is
/// read.
///
/// Throws: Error (malformed_file).
void check_mesh_head(const FileHead& head, MeshFormat format, const std::string& file);

/// The mesh in the bytes of a file; `file` is its name in errors. Safe on any bytes. A glTF file that names others
/// finds them beside `file`.
[[nodiscard]] MeshFile parse_mesh(std::string_view bytes, MeshFormat format, const std::string& file,
                                  const std::stop_token& stop = {});

/// Reads a mesh from Wavefront OBJ text: vertices `v`, polygons `f`, lines `l`, with indices from 1 or, negative, from
/// the last vertex read.
///
/// Weights and colours of vertices, points `p`, textures, normals, groups and materials are passed over; curves,
/// surfaces and statements unknown to the format are errors. A `#` begins a comment, a backslash at the end of a line
/// joins the next one to it. Numbers may be decimal or hexadecimal. A first line of two numbers, as some programs write
/// it, announces how many vertices and faces there are, and must be true.
///
/// Throws: Error with `file` and the line, as read_mesh does.
/// Source: Wavefront Advanced Visualizer manual, appendix B1, object files.
[[nodiscard]] MeshFile parse_mesh_obj(std::string_view text, const std::string& file, const std::stop_token& stop = {});

/// Reads a mesh from the bytes of a PLY file, ASCII or binary in either order: positions from x, y, z of the element
/// `vertex`, polygons from the list `vertex_indices` or `vertex_index` of `face`, loose edges from `vertex1` and
/// `vertex2` of `edge`. Elements and properties may stand in any order and be of any type; others are passed over, but
/// triangle strips are refused.
///
/// ASCII coordinates are read as the double nearest to the text, even when the header declares them float.
///
/// Throws: Error with `file` and the line, or the vertex, face or edge (counted from 0), as read_mesh does.
/// Source: Greg Turk, The PLY Polygon File Format, 1994.
[[nodiscard]] MeshFile parse_mesh_ply(std::string_view bytes, const std::string& file,
                                      const std::stop_token& stop = {});

/// Reads a mesh from the bytes of an STL file, ASCII or binary. Corners with equal coordinates become one vertex (0 and
/// -0 are equal), numbered as they first appear; normals and attributes are passed over.
///
/// A file is binary if its size is what the count at byte 80 calls for, even when it begins with `solid`.
///
/// Throws: Error with `file` and the line, or the facet (counted from 0), as read_mesh does.
[[nodiscard]] MeshFile parse_mesh_stl(std::string_view bytes, const std::string& file,
                                      const std::stop_token& stop = {});

/// Refuses a file that by its beginning and its size is neither.
///
/// Throws: Error (malformed_file).
void check_stl_head(const FileHead& head, const std::string& file);

/// Reads a mesh from OFF text: the counts of vertices, faces and (optionally) edges, on the first line or a later one,
/// then a line for each vertex and each face.
///
/// What follows the coordinates of a vertex (normal, colour and texture of NOFF, COFF, STOFF and their mixtures) and the
/// corners of a face is passed over if it consists of numbers. A `#` begins a comment. Points of other dimensions (4OFF,
/// nOFF) and the binary form are refused.
///
/// Throws: Error with `file` and the line, as read_mesh does.
/// Source: Geomview manual, OFF files.
[[nodiscard]] MeshFile parse_mesh_off(std::string_view text, const std::string& file, const std::stop_token& stop = {});

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
