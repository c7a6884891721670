// SPDX-License-Identifier: Apache-2.0
// Small files that use the same data many times: refused at once, or read where the limits allow it.
#include "tocca/io/expansion_budget.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <string>
#include <vector>

#include "io/expect_error.hpp"
#include "io/gltf_text.hpp"
#include "io/temporary_folder.hpp"
#include "tocca/io/gltf_motion.hpp"
#include "tocca/io/mesh_format.hpp"
#include "tocca/io/read_limits.hpp"
#include "tocca/io/robot_file.hpp"

namespace tocca::expansion_budget_test {
namespace {

using support::expect_error;
using support::GltfText;

std::string repeated(const std::string& text, std::size_t count)
{
    std::string all;
    for (std::size_t i = 0; i < count; ++i) all += (i == 0 ? "" : ",") + text;
    return all;
}

/// A file with a few thousand vertices; `rest` says how often they are used.
struct Data {
    static constexpr std::size_t vertices = 4000;
    GltfText file;
    std::size_t points = 0, corners = 0, times = 0;

    Data()
    {
        std::vector<float> coordinates, moments;
        std::vector<std::uint16_t> numbers;
        for (std::size_t i = 0; i < vertices; ++i) {
            for (std::size_t axis = 0; axis < 3; ++axis)
                coordinates.push_back(static_cast<float>((i * 7919 + axis) % 1009));
            for (std::size_t k = 0; k < 3; ++k) numbers.push_back(static_cast<std::uint16_t>((i + k) % vertices));
            moments.push_back(static_cast<float>(i));
        }
        points = file.floats("VEC3", 3, coordinates);
        corners = file.integers<std::uint16_t>("SCALAR", 1, numbers);
        times = file.floats("SCALAR", 1, moments);
    }

    [[nodiscard]] std::string primitive(const std::string& more = "") const
    {
        return "{\"attributes\":{\"POSITION\":" + std::to_string(points) + "},\"indices\":" + std::to_string(corners) +
               more + "}";
    }
};

struct Bomb {
    std::string name;
    std::string rest;
};

std::vector<Bomb> bombs(const Data& data, std::size_t count)
{
    const std::string one_mesh = "\"meshes\":[{\"primitives\":[" + data.primitive() + "]}]";
    const std::string one_node = ",\"nodes\":[{\"mesh\":0}]";
    const std::string channel = R"({"sampler":0,"target":{"node":0,"path":"translation"}})";
    std::string nodes;
    for (std::size_t i = 0; i < count; ++i) nodes += (i == 0 ? "" : ",") + std::to_string(i);
    return {
        {"instances",
         one_mesh + ",\"nodes\":[" + repeated("{\"mesh\":0}", count) + "],\"scenes\":[{\"nodes\":[" + nodes + "]}]"},
        {"primitives", "\"meshes\":[{\"primitives\":[" + repeated(data.primitive(), count) + "]}]" + one_node},
        {"targets", "\"meshes\":[{\"primitives\":[" +
                        data.primitive(",\"targets\":[" + repeated("{\"POSITION\":0}", count) + "]") + "]}]" +
                        one_node},
        {"empty targets", "\"meshes\":[{\"primitives\":[" +
                              data.primitive(",\"targets\":[" + repeated("{}", count) + "]") + "]}]" + one_node},
        {"channels", one_mesh + one_node + ",\"animations\":[{\"samplers\":[{\"input\":" + std::to_string(data.times) +
                         ",\"output\":0}],\"channels\":[" + repeated(channel, count) + "]}]"},
        {"animations", one_mesh + one_node + ",\"animations\":[" +
                           repeated("{\"samplers\":[{\"input\":" + std::to_string(data.times) +
                                        ",\"output\":0}],\"channels\":[" + channel + "]}",
                                    count) +
                           "]"},
    };
}

TEST(ExpansionBudget, CountsWithoutOverflow)
{
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    ExpansionBudget budget("f", 100);
    budget.take(0, most);
    budget.take(most, 0);
    budget.take(32, 1 << 20);
    budget.take(1, 32 << 20);  // 64 MiB together, which is allowed
    expect_error({.code = ErrorCode::unreadable_file, .says = "--max-read"}, [&] { budget.take(1, 1); });
    ExpansionBudget large("f", std::uint64_t{10} << 20U);
    large.take(320, 1 << 20);  // 32 times its size
    EXPECT_THROW(large.take(1, 1), Error);
    EXPECT_THROW(ExpansionBudget("f", 0).take(most, most), Error);
    EXPECT_THROW(ExpansionBudget("f", 0).take(most / 2, 3), Error);
}

TEST(ExpansionBudget, RefusesFilesThatUseTheSameDataManyTimes)
{
    const Data data;
    for (const Bomb& bomb : bombs(data, 2000)) {
        SCOPED_TRACE(bomb.name);
        const std::string bytes = data.file.binary(bomb.rest);
        EXPECT_LT(bytes.size(), std::size_t{1} << 20U);
        const auto begin = std::chrono::steady_clock::now();
        expect_error({.code = ErrorCode::unreadable_file, .says = "--max-read"},
                     [&] { (void)GltfMotion(bytes, "bomb.glb"); });
        EXPECT_LT(std::chrono::steady_clock::now() - begin,
                  std::chrono::seconds(10));  // a second where nothing else runs
    }
}

TEST(ExpansionBudget, AllowsWhatIsUsedAFewTimesAndMoreOnRequest)
{
    const Data data;
    for (const Bomb& bomb : bombs(data, 20)) {
        SCOPED_TRACE(bomb.name);
        EXPECT_GE(GltfMotion(data.file.binary(bomb.rest), "small.glb").vertex_count(), 1009U);
    }
    const std::string bytes = data.file.binary(bombs(data, 400)[0].rest);
    EXPECT_THROW((void)GltfMotion(bytes, "a.glb"), Error);
    set_read_limits({.max_expanded_bytes = std::uint64_t{1} << 30U});
    EXPECT_NO_THROW((void)GltfMotion(bytes, "a.glb"));
    set_read_limits({});
    EXPECT_THROW((void)GltfMotion(bytes, "a.glb"), Error);
}

/// Nodes that place each other twice, thirty deep.
TEST(ExpansionBudget, RefusesNodesThatPlaceEachOtherTwice)
{
    std::string nodes = "<node id='n0'><instance_geometry url='#g'/></node>";
    for (int i = 1; i < 30; ++i) {
        const std::string below = "<instance_node url='#n" + std::to_string(i - 1) + "'/>";
        nodes += "<node id='n" + std::to_string(i) + "'>" + below + below + "</node>";
    }
    std::string numbers, corners;
    for (int i = 0; i < 3000; ++i) {
        numbers += std::to_string(i) + " ";
        if (i % 3 == 0) corners += std::to_string(i / 3) + " ";
    }
    const std::string text =
        "<COLLADA><library_geometries><geometry id='g'><mesh><source id='p'><float_array id='a' count='3000'>" +
        numbers +
        "</float_array><technique_common><accessor source='#a' count='1000' stride='3'><param name='X' type='float'/>"
        "<param name='Y' type='float'/><param name='Z' type='float'/></accessor></technique_common></source>"
        "<vertices id='v'><input semantic='POSITION' source='#p'/></vertices><triangles count='333'><input "
        "semantic='VERTEX' source='#v' offset='0'/><p>" +
        corners.substr(0, corners.rfind(' ', corners.size() - 2)) +
        "</p></triangles></mesh></geometry></library_geometries><library_nodes>" + nodes +
        "</library_nodes><library_visual_scenes><visual_scene id='s'><node><instance_node url='#n29'/></node>"
        "</visual_scene></library_visual_scenes></COLLADA>";
    EXPECT_THROW((void)parse_mesh_dae(text, "a.dae"), Error);
}

/// One mesh in many places of a robot is as many bodies.
TEST(ExpansionBudget, RefusesAMeshPlacedManyTimes)
{
    const support::TemporaryFolder folder;
    std::string mesh;
    for (int i = 0; i < 3000; ++i)
        mesh += "v " + std::to_string(i % 61) + " " + std::to_string(i % 59) + " " + std::to_string(i) + "\n";
    for (int i = 1; i < 2999; ++i) {
        mesh += "f " + std::to_string(i) + " " + std::to_string(i + 1) + " " + std::to_string(i + 2) + "\n";
    }
    folder.write("m.obj", mesh);
    const auto robot = [&](int count) {
        std::string text = "<robot name='r'><link name='a'>";
        for (int i = 0; i < count; ++i) {
            text += "<collision><origin xyz='" + std::to_string(i) +
                    " 0 0'/><geometry><mesh filename='m.obj'/></geometry></collision>";
        }
        return folder.write("r.urdf", text + "</link></robot>");
    };
    set_read_limits({.max_expanded_bytes = std::uint64_t{4} << 20U});
    EXPECT_EQ(read_robot(robot(5)).parts.links[0].shapes.size(), 5U);
    expect_error({.code = ErrorCode::unreadable_file, .says = "--max-read"}, [&] { (void)read_robot(robot(200)); });
    set_read_limits({});
}

}  // namespace
}  // namespace tocca::expansion_budget_test
