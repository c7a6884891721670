// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tocca/report/recorded_motion.hpp"
#include "tocca/report/report_options.hpp"

namespace tocca {

/// A line that a report shows as it is.
struct ReportFact {
    std::string name;
    std::string value;
};

/// What a report says beside the motion.
struct ReportFacts {
    std::string kind;          ///< "mesh", "rigid", "robot" or "check"
    std::string command = {};  ///< as typed, if there was one
    std::vector<ReportFact> settings = {};
    std::vector<ReportFact> statistics = {};
    bool complete = true;             ///< whether the recording has all requested steps; false after an interrupt
    bool start_assumed_free = false;  ///< crossings at the start were not looked for, as the caller said
    std::string answers = {};         ///< JSON, as --json writes it
};

/// The line of a page that is replaced by the data of the report.
inline constexpr std::string_view report_place = "<!--tocca-report-->";

/// A page that shows a recording and needs no other file: docs/report_format.md.
///
/// Guarantee: the same bytes for any number of threads.
/// Assumes:   answers that are JSON.
/// Throws:    std::invalid_argument for a recording that breaks a rule and for a page without the line.
/// Cost:      about a second for 100,000 triangles with as many contacts.
[[nodiscard]] std::string html_report(const RecordedMotion& motion, const ReportFacts& facts, std::string_view page,
                                      const ReportOptions& options = {});

}  // namespace tocca
