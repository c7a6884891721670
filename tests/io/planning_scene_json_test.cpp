// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/planning_scene.hpp"

#include <gtest/gtest.h>

#include <string>

#include "io/expect_error.hpp"
#include "io/planning_scene_text.hpp"
#include "io/temporary_folder.hpp"

namespace tocca::planning_scene_json_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using support::expect_error;
using support::expect_extent;
using support::good_json;
using support::json;
using support::object;
using support::robot;
using support::scene;

TEST(ParseSceneJson, ReadsAScene)
{
    const PlanningScene read = json(good_json);
    EXPECT_EQ(read.name, "kitchen");
    EXPECT_FALSE(read.names_are_free);
    ASSERT_EQ(read.objects.size(), 2U);
    EXPECT_EQ(read.objects[0].object.name, "table");
    EXPECT_EQ(read.objects[0].object.pose.translation(), Vector3d(1, 0, 0.5));
    ASSERT_EQ(read.objects[0].object.shapes.size(), 1U);
    expect_extent(read.objects[0].object.shapes[0], {-1, -0.5, -0.05}, {1, 0.5, 0.05});
    EXPECT_TRUE(read.objects[0].object.shapes[0].body->solid());

    const auto& lamp = read.objects[1];
    EXPECT_EQ(lamp.frame, "upper");
    EXPECT_EQ(lamp.object.pose * Vector3d::UnitX(), Vector3d(4, 6, 6));
    ASSERT_EQ(lamp.object.shapes.size(), 4U);
    expect_extent(lamp.object.shapes[0], {0, 0, 1}, {0, 0, 1});
    EXPECT_EQ(lamp.object.shapes[0].padding, 0.25);
    expect_extent(lamp.object.shapes[1], {-0.5, -0.5, -1}, {0.5, 0.5, 1}, 2e-3);
    EXPECT_EQ(lamp.object.shapes[2].padding, 0.5);
    expect_extent(lamp.object.shapes[2], {0, 0, -1}, {0, 0, 1});
    expect_extent(lamp.object.shapes[3], {-1.25, -0.25, -1.25}, {1.25, 0.25, 1.25}, 1e-9);
    EXPECT_TRUE(lamp.object.shapes[3].body->solid());

    const RobotInScene placed = place_robot(robot(), read);
    EXPECT_EQ(placed.start[0], 0.5);
    EXPECT_EQ(placed.start[4], 1.0);
    ASSERT_EQ(placed.scene.allowed.size(), 2U);
    EXPECT_EQ(placed.scene.allowed[0].reason, "scene");
    EXPECT_EQ(placed.scene.allowed[1].reason, "far");
    const auto part = placed.robot.find_link("part");
    ASSERT_TRUE(part);
    EXPECT_TRUE(placed.robot.allowed(*part, *placed.robot.find_link("finger")));
    EXPECT_FALSE(placed.robot.allowed(*part, *placed.robot.find_link("upper")));
    EXPECT_EQ(placed.robot.value_count(), robot().value_count());
    const Isometry3d upper = robot().poses(placed.start)[*robot().find_link("upper")];
    EXPECT_TRUE(placed.scene.objects[1].pose.isApprox(upper * lamp.object.pose, 1e-12));
    EXPECT_EQ(placed.scene.objects[0].pose.matrix(), read.objects[0].object.pose.matrix());
}

TEST(ParseSceneJson, ReadsMeshesBesideTheFile)
{
    const support::TemporaryFolder folder;
    folder.write("meshes/tip.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    folder.write("package/tip.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const auto read = [&](const std::string& members) {
        const auto file = folder.write("scene.json", object(members));
        return load_scene(file, {.package_paths = {(folder.path() / "package").string()}})
            .objects.front()
            .object.shapes[0];
    };
    expect_extent(read(R"("mesh":"meshes/tip.obj")"), {0, 0, 0}, {1, 1, 1});
    expect_extent(read(R"("mesh":"meshes/tip.obj","scale":2)"), {0, 0, 0}, {2, 2, 2});
    expect_extent(read(R"("mesh":"meshes/tip.obj","scale":[1,2,3])"), {0, 0, 0}, {1, 2, 3});
    EXPECT_TRUE(read(R"("mesh":"meshes/tip.obj","solid":true)").body->solid());
    EXPECT_FALSE(read(R"("mesh":"meshes/tip.obj")").body->solid());
    EXPECT_EQ(read(R"("mesh":"package://package/tip.obj")").body->mesh().faces().size(), 1U);
    expect_error({.code = ErrorCode::unreadable_file, .line = 1, .says = "absent.obj"},
                 [&] { (void)read(R"("mesh":"absent.obj")"); });
    expect_error({.code = ErrorCode::malformed_mesh, .line = 1, .says = "scene.json:1: objects[0].mesh is wrong"},
                 [&] { (void)read(R"("mesh":"package/tip.obj","solid":true)"); });
    folder.write("broken.obj", "v 0 0\n");
    expect_error({.code = ErrorCode::malformed_file, .line = 1, .says = "broken.obj:1"},
                 [&] { (void)read(R"("mesh":"broken.obj")"); });
}

TEST(ParseSceneJson, NamesTheValueAtFault)
{
    const auto fault = [](const std::string& text, const std::string& says,
                          ErrorCode code = ErrorCode::malformed_file) {
        expect_error({.code = code, .line = 1, .says = says}, [&] { (void)json(text); });
    };
    expect_error({.line = 2, .says = "this is not JSON"}, [] { (void)json("{\n"); });
    fault("[]", "is not an object");
    fault("{}", "has no member 'schema'");
    fault(R"({"schema":"tocca.world/1"})", "schema is not 'tocca.robot-scene/1'");
    fault(scene(R"("object":[])"), "has an unknown member 'object'");
    fault(scene(R"("objects":{})"), "objects is not an array");
    fault(scene(R"("objects":[{"shape":"box:1,1,1"}])"), "objects[0] has no member 'name'");
    fault(scene(R"("objects":[{"name":"","shape":"box:1,1,1"}])"), "objects[0].name is empty");
    fault(object(R"("pose":"0,0,0")"), "objects[0] must have");
    fault(object(R"("shape":"box:1,1,1","mesh":"a.obj")"), "must have");
    fault(object(R"("shape":"box:1,1")"), "objects[0].shape is wrong: 'box:1,1' has 2 lengths");
    fault(object(R"("shape":"box:1,1,-1")"), "is not a number above 0");
    fault(object(R"("shape":"box:1,1,1","solid":true)"), "has 'solid', which goes with 'mesh'");
    fault(object(R"("mesh":"")"), "objects[0].mesh");
    fault(object(R"("shape":"box:1,1,1","colour":"red")"), "has an unknown member 'colour'");
    fault(object(R"("shapes":[])"), "objects[0].shapes is empty");
    fault(object(R"("shapes":[{"shape":"box:1,1,1","name":"b"}])"),
          "objects[0].shapes[0] has an unknown member 'name'");
    fault(object(R"("shapes":[{"shape":"box:1,1,1"}],"mesh":"a.obj")"), "has both 'shapes' and 'mesh'");
    fault(object(R"("shape":"box:1,1,1","pose":"1,2,x")"), "objects[0].pose is not a pose: number 3");
    fault(object(R"("shape":"box:1,1,1","pose":[1,2,3])"), "objects[0].pose has 3 elements, not 4");
    fault(object(R"("shape":"box:1,1,1","pose":3)"), "neither a text nor the four rows");
    fault(object(R"("shape":"box:1,1,1","pose":[[2,0,0,0],[0,2,0,0],[0,0,2,0],[0,0,0,1]])"),
          "objects[0].pose is not a pose", ErrorCode::not_a_rotation);
    fault(scene(R"("attached":[{"name":"a","shape":"box:1,1,1"}])"), "attached[0] has no member 'link'");
    fault(scene(R"("attached":[{"name":"a","link":"b","shape":"box:1,1,1","touch_links":"c"}])"),
          "attached[0].touch_links is not an array");
    fault(scene(R"("allowed":[["a"]])"), "allowed[0] has 1 elements, not 2");
    fault(scene(R"("allowed":[{"a":"x"}])"), "allowed[0] has no member 'b'");
    fault(scene(R"("start":[1])"), "start is not an object");
    fault(scene(R"("start":{"elbow":"x"})"), "start.elbow is not a number");
}

}  // namespace
}  // namespace tocca::planning_scene_json_test
