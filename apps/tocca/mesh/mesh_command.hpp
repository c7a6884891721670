// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "apps/tocca/mesh/mesh_question.hpp"
#include "apps/tocca/output/recording_files.hpp"
#include "apps/tocca/terminal/cli_forward.hpp"

namespace tocca::app {

/// `tocca mesh`: whether, when and where deforming meshes touch from frame to frame.
struct MeshCommand {
    std::vector<std::string> frames = {};   ///< files, patterns and folders: the frames of one object,
    std::vector<std::string> objects = {};  ///< of one more object each,
    std::string scene = {};                 ///< or a generated scene, NAME or NAME:SIZE
    std::string topology = {};              ///< the mesh whose faces the frames have
    std::size_t gltf_frames = 0;            ///< of glTF files; 0: as many as the library takes
    std::string animation = {};             ///< of glTF files; empty: the first
    std::vector<Verb> verbs = {};           ///< one, or none for the usual one
    bool self = true;
    bool components = false;
    bool topology_changes = false;
    bool start_intersections = false;
    bool assume_start_free = false;
    std::optional<double> clearance = {};            ///< in units of length
    std::optional<double> keep = {};                 ///< of the distance beyond the clearance, by a safe step
    std::optional<double> reach = {};                ///< as far as that is kept, in units of length
    double tolerance = 1e-9;                         ///< of the time of contact, a fraction of the step
    std::optional<std::uint64_t> max_contacts = {};  ///< of a step that are listed
    int threads = 0;                                 ///< 0: all available
    std::string target = {};                         ///< SIMD target; empty: the best
    std::string json_file = {};
    std::string contacts_file = {};
    std::string intersections_file = {};
    std::string stats_file = {};
    RecordingFiles recording = {};
};

/// Declares the command; its values go to `command` when the arguments are parsed.
CLI::App* add_mesh(CLI::App& app, MeshCommand& command);

/// Runs the command and gives its exit code.
[[nodiscard]] int run_mesh(const MeshCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
