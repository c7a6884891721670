// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>

#include "scenes/seeded_random.hpp"

namespace tocca::scenes {

/// Where a surface of revolution is along its profile, and the direction in which folds rise from it.
struct ProfilePoint {
    double radius;
    double height;
    double normal_radius;
    double normal_height;
};

/// The state of the folds at a point of a cloth.
struct Fold {
    double lift = 0.0;      ///< from a fold's foot to half its height, in units of length
    double overhang = 0.0;  ///< how far a fold's flanks lean over its feet: above about 2.3 it meets its neighbours
    double turned = 0.0;    ///< about the axis, in radians
};

/// Folds of a cloth that is gathered around an axis, each a little different.
class Pleats {
public:
    Pleats(int count, SeededRandom& random);

    /// How high the folds must stand to take up the cloth: `surplus` is its circumference by the one it is gathered to.
    [[nodiscard]] double lift(double radius, double surplus) const;

    /// The point of the cloth at the angle `theta` about the axis, the vertical.
    [[nodiscard]] Eigen::Vector3d place(double theta, const ProfilePoint& profile, const Fold& fold) const;

private:
    struct Wave {
        double periods, phase, weight;
    };
    double count_;
    std::array<Wave, 3> spacing_;
    std::array<Wave, 3> strength_;
};

}  // namespace tocca::scenes
