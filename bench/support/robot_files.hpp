// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tocca/robot/robot_query.hpp"

namespace tocca::bench {

/// A robot of the data folder.
struct RobotFiles {
    std::string name;
    std::filesystem::path urdf;
    std::filesystem::path srdf;  ///< empty where there is none
    std::filesystem::path packages;
};

/// pr2, ur5, talos, iiwa, panda of robots/ in the folder, as far as they are there.
[[nodiscard]] std::vector<RobotFiles> robot_files(const std::filesystem::path& data);

[[nodiscard]] Robot load(const RobotFiles& files);

/// Motions between configurations that are uniform within the joints' limits, a turn where there are none, and free of
/// contact; fewer when nearly all touch.
[[nodiscard]] std::vector<JointMotion> random_motions(const RobotChecker& checker, std::uint64_t seed,
                                                      std::size_t count);

}  // namespace tocca::bench
