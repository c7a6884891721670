// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/planning_scene.hpp"

#include <gtest/gtest.h>

#include <string>

#include "io/expect_error.hpp"
#include "io/planning_scene_text.hpp"

namespace tocca::planning_scene_yaml_test {
namespace {

using Eigen::Vector3d;
using support::expect_error;
using support::expect_extent;
using support::good_yaml;
using support::robot;
using support::yaml;

TEST(ParseSceneYaml, ReadsAScene)
{
    const PlanningScene read = yaml(good_yaml);
    EXPECT_TRUE(read.names_are_free);
    const RobotInScene placed = place_robot(robot(), read);
    const auto& objects = placed.scene.objects;
    ASSERT_EQ(objects.size(), 4U);
    EXPECT_EQ(objects[0].name, "shelf");
    EXPECT_EQ(objects[0].pose.translation(), Vector3d(0, 0, -2)) << "the robot stands 2 above the scene's origin";
    ASSERT_EQ(objects[0].shapes.size(), 2U);
    expect_extent(objects[0].shapes[0], {0.5, -1, -0.25}, {1.5, 1, 0.25});
    expect_extent(objects[0].shapes[1], {-0.5, -1, -0.5}, {0.5, 1, 0.5}, 2e-3);
    EXPECT_EQ(objects[1].pose.translation(), Vector3d(0, 0, -1)) << "in a frame 1 above the scene's origin";
    expect_extent(objects[1].shapes[0], {0, 0, 3}, {1, 1, 3});
    EXPECT_EQ(objects[1].shapes[0].body->mesh().faces().size(), 2U);
    const auto poses = robot().poses(placed.start);
    EXPECT_TRUE(objects[2].pose.isApprox(poses[*robot().find_link("upper")], 1e-12));
    EXPECT_EQ(objects[3].pose.matrix(), Eigen::Matrix4d::Identity());
    EXPECT_EQ(placed.start[0], 0.5);

    const auto part = placed.robot.find_link("part");
    ASSERT_TRUE(part);
    EXPECT_EQ(placed.robot.joints()[*placed.robot.joint_above(*part)].origin.translation(), Vector3d(1, 0, 0));
    EXPECT_EQ(placed.robot.links()[*part].shapes[0].padding, 0.5);
    ASSERT_EQ(placed.left_out.size(), 1U);
    EXPECT_EQ(placed.left_out[0].a, "<octomap>");
    const auto allowed = [&](const std::string& a, const std::string& b) {
        for (const auto& pair : placed.scene.allowed) {
            if ((pair.a == a && pair.b == b) || (pair.a == b && pair.b == a)) return true;
        }
        return false;
    };
    EXPECT_TRUE(allowed("base", "upper"));
    EXPECT_TRUE(allowed("part", "can")) << "by default";
    EXPECT_TRUE(allowed("part", "base"));
    EXPECT_FALSE(allowed("part", "eye")) << "one of two defaults says no";
    EXPECT_FALSE(allowed("eye", "can"));
}

/// The world of a scene with one object.
std::string yaml_object(const std::string& members) { return "world:\n  collision_objects:\n    - id: a\n" + members; }

TEST(ParseSceneYaml, NamesTheLineAtFault)
{
    const auto fault = [](const std::string& text, std::size_t line, const std::string& says,
                          ErrorCode code = ErrorCode::malformed_file) {
        expect_error({.code = code, .line = line, .says = says}, [&] { (void)yaml(text); });
    };
    fault("", 1, "is not a planning scene");
    fault("{}", 1, "is empty");
    fault("name: a\nis_diff: true", 2, "is_diff is true");
    fault("name: a\n---\nname: b", 3, "a second document");
    fault("- 1", 1, "is not a planning scene");
    fault("world: 3", 1, "world is not a map");
    fault("world:\n  collision_objects:\n    a: 1", 3, "collision_objects is not a list");
    fault("world:\n  collision_objects:\n    - primitives: []", 3, "has no member 'id'");
    fault(yaml_object(""), 3, "has no primitives and no meshes");
    fault(yaml_object("      primitives: [{type: box}]"), 4, "has no member 'dimensions'");
    fault(yaml_object("      primitives:\n        - type: box\n          dimensions: [1, 2]"), 6,
          "has 2 elements, not 3");
    fault(yaml_object("      primitives: [{type: cone, dimensions: [1, 2]}]"), 4, "is 'cone', not box");
    fault(yaml_object("      primitives: [{type: sphere, dimensions: [-1]}]"), 4, "dimensions is wrong: a length");
    fault(yaml_object("      primitives: [{type: sphere, dimensions: [big]}]"), 4, "dimensions[0] is not a number");
    fault(yaml_object("      primitives: [{type: sphere, dimensions: [inf]}]"), 4, "is not finite",
          ErrorCode::not_finite);
    fault(yaml_object("      primitives: [{type: sphere, dimensions: [1]}]\n      primitive_poses: [{}, {}]"), 5,
          "has 2 elements for 1 primitives");
    fault(
        yaml_object("      primitives: [{type: sphere, dimensions: [1]}]\n      primitive_poses: [{position: [1, 2]}]"),
        5, "position has 2 elements, not 3");
    fault(yaml_object("      pose: {orientation: [0, 0, 0, 3]}\n      primitives: [{type: sphere, dimensions: [1]}]"),
          4, "is a quaternion of length 3", ErrorCode::not_a_rotation);
    fault(yaml_object("      planes: [{coef: [0, 0, 1, 0]}]"), 4, "planes are infinite");
    fault(yaml_object("      operation: remove"), 4, "operation is 'remove'");
    fault(yaml_object("      meshes: [{vertices: [[0, 0, 0]]}]"), 4, "has no triangles");
    fault(yaml_object("      meshes: [{vertices: [[0, 0, 0]], triangles: [[0, 1, 2]]}]"), 4, "is wrong",
          ErrorCode::index_out_of_range);
    fault(yaml_object("      meshes: [{triangles: [[0, 1, -2]]}]"), 4, "is not a natural number");
    fault(yaml_object("      meshes: [{resource: \"\"}]"), 4, "empty file name");
    fault(yaml_object("      meshes: [{resource: absent.stl}]"), 4, "absent.stl", ErrorCode::unreadable_file);
    fault("world:\n  octomap:\n    octomap: {data: [1]}", 3, "octomap");
    fault("allowed_collision_matrix:\n  entry_names: [a, b]\n  entry_values: [[true]]", 3, "has 1 elements, not 2");
    fault("allowed_collision_matrix:\n  entry_names: [a]\n  entry_values: [[maybe]]", 3, "neither true nor false");
    fault("allowed_collision_matrix:\n  entry_names: [a]", 2, "has names, but no entry_values");
    fault("fixed_frame_transforms:\n  - transform: {}", 2, "has no member 'child_frame_id'");
    fault("robot_state:\n  attached_collision_objects:\n    - link_name: tool", 3, "has no member 'object'");
    fault("world: &w {}\n", 1, "anchor");
}

/// The forms in which ROS prints scenes, with the lines between messages.
TEST(ParseSceneYaml, ReadsWhatRosPrints)
{
    const std::string world = R"(collision_objects:
- header:
    stamp:
      sec: 0
      nanosec: 0
    frame_id: base
  pose:
    position: {x: 0.0, y: 0.0, z: 2.0}
    orientation: {x: 0.0, y: 0.0, z: 0.0, w: 1.0}
  id: wall
  type: {key: '', db: ''}
  primitives:
  - type: 1
    dimensions:
    - 1.0
    - 1.0
    - 1.0
    polygon: {points: []}
  primitive_poses:
  - position: {x: 0.0, y: 0.0, z: 0.0}
    orientation: {x: 0.0, y: 0.0, z: 0.0, w: 1.0}
  meshes: []
  mesh_poses: []
  planes: []
  plane_poses: []
  subframe_names: []
  subframe_poses: []
  operation: "\0"
octomap:
  header: {frame_id: ''}
  octomap: {binary: false, id: '', resolution: 0.0, data: []}
)";
    const auto indented = [](const std::string& text) {
        std::string result = "  ";
        for (const char c : text) result += c == '\n' ? std::string("\n  ") : std::string(1, c);
        return result + "\n";
    };
    const std::string scene =
        "name: (noname)+\nrobot_model_name: small\nworld:\n" + indented(world) + "is_diff: false\n";
    for (const std::string& text : {scene, world, "scene:\n" + indented(scene)}) {
        for (const std::string& printed : {text, "---\n" + text, text + "---\n", "---\n" + text + "---\n---\n"}) {
            const PlanningScene read = yaml(printed);
            ASSERT_EQ(read.objects.size(), 1U) << printed;
            EXPECT_EQ(read.objects[0].object.name, "wall");
            EXPECT_EQ(read.objects[0].object.pose.translation(), Vector3d(0, 0, 2));
            EXPECT_TRUE(read.notes.empty());
        }
    }
}

/// What is not a form of the message must not be read as an empty scene.
TEST(ParseSceneYaml, RefusesWhatIsNoScene)
{
    const std::string objects =
        "  collision_objects:\n    - {id: a, primitives: [{type: box, dimensions: [1, 1, 1]}]}\n";
    const auto fault = [](const std::string& text, std::size_t line, const std::string& says) {
        expect_error({.line = line, .says = says}, [&] { (void)yaml(text); });
    };
    fault("name: a\nwrold:\n" + objects, 2, "'wrold'; known are name, robot_state");
    fault("World:\n" + objects, 1, "'World'");
    fault("planning_scene:\n  world:\n", 1, "'planning_scene'");
    fault("foo: 1", 1, "'foo'");
    fault("world:\n  collision_object: []\n", 2, "'collision_object'; known are collision_objects and octomap");
    fault("world:\n  collision_objects:\n    - id: a\n      primitive: []\n", 4, "'primitive'");
    fault("group_name: arm\ngoal_constraints: []\n", 1, "'group_name'");
    fault("robot_state:\n  joint_state:\n    name: [elbow, elbow]\n    position: [1, 2]\n", 3, "'elbow' again");
    fault("fixed_frame_transforms:\n  - child_frame_id: a\n  - child_frame_id: a\n", 3, "'a' again");
    fault("allowed_collision_matrix:\n  entry_names: [a, a]\n  entry_values: [[true, true], [true, true]]\n", 2,
          "'a' again");
}

TEST(ParseSceneYaml, NotesWhatItDoesNotApply)
{
    const PlanningScene read = yaml(
        "link_padding:\n  - {link_name: base, padding: 0.01}\n  - {link_name: upper, padding: 0}\n"
        "link_scale:\n  - {link_name: base, scale: 1}\nworld:\n  collision_objects:\n"
        "    - id: a\n      pose: {orientation: [0, 0, 0, 0.9]}\n      primitives: [{type: sphere, dimensions: "
        "[1]}]\n");
    ASSERT_EQ(read.notes.size(), 2U);
    EXPECT_NE(read.notes[0].text().find("scene.yaml:2: link_padding of 1 link is not applied"), std::string::npos)
        << read.notes[0].text();
    EXPECT_NE(read.notes[1].text().find("scene.yaml:9: world.collision_objects[0].pose.orientation is"),
              std::string::npos)
        << read.notes[1].text();
    EXPECT_EQ(read.objects[0].object.pose.linear(), Eigen::Matrix3d::Identity());
}

}  // namespace
}  // namespace tocca::planning_scene_yaml_test
