// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tocca {

/// Counts what a reader makes of a file that may use the same data many times, and refuses to make more than the
/// process's ReadLimits allow.
class ExpansionBudget {
public:
    /// `file_bytes` is the size of the file with those that it names.
    ExpansionBudget(std::string file, std::uint64_t file_bytes);

    /// Further bytes of files that were read.
    void add_file_bytes(std::uint64_t bytes);

    /// Notes `count` elements of `bytes_each` before they are made. Elements that are read again count again: they cost
    /// time where they do not cost memory.
    ///
    /// Throws: Error (unreadable_file) once the limit is passed.
    void take(std::uint64_t count, std::uint64_t bytes_each);

private:
    [[nodiscard]] std::uint64_t limit() const;

    std::string file_;
    std::uint64_t file_bytes_;
    std::uint64_t taken_ = 0;
};

}  // namespace tocca
