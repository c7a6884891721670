// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "tocca/elementary/batch.hpp"

namespace tocca::bench {

/// FNV-1a, 64 bits, over every Boolean in order, as 16 hexadecimal digits.
[[nodiscard]] std::string hash_of(const CollidesBatch& answers);

/// The same over the query, the bits of the bracket and the flag of every contact.
[[nodiscard]] std::string hash_of(const FirstContactBatch& answers);

}  // namespace tocca::bench
