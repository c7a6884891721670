// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "tocca/motion/rigid_motion.hpp"

namespace tocca::app {

/// How a body moves, as the options say it; empty: not given.
struct MotionTexts {
    std::string from = {};       ///< a pose; the origin without a rotation if not given
    std::string to = {};         ///< a pose; as `from` if not given
    std::string turn = {};       ///< the whole rotation, in place of the shortest
    std::string reference = {};  ///< a point of the body
    bool screw = false;
};

/// Checks a pose in the form CLI11 wants. A text with a comma is numbers unless a file has that name; any other text is
/// the name of a file, which is not looked at yet.
[[nodiscard]] std::string pose_fault(const std::string& text);
[[nodiscard]] std::string rotation_fault(const std::string& text);
[[nodiscard]] std::string point_fault(const std::string& text);

/// The pose files that the texts name.
[[nodiscard]] std::vector<std::filesystem::path> pose_files(const MotionTexts& texts);

/// The motion the texts tell. With a turn, `to` is a place for the body's origin; without it the reference point stays.
///
/// Assumes: texts without a fault.
/// Throws:  Error as read_pose_file; std::invalid_argument for texts that contradict each other, which calls the options
///          by their names after `prefix`, such as "--b-".
[[nodiscard]] RigidMotion motion_of(const MotionTexts& texts, const std::string& prefix,
                                    const std::stop_token& stop = {});

}  // namespace tocca::app
