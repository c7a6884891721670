// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tocca {

/// A closed interval of time within [0, 1].
struct TimeInterval {
    double lower = 0.0;
    double upper = 0.0;

    friend bool operator==(const TimeInterval&, const TimeInterval&) = default;
};

}  // namespace tocca
