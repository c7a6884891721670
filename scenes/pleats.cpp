// SPDX-License-Identifier: Apache-2.0
#include "scenes/pleats.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tocca::scenes {

Pleats::Pleats(int count, SeededRandom& random) : count_(count), spacing_{}, strength_{}
{
    for (std::size_t i = 0; i < spacing_.size(); ++i) {
        const double periods = static_cast<double>(i + 2);
        spacing_[i] = {periods, 2 * std::numbers::pi * random.unit(), random.between(0.3, 0.6) / periods};
        strength_[i] = {periods + 1, 2 * std::numbers::pi * random.unit(), random.between(0.03, 0.07)};
    }
}

double Pleats::lift(double radius, double surplus) const
{
    // A wave of n periods and amplitude a around a circle of radius r is longer than the circle by the factor
    // sqrt(1 + (n a / r)^2 / 2), to the first order.
    return radius * std::sqrt(2 * std::max(0.0, surplus * surplus - 1)) / count_;
}

Eigen::Vector3d Pleats::place(double theta, const ProfilePoint& profile, const Fold& fold) const
{
    double phase = count_ * theta, strength = 1;
    for (const Wave& wave : spacing_) phase += wave.weight * std::sin(wave.periods * theta + wave.phase);
    for (const Wave& wave : strength_) strength += wave.weight * std::sin(wave.periods * theta + wave.phase);
    const double lift = fold.lift * (1 + std::cos(phase));
    const double angle = theta + strength * fold.overhang * std::sin(2 * phase) / count_ + fold.turned;
    const double radius = profile.radius + lift * profile.normal_radius;
    return {radius * std::cos(angle), radius * std::sin(angle), profile.height + lift * profile.normal_height};
}

}  // namespace tocca::scenes
