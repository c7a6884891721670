// SPDX-License-Identifier: Apache-2.0
// Damaged mesh files of every format: they are read or refused with an Error, without ever asking for much memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "io/allocation_watch.hpp"
#include "io/gltf_text.hpp"
#include "io/npy_bytes.hpp"
#include "io/ply_bytes.hpp"
#include "io/stl_bytes.hpp"
#include "io/temporary_folder.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/gltf_motion.hpp"
#include "tocca/io/mesh_file.hpp"
#include "tocca/io/mesh_format.hpp"
#include "tocca/io/positions_npy.hpp"

namespace tocca::mesh_mutation_test {
namespace {

using support::GltfText;
using support::PlyBytes;
using support::Random;

struct Sample {
    std::string name;
    MeshFormat format;
    std::string bytes;
};

std::string ply_sample(PlyBytes::Encoding encoding)
{
    PlyBytes body(encoding);
    for (int i = 0; i < 6; ++i) body.add(0.25 * i).add(1.0 - i).add(0.1 * i).add(float{0.5}).add(std::uint8_t{9}).end();
    body.list<std::uint8_t>(std::vector<std::int32_t>{0, 1, 2}).add(std::int16_t{3}).end();
    body.list<std::uint8_t>(std::vector<std::int32_t>{2, 3, 4, 5}).add(std::int16_t{4}).end();
    body.add(std::uint32_t{0}).add(std::uint32_t{5}).end();
    return PlyBytes::format(encoding) +
           "comment some\nelement vertex 6\nproperty double x\nproperty double y\nproperty double z\nproperty float q\n"
           "property uchar red\nelement face 2\nproperty list uchar int vertex_indices\nproperty short id\n"
           "element edge 1\nproperty uint vertex1\nproperty uint vertex2\nend_header\n" +
           body.bytes();
}

/// A skinned, morphed and animated triangle pair.
std::string gltf_sample(bool binary)
{
    GltfText file;
    file.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0});
    file.integers<std::uint16_t>("SCALAR", 1, {0, 1, 2, 2, 1, 3});
    file.floats("VEC3", 3, {0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1});
    file.integers<std::uint8_t>("VEC4", 4, {0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    file.floats("VEC4", 4, {1, 0, 0, 0, 0.5F, 0.5F, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    file.floats("MAT4", 16, std::vector<float>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
                                               1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
    file.floats("SCALAR", 1, {0, 1, 2});
    file.floats("VEC4", 4, {0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1});
    file.floats("SCALAR", 1, {0, 0, 0, 0, 1, 0, 0, 0.5F, 0});
    const std::string rest =
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":3,"WEIGHTS_0":4},"indices":1,)"
        R"("targets":[{"POSITION":2}]}],"weights":[0.5]}],"skins":[{"joints":[1,2],"inverseBindMatrices":5}],)"
        R"("nodes":[{"mesh":0,"skin":0},{"children":[2]},{"translation":[1,0,0]}],"scenes":[{"nodes":[0,1]}],"scene":0,)"
        R"("animations":[{"name":"a","channels":[{"sampler":0,"target":{"node":2,"path":"rotation"}},)"
        R"({"sampler":1,"target":{"node":0,"path":"weights"}}],"samplers":[{"input":6,"output":7},)"
        R"({"input":6,"output":8,"interpolation":"CUBICSPLINE"}]}])";
    return binary ? file.binary(rest) : file.text(rest);
}

std::vector<Sample> samples()
{
    const std::vector<support::Facet> facets = {support::Facet{Point{0, 0, 0}, Point{1, 0, 0}, Point{0, 1, 0}},
                                                support::Facet{Point{0, 1, 0}, Point{1, 0, 0}, Point{1, 1, 0.5}}};
    const std::string npy = support::npy_with_header("{'descr': '<f8', 'fortran_order': False, 'shape': (4, 3), }",
                                                     std::string(96, '\x3f'));
    return {
        {"obj", MeshFormat::obj,
         "# made by hand\nmtllib a.mtl\no thing\nv 0 0 0\nv 1 0 0 1.0\nv 0 1 0x1p-3\nv -1e-3 2.5 \\\n 3\nvt 0 0\n"
         "vn 0 0 1\ng part\nf 1/1/1 2//1 3/1\nf -4 -3 -2 -1\nl 1 4 2\np 1\n"},
        {"ascii ply", MeshFormat::ply, ply_sample(PlyBytes::Encoding::ascii)},
        {"little-endian ply", MeshFormat::ply, ply_sample(PlyBytes::Encoding::little)},
        {"big-endian ply", MeshFormat::ply, ply_sample(PlyBytes::Encoding::big)},
        {"ascii stl", MeshFormat::stl, support::ascii_stl(facets)},
        {"binary stl", MeshFormat::stl, support::binary_stl(facets)},
        {"off", MeshFormat::off,
         "COFF\n# four\n4 2 5\n0 0 0 1 0 0 1\n1 0 0 1 0 0 1\n1 1 0\n0 1 0\n3 0 1 2\n4 0 1 2 3 7\n"},
        {"npy", MeshFormat::npy, npy},
        {"gltf", MeshFormat::gltf, gltf_sample(false)},
        {"glb", MeshFormat::gltf, gltf_sample(true)},
    };
}

/// Changes bytes in one of the ways in which files come to be damaged.
void damage(std::string& bytes, Random& random)
{
    const auto place = [&] { return random.below(bytes.size() + 1); };
    switch (random.below(9)) {
        case 0: bytes.resize(place()); break;
        case 1:
            for (int i = random.between(1, 8); i > 0 && !bytes.empty(); --i) {
                bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
            }
            break;
        case 2:
            if (!bytes.empty()) bytes[random.below(bytes.size())] ^= static_cast<char>(1 << random.below(8));
            break;
        case 3: {
            std::string garbage(1 + random.below(20), ' ');
            for (char& c : garbage) c = static_cast<char>(random.below(256));
            bytes.insert(place(), garbage);
            break;
        }
        case 4: {  // a number becomes another one
            const std::size_t digit = bytes.find_first_of("0123456789", place());
            if (digit == std::string::npos) break;
            const std::size_t end = std::min(bytes.find_first_not_of("0123456789.", digit), bytes.size());
            bytes.replace(digit, end - digit,
                          random.pick<const char*>({"nan", "inf", "-1", "0", "1e999", "4294967295", "4294967296",
                                                    "9999999999999", "18446744073709551615", "99999999999999999999", "",
                                                    "7", "0.5", "-0", "1e308"}));
            break;
        }
        case 5: bytes.erase(place(), random.below(40)); break;
        case 6: {
            const std::size_t from = place();
            bytes.insert(place(), bytes.substr(from, random.below(60)));
            break;
        }
        case 7: {  // four or eight bytes of a count or a number become extreme
            const std::string extreme = random.pick<const char*>(
                {"\xff\xff\xff\xff", "\xff\xff\xff\x7f", "\xff\xff\xff\xff\xff\xff\xff\x7f", "\x7f\xf0\x01\x02"});
            const std::size_t at = place();
            bytes.replace(at, std::min(extreme.size(), bytes.size() - at), extreme);
            break;
        }
        default: {  // two lines change places
            const std::size_t first = bytes.find('\n', place());
            const std::size_t second = first == std::string::npos ? first : bytes.find('\n', first + 1);
            if (second == std::string::npos) break;
            const std::string line = bytes.substr(first, second - first);
            bytes.erase(first, line.size());
            bytes.insert(place(), line);
        }
    }
}

void expect_sound(const MeshFile& mesh)
{
    ASSERT_FALSE(mesh.positions.empty());
    for (const Point& point : mesh.positions) {
        ASSERT_TRUE(std::all_of(point.begin(), point.end(), [](double x) { return std::isfinite(x); }));
    }
    for (const FaceVertices& face : mesh.faces) {
        for (const VertexId vertex : face) ASSERT_LT(vertex, mesh.positions.size());
    }
    for (const EdgeVertices& edge : mesh.edges) {
        ASSERT_LT(edge[0], edge[1]);
        ASSERT_LT(edge[1], mesh.positions.size());
    }
}

class MeshMutations : public testing::TestWithParam<std::size_t> {};

TEST_P(MeshMutations, AreReadOrRefused)
{
    const Sample sample = samples()[GetParam()];
    expect_sound(parse_mesh(sample.bytes, sample.format, "whole"));
    constexpr std::size_t max_memory = std::size_t{4} << 20;
    Random random(4000 + GetParam());
    const std::size_t rounds = std::max<std::size_t>(200, support::effort(4000));
    std::size_t refused = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        std::string bytes = sample.bytes;
        for (int changes = random.between(1, 3); changes > 0; --changes) damage(bytes, random);
        support::forget_allocations();
        try {
            expect_sound(parse_mesh(bytes, sample.format, "damaged"));
            if (sample.format == MeshFormat::gltf) {
                const GltfMotion motion(bytes, "damaged");
                for (const double time : {0.0, 0.5, 1.7}) (void)motion.positions_at(motion.animation_called(""), time);
            }
        } catch (const Error& error) {
            ++refused;
            EXPECT_EQ(error.place().file, "damaged");
        } catch (const std::exception& other) {
            FAIL() << sample.name << ", round " << round << ": " << other.what();
        }
        EXPECT_LT(support::largest_allocation(), max_memory) << sample.name << ", round " << round;
    }
    EXPECT_GT(refused, rounds / 10) << sample.name;  // the damage is felt
}

INSTANTIATE_TEST_SUITE_P(AllFormats, MeshMutations, testing::Range<std::size_t>(0, 10), [](const auto& each) {
    std::string name = samples()[each.param].name;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
    return name;
});

TEST(NpyFramesMutations, AreReadOrRefused)
{
    const support::TemporaryFolder folder;
    const std::string whole = support::npy_with_header("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4, 3), }",
                                                       std::string(288, '\x3f'));
    Random random(4100);
    for (int round = 0; round < 200; ++round) {
        std::string bytes = whole;
        damage(bytes, random);
        const auto file = folder.write("damaged.npy", bytes);
        try {
            const NpyFrames frames(file);
            for (std::size_t i = 0; i < frames.frame_count(); ++i) EXPECT_FALSE(frames.read_frame(i).empty());
        } catch (const Error& error) {
            EXPECT_EQ(error.place().file, file.string());
        }
    }
}

}  // namespace
}  // namespace tocca::mesh_mutation_test
