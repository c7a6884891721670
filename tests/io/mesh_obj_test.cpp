// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/mesh_format.hpp"

#include <gtest/gtest.h>

#include <string>

#include "io/expect_error.hpp"
#include "io/mesh_text.hpp"

namespace tocca::mesh_obj_test {
namespace {

using support::expect_error;

MeshFile parse(const std::string& text) { return parse_mesh_obj(text, "some.obj"); }

void expect_fault(const std::string& text, std::size_t line, const std::string& says,
                  ErrorCode code = ErrorCode::malformed_file)
{
    expect_error({.code = code, .line = line, .says = says}, [&] { (void)parse(text); });
}

const std::string four = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(ParseMeshObj, ReadsVerticesFacesAndLines)
{
    const MeshFile mesh = parse(four + "f 1 2 3\nl 4 1\nf 1 3 4\n");
    EXPECT_EQ(mesh.positions, (std::vector<Point>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
    EXPECT_EQ(mesh.faces, (std::vector<FaceVertices>{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(mesh.edges, (std::vector<EdgeVertices>{{0, 3}}));
}

TEST(ParseMeshObj, CutsPolygonsIntoFans)
{
    const MeshFile mesh = parse(four + "v 2 2 0\nf 5 4 3 2 1\n");
    EXPECT_EQ(mesh.faces, (std::vector<FaceVertices>{{4, 3, 2}, {4, 2, 1}, {4, 1, 0}}));
}

TEST(ParseMeshObj, ReadsPolylines)
{
    EXPECT_EQ(parse(four + "l 1 3 2 4/1\n").edges, (std::vector<EdgeVertices>{{0, 2}, {1, 2}, {1, 3}}));
}

TEST(ParseMeshObj, ReadsEveryFormOfACorner)
{
    for (const char* face : {"f 1 2 3", "f 1/1 2/2 3/3", "f 1//1 2//2 3//3", "f 1/1/1 2/2/2 3/3/3", "f -4 -3 -2",
                             "f -4/-1 -3//-1 -2/-1/-1", "f 1 2/9 -2//9", "f +1 +2 +3", "fo 1 2 3"}) {
        EXPECT_EQ(parse(four + face).faces, (std::vector<FaceVertices>{{0, 1, 2}})) << face;
    }
}

TEST(ParseMeshObj, CountsNegativeIndicesFromTheLastVertexRead)
{
    EXPECT_EQ(parse("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -3 -2 -1\n").faces,
              (std::vector<FaceVertices>{{0, 1, 2}, {1, 2, 3}}));
}

TEST(ParseMeshObj, ReadsFacesBeforeTheirVertices)
{
    EXPECT_EQ(parse("f 4 3 1\n" + four).faces, (std::vector<FaceVertices>{{3, 2, 0}}));
}

TEST(ParseMeshObj, PassesOverWhatIsNoMatter)
{
    const std::string text = "\xEF\xBB\xBF# made by hand\r\nmtllib a b.mtl\ng one two\no three\n" + four +
                             "vt 0 0\nvn 0 0 1\nvp 1\ns off\nusemtl wood # oak\n\n   \t\r\nf 1 2 3 # a face\r\np 1 2\n";
    EXPECT_EQ(parse(text), parse(four + "f 1 2 3"));
    EXPECT_EQ(parse("v 1 2 3 0.5\nv 1 2 3 255 0 0\nv\t4  5 6\t\n").positions,
              (std::vector<Point>{{1, 2, 3}, {1, 2, 3}, {4, 5, 6}}));
}

TEST(ParseMeshObj, JoinsContinuedLines)
{
    EXPECT_EQ(parse("v 1 \\\n 2 \\\r\n 3\nv 0 0 0\nv 1 1 1\nf 1\\\n\\\n 2 3\n"),
              parse("v 1 2 3\nv 0 0 0\nv 1 1 1\nf 1 2 3"));
    EXPECT_EQ(parse("# C:\\\nv 1 2 3\n").positions.size(), 1U);            // a comment is not continued
    EXPECT_EQ(parse("v 1 2 3\\").positions.size(), 1U);                    // nothing follows
    expect_fault("v 1 \\\n2 3\nv 1 2\\\n x\n", 3, "'x' is not a number");  // where the joined line begins
}

TEST(ParseMeshObj, ReadsDoublesExactly)
{
    support::Random random(31);
    for (const bool hexadecimal : {false, true}) {
        const MeshFile mesh = support::random_mesh(random, 500, 300, 50);
        std::string text;
        for (const Point& point : mesh.positions) text += "v " + support::line_of(point, hexadecimal) + "\n";
        for (const auto& [a, b, c] : mesh.faces) {
            text += "f " + std::to_string(a + 1) + " " + std::to_string(b + 1) + " " + std::to_string(c + 1) + "\n";
        }
        for (const auto& [a, b] : mesh.edges) {
            text += "l " + std::to_string(b + 1) + " " + std::to_string(a + 1) + "\n";
        }
        EXPECT_TRUE(support::same_bits(parse(text), mesh));
    }
}

TEST(ParseMeshObj, ChecksCountsThatTheFirstLineAnnounces)
{
    EXPECT_EQ(parse("4 1\n" + four + "f 1 2 3 4\n").faces.size(), 2U);
    expect_error({.says = "announces 4 vertices and 2 faces, but there are 4 and 1"},
                 [] { (void)parse("4 2\n" + four + "f 1 2 3 4\n"); });
    expect_fault(four + "4 1\n", 5, "'4' is not a statement");
    expect_fault("4 1 0\n" + four, 1, "goes on with '0'");
}

TEST(ParseMeshObj, NamesTheLineOfAFault)
{
    const ErrorCode out = ErrorCode::index_out_of_range;
    expect_fault(four + "f 1 2\n", 5, "at least 3 corners, not 2");
    expect_fault(four + "f\n", 5, "not 0");
    expect_fault(four + "l 1\n", 5, "at least 2 ends, not 1");
    expect_fault(four + "l 2 2\n", 5, "from vertex 2 to itself", ErrorCode::malformed_mesh);
    expect_fault(four + "f 1 2 5\n", 5, "vertex 5 is named, but there are only 4", out);
    expect_fault("f 1 2 7\n" + four + "f 1 2 3\n", 1, "vertex 7", out);
    expect_fault(four + "f 1 2 99999999999\n", 5, "vertex 99999999999", out);
    expect_fault(four + "f 1 2 0\n", 5, "counted from 1", out);
    expect_fault(four + "f 1 2 -5\n", 5, "vertex -5 is named after only 4 vertices", out);
    expect_fault(four + "f 1 2 -9223372036854775808\n", 5, "only 4 vertices", out);
    expect_fault(four + "f 1 2 99999999999999999999\n", 5, "is not a vertex");
    for (const char* corner : {"x", "1/", "1//", "1/x", "/1", "1/2/3/4", "1.0", "1/2/", "+-1", "0x1"}) {
        expect_fault(four + "f 1 2 " + corner + "\n", 5, "is not a vertex");
    }
    expect_fault("v 1 2\n", 1, "ends before all its coordinates");
    expect_fault("v 1 2 x\n", 1, "'x' is not a number");
    expect_fault("v 1 2 3 red\n", 1, "'red' is not a number");
    expect_fault(four + "q 1 2 3\n", 5, "'q' is not a statement");
    expect_fault(four + "surf 0 1 0 1 1 2 3\n", 5, "curves and surfaces");
    for (const std::string value : {"nan", "inf", "-infinity", "1e999", "NaN"}) {
        expect_fault(four + "v 1 2 " + value, 5, value, ErrorCode::not_finite);
    }
}

TEST(ParseMeshObj, RefusesATextWithoutVertices)
{
    for (const char* text : {"", "\n\n", "# nothing", "vn 1 2 3\n"}) {
        expect_error({.says = "no vertices"}, [&] { (void)parse(text); });
    }
}

TEST(ParseMeshObj, StopsOnRequest)
{
    std::stop_source source;
    source.request_stop();
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += "v 1 2 3\n";
    expect_error({.code = ErrorCode::interrupted, .line = {}, .says = "some.obj"},
                 [&] { (void)parse_mesh_obj(text, "some.obj", source.get_token()); });
}

}  // namespace
}  // namespace tocca::mesh_obj_test
