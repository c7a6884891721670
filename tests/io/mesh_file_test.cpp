// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/mesh_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "io/expect_error.hpp"
#include "io/published_data.hpp"
#include "io/stl_bytes.hpp"
#include "io/temporary_folder.hpp"
#include "tocca/io/load_mesh.hpp"
#include "tocca/io/mesh_format.hpp"

namespace tocca::mesh_file_test {
namespace {

using support::expect_error;
using support::TemporaryFolder;

TEST(MeshFormatOf, IsSaidByTheExtension)
{
    EXPECT_EQ(mesh_format_of("a.obj"), MeshFormat::obj);
    EXPECT_EQ(mesh_format_of("a.Ply"), MeshFormat::ply);
    EXPECT_EQ(mesh_format_of("a.b.STL"), MeshFormat::stl);
    EXPECT_EQ(mesh_format_of("/x.ply/a.off"), MeshFormat::off);
    EXPECT_EQ(mesh_format_of("a.npy"), MeshFormat::npy);
    EXPECT_EQ(mesh_format_of("a.gltf"), MeshFormat::gltf);
    EXPECT_EQ(mesh_format_of("a.GLB"), MeshFormat::gltf);
    for (const char* name : {"a", "a.txt", "a.obj.gz", ".obj", "obj", "a.obj~", ""}) EXPECT_FALSE(mesh_format_of(name));
}

TEST(ReadMesh, ReadsEveryFormatByItsName)
{
    const TemporaryFolder folder;
    const support::Facet facet = {Point{0, 0, 0}, Point{1, 0, 0}, Point{0, 1, 0}};
    const std::string ply =
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n"
        "3 0 1 2\n";
    const std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    for (const auto& file :
         {folder.write("a.PLY", ply), folder.write("a.obj", obj), folder.write("a.stl", support::ascii_stl({facet})),
          folder.write("b.STL", support::binary_stl({facet})),
          folder.write("a.off", "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")}) {
        const MeshFile mesh = read_mesh(file);
        EXPECT_EQ(mesh.positions, std::vector<Point>(facet.begin(), facet.end())) << file;
        EXPECT_EQ(mesh.faces, (std::vector<FaceVertices>{{0, 1, 2}})) << file;
        EXPECT_EQ(load_mesh(file).edges().size(), 3U) << file;
    }
}

TEST(ReadMesh, NamesTheFileOfAFault)
{
    const TemporaryFolder folder;
    expect_error({.code = ErrorCode::unreadable_file, .line = {}, .says = "missing.ply: cannot be read"},
                 [&] { (void)read_mesh(folder.path() / "missing.ply"); });
    expect_error({.says = "a.txt: is not a mesh file"}, [&] { (void)read_mesh(folder.write("a.txt", "")); });
    expect_error({.code = ErrorCode::malformed_file, .line = 2, .says = "a.obj:2: 'x'"},
                 [&] { (void)load_mesh(folder.write("a.obj", "v 0 0 0\nx\n")); });
    for (const std::string bytes : {"ply\nformat ascii 1.0\n", "\x93NUMPY\x01", "glTF\x02"}) {
        expect_error({.says = "its name is that of an OBJ file, but it begins as a"},
                     [&] { (void)read_mesh(folder.write("b.obj", bytes)); });
    }
    for (const char* name : {"c.ply", "c.stl", "c.off", "c.npy", "c.glb"}) {
        EXPECT_THROW((void)read_mesh(folder.write(name, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")), Error) << name;
    }
}

TEST(ReadMesh, ReadsEveryPublishedMesh)
{
    const auto data = support::published_data("meshes");
    if (!data) GTEST_SKIP() << support::without_data("meshes");
    const std::vector<std::tuple<const char*, std::size_t, std::size_t>> counts = {
        {"stanford_bunny_69k.obj", 35947, 69451}, {"stanford_dragon_res3_48k.ply", 22998, 47794},
        {"lucy_100k.ply", 50002, 100000},         {"armadillo_52k.off", 26002, 52000},
        {"utah_teapot_6k.obj", 3644, 6320},       {"beetle_car.obj", 19887, 38656},
        {"fcl_pair/env.obj", 6540, 2180},         {"erleben/spike.obj", 5, 6}};
    for (const auto& [name, vertices, faces] : counts) {
        const MeshFile mesh = read_mesh(*data / name);
        EXPECT_EQ(mesh.positions.size(), vertices) << name;
        EXPECT_EQ(mesh.faces.size(), faces) << name;
    }
}

}  // namespace
}  // namespace tocca::mesh_file_test
