// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/sequence.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/expect_error.hpp"
#include "io/npy_bytes.hpp"
#include "io/published_data.hpp"
#include "io/temporary_folder.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/io/write_mesh.hpp"

namespace tocca::sequence_test {
namespace {

using support::expect_error;
using support::TemporaryFolder;

const std::vector<FaceVertices> two_faces = {{0, 1, 2}, {0, 2, 3}};
const std::vector<EdgeVertices> one_edge = {{0, 3}};

std::vector<Point> positions_at(double time)
{
    return {{0, 0, time}, {1, 0, -time}, {1, 1, time / 3}, {0, 1, 0.1 * time}};
}

void write_frame(const TemporaryFolder& folder, const std::string& name, int frame)
{
    write_mesh(folder.path() / name, positions_at(frame), two_faces, {.ascii = false, .edges = one_edge});
}

std::string array_of(const std::vector<std::vector<Point>>& frames, bool single)
{
    std::string data;
    for (const auto& frame : frames) {
        data.append(reinterpret_cast<const char*>(frame.data()), frame.size() * sizeof frame[0]);
    }
    const std::string shape =
        (single ? "(" : "(" + std::to_string(frames.size()) + ", ") + std::to_string(frames[0].size()) + ", 3)";
    return support::npy_with_header("{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }", data);
}

Sequence open(const std::vector<std::string>& texts, const SequenceOptions& options = {})
{
    return open_sequence(texts, options);
}

TEST(Sequence, ReadsFramesOfAFolderAPatternAndAList)
{
    const TemporaryFolder folder;
    for (int i = 8; i < 12; ++i) write_frame(folder, "f" + std::to_string(i) + ".ply", i);
    const auto at = [&](const char* name) { return (folder.path() / name).string(); };
    for (const std::vector<std::string>& texts :
         {std::vector{folder.path().string()}, std::vector{at("f%d.ply")}, std::vector{at("f*.ply")},
          std::vector{at("f8.ply"), at("f9.ply"), at("f1*.ply")}}) {
        const Sequence sequence = open(texts);
        ASSERT_EQ(sequence.frame_count(), 4U);
        EXPECT_EQ(sequence.first_frame().positions, positions_at(8));
        EXPECT_EQ(sequence.first_frame().faces, two_faces);
        EXPECT_EQ(sequence.first_frame().edges, one_edge);
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_EQ(sequence.read_frame(i), positions_at(static_cast<double>(8 + i)));
            EXPECT_EQ(sequence.frame_name(i), at(("f" + std::to_string(8 + i) + ".ply").c_str()));
        }
    }
}

TEST(Sequence, ReadsFormatsThatAListMixes)
{
    const TemporaryFolder folder;
    write_frame(folder, "a.ply", 1);
    write_frame(folder, "b.obj", 2);
    folder.write("c.npy", array_of({positions_at(3)}, true));
    const auto at = [&](const char* name) { return (folder.path() / name).string(); };
    const Sequence sequence = open({at("a.ply"), at("b.obj"), at("c.npy")});
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(sequence.read_frame(i), positions_at(static_cast<double>(i + 1)));
    EXPECT_EQ(sequence.read_changing_frame(2).faces, two_faces);
    EXPECT_EQ(sequence.read_changing_frame(2).edges, one_edge);
}

TEST(Sequence, TakesTheFacesOfArraysFromAMesh)
{
    const TemporaryFolder folder;
    write_frame(folder, "rest.obj", 0);
    folder.write("motion.npy", array_of({positions_at(1), positions_at(2), positions_at(3)}, false));
    const std::string motion = (folder.path() / "motion.npy").string();
    const std::string rest = (folder.path() / "rest.obj").string();
    for (const auto& sequence : {open({motion}, {.topology = rest}), open({rest, motion}),
                                 open({folder.path().string()}, {.topology = rest})}) {
        const std::size_t offset = sequence.frame_count() - 3;
        EXPECT_EQ(sequence.first_frame().faces, two_faces);
        EXPECT_EQ(sequence.first_frame().positions, positions_at(offset == 0 ? 1 : 0));
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(sequence.read_frame(offset + i), positions_at(static_cast<double>(i + 1)));
            EXPECT_EQ(sequence.frame_name(offset + i), motion + "[" + std::to_string(i) + "]");
        }
    }
    expect_error({.code = ErrorCode::malformed_file, .line = {}, .says = "motion.npy[0]: a NumPy array has no faces"},
                 [&] { (void)open({motion}); });
}

TEST(Sequence, NamesTheFrameThatDiffers)
{
    const TemporaryFolder folder;
    write_frame(folder, "a.ply", 0);
    auto fewer = positions_at(1);
    fewer.pop_back();
    write_mesh(folder.path() / "vertices.ply", fewer, std::vector<FaceVertices>{{0, 1, 2}, {0, 2, 1}});
    write_mesh(folder.path() / "faces.ply", positions_at(1), std::vector<FaceVertices>{{0, 1, 2}},
               {.ascii = false, .edges = one_edge});
    write_mesh(folder.path() / "turned.ply", positions_at(1), std::vector<FaceVertices>{{0, 1, 2}, {2, 3, 0}},
               {.ascii = false, .edges = one_edge});
    write_mesh(folder.path() / "loose.ply", positions_at(1), two_faces);
    write_mesh(folder.path() / "other.ply", positions_at(1), two_faces,
               {.ascii = false, .edges = std::vector<EdgeVertices>{{1, 3}}});
    folder.write("short.npy", array_of({fewer}, true));
    const auto at = [&](const std::string& name) { return (folder.path() / name).string(); };
    const std::vector<std::pair<std::string, std::string>> faults = {
        {"vertices.ply", "it has 3 vertices, but " + at("a.ply") + " has 4"},
        {"faces.ply", "it has 1 triangle, but " + at("a.ply") + " has 2"},
        {"turned.ply", "its triangle 1 has other vertices"},
        {"loose.ply", "it has 0 loose edges"},
        {"other.ply", "its loose edges have other vertices"},
        {"short.npy", "it has 3 vertices"},
    };
    for (const auto& fault : faults) {
        const std::string& name = fault.first;
        const std::string& says = fault.second;
        const Sequence sequence = open({at("a.ply"), at(name)});
        expect_error({.code = ErrorCode::mismatched_frames, .line = {}, .says = at(name) + ": " + says},
                     [&] { (void)sequence.read_frame(1); });
        if (name == "short.npy") {
            EXPECT_THROW((void)sequence.read_changing_frame(1), Error);
        } else {
            EXPECT_FALSE(have_same_topology(sequence.first_frame(), sequence.read_changing_frame(1)));
            EXPECT_TRUE(have_same_topology(sequence.first_frame(), sequence.read_changing_frame(0)));
            expect_error({.code = ErrorCode::mismatched_frames, .line = {}, .says = says.substr(0, 9)},
                         [&] { (void)open({at(name)}, {.topology = at("a.ply")}); });
        }
    }
}

TEST(Sequence, PassesOnFaultsOfLaterFiles)
{
    const TemporaryFolder folder;
    write_frame(folder, "a.ply", 0);
    folder.write("b.ply", "ply\nformat ascii 1.0\n");
    const Sequence sequence = open({folder.path().string()});
    expect_error({.says = "b.ply: it ends within the header"}, [&] { (void)sequence.read_frame(1); });
    EXPECT_THROW((void)sequence.read_frame(2), std::invalid_argument);
    EXPECT_THROW((void)open({}), std::invalid_argument);
    EXPECT_THROW(Sequence(std::vector<std::filesystem::path>{}), std::invalid_argument);
}

TEST(Sequence, IsReadByManyThreads)
{
    const TemporaryFolder folder;
    for (int i = 0; i < 8; ++i) write_frame(folder, "f" + std::to_string(i) + ".obj", i);
    const Sequence sequence = open({folder.path().string()});
    std::vector<std::vector<Point>> frames(8);
    for_each_piece(8, 4, [&](std::size_t i) { frames[i] = sequence.read_frame(i); });
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(frames[i], positions_at(static_cast<double>(i)));
}

TEST(Sequence, StopsOnRequest)
{
    const TemporaryFolder folder;
    write_frame(folder, "a.ply", 0);
    folder.write("b.npy", array_of({positions_at(1)}, true));
    const Sequence sequence = open({(folder.path() / "a.ply").string(), (folder.path() / "b.npy").string()});
    std::stop_source source;
    source.request_stop();
    for (std::size_t i = 0; i < 2; ++i) {
        expect_error({.code = ErrorCode::interrupted, .line = {}, .says = "interrupted"},
                     [&] { (void)sequence.read_frame(i, source.get_token()); });
    }
}

TEST(Sequence, OfPublishedFrames)
{
    const auto data = support::published_data("sequences");
    if (!data) GTEST_SKIP() << support::without_data("sequences");
    const Sequence cloth = open({(*data / "cloth-ball" / "cloth_ball%d.ply").string()});
    ASSERT_EQ(cloth.frame_count(), 2U);
    EXPECT_EQ(cloth.first_frame().faces.size(), 92230U);
    EXPECT_EQ(cloth.read_frame(1).size(), 46598U);
    const Sequence kick = open({(*data / "human-kick").string()});
    ASSERT_EQ(kick.frame_count(), 6U);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(kick.read_frame(i).size(), 12811U);
}

}  // namespace
}  // namespace tocca::sequence_test
