// SPDX-License-Identifier: Apache-2.0
#include "support/print_query.hpp"

#include <cstddef>

#include "support/query_file.hpp"

namespace tocca::support {

std::string text_of(const PairRows& rows, PairKind kind)
{
    std::string text(to_string(kind));
    for (std::size_t i = 0; i < rows.size(); ++i) text += (i % 3 == 0 ? '\n' : ',') + hex_text(rows[i]);
    return text;
}

}  // namespace tocca::support
