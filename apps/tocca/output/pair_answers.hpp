// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/answer/answer.hpp"

namespace tocca::app {

/// Every pair of objects of a world, a robot or a scene that is not proven free, an answer each: first what touches, crosses or
/// is inside at the start, then by safe_until, contacts before what is only near at the start and that before what is
/// undecided, at last by objects. Of several contacts of one pair the first counts.
///
/// The threshold of a pair without a contact is 0, not known, unless the outcome of all is about this pair.
[[nodiscard]] std::vector<Answer> pair_answers(const Answers& all);

/// The answer without its lists.
[[nodiscard]] Answer without_lists(const Answers& all);

}  // namespace tocca::app
