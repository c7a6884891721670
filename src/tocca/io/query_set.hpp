// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tocca/elementary/pair.hpp"

namespace tocca {

/// Queries as a file holds them, with the answers it claims.
struct LabelledQueries {
    std::vector<PairRows> queries;
    std::vector<std::uint8_t> labels;  ///< 1 for contact, 0 for none; one per query, or empty
};

/// The queries of one file, all of one kind.
struct QuerySet {
    std::string file;  ///< as it is named in reports
    PairKind kind = PairKind::vertex_face;
    LabelledQueries content;
};

}  // namespace tocca
