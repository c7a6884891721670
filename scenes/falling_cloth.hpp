// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <vector>

namespace tocca::scenes {

/// A square of cloth that hangs level in the air and falls.
struct FallingClothSetup {
    std::size_t side = 64;  ///< vertices along each side
    double width = 2.0;     ///< of each side
    double height = 1.0;    ///< where it starts
    double gravity = 9.81;  ///< downwards
    std::size_t frames = 30;
    double frame_seconds = 1.0 / 30.0;
    std::size_t substeps = 8;  ///< a frame
    double damping = 0.2;      ///< what part of the speed is lost in a second
    /// Where a point is pushed to by what is in its way: the point itself where nothing is.
    std::function<Eigen::Vector3d(const Eigen::Vector3d&)> pushed = {};
};

/// The positions of the cloth's vertices, row by row, at every frame: a grid of masses held together by lengths that are
/// restored again and again. It knows nothing of itself: folds go through each other.
///
/// Guarantee: a function of the setup alone; no random numbers, no threads.
/// Cost:      about a microsecond a vertex and substep.
/// Source:    Mueller et al. 2007, Position based dynamics.
[[nodiscard]] std::vector<std::vector<Eigen::Vector3d>> falling_cloth(const FallingClothSetup& setup);

}  // namespace tocca::scenes
