// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "scenes/seeded_random.hpp"

namespace tocca::scenes {

/// A smooth seeded unevenness of a sheet: five waves of 1 to 8 periods across the unit square, whose phases drift.
class Ripples {
public:
    explicit Ripples(SeededRandom& random)
    {
        for (Wave& wave : waves_) {
            wave.along_u = 1 + std::floor(random.unit() * 8);
            wave.along_v = 1 + std::floor(random.unit() * 8);
            wave.phase = 2 * std::numbers::pi * random.unit();
            wave.drift = 2 * random.unit() - 1;
        }
    }

    /// The height at a place of the sheet when the drift has come to `drifted`, each wave of height `amplitude`.
    [[nodiscard]] double height(double u, double v, double drifted, double amplitude) const
    {
        double sum = 0;
        for (const Wave& wave : waves_) {
            sum += amplitude * std::sin(2 * std::numbers::pi * (wave.along_u * u + wave.along_v * v) + wave.phase +
                                        drifted * wave.drift);
        }
        return sum;
    }

private:
    struct Wave {
        double along_u, along_v, phase, drift;
    };
    std::array<Wave, 5> waves_;
};

}  // namespace tocca::scenes
