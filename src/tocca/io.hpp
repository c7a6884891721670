// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Files: meshes, sequences of frames, scenes, robots with their surroundings, poses and paths.
#include "tocca/io/joint_path.hpp"
#include "tocca/io/load_mesh.hpp"
#include "tocca/io/load_robot.hpp"
#include "tocca/io/mesh_file.hpp"
#include "tocca/io/planning_request.hpp"
#include "tocca/io/planning_scene.hpp"
#include "tocca/io/pose_file.hpp"
#include "tocca/io/read_limits.hpp"
#include "tocca/io/read_options.hpp"
#include "tocca/io/scene_file.hpp"
#include "tocca/io/sequence.hpp"
#include "tocca/io/write_mesh.hpp"
#include "tocca/tocca.hpp"
