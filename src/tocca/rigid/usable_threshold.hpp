// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "tocca/rigid/body_motion.hpp"

namespace tocca::rigid {

/// How large a body is and how well its places are known.
struct BodyScale {
    double diameter = 0.0;
    double error = 0.0;  ///< the maximum error of a place
};

/// Of a body with all points within `padding` of its triangles.
[[nodiscard]] inline BodyScale padded_scale(double diameter, double padding, double position_error)
{
    return {diameter + 2.0 * padding, position_error + least_length};
}

/// The distance at which two bodies count as in contact.
struct UsableThreshold {
    double value = 0.0;
    /// Whether what comes that near may be called a contact: not where the rounding of one body's places is large compared
    /// with the other body, whose own places are known far better. One vertex far away does that to a body.
    bool resolved = true;
};

/// The threshold given, or 1e-5 of the smaller diameter; but no less than 16 errors of a distance, below which nothing
/// could be proven to be within it and yet apart.
[[nodiscard]] inline UsableThreshold usable_threshold(std::optional<double> asked, const BodyScale& a,
                                                      const BodyScale& b)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double wanted = asked.value_or(1e-5 * std::min(a.diameter, b.diameter));
    const double least = 16.0 * (a.error + b.error);
    // Of a body as small as its own rounding, or of one point, that will do.
    const auto own_size = [](const BodyScale& body) {
        return 16.0 * body.error <= 1e-3 * body.diameter ? body.diameter : infinity;
    };
    const double coarsest = std::max(wanted, 1e-3 * std::min(own_size(a), own_size(b)));
    return {.value = std::max({wanted, least, std::numeric_limits<double>::min()}), .resolved = least <= coarsest};
}

}  // namespace tocca::rigid
