// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tocca::support {

/// An arm with every kind of joint and shape but meshes.
inline constexpr std::string_view arm_urdf = R"(<?xml version="1.0" encoding="utf-8"?>
<!-- an arm -->
<robot name="arm">
  <link name="world"/>
  <link name="base">
    <inertial><mass value="not read"/></inertial>
    <visual><geometry><mesh filename="package://nowhere/missing.dae"/></geometry></visual>
    <collision>
      <origin xyz="0 0 0.5" rpy="0 0 0"/>
      <geometry><box size="1 2 1"/></geometry>
    </collision>
    <collision name="second">
      <origin xyz="0 0 1.25"/>
      <geometry><sphere radius="0.25"/></geometry>
    </collision>
  </link>
  <joint name="fix" type="fixed">
    <parent link="world"/><child link="base"/>
    <axis xyz="0 0 0"/>
  </joint>
  <link name="upper">
    <collision>
      <origin rpy="1.5707963267948966 0 0"/>
      <geometry><cylinder radius="0.1" length="2"/></geometry>
    </collision>
  </link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0.5 -0.25 1.5" rpy="0.1 -0.2 0.3"/>
    <parent link="base"/>
    <child link="upper"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="2.5" effort="10" velocity="1"/>
    <dynamics damping="0.5"/>
  </joint>
  <link name="lower">
    <collision><geometry><capsule radius="0.125" length="1.5"/></geometry></collision>
  </link>
  <joint name="elbow" type="continuous">
    <origin xyz="0 0 2"/>
    <parent link="upper"/>
    <child link="lower"/>
    <axis xyz="0 0 3"/>
  </joint>
  <link name="slide"/>
  <joint name="slider" type="prismatic">
    <parent link="lower"/>
    <child link="slide"/>
    <limit lower="0" upper="0.04" effort="1" velocity="1"/>
  </joint>
  <link name="slide2"/>
  <joint name="slider2" type="prismatic">
    <parent link="lower"/>
    <child link="slide2"/>
    <limit upper="0.04" effort="1" velocity="1"/>
    <mimic joint="slider" multiplier="-1" offset="0.125"/>
  </joint>
  <link name="cart"/>
  <joint name="plane" type="planar"><parent link="world"/><child link="cart"/><axis xyz="0 0 1"/></joint>
  <link name="bird"/>
  <joint name="air" type="floating"><parent link="world"/><child link="bird"/></joint>
  <transmission name="t">
    <type>SimpleTransmission</type>
    <joint name="shoulder"><hardwareInterface>EffortJointInterface</hardwareInterface></joint>
  </transmission>
  <gazebo reference="base"><joint name="shoulder" type="nothing"/></gazebo>
  <material name="red"><color rgba="1 0 0 1"/></material>
</robot>
)";

/// What goes with it.
inline constexpr std::string_view arm_srdf = R"(<?xml version="1.0"?>
<robot name="arm">
  <group name="arm">
    <chain base_link="base" tip_link="lower"/>
  </group>
  <group name="hand">
    <joint name="slider"/>
    <link name="slide2"/>
    <passive_joint name="slider2"/>
  </group>
  <group name="all">
    <group name="arm"/>
    <group name="hand"/>
    <joint name="world_joint"/>
  </group>
  <group_state name="home" group="arm">
    <joint name="shoulder" value="0.5"/>
    <joint name="elbow" value="-1"/>
    <joint name="world_joint" value="1 2 0.5"/>
  </group_state>
  <group_state name="away" group="all">
    <joint name="air" value="1 2 3 0 0 0 1"/>
    <joint name="slider2" value="0.25"/>
  </group_state>
  <end_effector name="hand" parent_link="lower" group="hand"/>
  <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="world"/>
  <passive_joint name="slider2"/>
  <disable_collisions link1="base" link2="lower" reason="Never"/>
  <disable_collisions link1="slide" link2="slide2"/>
  <disable_collisions link1="slide" link2="camera" reason="Never"/>
  <rotor_params><joint name="shoulder" mass="1"/></rotor_params>
</robot>
)";

}  // namespace tocca::support
