// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tocca/rigid/placed_bodies.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::app {

/// An answer about rigid bodies as members of a JSON object, without the braces: outcome, safe_until, contact, distance
/// and penetrates_at.
[[nodiscard]] std::string answer_members(const Answer& answer);

/// Two features near each other, as a JSON object.
[[nodiscard]] std::string near_features_json(const NearFeatures& features);

/// A body as a JSON object: its name, its counts, whether it is a solid, and more members if there are any.
[[nodiscard]] std::string body_json(const std::string& name, const RigidBody& body, const std::string& more = "");

/// What an answer about deforming meshes took, as members of a JSON object: leaf_pairs to stages.
[[nodiscard]] std::string feature_work_members(const Statistics& statistics);

/// What an answer about rigid bodies took, as members of a JSON object.
[[nodiscard]] std::string work_members(const Statistics& statistics);

}  // namespace tocca::app
