// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tocca::bench {

/// What a program that uses this class has allocated with new, counted in its replacements of new and delete: exact, and
/// the same on every run, unlike the pages of the process.
class HeapMemory {
public:
    /// Starts a measurement: what is allocated now does not count.
    HeapMemory();

    /// Bytes allocated since the start and not freed.
    [[nodiscard]] std::size_t held() const;
    /// The most that was held at any time since the start.
    [[nodiscard]] std::size_t peak() const;

private:
    std::size_t before_;
};

}  // namespace tocca::bench
