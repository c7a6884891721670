// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace tocca {

/// A point in space: x, y, z.
using Point = std::array<double, 3>;

}  // namespace tocca
