// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/write_mesh.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "io/expect_error.hpp"
#include "io/mesh_text.hpp"
#include "io/temporary_folder.hpp"

namespace tocca::write_mesh_test {
namespace {

using support::bytes_of;
using support::expect_error;
using support::TemporaryFolder;

TEST(WriteMesh, IsReadBackToTheLastBit)
{
    const TemporaryFolder folder;
    support::Random random(38);
    for (int round = 0; round < 20; ++round) {
        const std::size_t edges = random.chance(0.5) ? 0 : 30;
        const MeshFile mesh = support::random_mesh(random, 2 + random.below(200), random.below(300), edges);
        for (const char* name : {"a.ply", "b.PLY", "c.obj"}) {
            const auto file = folder.path() / name;
            write_mesh(file, mesh.positions, mesh.faces, {.ascii = file.extension() == ".PLY", .edges = mesh.edges});
            EXPECT_TRUE(support::same_bits(read_mesh(file), mesh)) << name;
        }
    }
}

TEST(WriteMesh, WritesTheShortestText)
{
    const TemporaryFolder folder;
    const std::vector<Point> positions = {{0.1, -0.0, 1e300}, {1, 2, 3}, {5e-324, 0.25, -7}};
    const std::vector<FaceVertices> faces = {{0, 1, 2}};
    write_mesh(folder.path() / "a.obj", positions, faces);
    EXPECT_EQ(bytes_of(folder.path() / "a.obj"), "v 0.1 -0 1e+300\nv 1 2 3\nv 5e-324 0.25 -7\nf 1 2 3\n");
    write_mesh(folder.path() / "a.ply", positions, faces, {.ascii = true, .edges = std::vector<EdgeVertices>{{0, 2}}});
    EXPECT_EQ(bytes_of(folder.path() / "a.ply"),
              "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\n"
              "element face 1\nproperty list uchar int vertex_indices\nelement edge 1\nproperty int vertex1\n"
              "property int vertex2\nend_header\n0.1 -0 1e+300\n1 2 3\n5e-324 0.25 -7\n3 0 1 2\n0 2\n");
}

TEST(WriteMesh, LeavesNothingBehindWhenItFails)
{
    const TemporaryFolder folder;
    const std::vector<Point> positions = {{0, 0, 0}, {1, 0, std::numeric_limits<double>::infinity()}, {0, 1, 0}};
    const std::vector<FaceVertices> faces = {{0, 1, 2}};
    const std::vector<FaceVertices> beyond = {{0, 1, 3}};
    const std::vector<Point> finite = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    expect_error({.code = ErrorCode::not_finite, .line = {}, .says = "vertex 1"},
                 [&] { write_mesh(folder.path() / "a.ply", positions, faces); });
    EXPECT_THROW(write_mesh(folder.path() / "a.ply", finite, beyond), std::invalid_argument);
    EXPECT_THROW(write_mesh(folder.path() / "a.ply", finite, faces,
                            {.ascii = false, .edges = std::vector<EdgeVertices>{{1, 9}}}),
                 std::invalid_argument);
    for (const char* name : {"a.stl", "a.txt", "a"}) {
        expect_error({.code = ErrorCode::unwritable_file, .line = {}, .says = "written as .ply and .obj"},
                     [&] { write_mesh(folder.path() / name, finite, faces); });
    }
    expect_error({.code = ErrorCode::unwritable_file, .line = {}, .says = "cannot be written"},
                 [&] { write_mesh(folder.path() / "nowhere" / "a.ply", finite, faces); });
    EXPECT_EQ(folder.file_count(), 0U);
}

}  // namespace
}  // namespace tocca::write_mesh_test
