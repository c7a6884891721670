// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "scenes/deforming_scene.hpp"

namespace tocca::scenes {

/// A square of cloth falls on a ball, drapes over it, and gathers into folds as the ball turns: 94 frames, cloth and ball
/// one object of two parts, as simulators write them. Free of contact until the cloth lies on the ball; in the last third
/// the folds touch each other too.
[[nodiscard]] DeformingScene cloth_over_ball(std::size_t triangles);

/// The same cloth and ball in eight long steps, as two objects, from where the cloth hangs down all around: more and more contacts.
[[nodiscard]] DeformingScene cloth_in_long_steps(std::size_t triangles);

/// A square of cloth falls on a knot, a tube that winds about itself, and hangs from it in folds that go through each other:
/// 31 frames, two objects, the knot at rest. Free of contact until the cloth comes down on the knot.
[[nodiscard]] DeformingScene cloth_over_knot(std::size_t triangles);

/// A cloth sinks through a funnel, gathered into ever deeper folds: 60 frames, two objects, the funnel at rest.
[[nodiscard]] DeformingScene cloth_in_funnel(std::size_t triangles);

/// A strip of cloth, held at two ends that turn against each other, rolls up into itself: 80 frames.
[[nodiscard]] DeformingScene twisting_cloth(std::size_t triangles);

/// A ball presses into a cloth whose triangles are cut finer where the ball is: 40 frames, and new triangles every fifth.
[[nodiscard]] DeformingScene remeshing_cloth(std::size_t triangles);

/// Elastic balls bounce against each other and the walls of a box that is an object as well: 60 frames.
[[nodiscard]] DeformingScene bouncing_balls(std::size_t triangles);

/// A ball falls on a knot, which breaks into pieces that fly apart and fall to the ground: 60 frames, four objects.
[[nodiscard]] DeformingScene exploding_model(std::size_t triangles);

/// A square tube of sheet metal runs into a wall and crumples from its front, fold upon fold: 50 frames, two objects.
[[nodiscard]] DeformingScene crash(std::size_t triangles);

/// A snake winds along ever tighter curves until its own body is in its way: 80 frames.
[[nodiscard]] DeformingScene snake(std::size_t triangles);

/// Long thin triangles without any connection, each on its own way: 10 frames.
[[nodiscard]] DeformingScene needle_soup(std::size_t triangles);

/// A planning path: an elastic bar falls to the ground, bending its way around three elastic spheres: 201 frames, four
/// objects, 636 triangles at its usual size.
///
/// Source: Tang, Kim, Manocha 2010, VI, figure 7a, as far as it is described there.
[[nodiscard]] DeformingScene bar_and_spheres(std::size_t triangles);

/// A planning path: a beating, heart-like body is taken out from between breathing lungs, past liver and spine: 201
/// frames, five objects.
///
/// Source: Tang, Kim, Manocha 2010, VI, figure 7b, as far as it is described there.
[[nodiscard]] DeformingScene heart_among_organs(std::size_t triangles);

}  // namespace tocca::scenes
