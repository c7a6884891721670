// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "tocca/deformable/step_tree.hpp"

namespace tocca::deformable::detail {

/// By which contacts are sorted: the kind, then the vertices by their numbers over all objects.
struct ContactKey {
    PairKind kind = PairKind::vertex_face;
    std::array<std::uint32_t, 4> numbers = {};

    static ContactKey of(const StepTree& step, PairKind kind, const Candidate& ordered)
    {
        ContactKey key{kind, {}};
        for (std::size_t i = 0; i < 4; ++i) key.numbers[i] = step.number(ordered[i]);
        return key;
    }
    // NOLINTNEXTLINE(modernize-use-nullptr): found in what the compiler makes of it
    friend auto operator<=>(const ContactKey&, const ContactKey&) = default;
};

}  // namespace tocca::deformable::detail
