// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/gltf_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "io/expect_error.hpp"
#include "io/gltf_text.hpp"
#include "io/published_data.hpp"
#include "io/temporary_folder.hpp"
#include "tocca/io/sequence.hpp"

namespace tocca::gltf_motion_test {
namespace {

using support::expect_error;
using support::GltfText;
using support::TemporaryFolder;

void expect_near(const std::vector<Point>& found, const std::vector<Point>& wanted)
{
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(found[i][axis], wanted[i][axis], 1e-15) << i;
    }
}

std::string number(std::size_t value) { return std::to_string(value); }

/// A file with one triangle at (0,0,0), (1,0,0), (0,1,0), a node of which `node` tells more, and `rest`.
struct Triangle {
    GltfText file;
    std::size_t positions = file.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 0, 1, 0});

    [[nodiscard]] std::string text(const std::string& node, const std::string& rest = "",
                                   const std::string& primitive = "") const
    {
        return file.text("\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":" + number(positions) + "}" +
                         primitive + "}]}],\"nodes\":[{\"mesh\":0" + node + "}]" + rest);
    }

    /// One channel with one sampler.
    [[nodiscard]] std::string moved(const std::string& path, const std::vector<float>& times, std::size_t output,
                                    const std::string& interpolation)
    {
        const std::size_t input = file.floats("SCALAR", 1, times);
        return ",\"animations\":[{\"name\":\"move\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"" +
               path + "\"}}],\"samplers\":[{\"input\":" + number(input) + ",\"output\":" + number(output) +
               ",\"interpolation\":\"" + interpolation + "\"}]}]";
    }
};

GltfMotion parse(const std::string& bytes) { return GltfMotion(bytes, "some.gltf"); }

std::vector<Point> rest_of(const std::string& bytes) { return parse(bytes).positions_at(std::nullopt, 0.0); }

TEST(GltfMotion, ReadsTheSameFromTextBinaryAndFilesBeside)
{
    GltfText file;
    const std::size_t positions = file.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0.1F, 2, 3});
    const std::size_t indices = file.integers<std::uint16_t>("SCALAR", 1, {0, 1, 2, 2, 1, 3});
    const std::string rest = "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":" + number(positions) +
                             "},\"indices\":" + number(indices) +
                             "}]}],\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}],\"scene\":0";
    const TemporaryFolder folder;
    folder.write("the data.bin", file.data());
    for (const auto& path : {folder.write("a.gltf", file.text(rest)), folder.write("b.GLB", file.binary(rest)),
                             folder.write("c.gltf", file.text_beside("the%20data.bin", rest))}) {
        const MeshFile mesh = read_mesh(path);
        EXPECT_EQ(mesh.positions, (std::vector<Point>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {double{0.1F}, 2, 3}}));
        EXPECT_EQ(mesh.faces, (std::vector<FaceVertices>{{0, 1, 2}, {2, 1, 3}}));
    }
    std::filesystem::remove(folder.path() / "the data.bin");
    expect_error({.code = ErrorCode::unreadable_file, .line = {}, .says = "c.gltf: the file that this one names"},
                 [&] { (void)read_mesh(folder.path() / "c.gltf"); });
}

TEST(GltfMotion, PlacesNodesByAllTheirAncestors)
{
    const Triangle triangle;
    // Scaled by 2, turned a quarter about z, moved by (1, 2, 3), the parent a matrix that moves by (10, 0, 0).
    const std::string turned = ",\"translation\":[1,2,3],\"rotation\":[0,0,1,1],\"scale\":[2,2,2]}," +
                               std::string("{\"children\":[0],\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,10,0,0,1]");
    const std::string text = triangle.text(turned);
    expect_near(rest_of(text), {{11, 2, 3}, {11, 4, 3}, {9, 2, 3}});
}

TEST(GltfMotion, ShowsTheScene)
{
    const Triangle triangle;
    const std::string two =
        triangle.text("},{\"mesh\":0,\"translation\":[5,0,0]", ",\"scenes\":[{\"nodes\":[0]},{\"nodes\":[1]}]");
    EXPECT_EQ(rest_of(two)[0], (Point{0, 0, 0}));
    const std::string second = triangle.text("},{\"mesh\":0,\"translation\":[5,0,0]",
                                             ",\"scene\":1,\"scenes\":[{\"nodes\":[0]},{\"nodes\":[1]}]");
    EXPECT_EQ(rest_of(second)[0], (Point{5, 0, 0}));
    const GltfMotion both = parse(triangle.text("},{\"mesh\":0,\"translation\":[5,0,0]"));
    EXPECT_EQ(both.vertex_count(), 6U);
    EXPECT_EQ(both.faces()[1], (FaceVertices{3, 4, 5}));
}

TEST(GltfMotion, LeavesOutMarksAndMindsNoOtherExtras)
{
    const Triangle triangle;
    const auto with_extras = [&](const std::string& extras) {
        return rest_of(
            triangle.text("},{\"mesh\":0,\"translation\":[5,0,0],\"extras\":" + extras + "},{\"children\":[0,1]",
                          ",\"scenes\":[{\"nodes\":[2]}]"));
    };
    EXPECT_EQ(with_extras("{\"tocca_mark\":true}").size(), 3U);
    for (const char* extras : {"{}", "5", "[1]", "null", "\"tocca_mark\""}) EXPECT_EQ(with_extras(extras).size(), 6U);
}

TEST(GltfMotion, ReadsEveryMode)
{
    GltfText file;
    const std::size_t positions = file.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 5, 0, 0});
    const auto mesh_in = [&](int mode) {
        return parse(file.text("\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":" + number(positions) +
                               "},\"mode\":" + std::to_string(mode) + "}]}],\"nodes\":[{\"mesh\":0}]"));
    };
    const auto faces = [](const GltfMotion& motion) {
        return std::vector<FaceVertices>(motion.faces().begin(), motion.faces().end());
    };
    const auto edges = [](const GltfMotion& motion) {
        return std::vector<EdgeVertices>(motion.edges().begin(), motion.edges().end());
    };
    EXPECT_EQ(mesh_in(0).vertex_count(), 6U);
    EXPECT_EQ(edges(mesh_in(1)), (std::vector<EdgeVertices>{{0, 1}, {2, 3}, {4, 5}}));
    EXPECT_EQ(edges(mesh_in(2)), (std::vector<EdgeVertices>{{0, 5}, {0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}));
    EXPECT_EQ(edges(mesh_in(3)).size(), 5U);
    EXPECT_EQ(faces(mesh_in(4)), (std::vector<FaceVertices>{{0, 1, 2}, {3, 4, 5}}));
    EXPECT_EQ(faces(mesh_in(5)), (std::vector<FaceVertices>{{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {3, 5, 4}}));
    EXPECT_EQ(faces(mesh_in(6)), (std::vector<FaceVertices>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}));
    expect_error({.says = "mode is not a mode"}, [&] { (void)mesh_in(7); });
}

TEST(GltfMotion, WeldsVerticesThatMoveAlike)
{
    GltfText file;
    const std::size_t positions = file.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, -0.0F, 0, 1, 1, 0});
    const std::size_t target = file.floats("VEC3", 3, {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    const std::string start =
        "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":" + number(positions) +
        "}";
    EXPECT_EQ(parse(file.text(start + "}]}]")).vertex_count(), 4U);
    // Vertices 2 and 3 are at the same place but move apart.
    const std::string morphed = start + ",\"targets\":[{\"POSITION\":" + number(target) + "}]}]}]";
    EXPECT_EQ(parse(file.text(morphed)).vertex_count(), 5U);
}

TEST(GltfMotion, InterpolatesLinearlyInStepsAndByCubics)
{
    const auto third_vertex = [](const std::string& interpolation, const std::vector<float>& values, double time) {
        Triangle triangle;
        const std::size_t output = triangle.file.floats("VEC3", 3, values);
        const std::string animation = triangle.moved("translation", {1, 2, 4}, output, interpolation);
        return parse(triangle.text("", animation)).positions_at(0, time)[0];
    };
    const std::vector<float> keys = {0, 0, 0, 8, 0, 1, 16, 4, 1};
    EXPECT_EQ(third_vertex("LINEAR", keys, 0.0), (Point{0, 0, 0}));  // before the first key
    EXPECT_EQ(third_vertex("LINEAR", keys, 1.5), (Point{4, 0, 0.5}));
    EXPECT_EQ(third_vertex("LINEAR", keys, 2.0), (Point{8, 0, 1}));
    EXPECT_EQ(third_vertex("LINEAR", keys, 3.5), (Point{14, 3, 1}));
    EXPECT_EQ(third_vertex("LINEAR", keys, 9.0), (Point{16, 4, 1}));
    EXPECT_EQ(third_vertex("STEP", keys, 1.999), (Point{0, 0, 0}));
    EXPECT_EQ(third_vertex("STEP", keys, 2.0), (Point{8, 0, 1}));
    EXPECT_EQ(third_vertex("STEP", keys, 3.999), (Point{8, 0, 1}));
    EXPECT_EQ(third_vertex("STEP", keys, 4.0), (Point{16, 4, 1}));
    // Tangent before, value, tangent after. x is (t - 1)^3 in all of [1, 4]: values 0, 1, 27, slopes 0, 3, 27.
    const std::vector<float> cubic = {0, 0, 0, 0, 0,  0, 0, 0,  0, 3, 0,  0, 1, 5,
                                      0, 3, 0, 0, 27, 0, 0, 27, 5, 0, 27, 0, 0};
    for (const double time : {1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 3.75, 4.0}) {
        EXPECT_NEAR(third_vertex("CUBICSPLINE", cubic, time)[0], std::pow(time - 1.0, 3), 1e-14) << time;
    }
    EXPECT_EQ(third_vertex("CUBICSPLINE", cubic, 1.5)[1], 2.5);  // half way between flat ends
    EXPECT_EQ(third_vertex("CUBICSPLINE", cubic, 5.0), (Point{27, 5, 0}));
}

TEST(GltfMotion, TurnsEvenlyTheShortWay)
{
    // From no turn to a quarter about z, written with the sign that would go the long way round.
    const float half = std::sqrt(0.5F);
    Triangle triangle;
    const std::size_t output = triangle.file.floats("VEC4", 4, {0, 0, 0, 1, 0, 0, -half, -half});
    const std::string text = triangle.text("", triangle.moved("rotation", {0, 1}, output, "LINEAR"));
    for (const double time : {0.0, 0.25, 1.0 / 3.0, 1.0}) {
        const double angle = time * std::acos(0.0);
        EXPECT_NEAR(parse(text).positions_at(0, time)[1][0], std::cos(angle), 1e-7);  // the file says half in floats
        EXPECT_NEAR(parse(text).positions_at(0, time)[1][1], std::sin(angle), 1e-7);
    }
}

TEST(GltfMotion, MorphsByWeights)
{
    Triangle triangle;
    const std::size_t up = triangle.file.floats("VEC3", 3, {0, 0, 1, 0, 0, 1, 0, 0, 2});
    // The second target is sparse: only vertex 1 moves, by (0, 3, 0).
    const std::size_t places = triangle.file.view(GltfText::bytes_of(std::vector<std::uint16_t>{1}));
    const std::size_t moves = triangle.file.view(GltfText::bytes_of(std::vector<float>{0, 3, 0}));
    const std::size_t aside = triangle.file.raw_accessor(
        R"({"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":)" +
        number(places) + R"(,"componentType":5123},"values":{"bufferView":)" + number(moves) + "}}}");
    const std::string targets = ",\"targets\":[{\"POSITION\":" + number(up) + "},{\"POSITION\":" + number(aside) + "}]";
    EXPECT_EQ(rest_of(triangle.text("", "", targets)), (std::vector<Point>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
    EXPECT_EQ(rest_of(triangle.text(",\"weights\":[0.5,1]", "", targets)),
              (std::vector<Point>{{0, 0, 0.5}, {1, 3, 0.5}, {0, 1, 1}}));

    const std::size_t weights = triangle.file.floats("SCALAR", 1, {0, 0, 1, 0.5F, 0, 1});  // two for each of three keys
    const std::string animation = triangle.moved("weights", {0, 1, 2}, weights, "LINEAR");
    const GltfMotion motion = parse(triangle.text("", animation, targets));
    EXPECT_EQ(motion.positions_at(0, 1.0), (std::vector<Point>{{0, 0, 1}, {1, 1.5, 1}, {0, 1, 2}}));
    EXPECT_EQ(motion.positions_at(0, 1.5), (std::vector<Point>{{0, 0, 0.5}, {1, 2.25, 0.5}, {0, 1, 1}}));
}

/// A bar along x from 0 to 2 with joints at 0 and 1; the second turns from straight to a quarter about z in a second.
struct Bar {
    GltfText file;

    [[nodiscard]] std::string text(bool bytes_as_weights)
    {
        const std::size_t positions = file.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 2, 0, 0, 2, 0, 1});
        const std::size_t indices = file.integers<std::uint8_t>("SCALAR", 1, {0, 1, 3, 1, 2, 3});
        const std::size_t joints =
            file.integers<std::uint8_t>("VEC4", 4, {0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
        const std::size_t weights =
            bytes_as_weights ? file.integers<std::uint8_t>(
                                   "VEC4", 4, {255, 0, 0, 0, 51, 204, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0}, true)
                             : file.floats("VEC4", 4, {1, 0, 0, 0, 0.25F, 1, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0});
        const std::size_t binds = file.floats("MAT4", 16, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0,  0, 0, 1,
                                                           1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1});
        const std::size_t times = file.floats("SCALAR", 1, {0, 1});
        const std::size_t turns = file.floats("VEC4", 4, {0, 0, 0, 1, 0, 0, 1, 1});
        return file.text(
            "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":" + number(positions) + ",\"JOINTS_0\":" +
            number(joints) + ",\"WEIGHTS_0\":" + number(weights) + "},\"indices\":" + number(indices) +
            "}]}],\"skins\":[{\"joints\":[1,2],\"inverseBindMatrices\":" + number(binds) +
            "}],\"nodes\":[{\"mesh\":0,\"skin\":0,\"translation\":[100,0,0]},{\"children\":[2]},"
            "{\"translation\":[1,0,0]}],\"animations\":[{\"name\":\"bend\",\"channels\":[{\"sampler\":0,\"target\":"
            "{\"node\":2,\"path\":\"rotation\"}}],\"samplers\":[{\"input\":" +
            number(times) + ",\"output\":" + number(turns) + "}]}]");
    }
};

TEST(GltfMotion, BendsABarOfTwoBones)
{
    for (const bool bytes_as_weights : {false, true}) {
        const GltfMotion motion = parse(Bar().text(bytes_as_weights));
        // A skin ignores where its own node is. Weights 0.25 + 1 are made 0.2 + 0.8; the joint is at (1, 0, 0).
        expect_near(motion.positions_at(0, 0.0), {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 0, 1}});
        expect_near(motion.positions_at(0, 1.0), {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}});
        const double half = std::sqrt(0.5);
        expect_near(motion.positions_at(0, 0.5), {{0, 0, 0}, {1, 0, 0}, {1 + half, half, 0}, {1 + half, half, 1}});
        ASSERT_EQ(motion.faces().size(), 2U);
        EXPECT_EQ(motion.faces()[1], (FaceVertices{1, 2, 3}));
    }
}

TEST(GltfMotion, ChoosesAnimationsAndTimes)
{
    const TemporaryFolder folder;
    const auto path = folder.write("bar.gltf", Bar().text(false));
    const GltfMotion motion{path};
    EXPECT_EQ(motion.animation_called(""), 0U);
    EXPECT_EQ(motion.animation_called("bend"), 0U);
    EXPECT_EQ(motion.animation_called("0"), 0U);
    for (const char* name : {"1", "jump", "-1", "Bend"}) {
        expect_error({.says = "there is no animation '" + std::string(name) + "' in it, only 'bend'"},
                     [&] { (void)motion.animation_called(name); });
    }
    EXPECT_EQ(motion.frame_times({}).size(), 31U);
    EXPECT_EQ(motion.frame_times({.animation = {}, .times = {}, .frames = 5}),
              (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
    EXPECT_EQ(motion.frame_times({.animation = {}, .times = {}, .frames = 1}), (std::vector<double>{0}));
    EXPECT_EQ(motion.frame_times({.animation = {}, .times = {0.7, 0.1}, .frames = 9}), (std::vector<double>{0.7, 0.1}));
    EXPECT_THROW((void)motion.frame_times({.animation = {}, .times = {std::nan("")}, .frames = 0}),
                 std::invalid_argument);
    EXPECT_THROW((void)motion.positions_at(1, 0.0), std::invalid_argument);

    const std::vector<std::string> texts = {path.string()};
    const Sequence sequence =
        open_sequence(texts, {.topology = {}, .gltf = {.animation = "bend", .times = {}, .frames = 3}, .stop = {}});
    ASSERT_EQ(sequence.frame_count(), 3U);
    EXPECT_EQ(sequence.frame_name(2), path.string() + "[2]");
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(sequence.read_frame(i), motion.positions_at(0, 0.5 * static_cast<double>(i)));
    }
    const Triangle still;
    EXPECT_EQ(parse(still.text("")).frame_times({}), (std::vector<double>{0}));
    EXPECT_FALSE(parse(still.text("")).animation_called(""));
    expect_error({.says = "nor any other"}, [&] { (void)parse(still.text("")).animation_called("walk"); });
}

TEST(GltfMotion, NamesThePlaceOfAFault)
{
    const auto expect_fault = [](const std::string& bytes, const std::string& says,
                                 ErrorCode code = ErrorCode::malformed_file) {
        expect_error({.code = code, .line = {}, .says = "some.gltf: " + says}, [&] {
            const GltfMotion motion = parse(bytes);
            (void)motion.positions_at(motion.animation_called(""), 0.5);
        });
    };
    const ErrorCode out = ErrorCode::index_out_of_range;
    const Triangle triangle;
    const auto with = [&](const std::string& accessor, const std::string& primitive = "") {
        Triangle changed;
        changed.positions = changed.file.raw_accessor(accessor);
        return changed.text("", "", primitive);
    };
    expect_fault("{}", "the document has no member 'asset'");
    expect_error({.line = 1, .says = "the document is not an object"}, [] { (void)parse("[]"); });
    expect_fault("{\"asset\":{\"version\":\"1.0\"}}", "asset.version is '1.0'; only glTF 2");
    expect_fault("{\"asset\":{\"version\":\"2.0\"}}", "there are no vertices");
    expect_fault("{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]}",
                 "extensionsRequired[0] is 'KHR_draco_mesh_compression', an extension");
    expect_error({.code = ErrorCode::malformed_file, .line = 2, .says = "not JSON"}, [] { (void)parse("{\n]"); });
    expect_error({.line = 1, .says = "beyond the range of doubles"}, [] { (void)parse("{\"a\":1e999}"); });
    expect_fault(triangle.text(",\"skin\":0"), "nodes[0].skin is 0, but there are only 0", out);
    expect_fault(triangle.text(",\"children\":[0]"), "nodes are their own ancestors");
    expect_fault(triangle.text(",\"children\":[1,1]},{\"name\":\"b\""), "nodes[0].children[1] is a node that has");
    expect_fault(triangle.text(",\"rotation\":[0,0,0,0]"), "nodes[0] has a rotation of length 0");
    expect_fault(triangle.text(",\"rotation\":[0,0,1]"), "nodes[0].rotation has 3 numbers, not 4");
    expect_fault(triangle.text(",\"matrix\":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]"), "nodes[0].matrix is not affine");
    expect_fault(triangle.text(",\"scale\":[1e308,1,1]},{\"children\":[0],\"scale\":[1e308,1,1]"),
                 "vertex 0 moves beyond", ErrorCode::not_finite);
    expect_fault(triangle.text("", "", ",\"indices\":0"), "accessors[0]");
    expect_fault(triangle.text("", "", ",\"indices\":7"), "meshes[0].primitives[0].indices is 7", out);
    expect_fault(with(R"({"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"})"),
                 "accessors[1] reaches beyond");
    expect_fault(with(R"({"bufferView":0,"componentType":5126,"count":18446744073709551615,"type":"VEC3"})"),
                 "accessors[1] reaches beyond");
    expect_fault(with(R"({"componentType":5126,"count":99999999999,"type":"VEC3"})"),
                 "accessors[1].count is more than");
    expect_fault(with(R"({"componentType":5126,"count":0,"type":"VEC3"})"), "accessors[1].count is 0");
    expect_fault(with(R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC2"})"),
                 "meshes[0].primitives[0].attributes.POSITION");
    expect_fault(with(R"({"bufferView":0,"componentType":5130,"count":3,"type":"VEC3"})"),
                 "accessors[1].componentType");
    expect_fault(with(R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC5"})"),
                 "accessors[1].type is 'VEC5'");
    expect_fault(with(R"({"bufferView":3,"componentType":5126,"count":3,"type":"VEC3"})"), "accessors[1].bufferView",
                 out);
    Triangle infinite;
    infinite.positions =
        infinite.file.floats("VEC3", 3, {0, 0, 0, 1, std::numeric_limits<float>::infinity(), 0, 0, 1, 0});
    expect_fault(infinite.text(""), "accessors[1] holds NaN or infinity in element 1", ErrorCode::not_finite);
    Triangle backwards;
    const std::size_t output = backwards.file.floats("VEC3", 3, {0, 0, 0, 1, 1, 1});
    expect_fault(backwards.text("", backwards.moved("translation", {1, 1}, output, "LINEAR")),
                 "animations[0].samplers[0].input");
    expect_fault(backwards.text("", backwards.moved("translation", {0, 1, 2}, output, "LINEAR")),
                 "animations[0].samplers[0].output");
    expect_fault(backwards.text("", backwards.moved("translation", {0, 1}, output, "CUBIC")),
                 "animations[0].samplers[0].interpolation");
    expect_fault(backwards.text("", backwards.moved("colour", {0, 1}, output, "STEP")),
                 "animations[0].channels[0].target.path");
    expect_fault(backwards.text("", backwards.moved("weights", {0, 1}, output, "STEP")),
                 "animations[0].channels[0].target.path");
    for (const char* address : {"http://example.org/a.bin", "/dev/zero", "data:,abc", "data:a;base64,!!!!", ""}) {
        expect_error({.code = ErrorCode::malformed_file, .line = {}, .says = "buffers[0].uri is"},
                     [&] { (void)parse(triangle.file.text_beside(address, "\"nodes\":[]")); });
    }
}

TEST(GltfMotion, RefusesEveryBeginningOfABinaryFile)
{
    const Triangle triangle;
    const std::string whole = triangle.file.binary(
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}]");
    EXPECT_EQ(parse(whole).vertex_count(), 3U);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_THROW((void)parse(whole.substr(0, size)), Error) << size;
    }
    EXPECT_THROW((void)parse(whole + "x"), Error);
}

TEST(GltfMotion, OfPublishedCharacters)
{
    const auto data = support::published_data("sequences/gltf");
    if (!data) GTEST_SKIP() << support::without_data("sequences/gltf");
    const GltfMotion fox(*data / "Fox.glb");
    ASSERT_EQ(fox.animations().size(), 3U);
    EXPECT_EQ(fox.animation_called("Walk"), 1U);
    EXPECT_EQ(fox.faces().size(), 576U);
    const GltfMotion man(*data / "CesiumMan.glb");
    EXPECT_EQ(man.faces().size(), 4672U);
    // The first triangle's corners as a program of another make, in plain Python, places them.
    const auto expect_first_triangle = [](const GltfMotion& motion, std::size_t animation, double time,
                                          const std::vector<Point>& wanted) {
        const auto positions = motion.positions_at(animation, time);
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const Point& found = positions[motion.faces()[0][corner]];
            for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(found[axis], wanted[corner][axis], 1e-12);
        }
    };
    expect_first_triangle(man, 0, 0.5,
                          {{0.016523175458197804, 0.96218213359492366, 0.10445386059807046},
                           {0.056064335650455974, 0.96891183089187105, 0.081669139178503936},
                           {0.017283830026369771, 1.0338416702845763, 0.10515162732346722}});
    expect_first_triangle(fox, 1, 0.33,
                          {{1.7302584450355525, 33.870280551305079, -19.972521430302876},
                           {-0.33078673526688168, 34.040413413112624, -23.175487331742726},
                           {-0.38118038176657393, 41.183123322766434, -38.740814357743112}});
}

}  // namespace
}  // namespace tocca::gltf_motion_test
