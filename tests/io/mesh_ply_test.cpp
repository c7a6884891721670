// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/mesh_format.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "io/expect_error.hpp"
#include "io/ply_bytes.hpp"

namespace tocca::mesh_ply_test {
namespace {

using support::all_ply_encodings;
using support::expect_error;
using support::PlyBytes;
using Encoding = PlyBytes::Encoding;

MeshFile parse(const std::string& bytes) { return parse_mesh_ply(bytes, "some.ply"); }

void expect_fault(const std::string& bytes, std::optional<std::size_t> line, const std::string& says,
                  ErrorCode code = ErrorCode::malformed_file)
{
    expect_error({.code = code, .line = line, .says = says}, [&] { (void)parse(bytes); });
}

const std::string xyz = "property double x\nproperty double y\nproperty double z\n";
const std::string triangles = "property list uchar int vertex_indices\n";

/// Three vertices as a header and `body` as the rest of an ASCII file.
std::string ascii(const std::string& elements, const std::string& body)
{
    return "ply\nformat ascii 1.0\nelement vertex 3\n" + xyz + elements + "end_header\n0 0 0\n1 0 0\n0 1 0\n" + body;
}

template <class Coordinate, class Count, class Index>
std::string bytes_of(const MeshFile& mesh, Encoding encoding, const std::string& coordinate, const std::string& count,
                     const std::string& index, const std::string& list_name)
{
    std::string header = PlyBytes::format(encoding) + "comment by hand\nobj_info nothing\nelement vertex " +
                         std::to_string(mesh.positions.size()) + "\n";
    for (const char* axis : {"x", "y", "z"}) header += "property " + coordinate + " " + axis + "\n";
    header += "element face " + std::to_string(mesh.faces.size()) + "\nproperty list " + count + " " + index + " " +
              list_name + "\nelement edge " + std::to_string(mesh.edges.size()) + "\nproperty " + index +
              " vertex1\nproperty " + index + " vertex2\nend_header\n";
    PlyBytes body(encoding);
    for (const Point& point : mesh.positions) {
        for (const double x : point) body.add(static_cast<Coordinate>(x));
        body.end();
    }
    for (const FaceVertices& face : mesh.faces) {
        body.list<Count>(std::vector<Index>{static_cast<Index>(face[0]), static_cast<Index>(face[1]),
                                            static_cast<Index>(face[2])})
            .end();
    }
    for (const EdgeVertices& edge : mesh.edges) {
        body.add(static_cast<Index>(edge[1])).add(static_cast<Index>(edge[0])).end();
    }
    return header + body.bytes();
}

TEST(ParseMeshPly, ReadsDoublesExactlyInEveryEncoding)
{
    support::Random random(32);
    for (const Encoding encoding : all_ply_encodings) {
        const MeshFile mesh = support::random_mesh(random, 400, 700, 60);
        const std::string bytes =
            bytes_of<double, std::uint8_t, std::int32_t>(mesh, encoding, "double", "uchar", "int", "vertex_indices");
        EXPECT_TRUE(support::same_bits(parse(bytes), mesh)) << static_cast<int>(encoding);
    }
}

TEST(ParseMeshPly, WidensFloats)
{
    support::Random random(33);
    MeshFile mesh = support::random_mesh(random, 100, 50, 0);
    for (Point& point : mesh.positions) {
        for (double& x : point) x = static_cast<double>(static_cast<float>(random.signed_unit()));
    }
    for (const Encoding encoding : all_ply_encodings) {
        const std::string bytes =
            bytes_of<float, std::uint8_t, std::uint32_t>(mesh, encoding, "float32", "uint8", "uint32", "vertex_index");
        EXPECT_TRUE(support::same_bits(parse(bytes), mesh));
    }
    // The text says 0.1, and no float does.
    EXPECT_EQ(parse("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
                    "end_header\n0.1 0 0x1.8p-2\n")
                  .positions,
              (std::vector<Point>{{0.1, 0, 0.375}}));
}

TEST(ParseMeshPly, ReadsIndicesOfEveryType)
{
    support::Random random(34);
    MeshFile mesh = support::random_mesh(random, 100, 80, 10);
    for (Point& point : mesh.positions) point = {1, 2, -3};
    for (const Encoding encoding : all_ply_encodings) {
        const auto check = [&](const std::string& bytes) { EXPECT_EQ(parse(bytes), mesh); };
        check(bytes_of<std::int8_t, std::int8_t, std::int8_t>(mesh, encoding, "char", "int8", "char", "vertex_index"));
        check(bytes_of<std::int16_t, std::uint8_t, std::uint8_t>(mesh, encoding, "short", "uchar", "uint8",
                                                                 "vertex_indices"));
        check(bytes_of<std::int32_t, std::int16_t, std::int16_t>(mesh, encoding, "int", "short", "int16",
                                                                 "vertex_indices"));
        check(bytes_of<float, std::uint16_t, std::uint16_t>(mesh, encoding, "float", "ushort", "uint16",
                                                            "vertex_indices"));
        check(
            bytes_of<double, std::int32_t, std::int32_t>(mesh, encoding, "float64", "int32", "int", "vertex_indices"));
        check(bytes_of<double, std::uint32_t, std::uint32_t>(mesh, encoding, "double", "uint", "uint32",
                                                             "vertex_indices"));
    }
}

TEST(ParseMeshPly, ReadsAnyOrderOfElementsAndProperties)
{
    for (const Encoding encoding : all_ply_encodings) {
        PlyBytes body(encoding);
        body.list<std::uint16_t>(std::vector<double>{1.5, 2.5}).add(std::int8_t{7}).end();  // a stranger comes first
        body.add(std::uint8_t{9}).list<std::uint8_t>(std::vector<std::int32_t>{0, 1, 2, 3});
        body.list<std::int32_t>(std::vector<float>{0, 1}).end();
        body.add(std::uint8_t{9}).list<std::uint8_t>(std::vector<std::int32_t>{3, 2, 1});
        body.list<std::int32_t>(std::vector<float>{}).end();
        for (int i = 0; i < 4; ++i) {
            body.add(std::int16_t{5}).add(10.0 + i).add(float{0.5}).list<std::uint8_t>(std::vector<std::uint8_t>{1});
            body.add(20.0 + i).add(std::uint8_t{255}).add(30.0 + i).end();
        }
        const std::string header = PlyBytes::format(encoding) +
                                   "element material 1\nproperty list ushort double weights\nproperty char kind\n"
                                   "element face 2\nproperty uchar flags\nproperty list uchar int vertex_indices\n"
                                   "property list int float texcoord\n"
                                   "element vertex 4\nproperty short quality\nproperty double z\nproperty float nx\n"
                                   "property list uchar uchar tags\nproperty double x\nproperty uchar red\n"
                                   "property double y\nelement empty 0\nproperty int a\nend_header\n";
        const MeshFile mesh = parse(header + body.bytes());
        EXPECT_EQ(mesh.positions, (std::vector<Point>{{20, 30, 10}, {21, 31, 11}, {22, 32, 12}, {23, 33, 13}}));
        EXPECT_EQ(mesh.faces, (std::vector<FaceVertices>{{0, 1, 2}, {0, 2, 3}, {3, 2, 1}}));
        EXPECT_TRUE(mesh.edges.empty());
    }
}

TEST(ParseMeshPly, ReadsCarriageReturnsAndBlankLines)
{
    std::string text = ascii("element face 1\n" + triangles, "\n3 0 1 2  \n\n");
    const MeshFile plain = parse(text);
    std::string with_returns;
    for (const char c : text) with_returns += c == '\n' ? std::string("\r\n") : std::string(1, c);
    EXPECT_EQ(parse(with_returns), plain);
    text.resize(text.find("3 0 1 2") + 7);  // no end of the last line
    EXPECT_EQ(parse(text), plain);

    PlyBytes body(Encoding::little);
    body.add(1.0).add(2.0).add(3.0);
    const std::string header =
        "ply\r\nformat binary_little_endian 1.0\r\nelement vertex 1\r\nproperty double x\r\n"
        "property double y\r\nproperty double z\r\nend_header\r\n";
    EXPECT_EQ(parse(header + body.bytes()).positions, (std::vector<Point>{{1, 2, 3}}));
    EXPECT_EQ(parse(header + body.bytes() + "\n").positions.size(), 1U);
}

TEST(ParseMeshPly, ReadsPointsWithoutFaces)
{
    EXPECT_EQ(parse(ascii("", "")).positions.size(), 3U);
    EXPECT_TRUE(parse(ascii("element face 0\nproperty int what\n", "")).faces.empty());
}

TEST(ParseMeshPly, NamesTheLineOfAFaultInTheHeader)
{
    const std::string start = "ply\nformat ascii 1.0\n";
    const std::string vertex = "element vertex 1\n" + xyz;
    expect_fault("", {}, "does not begin as a PLY file");
    expect_fault("plymouth\n", {}, "does not begin as a PLY file");
    expect_fault("ply", {}, "ends within the header");
    expect_fault(start + vertex, {}, "ends within the header");
    expect_fault("ply\nformat ascii 2.0\n", 2, "version 1.0");
    expect_fault("ply\nformat binary 1.0\n", 2, "'binary' is not an encoding");
    expect_fault("ply\nformat ascii 1.0\nformat ascii 1.0\n", 3, "a second format");
    expect_fault("ply\n" + vertex + "end_header\n1 2 3\n", 6, "names no format");
    expect_fault(start + "element\n", 3, "without a name");
    expect_fault(start + "element vertex\n", 3, "ends before");
    expect_fault(start + "element vertex -1\n", 3, "'-1' is not a natural number");
    expect_fault(start + "element vertex 99999999999999999999\n", 3, "is not a natural number");
    expect_fault(start + "element vertex 1 2\n", 3, "goes on with '2'");
    expect_fault(start + vertex + "element vertex 1\n", 7, "a second element 'vertex'");
    expect_fault(start + vertex + "property int x\n", 7, "a second property 'x'");
    expect_fault(start + "property int x\n", 3, "of no element");
    expect_fault(start + "element vertex 1\nproperty real x\n", 4, "'real' is not a type");
    expect_fault(start + "element vertex 1\nproperty int\n", 4, "without a name");
    expect_fault(start + "element vertex 1\nproperty list float int x\n", 4, "of an integer type");
    expect_fault(start + "element vertex 1\nend_header\n", 4, "has no properties");
    expect_fault(start + "vertices 1\n", 3, "'vertices' has no meaning");
    expect_fault(start + "element vertex 1\nproperty int x\nproperty int y\nend_header\n1 2\n", 3,
                 "no single value 'z'");
    expect_fault(
        start + "element vertex 1\nproperty int x\nproperty int y\nproperty list int int z\nend_header\n1 2 0\n", 3,
        "no single value 'z'");
    expect_fault(start + "element vertex 0\n" + xyz + "end_header\n", {}, "no vertices");
    expect_fault(start + "element face 1\n" + triangles + "end_header\n3 0 1 2\n", {}, "no vertices");
    expect_fault(ascii("element face 1\nproperty int n\n", "3\n"), 7, "no list vertex_indices or vertex_index");
    expect_fault(ascii("element face 1\nproperty list uchar float vertex_indices\n", "3 0 1 2\n"), 7,
                 "list of integers");
    expect_fault(ascii("element tristrips 1\nproperty list int int vertex_indices\n", "3 0 1 2\n"), 7,
                 "triangle strips");
    expect_fault(ascii("element edge 1\nproperty int vertex1\n", "0\n"), 7, "no single value 'vertex2'");
    expect_fault(ascii("element edge 1\nproperty int vertex1\nproperty float vertex2\n", "0 1\n"), 7,
                 "must be integers");
}

TEST(ParseMeshPly, NamesTheLineOfAFaultInText)
{
    const std::string face = "element face 2\n" + triangles;
    const std::string edge = "element edge 1\nproperty int vertex1\nproperty int vertex2\n";
    const ErrorCode out = ErrorCode::index_out_of_range;
    EXPECT_EQ(parse(ascii(face, "3 0 1 2\n3 2 1 0\n")).faces.size(), 2U);
    expect_fault(ascii(face, "3 0 1 2\n3 2 1\n"), 14, "ends before all its values");
    expect_fault(ascii(face, "3 0 1 2\n3 2 1 0 9\n"), 14, "goes on with '9'");
    expect_fault(ascii(face, "3 0 1 2\n2 2 1 \n"), 14, "at least 3 corners, not 2");
    expect_fault(ascii(face, "3 0 1 2\n-3 2 1\n"), 14, "a length of -3");
    expect_fault(ascii(face, "3 0 1 2\n3 2 1 3\n"), 14, "vertex 3 is named, but there are only 3", out);
    expect_fault(ascii(face, "3 0 1 2\n3 2 -1 0\n"), 14, "vertex -1", out);
    expect_fault(ascii(face, "3 0 1 2\n3 2 1.5 0\n"), 14, "'1.5' is not an integer");
    expect_fault(ascii(face, "3 0 1 2\n\n"), 14, "ends before 'face' 1 of 2");
    expect_fault(ascii(face, "3 0 1 2\n3 2 1 0\n7\n"), 15, "text after the last element");
    expect_fault(ascii(edge, "1 1\n"), 14, "from vertex 1 to itself", ErrorCode::malformed_mesh);
    const std::string point = "ply\nformat ascii 1.0\nelement vertex 2\n" + xyz + "end_header\n0 0 0\n";
    expect_fault(point + "0 y 0\n", 9, "'y' is not a number");
    for (const std::string value : {"nan", "inf", "1e999"}) {
        expect_fault(point + "0 " + value + " 0\n", 9, "y is NaN or infinite", ErrorCode::not_finite);
    }
}

TEST(ParseMeshPly, NamesTheElementOfAFaultInBytes)
{
    const std::string header = "ply\nformat binary_little_endian 1.0\nelement vertex 3\n" + xyz + "element face 2\n" +
                               triangles + "end_header\n";
    const auto bytes = [&](const std::vector<std::int32_t>& second, double last) {
        PlyBytes body(Encoding::little);
        for (int i = 0; i < 8; ++i) body.add(static_cast<double>(i));
        body.add(last).list<std::uint8_t>(std::vector<std::int32_t>{0, 1, 2}).list<std::uint8_t>(second);
        return header + body.bytes();
    };
    EXPECT_EQ(parse(bytes({2, 1, 0}, 1)).faces.size(), 2U);
    expect_fault(bytes({2, 1, 3}, 1), {}, "face 1: vertex 3", ErrorCode::index_out_of_range);
    expect_fault(bytes({2, 1, -1}, 1), {}, "face 1: vertex -1", ErrorCode::index_out_of_range);
    expect_fault(bytes({2, 1}, 1), {}, "face 1: a face has at least 3 corners");
    expect_fault(bytes({2, 1, 0}, std::numeric_limits<double>::quiet_NaN()), {}, "vertex 2: z is NaN or infinite",
                 ErrorCode::not_finite);
    expect_fault(bytes({2, 1, 0}, 1) + "abc", {}, "3 bytes are left");
    const std::string whole = bytes({2, 1, 0}, 1);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_THROW((void)parse(whole.substr(0, size)), Error) << size;
    }
}

TEST(ParseMeshPly, RefusesCountsThatTheFileCannotHold)
{
    for (const char* count : {"4", "1000000000", "4294967296", "18446744073709551615"}) {
        for (const Encoding encoding : all_ply_encodings) {
            PlyBytes body(encoding);
            body.add(1.0).add(2.0).add(3.0).end();
            EXPECT_THROW((void)parse(PlyBytes::format(encoding) + "element vertex " + count + "\n" + xyz +
                                     "end_header\n" + body.bytes()),
                         Error)
                << count;
            EXPECT_THROW((void)parse(PlyBytes::format(encoding) + "element vertex 1\n" + xyz + "element face " + count +
                                     "\n" + triangles + "end_header\n" + body.bytes()),
                         Error)
                << count;
        }
    }
    // A list that claims more than there is.
    PlyBytes body(Encoding::big);
    body.add(1.0).add(2.0).add(3.0).add(std::uint32_t{0xffffffff}).add(std::int32_t{0});
    expect_fault(PlyBytes::format(Encoding::big) + "element vertex 1\n" + xyz +
                     "element face 1\nproperty list uint int vertex_indices\nend_header\n" + body.bytes(),
                 {}, "face 0: the file ends within it");
}

TEST(ParseMeshPly, StopsOnRequest)
{
    std::stop_source source;
    source.request_stop();
    expect_error({.code = ErrorCode::interrupted, .line = {}, .says = "some.ply"}, [&] {
        PlyBytes body(Encoding::little);
        body.add(1.0).add(2.0).add(3.0);
        (void)parse_mesh_ply(
            PlyBytes::format(Encoding::little) + "element vertex 1\n" + xyz + "end_header\n" + body.bytes(), "some.ply",
            source.get_token());
    });
}

}  // namespace
}  // namespace tocca::mesh_ply_test
