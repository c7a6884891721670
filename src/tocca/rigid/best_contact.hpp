// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "tocca/rigid/search_result.hpp"

namespace tocca::rigid {

/// The least contact of all pairs of triangles that were considered, by time and then by features; touching at the
/// start comes before all else.
class BestContact {
public:
    BestContact(const MovingBodies& bodies, const ContactLevels& levels) : bodies_(bodies), levels_(levels) {}

    /// Forgets what was found.
    void restart() { best_.reset(); }

    [[nodiscard]] const std::optional<FoundContact>& found() const { return best_; }
    /// What comes later than this does not matter.
    [[nodiscard]] double limit(double until) const { return best_ ? best_->when.lower : until; }

    /// Follows two triangles from the start. Returns the number of distances computed, and how far it got if that reached `budget`.
    WalkResult consider(const TrianglePair& pair, double until, std::uint64_t budget);

private:
    const MovingBodies& bodies_;
    ContactLevels levels_;
    std::optional<FoundContact> best_;
};

}  // namespace tocca::rigid
