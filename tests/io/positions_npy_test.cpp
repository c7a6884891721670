// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/positions_npy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "io/expect_error.hpp"
#include "io/npy_bytes.hpp"
#include "io/temporary_folder.hpp"

namespace tocca::positions_npy_test {
namespace {

using support::expect_error;
using support::npy_with_header;
using support::TemporaryFolder;
using Frames = std::vector<std::vector<Point>>;

Frames counting(std::size_t frames, std::size_t vertices)
{
    Frames result(frames, std::vector<Point>(vertices));
    double next = -7.5;
    for (auto& frame : result) {
        for (Point& point : frame) {
            for (double& x : point) x = next += 0.25;
        }
    }
    return result;
}

std::string header(const std::string& type, bool fortran, const std::string& shape)
{
    return "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }";
}

std::string value_bytes(double value, const std::string& type)
{
    const auto narrow = static_cast<float>(value);
    std::string bytes = type[2] == '4' ? std::string(reinterpret_cast<const char*>(&narrow), sizeof narrow)
                                       : std::string(reinterpret_cast<const char*>(&value), sizeof value);
    if (type[0] == '>') std::reverse(bytes.begin(), bytes.end());
    return bytes;
}

/// Frames as an array of two indices (one frame only) or three.
std::string array(const Frames& frames, const std::string& type, bool fortran, bool single)
{
    const std::size_t vertices = frames[0].size();
    std::string data;
    if (fortran) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
                for (const auto& frame : frames) data += value_bytes(frame[vertex][axis], type);
            }
        }
    } else {
        for (const auto& frame : frames) {
            for (const Point& point : frame) {
                for (const double x : point) data += value_bytes(x, type);
            }
        }
    }
    const std::string shape =
        (single ? "(" : "(" + std::to_string(frames.size()) + ", ") + std::to_string(vertices) + ", 3)";
    return npy_with_header(header(type, fortran, shape), data);
}

TEST(ParsePositionsNpy, ReadsEveryTypeAndOrder)
{
    const Frames frames = counting(1, 7);
    for (const char* type : {"<f8", "<f4", ">f8", ">f4"}) {
        for (const bool fortran : {false, true}) {
            EXPECT_EQ(parse_positions_npy(array(frames, type, fortran, true), "a.npy"), frames[0]) << type << fortran;
        }
    }
}

TEST(ParsePositionsNpy, RefusesOtherArrays)
{
    const auto expect_fault = [](const std::string& bytes, const std::string& says) {
        expect_error({.says = says}, [&] { (void)parse_positions_npy(bytes, "a.npy"); });
    };
    const auto with = [](const std::string& type, const std::string& shape) {
        return npy_with_header(header(type, false, shape), std::string(48, '\0'));
    };
    EXPECT_EQ(parse_positions_npy(with("<f8", "(2, 3)"), "a.npy").size(), 2U);
    expect_fault(with("<f8", "(3, 2)"), "shape (3, 2), not (n, 3)");
    expect_fault(with("<f8", "(6,)"), "shape (6)");
    expect_fault(with("<f8", "()"), "shape ()");
    expect_fault(with("<f8", "(1, 1, 2, 3)"), "not (n, 3)");
    expect_fault(with("<f8", "(1, 2, 3)"), "the frames of a motion, not (n, 3)");
    expect_fault(with("<f8", "(0, 3)"), "no vertices");
    expect_fault(with("<f8", "(0, 2, 3)"), "no frames");
    expect_fault(with("<i8", "(2, 3)"), "'<i8'");
    expect_fault(with("<f8", "(3, 3)"), "does not fill its 48 bytes");
    expect_fault(with("<f4", "(2, 3)"), "does not fill its 48 bytes");
    expect_fault(with("<f8", "(4294967298, 3)"), "more vertices than 32 bits");
    expect_fault(with("<f8", "(9223372036854775809, 2, 3)"), "does not fill");  // twice it wraps around to 2
    expect_fault("no array", "does not begin as a NumPy array file");
    auto frames = counting(1, 7);
    frames[0][5][1] = std::numeric_limits<double>::quiet_NaN();
    expect_error({.code = ErrorCode::not_finite, .line = {}, .says = "a.npy: vertex 5"},
                 [&] { (void)parse_positions_npy(array(frames, "<f8", false, true), "a.npy"); });
}

TEST(NpyFrames, ReadsAnyFrame)
{
    const TemporaryFolder folder;
    const Frames frames = counting(4, 5);
    for (const char* type : {"<f8", "<f4", ">f8", ">f4"}) {
        for (const bool fortran : {false, true}) {
            const NpyFrames found(folder.write("a.npy", array(frames, type, fortran, false)));
            ASSERT_EQ(found.frame_count(), 4U);
            EXPECT_EQ(found.vertex_count(), 5U);
            EXPECT_FALSE(found.is_single_frame());
            for (const std::size_t i : {2U, 0U, 3U, 1U}) EXPECT_EQ(found.read_frame(i), frames[i]) << type << fortran;
            EXPECT_THROW((void)found.read_frame(4), std::invalid_argument);
        }
    }
    const NpyFrames one(folder.write("b.npy", array({frames[0]}, "<f8", true, true)));
    EXPECT_TRUE(one.is_single_frame());
    EXPECT_EQ(one.read_frame(0), frames[0]);
}

TEST(NpyFrames, NamesTheFileOfAFault)
{
    const TemporaryFolder folder;
    const std::string whole = array(counting(4, 5), "<f8", false, false);
    expect_error({.says = "short.npy: an array of shape (4, 5, 3) does not fill its 479 bytes"},
                 [&] { (void)NpyFrames(folder.write("short.npy", whole.substr(0, whole.size() - 1))); });
    expect_error({.code = ErrorCode::unreadable_file, .line = {}, .says = "missing.npy"},
                 [&] { (void)NpyFrames(folder.path() / "missing.npy"); });
    const auto file = folder.write("shrinks.npy", whole);
    const NpyFrames frames(file);
    std::filesystem::resize_file(file, whole.size() - 8);
    EXPECT_EQ(frames.read_frame(2).size(), 5U);
    expect_error({.says = "shrinks.npy: it ends within frame 3"}, [&] { (void)frames.read_frame(3); });
}

}  // namespace
}  // namespace tocca::positions_npy_test
