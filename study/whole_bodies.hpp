// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/rigid/rigid_query.hpp"

namespace tocca::study {

/// How the bodies are moved on, all at once.
struct WholeBodiesOptions {
    QueryOptions query = {};
    /// Volumes no smaller than this part of their body are as far as the second stage goes.
    double upper_levels = 1.0 / 16.0;
};

/// The first contact by conservative advancement of whole bodies, in the three stages of Chen 2007 and in a
/// sound form, for study: each step is the least over all pairs, and each stage looks deeper.
///
/// 1. Spheres about the reference points, in closed form.
/// 2. The upper levels of the trees, as long as they give steps of more than a thousandth.
/// 3. All of the trees, down to exact distances of triangles.
///
/// Unlike the original, every pair has its own direction and its own bound of motion (a single direction fails for bodies
/// that are not convex), and a step is the least of distance over speed, not the least distance over the greatest speed.
/// Guarantee: the answer of first_contact, but for `undecided` where a budget ends it.
[[nodiscard]] Answer first_contact_of_whole_bodies(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                                                   const RigidMotion& motion_b, const WholeBodiesOptions& options = {});

}  // namespace tocca::study
