// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tocca/motion/rigid_motion.hpp"

namespace tocca::scenes {

/// One body flies past or into another one, which rests; both are meant to be centred at the origin with radius 50.
struct RigidShot {
    RigidMotion moving;
    RigidMotion resting;
};

/// The default seed and number are those that other libraries were measured with.
struct RigidShotSet {
    std::uint64_t seed = 20061;
    std::size_t count = 200;
    double greatest_miss = 70.0;  ///< how far from the resting body's centre a path may pass
    bool turning = true;          ///< by an eighth of a turn about a random axis
};

/// Long motions, about 300 units: from 1.5 diameters away in a random direction past the resting body's centre, at a
/// distance uniform in [0, greatest_miss], to the other side; both bodies in random orientations.
[[nodiscard]] std::vector<RigidShot> rigid_shots(const RigidShotSet& set = {});

/// The motion from `half_width` before to `half_width` after a time, as far as it goes: with the time of contact and the
/// default a step of 4 units and 0.6 degrees that starts 2 units before the contact.
///
/// Assumes: a shot of rigid_shots, which turns about its origin by `rotation`.
[[nodiscard]] RigidShot shortened(const RigidShot& shot, double toc, double half_width = 1.0 / 150.0);

}  // namespace tocca::scenes
