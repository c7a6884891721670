// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "tocca/base/keyed_hash.hpp"
#include "tocca/rigid/pair_answer.hpp"
#include "tocca/rigid/rigid_world.hpp"

namespace tocca::rigid::detail {

/// Bodies of a world that share a RigidBody and have the same motion and thickness, bit by bit, and the answers about pairs of them:
/// N copies in one place are N^2 / 2 pairs with one answer.
class BodyCopies {
public:
    explicit BodyCopies(const RigidWorld& world);

    /// Whether a pair has to be checked: true unless it is a copy of one for which this was true before.
    [[nodiscard]] bool claim(BodyId a, BodyId b);

    /// The answer about a pair that was claimed.
    void keep(const PairAnswer& answer);

    /// The answer about a copy of a pair that was kept.
    [[nodiscard]] PairAnswer answer(BodyId a, BodyId b) const;

private:
    [[nodiscard]] std::optional<std::uint64_t> key(BodyId a, BodyId b) const;

    std::vector<BodyId> original_;  ///< of each body, the first of its copies
    std::vector<bool> has_copies_;  ///< by body
    std::unordered_map<std::uint64_t, PairAnswer, KeyedHash> answers_;
};

}  // namespace tocca::rigid::detail
