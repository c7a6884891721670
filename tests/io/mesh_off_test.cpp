// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/mesh_format.hpp"

#include <gtest/gtest.h>

#include <string>

#include "io/expect_error.hpp"
#include "io/mesh_text.hpp"

namespace tocca::mesh_off_test {
namespace {

using support::expect_error;

MeshFile parse(const std::string& text) { return parse_mesh_off(text, "some.off"); }

void expect_fault(const std::string& text, std::optional<std::size_t> line, const std::string& says,
                  ErrorCode code = ErrorCode::malformed_file)
{
    expect_error({.code = code, .line = line, .says = says}, [&] { (void)parse(text); });
}

const std::string square = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";

TEST(ParseMeshOff, ReadsCountsOnAnyLine)
{
    const MeshFile mesh = parse("OFF\n4 2 5\n" + square + "3 0 1 2\n3 0 2 3\n");
    EXPECT_EQ(mesh.positions, (std::vector<Point>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
    EXPECT_EQ(mesh.faces, (std::vector<FaceVertices>{{0, 1, 2}, {0, 2, 3}}));
    for (const std::string start : {"OFF 4 1 0\n", "OFF\n4 1\n", "# a square\n\nOFF # here\n\n# counts\n4 1 0 # !\n",
                                    "\xEF\xBB\xBFOFF\r\n4 1 0\r\n"}) {
        EXPECT_EQ(parse(start + square + "4 0 1 2 3\n"), mesh) << start;
    }
}

TEST(ParseMeshOff, PassesOverOtherColumns)
{
    const MeshFile plain = parse("OFF 3 1\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    EXPECT_EQ(parse("COFF\n3 1 0\n0 0 0 255 0 0 255\n1 0 0 1 1 1 1\n0 1 0 0 0 0 0\n3 0 1 2\n"), plain);
    EXPECT_EQ(parse("NOFF\n3 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2 0.5 0.5 0.5\n"), plain);
    EXPECT_EQ(parse("STCNOFF\n3 1 0\n0 0 0 0 0 1 1 1 1 1 0 0\n1 0 0\n0 1 0\n3 0 1 2 7\n"), plain);
    EXPECT_EQ(parse("OFF\n3 1 0\n\n0 0 0 9 9 9\n# between\n1 0 0\n0 1 0\n\n3 0 1 2 # red\n\n"), plain);
}

TEST(ParseMeshOff, ReadsDoublesExactly)
{
    support::Random random(35);
    for (const bool hexadecimal : {false, true}) {
        const MeshFile mesh = support::random_mesh(random, 300, 200, 0);
        std::string text = "OFF\n300 200 0\n";
        for (const Point& point : mesh.positions) text += support::line_of(point, hexadecimal) + "\n";
        for (const auto& [a, b, c] : mesh.faces) {
            text += "3 " + std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(c) + "\n";
        }
        EXPECT_TRUE(support::same_bits(parse(text), mesh));
    }
}

TEST(ParseMeshOff, NamesTheLineOfAFault)
{
    const std::string start = "OFF\n4 1 0\n" + square;
    expect_fault("", {}, "does not begin as an OFF file");
    expect_fault("4 1 0\n", {}, "does not begin as an OFF file");
    expect_fault("OFFICE\n", {}, "does not begin as an OFF file");
    expect_fault("4OFF\n", 1, "other dimensions");
    expect_fault("nOFF\n3\n", 1, "other dimensions");
    expect_fault("OFF BINARY\n", 1, "binary form");
    expect_fault("OFF\n", 1, "ends before the counts");
    expect_fault("OFF\n4\n", 2, "ends before all its numbers");
    expect_fault("OFF\nfour 1 0\n", 2, "'four' is not a natural number");
    expect_fault("OFF\n4 1 x\n", 2, "'x' is not a natural number");
    expect_fault("OFF\n4 1 0 0\n", 2, "goes on with '0'");
    expect_fault("OFF\n0 0 0\n", {}, "no vertices");
    expect_fault("OFF\n4294967296 0 0\n0 0 0\n", {}, "more vertices than 32 bits");
    expect_fault("OFF\n1000000000 1 0\n0 0 0\n", 2, "too short for 1000000000 vertices");
    expect_fault("OFF\n1 18446744073709551615 0\n0 0 0\n", 2, "too short");
    expect_fault(start + "3 0 1\n", 7, "ends before all its numbers");
    expect_fault(start + "2 0 1      \n", 7, "at least 3 corners, not 2");
    expect_fault(start + "3 0 1 4\n", 7, "vertex 4 is named, but there are only 4", ErrorCode::index_out_of_range);
    expect_fault(start + "3 0 1 -1\n", 7, "'-1' is not a natural number");
    expect_fault(start + "3 0 1 2 red\n", 7, "'red' is not a number");
    expect_fault(start + "# nothing\n", 7, "ends before face 0 of 1");
    expect_fault(start + "3 0 1 2\n3 0 1 2\n", 8, "text after the last face");
    expect_fault("OFF\n2 0 0\n0 0 0\n0 nan 0\n", 4, "nan", ErrorCode::not_finite);
    expect_fault("OFF\n2 0 0\n0 0 0\n0 0      \n", 4, "ends before all its coordinates");
}

}  // namespace
}  // namespace tocca::mesh_off_test
