// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tocca/report/recorded_motion.hpp"
#include "tocca/report/report_options.hpp"

namespace tocca {

/// What of a recording goes into a report.
struct ReportSelection {
    std::vector<std::size_t> keys;       ///< increasing
    std::vector<std::size_t> contacts;   ///< increasing
    std::vector<std::string> sentences;  ///< about what is left out; none if nothing is
};

/// Chooses what goes into a report: all, where it is within the limits of the options.
///
/// Guarantee: of each step the first contact stays; so do the first and the last key of each body and of each cut. Other
///            keys are left out evenly: those of steps without contact, and only if these are not enough, any.
/// Assumes:   check(motion) passes.
[[nodiscard]] ReportSelection select_for_report(const RecordedMotion& motion, const ReportOptions& options);

}  // namespace tocca
