// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "io/small_robot.hpp"
#include "tocca/io/planning_scene.hpp"

/// Scenes in both formats, and a robot to put into them.
namespace tocca::support {

inline PlanningScene json(const std::string& text) { return parse_scene_json(text, "scene.json"); }
inline PlanningScene yaml(const std::string& text) { return parse_scene_yaml(text, "scene.yaml"); }

/// A scene with these members beside the schema.
inline std::string scene(const std::string& members) { return R"({"schema":"tocca.robot-scene/1",)" + members + "}"; }
/// A scene of one object with these members.
inline std::string object(const std::string& members) { return scene(R"("objects":[{"name":"a",)" + members + "}]"); }

/// The corners of a box that holds a shape without its padding.
inline std::pair<Eigen::Vector3d, Eigen::Vector3d> extent(const RobotShape& shape)
{
    Eigen::Vector3d low = Eigen::Vector3d::Constant(HUGE_VAL), high = -low;
    for (const Point& p : shape.body->mesh().positions()) {
        low = low.cwiseMin(Eigen::Vector3d(p[0], p[1], p[2]));
        high = high.cwiseMax(Eigen::Vector3d(p[0], p[1], p[2]));
    }
    return {low, high};
}

inline void expect_extent(const RobotShape& shape, const Eigen::Vector3d& low, const Eigen::Vector3d& high,
                          double within = 1e-12)
{
    const auto found = extent(shape);
    EXPECT_LE((found.first - low).norm(), within) << found.first.transpose();
    EXPECT_LE((found.second - high).norm(), within) << found.second.transpose();
}

inline const std::string good_json = R"({
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

inline const std::string good_yaml = R"(name: ""
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

}  // namespace tocca::support
