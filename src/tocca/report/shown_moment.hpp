// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "tocca/report/recorded_motion.hpp"

namespace tocca {

/// The moment of shown_time with the step it is about, and the contact if it is that of one.
struct ShownMoment {
    double time = 0.0;
    std::size_t step = 0;
    const RecordedContact* contact = nullptr;
};
[[nodiscard]] ShownMoment shown_moment(const RecordedMotion& motion);

}  // namespace tocca
