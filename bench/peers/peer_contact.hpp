// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

namespace tocca::bench {

/// What another library says about a motion.
struct PeerContact {
    std::optional<double> time = {};  ///< in [0, 1]; none when it finds no contact
    std::size_t iterations = 0;
};

}  // namespace tocca::bench
