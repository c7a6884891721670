// SPDX-License-Identifier: Apache-2.0
#include "tocca/base/floating_point.hpp"

#include "tocca/base/error.hpp"

namespace tocca {

bool floating_point_as_assumed() noexcept
{
    // Volatile, so that it is computed here and now and not by the compiler. To nearest, both sums are 1; upwards the
    // first is more, downwards and towards zero the second is less. A flushed subnormal is zero.
    static const volatile double least_normal = 0x1p-1022, half = 0.5;
    const double tiny = least_normal;
    return 1.0 + tiny == 1.0 - tiny && tiny * half != 0.0;
}

void require_floating_point()
{
    require(floating_point_as_assumed(),
            "the calling thread must round to nearest and keep subnormal numbers (docs/floating_point.md)");
}

}  // namespace tocca
