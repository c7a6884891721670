// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tocca {

/// Which moments of a glTF file are frames.
struct GltfSampling {
    std::string animation = {};      ///< its name, or its number counted from 0; empty: the first, if there is one
    std::vector<double> times = {};  ///< in seconds; empty: evenly from the animation's begin to its end
    std::size_t frames = 0;          ///< how many, without times; 0: 30 per second, at least 2, at most 36,000
};

}  // namespace tocca
