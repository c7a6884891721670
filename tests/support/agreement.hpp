// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tocca/elementary/batch.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca::support {

/// A query on which two ways to the answer differ.
struct Disagreement {
    std::size_t query = 0;
    std::string sentence;
};

struct AgreementResult {
    std::vector<Disagreement> disagreements;
    std::size_t contacts = 0;  ///< by the exact path
};

/// Puts the batch verbs (with these options), the single verbs and the exact path side by side on every query: same
/// Booleans, same outcomes, same brackets, and the exact first contact after the end of what is called free.
[[nodiscard]] AgreementResult compare_with_exact(std::span<const PairRows> queries, PairKind kind,
                                                 const BatchOptions& options);

}  // namespace tocca::support
