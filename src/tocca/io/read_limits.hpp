// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tocca {

/// Limits on what reading a file may cost, so that no small or endless file can exhaust the memory.
struct ReadLimits {
    /// No larger file is read, nor more than this from a pipe.
    std::uint64_t max_file_bytes = std::uint64_t{2} << 30U;
    /// What a file may expand to by using the same data many times (instances, repeated primitives, morph targets and
    /// channels of glTF, nodes of COLLADA, meshes of a robot), in bytes; 32 times the size of the file is always
    /// allowed. A body with its trees counts an eighth.
    std::uint64_t max_expanded_bytes = std::uint64_t{64} << 20U;

    friend bool operator==(const ReadLimits&, const ReadLimits&) = default;
};

/// The limits of this process, for every reader and thread.
[[nodiscard]] ReadLimits read_limits();

/// Changes them for all that is read from now on.
void set_read_limits(const ReadLimits& limits);

}  // namespace tocca
