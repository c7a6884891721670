// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Motions and their answers recorded for reports, pictures and exports.
#include "tocca/io.hpp"
#include "tocca/report/contact_lines.hpp"
#include "tocca/report/contacts_vtk.hpp"
#include "tocca/report/gltf_file.hpp"
#include "tocca/report/html_report.hpp"
#include "tocca/report/mesh_recorder.hpp"
#include "tocca/report/picture.hpp"
#include "tocca/report/png_file.hpp"
#include "tocca/report/pose_mesh.hpp"
#include "tocca/report/pose_recorder.hpp"
#include "tocca/report/recorded_motion.hpp"
#include "tocca/report/robot_recorder.hpp"
#include "tocca/report/scene_recorder.hpp"
