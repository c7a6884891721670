// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/planning_scene.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "io/expect_error.hpp"
#include "io/published_data.hpp"
#include "io/small_robot.hpp"
#include "io/temporary_folder.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"
#include "tocca/io/robot_file.hpp"

namespace tocca {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using support::expect_error;

const Robot& robot()
{
    static const Robot made = support::small_robot();
    return made;
}

PlanningScene json(const std::string& text) { return parse_scene_json(text, "scene.json"); }
PlanningScene yaml(const std::string& text) { return parse_scene_yaml(text, "scene.yaml"); }

/// A scene with these members beside the schema.
std::string scene(const std::string& members) { return R"({"schema":"tocca.robot-scene/1",)" + members + "}"; }
/// A scene of one object with these members.
std::string object(const std::string& members) { return scene(R"("objects":[{"name":"a",)" + members + "}]"); }

/// The corners of a box that holds a shape without its padding.
std::pair<Vector3d, Vector3d> extent(const RobotShape& shape)
{
    Vector3d low = Vector3d::Constant(HUGE_VAL), high = -low;
    for (const Point& p : shape.body->mesh().positions()) {
        low = low.cwiseMin(Vector3d(p[0], p[1], p[2]));
        high = high.cwiseMax(Vector3d(p[0], p[1], p[2]));
    }
    return {low, high};
}

void expect_extent(const RobotShape& shape, const Vector3d& low, const Vector3d& high, double within = 1e-12)
{
    const auto found = extent(shape);
    EXPECT_LE((found.first - low).norm(), within) << found.first.transpose();
    EXPECT_LE((found.second - high).norm(), within) << found.second.transpose();
}

const std::string good_json = R"({
  "schema": "tocca.robot-scene/1",
  "name": "kitchen",
  "objects": [
    {"name": "table", "pose": "1,0,0.5", "shape": "box:2,1,0.1"},
    {"name": "lamp", "pose": [[0,-1,0,4],[1,0,0,5],[0,0,1,6],[0,0,0,1]], "frame": "upper",
     "shapes": [{"shape": "sphere:0.25", "pose": "0,0,1"}, {"shape": "cylinder:0.5,2"},
                {"shape": "capsule:0.5,2"}, {"shape": "torus:1,0.25", "pose": "0,0,0,90,0,0deg"}]}],
  "attached": [{"name": "part", "link": "tool", "pose": "0,0,0.1", "shape": "box:1,1,1", "touch_links": ["lower", "finger"]}],
  "allowed": [["table", "base"], {"a": "lamp", "b": "part", "reason": "far"}],
  "start": {"shoulder": 0.5, "ball": [0, 0, 1, 0]}
})";

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
    fault(object(R"("pose":"0,0,0")"), "objects[0] has not one of 'mesh' and 'shape'");
    fault(object(R"("shape":"box:1,1,1","mesh":"a.obj")"), "has not one of");
    fault(object(R"("shape":"box:1,1")"), "objects[0].shape is wrong: 'box:1,1' has 2 lengths");
    fault(object(R"("shape":"box:1,1,-1")"), "is not a number above 0");
    fault(object(R"("shape":"box:1,1,1","solid":true)"), "has 'solid', which goes with 'mesh'");
    fault(object(R"("mesh":"")"), "objects[0].mesh is the name of no file");
    fault(object(R"("shape":"box:1,1,1","colour":"red")"), "has an unknown member 'colour'");
    fault(object(R"("shapes":[])"), "objects[0].shapes is empty");
    fault(object(R"("shapes":[{"shape":"box:1,1,1","name":"b"}])"),
          "objects[0].shapes[0] has an unknown member 'name'");
    fault(object(R"("shapes":[{"shape":"box:1,1,1"}],"mesh":"a.obj")"), "has both 'shapes' and 'mesh'");
    fault(object(R"("shape":"box:1,1,1","pose":"1,2,x")"), "objects[0].pose is no pose: number 3");
    fault(object(R"("shape":"box:1,1,1","pose":[1,2,3])"), "objects[0].pose has 3 elements, not 4");
    fault(object(R"("shape":"box:1,1,1","pose":3)"), "neither a text nor the four rows");
    fault(object(R"("shape":"box:1,1,1","pose":[[2,0,0,0],[0,2,0,0],[0,0,2,0],[0,0,0,1]])"), "objects[0].pose is wrong",
          ErrorCode::not_a_rotation);
    fault(scene(R"("attached":[{"name":"a","shape":"box:1,1,1"}])"), "attached[0] has no member 'link'");
    fault(scene(R"("attached":[{"name":"a","link":"b","shape":"box:1,1,1","touch_links":"c"}])"),
          "attached[0].touch_links is not an array");
    fault(scene(R"("allowed":[["a"]])"), "allowed[0] has 1 elements, not 2");
    fault(scene(R"("allowed":[{"a":"x"}])"), "allowed[0] has no member 'b'");
    fault(scene(R"("start":[1])"), "start is not an object");
    fault(scene(R"("start":{"elbow":"x"})"), "start.elbow is not a number");
}

TEST(PlaceRobot, NamesWhatTheRobotLacks)
{
    const auto fault = [](const std::string& members, const std::string& says) {
        expect_error({.code = ErrorCode::malformed_robot, .line = 1, .says = says},
                     [&] { (void)place_robot(robot(), json(scene(members))); });
    };
    fault(R"("objects":[{"name":"a","shape":"box:1,1,1","frame":"world"}])", "the frame 'world' is no link");
    fault(R"("objects":[{"name":"a","shape":"box:1,1,1"},{"name":"a","shape":"box:1,1,1"}])", "two objects named 'a'");
    fault(R"("objects":[{"name":"tool","shape":"box:1,1,1"}])", "'tool' has the name of a link");
    fault(R"("attached":[{"name":"a","link":"hand","shape":"box:1,1,1"}])", "the link 'hand' is no link");
    fault(R"("attached":[{"name":"a","link":"tool","shape":"box:1,1,1","touch_links":["x"]}])", "the touch link 'x'");
    fault(R"("attached":[{"name":"tool","link":"tool","shape":"box:1,1,1"}])", "scene.json:1: ");
    fault(R"("allowed":[["base","ghost"]])", "names 'ghost', which is neither");
    fault(R"("start":{"wrist":1})", "has no joint 'wrist'");
    fault(R"("start":{"elbow":[1,2]})", "has 1 values, but 2 are given");
}

const std::string good_yaml = R"(name: ""
robot_model_name: small
fixed_frame_transforms:
  - child_frame_id: world
    transform: {translation: [0, 0, 1], rotation: [0, 0, 0, 1]}
robot_state:
  joint_state: {name: [shoulder, grip], position: [0.5, 3]}
  multi_dof_joint_state:
    joint_names: [virtual_joint]
    transforms: [{translation: [0, 0, 2], rotation: [0, 0, 0, 1]}]
  attached_collision_objects:
    - link_name: tool
      object:
        id: part
        header: {frame_id: tool}
        pose: {position: {x: 1, y: 0, z: 0}, orientation: {x: 0, y: 0, z: 0, w: 0}}
        primitives: [{type: 2, dimensions: [0.5]}]
      touch_links: [finger]
allowed_collision_matrix:
  entry_names: [base, upper, "<octomap>"]
  entry_values:
    - [false, true, true]
    - {enabled: [true, false, false]}
    - [true, false, false]
  default_entry_names: [part, eye]
  default_entry_values: [true, false]
world:
  octomap: {header: {frame_id: world}, octomap: {data: []}}
  collision_objects:
    - id: shelf
      primitives:
        - type: box
          dimensions: [1, 2, 0.5]
        - {type: cylinder, dimensions: [2, 0.5]}
      primitive_poses:
        - position: [1, 0, 0]
          orientation: [0, 0, 0, 1]
        - position: [0, 0, 0]
          orientation: [0.7071067811865475, 0, 0, 0.7071067811865476]
    - id: can
      header: {frame_id: /world}
      operation: add
      meshes:
        - vertices: [[0, 0, 0], [1, 0, 0], {x: 0, y: 1, z: 0}]
          triangles: [[0, 1, 2], {vertex_indices: [0, 2, 1]}]
      mesh_poses: [{position: [0, 0, 3]}]
    - {id: rod, header: {frame_id: upper}, primitives: [{type: sphere, dimensions: [1]}]}
    - {id: mat, header: {frame_id: base}, primitives: [{type: sphere, dimensions: [1]}]}
)";

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

TEST(PlaceRobot, TakesTheStateThatOverrules)
{
    Isometry3d pose = Isometry3d::Identity();
    pose.translation() = Vector3d(0, 0, 5);
    const RobotInScene placed =
        place_robot(robot(), yaml(good_yaml), {.joints = {{"elbow", {1}}}, .placements = {{"virtual_joint", pose}}});
    EXPECT_EQ(placed.start[0], 0.5);
    EXPECT_EQ(placed.start[1], 1.0);
    EXPECT_EQ(placed.scene.objects[0].pose.translation(), Vector3d(0, 0, -5));
}

TEST(PlaceRobot, PlacesWhatIsHeldInTheFrameOfAnotherLink)
{
    std::string text = good_yaml;
    text.replace(text.find("frame_id: tool"), 14, "frame_id: base");
    const RobotInScene placed = place_robot(robot(), yaml(text));
    const auto poses = placed.robot.poses(placed.start);
    EXPECT_TRUE(poses[*placed.robot.find_link("part")].translation().isApprox(Vector3d(1, 0, 0), 1e-12));
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
    fault(yaml_object("      primitives: [{type: sphere, dimensions: [big]}]"), 4, "dimensions[0] is no number");
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
    fault(yaml_object("      meshes: [{resource: \"\"}]"), 4, "name of no file");
    fault(yaml_object("      meshes: [{resource: absent.stl}]"), 4, "absent.stl", ErrorCode::unreadable_file);
    fault("world:\n  octomap:\n    octomap: {data: [1]}", 3, "octomap, which is not read");
    fault("allowed_collision_matrix:\n  entry_names: [a, b]\n  entry_values: [[true]]", 3, "has 1 elements, not 2");
    fault("allowed_collision_matrix:\n  entry_names: [a]\n  entry_values: [[maybe]]", 3, "neither true nor false");
    fault("allowed_collision_matrix:\n  entry_names: [a]", 2, "has names, but no entry_values");
    fault("fixed_frame_transforms:\n  - transform: {}", 2, "has no member 'child_frame_id'");
    fault("robot_state:\n  attached_collision_objects:\n    - link_name: tool", 3, "has no member 'object'");
    fault("world: &w {}\n", 1, "anchor");
}

TEST(LoadScene, TellsTheFormatByNameOrContent)
{
    const support::TemporaryFolder folder;
    EXPECT_EQ(load_scene(folder.write("a.json", good_json)).objects.size(), 2U);
    EXPECT_EQ(load_scene(folder.write("a.yaml", good_yaml)).objects.size(), 4U);
    EXPECT_EQ(load_scene(folder.write("a.yml", good_yaml)).objects.size(), 4U);
    EXPECT_EQ(load_scene(folder.write("a.scene", " \n" + good_json)).objects.size(), 2U);
    EXPECT_EQ(load_scene(folder.write("b.scene", good_yaml)).objects.size(), 4U);
    EXPECT_EQ(load_scene(folder.write("c.yaml", "{world: {collision_objects: []}}")).objects.size(), 0U);
    expect_error({.code = ErrorCode::unreadable_file, .says = "absent.json"},
                 [&] { (void)load_scene(folder.path() / "absent.json"); });
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
    EXPECT_NE(read.notes[1].text().find("scene.yaml:9: orientation is a quaternion of length 0.9"), std::string::npos)
        << read.notes[1].text();
    EXPECT_EQ(read.objects[0].object.pose.linear(), Eigen::Matrix3d::Identity());
}

/// A robot that is read without its wheels still has the problems of the whole one.
TEST(PlaceRobot, PassesOverJointsOfTheStateThatTheRobotLacks)
{
    const std::string state = "robot_state:\n  joint_state:\n    name: [l_wheel, shoulder, r_wheel]\n";
    const RobotInScene placed = place_robot(robot(), yaml(state + "    position: [1, 0.5, 1]\n"));
    EXPECT_EQ(placed.start[0], 0.5);
    ASSERT_EQ(placed.notes.size(), 1U);
    EXPECT_EQ(placed.notes[0].place.line, 3U);
    EXPECT_NE(placed.notes[0].sentence.find("'l_wheel', 'r_wheel'"), std::string::npos) << placed.notes[0].sentence;
    expect_error({.code = ErrorCode::malformed_robot, .line = 3, .says = "has no joint 'wheel', nor any other"}, [] {
        (void)place_robot(robot(),
                          yaml("robot_state:\n  joint_state:\n    name: [wheel, rotor]\n    position: [1, 1]"));
    });
}

/// Damaged text is refused with an Error or read: nothing else.
TEST(LoadScene, SurvivesDamagedText)
{
    support::Random random(77);
    for (std::size_t i = 0; i < support::effort(1000); ++i) {
        const bool of_json = i % 2 == 0;
        std::string text = of_json ? good_json : good_yaml;
        for (int edits = random.between(1, 3); edits > 0; --edits) {
            char& byte = text[random.below(text.size())];
            byte = random.chance(0.5)
                       ? random.pick({'[', ']', '{', '}', ':', '-', '\n', ' ', '&', '*', '!', '"', '1', '9', ','})
                       : static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << random.below(8)));
        }
        if (random.chance(0.2)) text.resize(random.below(text.size()));
        try {
            const RobotInScene placed = place_robot(robot(), of_json ? json(text) : yaml(text));
            EXPECT_TRUE(placed.start.allFinite());
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("scene."), std::string::npos) << error.what();
        }
    }
}

/// The problems of MotionBenchMaker, where they are at hand; ReadsAScene covers the same without them.
TEST(LoadScene, ReadsThePublishedOnes)
{
    const auto data = support::published_data("robots/mbm_panda/problems");
    if (!data) GTEST_SKIP() << support::without_data("robots/mbm_panda/problems");
    const Robot panda = load_robot(data->parent_path() / "panda.urdf", {.srdf = (data->parent_path() / "panda.srdf")});
    std::size_t scenes = 0, objects = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(*data)) {
        if (!entry.path().filename().string().starts_with("scene")) continue;
        const RobotInScene placed = place_robot(panda, load_scene(entry.path()));
        EXPECT_TRUE(placed.left_out.empty());
        ++scenes;
        objects += placed.scene.objects.size();
    }
    EXPECT_EQ(scenes, 70U);
    EXPECT_EQ(objects, 820U);
}

}  // namespace
}  // namespace tocca
