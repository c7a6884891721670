// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/tocca/terminal/cli_forward.hpp"
#include "tocca/io/whole_file.hpp"
#include "tocca/report/html_report.hpp"
#include "tocca/report/recorded_motion.hpp"

namespace tocca::app {

/// Files that show the motion of a command; an empty name means that a file is not wanted.
struct RecordingFiles {
    std::string report = {};
    std::string png = {};
    std::string pose = {};
    std::string gltf = {};
    std::string contacts = {};  ///< written from the recording
    std::string command = {};   ///< as it was typed

    /// Whether any is wanted.
    [[nodiscard]] bool any() const;
    /// All names, for check_outputs.
    [[nodiscard]] std::vector<std::string> names() const;
};

/// Declares --report, --png, --pose and --gltf.
void add_recording_options(CLI::App& app, RecordingFiles& files);

/// Declares --contacts for commands whose contacts are written from the recording.
void add_recorded_contacts_option(CLI::App& app, RecordingFiles& files);

/// Refuses names of formats that cannot be written, and a report where there is no page to show it.
///
/// Throws: std::invalid_argument.
void check(const RecordingFiles& files);

/// Whether contacts are written from the recording in this format: .json and .vtk.
[[nodiscard]] bool is_recorded_contact_format(const std::string& file);

/// The files that show a motion, made before the work begins and committed after it.
class RecordingOutput {
public:
    /// Throws: as check; Error (unwritable_file).
    explicit RecordingOutput(const RecordingFiles& files);

    void write(const RecordedMotion& motion, const ReportFacts& facts, int threads);
    void commit();

    /// What was written, in a line for the user; empty if there is no report.
    [[nodiscard]] std::string text() const;

private:
    RecordingFiles files_;
    std::optional<WholeFile> report_, png_, gltf_, contacts_;
    std::size_t report_bytes_ = 0;
};

/// A command line as it would be typed in a shell.
[[nodiscard]] std::string command_text(int argc, const char* const* argv);

}  // namespace tocca::app
