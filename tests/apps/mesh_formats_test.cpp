// SPDX-License-Identifier: Apache-2.0
// What `tocca mesh` takes for the frames of a motion: lists, patterns and folders of files, NumPy arrays, animated glTF.
#include <gtest/gtest.h>

#include <string>

#include "apps/mesh_folder.hpp"
#include "io/npy_bytes.hpp"

namespace tocca::mesh_formats_test {
namespace {

using nlohmann::json;
using support::MeshCommandTest;
using support::Ran;
using support::spike_above_face;

TEST_F(MeshCommandTest, ReadsListsPatternsAndFolders)
{
    for (const int number : {1, 2, 10, 11}) {
        write("frames/f" + std::to_string(number) + ".obj", spike_above_face(20.0 - number));
    }
    const json data = report({path("frames")}, 0);
    ASSERT_EQ(data["steps"].size(), 3U);
    EXPECT_EQ(data["steps"][1]["from"], json{path("frames/f2.obj")});
    EXPECT_EQ(data["steps"][1]["to"], json{path("frames/f10.obj")});
    EXPECT_EQ(report({path("frames/*.obj")}, 0)["steps"], data["steps"]);
    EXPECT_EQ(report({path("frames/f1.obj"), path("frames/f2.obj"), path("frames/f1?.obj")}, 0)["steps"],
              data["steps"]);
    EXPECT_EQ(mesh({path("frames/f%d.obj")}).code, 2);  // 3 to 9 are missing
}

TEST_F(MeshCommandTest, SaysSoWhenAShellHasSortedTheFrames)
{
    for (const int number : {1, 2, 10}) write("f" + std::to_string(number) + ".obj", spike_above_face(20.0 - number));
    const Ran sorted = mesh({path("f1.obj"), path("f10.obj"), path("f2.obj")});
    EXPECT_EQ(sorted.code, 0);
    EXPECT_NE(sorted.err.find("f10.obj before " + path("f2.obj")), std::string::npos) << sorted.err;
    EXPECT_EQ(mesh({path("f1.obj"), path("f2.obj"), path("f10.obj")}).err, "");
    EXPECT_EQ(mesh({path("f10.obj"), path("f2.obj"), path("f1.obj")}).err, "");
}

TEST_F(MeshCommandTest, ReadsNumPyPositions)
{
    const auto rest = write("rest.obj", spike_above_face(3));
    std::string data;
    for (const double height : {3.0, 1.0, -1.0}) {
        const double values[] = {0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, height, 1.5, 1, height + 1, 1, 1.5, height + 1};
        data.append(reinterpret_cast<const char*>(values), sizeof values);
    }
    const auto motion = write(
        "motion.npy", support::npy_with_header("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 6, 3), }", data));
    const json report_of_array = report({motion, "--topology", rest}, 1);
    ASSERT_EQ(report_of_array["steps"].size(), 2U);
    EXPECT_EQ(report_of_array["steps"][1]["from"], json{motion + "[1]"});
    EXPECT_EQ(report_of_array["steps"][0]["outcome"], "free");
    EXPECT_EQ(report_of_array["steps"][1]["contact"]["vertices"], (json{3, 0, 1, 2}));
    EXPECT_EQ(mesh({motion}).code, 2);  // no faces
}

TEST_F(MeshCommandTest, SamplesAnimatedGltf)
{
    // A face whose node falls from z = 2 to z = -2 within a second, above one that lies still.
    const float positions[] = {0, 0, 0, 4, 0, 0, 0, 4, 0};
    const float motion[] = {0, 1, 0.5F, 0.5F, 2, 0.5F, 0.5F, -2};  // two times, two places
    std::string buffer(reinterpret_cast<const char*>(positions), sizeof positions);
    buffer.append(reinterpret_cast<const char*>(motion), sizeof motion);
    write("buffer.bin", buffer);
    const auto file = write("fall.gltf", R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
        "nodes":[{"mesh":0},{"mesh":0,"translation":[0.5,0.5,2],"scale":[0.25,0.25,1]}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "animations":[{"name":"fall","samplers":[{"input":1,"output":2}],
                       "channels":[{"sampler":0,"target":{"node":1,"path":"translation"}}]}],
        "buffers":[{"uri":"buffer.bin","byteLength":68}],
        "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8},
                       {"buffer":0,"byteOffset":44,"byteLength":24}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[4,4,0]},
                     {"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
                     {"bufferView":2,"componentType":5126,"count":2,"type":"VEC3"}]})");
    const json data = report({file, "--frames", "4", "--animation", "fall"}, 1);
    ASSERT_EQ(data["steps"].size(), 3U);
    EXPECT_EQ(data["steps"][0]["outcome"], "free");
    EXPECT_EQ(data["steps"][1]["outcome"], "contact");
    EXPECT_NEAR(data["steps"][1]["safe_until"].get<double>(), 0.5, 1e-6);
    EXPECT_EQ(data["steps"][2]["outcome"], "free");
    EXPECT_EQ(report({file}, 1)["frames"], 31);  // 30 a second, and the end
    EXPECT_EQ(mesh({file, "--animation", "rise"}).code, 2);
}

}  // namespace
}  // namespace tocca::mesh_formats_test
