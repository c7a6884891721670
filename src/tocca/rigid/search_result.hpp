// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "tocca/answer/statistics.hpp"
#include "tocca/rigid/triangle_pair.hpp"

namespace tocca::rigid {

/// A first contact found: which triangles, when, and their features then.
struct FoundContact {
    TrianglePair pair;
    PairContact when;
    Contact contact;
};

/// What a search may take and where it may end.
struct SearchLimits {
    double from = 0.0;  ///< the bodies are known to be free, by the contact level, up to here
    double until = 1.0;
    std::uint64_t budget = 0;
    std::stop_token stop = {};
    bool any = false;  ///< any contact will do, and ends the search
};

struct SearchResult {
    std::optional<FoundContact> found = {};
    double safe_until = 0.0;
    bool undecided = false;  ///< the budget was spent
    Statistics statistics = {};
};

}  // namespace tocca::rigid
