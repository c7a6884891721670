// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "adapters/ompl/plan_deforming.hpp"

namespace tocca::planning {

/// A bar that falls past three spheres, which stand alternately to its left and right, and bends its way between them: 636
/// triangles.
///
/// A straight bar cannot pass. When its middle is level with the second sphere it is to the left of it, and both its ends
/// must then be to the right of the first and the third, or one of them so far to the left as the bounds do not let it
/// tilt.
///
/// The spheres are at rest, though those of the paper deform: were they to follow a time, the tree that RRTConnect grows from
/// the start would arrive between them late, and the tree from the goal early, and few of their states could be connected.
///
/// Source: Tang, Kim, Manocha 2010, VI, figure 7a, as far as it is described there.
[[nodiscard]] DeformingProblem bar_among_spheres();

/// A heart-like body that is taken out of a chest while organs arrive in it: the liver rises to where the heart was, the left
/// lung swells and closes in, the right lung makes way, and the spine stands behind. The way out, between the lungs, is
/// about half as wide as the heart at first and about as wide at the end, when the liver is there: the heart has to
/// make itself narrow, in time. 13,872 triangles.
///
/// The state holds the time, so obstacles move and deform during the motions that are planned: all organs but the spine follow
/// it. Nothing limits speed.
///
/// Source: Tang, Kim, Manocha 2010, VI, figure 7b, as far as it is described there: heart, lungs, liver and spine, all
/// of which may deform.
[[nodiscard]] DeformingProblem heart_among_organs();

}  // namespace tocca::planning
