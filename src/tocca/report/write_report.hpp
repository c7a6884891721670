// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "tocca/answer/answer.hpp"
#include "tocca/report/recorded_motion.hpp"
#include "tocca/report/report_options.hpp"
#include "tocca/scene/scene.hpp"

namespace tocca {

/// Writes a page that shows the step of a scene, the answer and the contacts. A browser opens it; it needs no other file.
///
///     tocca::write_report(scene, tocca::all_contacts(scene), "report.html");
///
/// Throws: Error (unwritable_file) if the file cannot be written, which leaves it as it was, and if the library was built
///         without the page.
/// Cost:   about a second for 100,000 triangles.
void write_report(const Scene& scene, const Answers& answers, const std::filesystem::path& file,
                  const ReportOptions& options = {});
/// The same with the first contact alone.
void write_report(const Scene& scene, const Answer& answer, const std::filesystem::path& file,
                  const ReportOptions& options = {});
/// A page of all steps of a recording, as SceneRecorder makes one.
///
/// Throws: also std::invalid_argument for a recording that breaks a rule.
void write_report(const RecordedMotion& motion, const std::filesystem::path& file, const ReportOptions& options = {});

/// The page as text.
[[nodiscard]] std::string report_page(const RecordedMotion& motion, const ReportOptions& options = {});

}  // namespace tocca
