// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

namespace tocca::base {

/// Whether the object it is a member of was moved from and has not been assigned to since.
class MovedFlag {
public:
    MovedFlag() = default;
    MovedFlag(const MovedFlag&) = default;
    MovedFlag(MovedFlag&& other) noexcept : moved_(std::exchange(other.moved_, true)) {}
    MovedFlag& operator=(const MovedFlag&) = default;
    MovedFlag& operator=(MovedFlag&& other) noexcept
    {
        moved_ = std::exchange(other.moved_, true);
        return *this;
    }
    ~MovedFlag() = default;

    explicit operator bool() const { return moved_; }

private:
    bool moved_ = false;
};

}  // namespace tocca::base
