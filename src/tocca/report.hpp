// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Steps of scenes with their answers as pages, pictures and exports.
///
///     tocca::write_report(scene, tocca::all_contacts(scene), "report.html");
///
/// SceneRecorder records many steps; from what it has recorded report_page, png_of, glb_of, contacts_csv, contacts_jsonl,
/// contacts_vtk and pose_at make the rest.
#include "tocca/report/contact_lines.hpp"
#include "tocca/report/contacts_vtk.hpp"
#include "tocca/report/gltf_file.hpp"
#include "tocca/report/picture.hpp"
#include "tocca/report/pose_mesh.hpp"
#include "tocca/report/recorded_motion.hpp"
#include "tocca/report/report_options.hpp"
#include "tocca/report/scene_recorder.hpp"
#include "tocca/report/write_report.hpp"
#include "tocca/tocca.hpp"
