// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "tocca/base/error.hpp"

namespace tocca::base::detail {

/// Counts what an answer lists, from any thread, and refuses to list more than the caller allows.
class ListLimit {
public:
    explicit ListLimit(std::uint64_t max_contacts) : max_contacts_(max_contacts) {}

    /// Throws: Error (too_many_contacts) once there are more than allowed.
    void add(std::uint64_t count)
    {
        if (listed_.fetch_add(count, std::memory_order_relaxed) + count <= max_contacts_) return;
        throw Error(ErrorCode::too_many_contacts,
                    "more than " + std::to_string(max_contacts_) +
                        " contacts to list; --max-contacts N, or max_contacts of the options, allows more, and "
                        "asking for the first contact needs no list");
    }

private:
    std::uint64_t max_contacts_;
    std::atomic<std::uint64_t> listed_ = 0;
};

}  // namespace tocca::base::detail
