// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "io/expect_error.hpp"
#include "io/mesh_text.hpp"
#include "io/published_data.hpp"
#include "io/temporary_folder.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"
#include "tocca/io/load_mesh.hpp"
#include "tocca/io/mesh_format.hpp"

namespace tocca::mesh_dae_test {
namespace {

using support::expect_error;
using support::Random;

MeshFile parse(const std::string& text) { return parse_mesh_dae(text, "some.dae"); }

const std::string triangle =
    "<triangles count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p></triangles>";

/// Four corners of a square in a geometry named g, with `faces` in it on line 6.
std::string geometry(const std::string& faces, const std::string& numbers = "0 0 0 1 0 0 1 1 0 0 1 0")
{
    return "<library_geometries><geometry id='g'><mesh>\n<source id='s'>\n<float_array id='a' count='12'>" + numbers +
           "</float_array><technique_common><accessor source='#a' count='4' stride='3'>"
           "<param name='X' type='float'/><param name='Y' type='float'/><param name='Z' type='float'/></accessor>"
           "</technique_common></source>\n<vertices id='v'><input semantic='POSITION' source='#s'/></vertices>\n\n" +
           faces + "</mesh></geometry></library_geometries>";
}

std::string file_of(const std::string& content, const std::string& asset = "")
{
    return "<?xml version='1.0'?><COLLADA version='1.4.1'><asset>" + asset + "</asset>" + content + "</COLLADA>";
}

/// A file whose scene has `nodes` in it, and a geometry g of one triangle.
std::string scene(const std::string& nodes, const std::string& asset = "", const std::string& more = "")
{
    return file_of(geometry(triangle) + more + "<library_visual_scenes><visual_scene id='w'>\n" + nodes +
                       "</visual_scene></library_visual_scenes><scene><instance_visual_scene url='#w'/></scene>",
                   asset);
}

const std::string instance = "<instance_geometry url='#g'/>";
const std::vector<Point> corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}};

void expect_points(const MeshFile& mesh, const std::vector<Point>& expected)
{
    ASSERT_EQ(mesh.positions.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(mesh.positions[i][k], expected[i][k], 1e-15) << i;
    }
}

TEST(ParseMeshDae, ReadsFacesOfEveryKind)
{
    const auto faces = [](const std::string& text) { return parse(file_of(geometry(text))).faces; };
    const std::string one = "<input semantic='VERTEX' source='#v' offset='0'/>";
    const std::string three =
        "<input semantic='NORMAL' source='#n' offset='0'/><input semantic='VERTEX' source='#v' offset='1'/>"
        "<input semantic='TEXCOORD' source='#t' offset='2' set='0'/>";
    const std::vector<FaceVertices> square = {{0, 1, 2}, {0, 2, 3}};
    EXPECT_EQ(faces("<triangles count='2'>" + one + "<p>0 1 2 0 2 3</p></triangles>"), square);
    EXPECT_EQ(faces("<triangles>" + three + "<p>9 0 7 9 1 7 9 2 7\n 9 0 7 9 2 7 9 3 7</p></triangles>"), square);
    EXPECT_EQ(faces("<triangles count='1'>" + one + "<p>0 1 2</p></triangles><lines count='1'>" + one +
                    "<p>0 1</p></lines><triangles count='1'>" + one + "<p>0 2 3</p></triangles>"),
              square);
    EXPECT_EQ(faces("<polylist count='1'>" + one + "<vcount>4</vcount><p>0 1 2 3</p></polylist>"), square);
    EXPECT_EQ(faces("<polylist count='2'>" + one + "<vcount>3 3</vcount><p>0 1 2 0 2 3</p></polylist>"), square);
    EXPECT_EQ(faces("<polygons count='2'>" + one + "<p>0 1 2</p><p>0 2 3</p></polygons>"), square);
    EXPECT_EQ(faces("<trifans count='1'>" + one + "<p>0 1 2 3</p></trifans>"), square);
    EXPECT_EQ(faces("<tristrips count='1'>" + one + "<p>0 1 2 3</p></tristrips>"),
              (std::vector<FaceVertices>{{0, 1, 2}, {2, 1, 3}}));
    EXPECT_EQ(faces("<triangles count='2'><input semantic='POSITION' source='#s' offset='0'/><p>0 1 <!-- ! --> 2 0 "
                    "2 3</p></triangles>"),
              square);
    EXPECT_EQ(faces("<polylist count='0'>" + one + "<vcount/><p/></polylist>" + triangle),
              (std::vector<FaceVertices>{{0, 1, 2}}));
}

TEST(ParseMeshDae, KeepsOnlyVerticesOfFaces)
{
    const MeshFile mesh = parse(file_of(
        geometry("<triangles count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>3 1 2</p></triangles>")));
    EXPECT_EQ(mesh.positions, (std::vector<Point>{{0, 1, 0}, {1, 0, 0}, {1, 1, 0}}));
    EXPECT_EQ(mesh.faces, (std::vector<FaceVertices>{{0, 1, 2}}));
    EXPECT_TRUE(mesh.edges.empty());
}

TEST(ParseMeshDae, ReadsDoublesExactly)
{
    Random random(41);
    for (int round = 0; round < 20; ++round) {
        std::vector<Point> points(4);
        std::string numbers;
        for (Point& point : points) {
            for (double& x : point) x = support::any_double(random);
            numbers += support::line_of(point) + "\n";
        }
        points.resize(3);
        EXPECT_EQ(parse(file_of(geometry(triangle, numbers))).positions, points);
    }
}

TEST(ParseMeshDae, FollowsAccessors)
{
    const auto positions = [](const std::string& accessor) {
        std::string text = file_of(geometry(triangle, "9 0 0 0 5 1 0 0 5 1 1 0 5 0 1 0"));
        const std::string plain =
            text.substr(text.find("<accessor"), text.find("</technique_common>") - text.find("<accessor"));
        text.replace(text.find(plain), plain.size(), accessor);
        return parse(text).positions;
    };
    EXPECT_EQ(positions("<accessor count='4' stride='4' offset='1'/>"), corners);
    EXPECT_EQ(positions("<accessor stride='4'><param/><param name='X'/><param name='Y'/><param name='Z'/></accessor>"),
              corners);
    EXPECT_EQ(
        positions(
            "<accessor count='3' stride='4'><param/><param name='Y'/><param name='X'/><param name='Z'/></accessor>"),
        (std::vector<Point>{{0, 0, 0}, {0, 1, 0}, {1, 1, 0}}));
}

TEST(ParseMeshDae, PlacesGeometries)
{
    expect_points(parse(scene("<node>" + instance + "</node>")), corners);
    expect_points(parse(scene("<node><translate>1 2 3</translate><scale>2 2 2</scale>" + instance + "</node>")),
                  {{1, 2, 3}, {3, 2, 3}, {3, 4, 3}});
    expect_points(parse(scene("<node><scale>2 2 2</scale><translate>1 2 3</translate>" + instance + "</node>")),
                  {{2, 4, 6}, {4, 4, 6}, {4, 6, 6}});
    expect_points(parse(scene("<node><rotate>0 0 2 90</rotate>" + instance + "</node>")),
                  {{0, 0, 0}, {0, 1, 0}, {-1, 1, 0}});
    expect_points(parse(scene("<node><matrix>0 -1 0 5\n 1 0 0 6\n 0 0 1 7\n 0 0 0 1</matrix>" + instance + "</node>")),
                  {{5, 6, 7}, {5, 7, 7}, {4, 7, 7}});
    // nodes in nodes, and the same geometry twice
    const MeshFile two =
        parse(scene("<node><translate>1 0 0</translate>" + instance + "<node><translate>0 0 1</translate>" + instance +
                    "</node></node><node><camera/></node>"));
    expect_points(two, {{1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 0, 1}, {2, 0, 1}, {2, 1, 1}});
    EXPECT_EQ(two.faces, (std::vector<FaceVertices>{{0, 1, 2}, {3, 4, 5}}));
    // instances of nodes
    expect_points(
        parse(scene("<node><scale>1 1 2</scale><instance_node url='#n'/></node>", "",
                    "<library_nodes><node id='n'><translate>0 0 1</translate>" + instance + "</node></library_nodes>")),
        {{0, 0, 2}, {1, 0, 2}, {1, 1, 2}});
    // the unit counts, the up axis does not
    expect_points(parse(scene("<node><translate>0 0 1</translate>" + instance + "</node>",
                              "<unit name='inch' meter='0.5'/><up_axis>Y_UP</up_axis>")),
                  {{0, 0, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0.5}});
    // without a scene: as they are, in metres
    expect_points(parse(file_of(geometry(triangle), "<unit meter='2'/>")), {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}});
    // the scene that is named
    const std::string empty_first = "<library_visual_scenes><visual_scene id='x'/></library_visual_scenes>";
    expect_points(parse(scene("<node>" + instance + "</node>", "", empty_first)), corners);
}

TEST(ParseMeshDae, NamesTheLineOfAFault)
{
    const auto expect_fault = [](const std::string& text, std::optional<std::size_t> line, const std::string& says,
                                 ErrorCode code = ErrorCode::malformed_file) {
        expect_error({.code = code, .line = line, .says = says}, [&] { (void)parse(text); });
    };
    expect_fault("", 1, "no XML");
    expect_fault("\n<robot/>", 2, "<robot> is not <COLLADA>");
    expect_fault(file_of(""), {}, "there are no vertices in it");
    expect_fault(scene("<node/>"), {}, "there are no vertices in it");
    expect_fault(scene("", "<unit meter='0'/>"), 1, "'meter' that is not above 0");
    expect_fault(scene("", "<unit meter='x'/>"), 1, "'x' is not a number");
    expect_fault(file_of("<library_geometries>\n<geometry id='g'/></library_geometries>"), 2,
                 "<geometry> has no <mesh>");

    const auto faces_fault = [&](const std::string& faces, const std::string& says, std::size_t line = 6,
                                 ErrorCode code = ErrorCode::malformed_file) {
        expect_fault(file_of(geometry(faces)), line, says, code);
    };
    const std::string one = "<input semantic='VERTEX' source='#v' offset='0'/>";
    faces_fault("<triangles count='1'><p>0 1 2</p></triangles>", "<triangles> has no <input> of vertices");
    faces_fault("<triangles><input source='#v'/><p>0 1 2</p></triangles>", "<input> has no attribute 'semantic'");
    faces_fault("<triangles><input semantic='VERTEX'/><p>0 1 2</p></triangles>", "<input> has no attribute 'source'");
    faces_fault("<triangles>" + one + one + "<p>0 1 2</p></triangles>", "<input> is a second one of vertices");
    faces_fault("<triangles><input semantic='VERTEX' source='#v' offset='-1'/><p>0</p></triangles>",
                "not a natural number: '-1'");
    faces_fault("<triangles><input semantic='VERTEX' source='#v' offset='1001'/><p>0</p></triangles>",
                "offset of more than 1000");
    faces_fault("<triangles><input semantic='VERTEX' source='#w'/><p>0 1 2</p></triangles>",
                "names vertices 'w' that do not exist");
    faces_fault("<triangles><input semantic='VERTEX' source='a.dae#w'/><p>0</p></triangles>",
                "names 'a.dae#w', which is not in this file");
    faces_fault("<triangles>" + one + "<p>0\n1\n4</p></triangles>", "<p> names vertex 4, but there are only 4", 8,
                ErrorCode::index_out_of_range);
    faces_fault("<triangles>" + one + "<p>0\n1 x</p></triangles>", "<p> has in it: 'x' is not a natural number", 7);
    faces_fault("<triangles>" + one + "<p>0 1</p></triangles>", "<triangles> has 2 corners, which is no multiple of 3");
    faces_fault("<triangles count='2'>" + one + "<p>0 1 2</p></triangles>",
                "<triangles> has a count of 2, but 1 of them");
    faces_fault("<triangles count='2'>" + one + "</triangles>", "<triangles> has a count of 2, but 0 of them");
    faces_fault("<triangles>" + one + "<input semantic='NORMAL' source='#n' offset='1'/><p>0 0 1</p></triangles>",
                "<p> has 3 numbers, which is no multiple of 2");
    faces_fault("<polylist>" + one + "<vcount>2</vcount><p>0 1</p></polylist>", "<vcount> has a polygon of 2 corners");
    faces_fault("<polylist>" + one + "<vcount>4</vcount><p>0 1 2</p></polylist>",
                "<vcount> counts more corners than <p> has");
    faces_fault("<polylist>" + one + "<vcount>3</vcount><p>0 1 2 3</p></polylist>",
                "<polylist> has 4 corners, but <vcount> counts 3");
    faces_fault("<polylist>" + one + "<vcount>3</vcount><p>0 1 2</p><p/></polylist>",
                "<polylist> has more than one <p>");
    faces_fault("<polylist count='9'>" + one + "<vcount>3</vcount><p>0 1 2</p></polylist>", "count of 9, but 1");
    faces_fault("<polygons>" + one + "<p>0 1</p></polygons>", "a polygon of 2 corners");
    faces_fault("<polygons>" + one + "<ph><p>0 1 2</p><h>1 2 3</h></ph></polygons>", "<ph> is a polygon with holes");
    faces_fault("<tristrips>" + one + "<p>0 1</p></tristrips>", "a strip of 2 corners");

    expect_fault(file_of(geometry(triangle, "0 0 0\n1 0 x")), 4, "<float_array> has in it: 'x' is not a number");
    expect_fault(file_of(geometry(triangle, "0 0 0\n\nnan")), 5, "'nan' is not finite", ErrorCode::not_finite);
    expect_fault(file_of(geometry(triangle, "0 0 0 1 1 1")), 3, "holds 6 numbers, too few for 4 points");
    std::string text = file_of(geometry(triangle));
    text.replace(text.find("stride='3'"), 10, "stride='2'");
    expect_fault(text, 3, "<accessor> has a stride too short for x, y and z");
    text.replace(text.find("stride='2'"), 10, "stride='18446744073709551615'");
    expect_fault(text, 3, "too few for 4 points");

    const auto node_fault = [&](const std::string& node, const std::string& says,
                                ErrorCode code = ErrorCode::malformed_file) {
        expect_fault(scene("\n<node>" + node + "</node>"), 8, says, code);
    };
    node_fault("<matrix>1 0 0</matrix>", "<matrix> has 3 numbers, not 16");
    node_fault("<matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1</matrix>", "<matrix> is not affine");
    node_fault("<translate>1 2</translate>", "<translate> has 2 numbers, not 3");
    node_fault("<rotate>0 0 0 1</rotate>", "<rotate> turns about an axis of length zero");
    node_fault("<rotate>0 0 1 inf</rotate>", "'inf' is not finite", ErrorCode::not_finite);
    node_fault("<lookat>0</lookat>", "<lookat> is a transformation that is not read");
    node_fault("<skew>0</skew>", "<skew> is a transformation that is not read");
    node_fault("<instance_geometry/>", "<instance_geometry> has no attribute 'url'");
    node_fault("<instance_geometry url='#h'/>", "<instance_geometry> names 'h', which does not exist");
    node_fault("<instance_node url='#h'/>", "<instance_node> names 'h', which does not exist");
    node_fault("<instance_controller url='#g'/>", "<instance_controller> places a skin");
    expect_fault(scene("<node><scale>1e200 1 1</scale><scale>1e200 1 1</scale>" + instance + "</node>"), 1,
                 "beyond the range of doubles", ErrorCode::not_finite);
    expect_fault(file_of("<library_visual_scenes><visual_scene id='w'/></library_visual_scenes>\n<scene>"
                         "<instance_visual_scene url='#v'/></scene>"),
                 2, "names 'v', which does not exist");
    expect_fault(scene("<node><instance_node url='#n'/></node>", "",
                       "<library_nodes><node id='n'/><node id='n'/></library_nodes>"),
                 7, "names 'n', which is there twice");
}

TEST(ParseMeshDae, IsNotTrickedByNodesThatPlaceEachOther)
{
    expect_error({.line = 7, .says = "nested more than 256 deep, or in itself"},
                 [] { (void)parse(scene("<node id='n'><instance_node url='#n'/></node>")); });
    const auto doubling = [](int levels, const std::string& last) {
        std::string nodes = "<library_nodes>";
        for (int i = 0; i < levels; ++i) {
            const std::string next = "<instance_node url='#n" + std::to_string(i + 1) + "'/>";
            nodes += "<node id='n" + std::to_string(i) + "'>" + next + next + "</node>";
        }
        return nodes + "<node id='n" + std::to_string(levels) + "'>" + last + "</node></library_nodes>";
    };
    const std::string start = "<node><instance_node url='#n0'/></node>";
    EXPECT_EQ(parse(scene(start, "", doubling(10, instance))).faces.size(), 1024U);
    expect_error({.line = 6, .says = "more than 1,000,000"},
                 [&] { (void)parse(scene(start, "", doubling(40, instance))); });
    expect_error({.line = 6, .says = "more than 1,000,000"}, [&] { (void)parse(scene(start, "", doubling(40, ""))); });
    std::string long_chain = "<library_nodes>";
    for (int i = 0; i < 50000; ++i) {
        long_chain +=
            "<node id='n" + std::to_string(i) + "'><instance_node url='#n" + std::to_string(i + 1) + "'/></node>";
    }
    expect_error({.line = 6, .says = "nested more than 256 deep"},
                 [&] { (void)parse(scene(start, "", long_chain + "<node id='n50000'/></library_nodes>")); });
}

TEST(ParseMeshDae, ReadsOrRefusesDamagedFiles)
{
    const std::string whole =
        scene("<node><rotate>0 0 1 30</rotate><instance_node url='#n'/>" + instance + "</node>", "<unit meter='0.01'/>",
              "<library_nodes><node id='n'>" + instance + "</node></library_nodes>");
    Random random(4200);
    std::size_t refused = 0;
    const std::size_t rounds = std::max<std::size_t>(200, support::effort(4000));
    for (std::size_t round = 0; round < rounds; ++round) {
        std::string text = whole;
        for (int changes = random.between(1, 3); changes > 0 && !text.empty(); --changes) {
            const std::size_t at = random.below(text.size());
            switch (random.below(5)) {
                case 0: text.resize(at); break;
                case 1: text[at] = static_cast<char>(random.below(256)); break;
                case 2: text.erase(at, random.below(30)); break;
                case 3: text.insert(random.below(text.size()), text.substr(at, random.below(80))); break;
                default: {
                    const std::size_t digit = text.find_first_of("0123456789", at);
                    if (digit == std::string::npos) break;
                    text.replace(
                        digit, 1,
                        random.pick<const char*>({"4294967296", "18446744073709551615", "1e999", "nan", "-1", ""}));
                }
            }
        }
        try {
            const MeshFile mesh = parse(text);
            ASSERT_FALSE(mesh.positions.empty());
            for (const Point& point : mesh.positions) {
                ASSERT_TRUE(std::all_of(point.begin(), point.end(), [](double x) { return std::isfinite(x); }));
            }
            for (const FaceVertices& face : mesh.faces) {
                for (const VertexId vertex : face) ASSERT_LT(vertex, mesh.positions.size());
            }
        } catch (const Error& error) {
            ++refused;
            EXPECT_EQ(error.place().file, "some.dae");
        }
    }
    EXPECT_GT(refused, rounds / 10);
}

TEST(ParseMeshDae, IsReadByItsName)
{
    const support::TemporaryFolder folder;
    EXPECT_EQ(mesh_format_of("a.Dae"), MeshFormat::dae);
    EXPECT_EQ(load_mesh(folder.write("a.DAE", file_of(geometry(triangle)))).faces().size(), 1U);
}

/// The visual meshes of a published robot are COLLADA files, and lie where its collision meshes do, which are STL
/// files.
TEST(ParseMeshDae, AgreesWithOtherFormatsOnPublishedMeshes)
{
    const auto data = support::published_data("robots");
    if (!data) GTEST_SKIP() << support::without_data("robots");
    const auto folder = *data / "example-robot-data/robots/ur_description/meshes/ur5";
    for (const std::string name : {"base", "forearm", "shoulder", "upperarm", "wrist1", "wrist2", "wrist3"}) {
        std::vector<Point> ends;
        for (const auto& file : {folder / "visual" / (name + ".dae"), folder / "collision" / (name + ".stl")}) {
            const MeshFile mesh = read_mesh(file);
            for (std::size_t k = 0; k < 3; ++k) {
                const auto [least, greatest] =
                    std::minmax_element(mesh.positions.begin(), mesh.positions.end(),
                                        [&](const Point& a, const Point& b) { return a[k] < b[k]; });
                ends.push_back({(*least)[k], (*greatest)[k], 0.0});
            }
        }
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_NEAR(ends[k][0], ends[3 + k][0], 1e-3) << name;
            EXPECT_NEAR(ends[k][1], ends[3 + k][1], 1e-3) << name;
        }
    }
}

}  // namespace
}  // namespace tocca::mesh_dae_test
