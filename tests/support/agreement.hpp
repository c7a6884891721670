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

/// Puts the batch verbs (with these options) and the exact path side by side on every query, and the single verbs on
/// every `single_stride`-th: same Booleans, same outcomes, same brackets, so that what is called free is proven free
/// by the exact path.
[[nodiscard]] AgreementResult compare_with_exact(std::span<const PairRows> queries, PairKind kind,
                                                 const QueryOptions& options, std::size_t single_stride = 1);

}  // namespace tocca::support
