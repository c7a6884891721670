// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <string_view>

#include "tocca/robot/robot.hpp"

namespace tocca {

/// What was made of the quaternions in a configuration.
struct OrientationReading {
    std::string fault = {};  ///< about the first that cannot be normalised; empty if there is none
    std::string joint = {};  ///< the first whose length was more than 1 % off and is 1 now; empty if there is none
    double shortest = 1.0;   ///< of all lengths that were
    double longest = 1.0;
};
[[nodiscard]] OrientationReading normalise_orientations(Eigen::VectorXd& configuration, const Robot& robot);

/// The number of the value of that name, or why there is none.
struct ValueReading {
    std::size_t value = 0;
    std::string fault = {};  ///< a sentence that quotes the name; empty when `value` holds
};
[[nodiscard]] ValueReading find_value(const Robot& robot, std::string_view name);

}  // namespace tocca
