// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tocca/report/recorded_motion.hpp"

namespace tocca {

/// How much of a recording a report holds.
struct ReportLimits {
    std::size_t most_contacts = 200'000;
    /// Bytes of positions and poses before they are compressed, which halves them or better.
    std::size_t most_position_bytes = std::size_t{60} << 20U;
};

/// What of a recording goes into a report.
struct ReportSelection {
    std::vector<std::size_t> keys;       ///< increasing
    std::vector<std::size_t> contacts;   ///< increasing
    std::vector<std::string> sentences;  ///< about what is left out; none if nothing is
};

/// Chooses what goes into a report: all, where it is within the limits.
///
/// Guarantee: of each step the first contact stays; so do the first and the last key of each body and of each cut. Other
///            keys are left out evenly: those of steps without contact, and only if these are not enough, any.
/// Assumes:   check(motion) passes.
[[nodiscard]] ReportSelection select_for_report(const RecordedMotion& motion, const ReportLimits& limits);

}  // namespace tocca
