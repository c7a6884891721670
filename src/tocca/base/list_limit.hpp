// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "tocca/base/error.hpp"

namespace tocca::base {

/// Counts the entries of an answer, from any thread, and refuses more than the caller's `max_contacts`.
class ListLimit {
public:
    /// `things`, a literal, names the entries in the error: "contacts".
    ListLimit(std::uint64_t max_contacts, std::string_view things) : max_contacts_(max_contacts), things_(things) {}

    /// Throws: Error (too_many_contacts) once there are more than allowed.
    void add(std::uint64_t count)
    {
        if (listed_.fetch_add(count, std::memory_order_relaxed) + count <= max_contacts_) return;
        throw Error(ErrorCode::too_many_contacts, "more than max_contacts = " + std::to_string(max_contacts_) + " " +
                                                      std::string(things_) + " to list");
    }

private:
    std::uint64_t max_contacts_;
    std::string_view things_;
    std::atomic<std::uint64_t> listed_ = 0;
};

}  // namespace tocca::base
