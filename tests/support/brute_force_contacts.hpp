// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "support/same_contact.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca::support {

/// Every pair of features that a scene asks about, found by going through them all: vertices with faces they are no
/// corner of, edges (an isolated vertex counts as one) without a common vertex; each once, sorted by features as contacts
/// of one time are.
[[nodiscard]] std::vector<FeaturePair> all_feature_pairs(const deformable::MovingScene& scene);

/// Whether options let a pair pass.
[[nodiscard]] bool passes(const deformable::MovingScene& scene, const QueryOptions& filter, const FeaturePair& pair);

/// The coordinates of a pair.
[[nodiscard]] PairRows rows_of(const deformable::MovingScene& scene, const FeaturePair& pair);

/// The contacts of all pairs that `filter` lets pass, one by one by the elementary core, in the order of
/// Answers::contacts. Of the filter only what it ignores has a part.
[[nodiscard]] std::vector<Contact> brute_force_contacts(const deformable::MovingScene& scene,
                                                        const QueryOptions& filter = {}, double tolerance = 1e-9);

}  // namespace tocca::support
