// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/command_folder.hpp"

namespace tocca::support {

/// An arm in the plane: two rods of length 1 and thickness 0.1 on a post, the second 1.2 from the first, and a fin at the
/// end of the second, a mesh.
inline const std::string arm_urdf = R"(<?xml version="1.0"?>
<robot name="arm">
  <link name="base"><collision><origin xyz="0 0 -0.5"/><geometry><cylinder radius="0.05" length="0.4"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision></link>
  <link name="fin"><collision><geometry><mesh filename="fin.obj" scale="1 1 0.5"/></geometry></collision></link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/>
  </joint>
  <joint name="elbow" type="continuous">
    <parent link="upper"/><child link="lower"/><origin xyz="1.2 0 0"/><axis xyz="0 0 1"/>
  </joint>
  <joint name="tip" type="fixed">
    <parent link="lower"/><child link="fin"/><origin xyz="1 0 0" rpy="0 0 0"/>
  </joint>
</robot>
)";

inline const std::string fin_obj = "v 0 0 -0.1\nv 0.1 0 0\nv 0 0 0.1\nf 1 2 3\n";

inline const std::string arm_srdf = R"(<?xml version="1.0"?>
<robot name="arm">
  <group name="all"><chain base_link="base" tip_link="fin"/></group>
  <disable_collisions link1="fin" link2="upper" reason="Never"/>
  <disable_collisions link1="fin" link2="ghost" reason="Never"/>
</robot>
)";

/// Beyond the end of the outstretched arm there is a wall, and a ball above the first rod.
inline const std::string arm_scene = R"({"schema": "tocca.robot-scene/1",
 "objects": [{"name": "ball", "shape": "sphere:0.1", "pose": "0,0.8,0"},
             {"name": "wall", "pose": "3,0,0", "shapes": [{"shape": "box:0.1,1,1"}, {"shape": "box:0.1,1,1", "pose": "0,0,2"}]}],
 "attached": [{"name": "part", "link": "fin", "pose": "0.1,0,0", "shape": "box:0.02,0.02,0.02", "touch_links": ["upper"]}],
 "allowed": [["base", "wall"]],
 "start": {"elbow": 0.0}}
)";

inline const std::string arm_scene_yaml = R"(name: ""
robot_state:
  joint_state: {name: [elbow], position: [0]}
allowed_collision_matrix:
  entry_names: [base, upper]
  entry_values:
    - [false, true]
    - [true, false]
world:
  collision_objects:
    - id: ball
      primitives:
        - type: sphere
          dimensions: [0.1]
      primitive_poses:
        - position: [0, 0.8, 0]
          orientation: [0, 0, 0, 1]
    - id: post
      primitives:
        - {type: cylinder, dimensions: [1, 0.05]}
      primitive_poses:
        - {position: [-2, 0, 0], orientation: [0, 0, 0, 1]}
)";

inline const std::string arm_request = R"(start_state:
  joint_state:
    name: [shoulder, elbow]
    position: [0, 0]
goal_constraints:
  - joint_constraints:
      - joint_name: shoulder
        position: 1.5707963267948966
group_name: all
)";

inline const std::string arm_path = "shoulder,elbow\n0,0\n0.5,0.5\n1.5,-0.5\n";

/// A folder with the files above.
class RobotCommandTest : public CommandFolder {
protected:
    RobotCommandTest()
    {
        write("arm.urdf", arm_urdf);
        write("fin.obj", fin_obj);
    }

    /// Runs `tocca robot` with these arguments.
    [[nodiscard]] static Ran robot(std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(), "robot");
        return run_command(arguments);
    }

    /// Runs `tocca robot arm.urdf` with these arguments.
    [[nodiscard]] Ran arm(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), path("arm.urdf"));
        return robot(arguments);
    }

    /// Runs `tocca robot arm.urdf`, expects the code, and gives what --json wrote.
    [[nodiscard]] nlohmann::json report(const std::vector<std::string>& arguments, int code) const
    {
        return report_of([this](const std::vector<std::string>& with) { return arm(with); }, arguments, code);
    }

    /// The same for a path of these waypoints of shoulder and elbow.
    [[nodiscard]] nlohmann::json edges(const std::string& rows, std::vector<std::string> arguments, int code) const
    {
        arguments.insert(arguments.end(), {"--path", write("path.csv", "shoulder,elbow\n" + rows)});
        return report(arguments, code)["edges"];
    }
};

}  // namespace tocca::support
