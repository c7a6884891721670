// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "tocca/answer/answer.hpp"
#include "tocca/rigid/rigid_world.hpp"

namespace tocca::rigid::detail {

/// What is known of two bodies of a world, the lower number first: the answer about the two, without what a world never
/// asks for. A world may have millions of them.
struct BodyPairAnswer {
    std::array<BodyId, 2> bodies = {};
    Outcome outcome = Outcome::free;
    bool near = false;
    double safe_until = 1.0;
    double threshold = 0.0;
    std::optional<Contact> contact = {};
};

/// The answer about two bodies by themselves, with their numbers in the world.
[[nodiscard]] inline BodyPairAnswer named_after(const Answer& answer, BodyId a, BodyId b)
{
    BodyPairAnswer named{{a, b},           answer.outcome, answer.start.near, answer.safe_until,
                         answer.threshold, answer.contact};
    if (named.contact) {
        for (std::uint32_t& object : named.contact->objects) object = object == 0 ? a : b;
    }
    return named;
}

}  // namespace tocca::rigid::detail
