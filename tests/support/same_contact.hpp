// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/contact.hpp"

namespace tocca::support {

/// Whether two contacts are the same in every bit.
[[nodiscard]] inline bool same(const Contact& a, const Contact& b)
{
    return a.toc == b.toc && a.kind == b.kind && a.vertices == b.vertices && a.objects == b.objects &&
           a.weights == b.weights && a.point == b.point && a.normal == b.normal && a.proof == b.proof &&
           a.sooner_than_any_double == b.sooner_than_any_double && a.shapes == b.shapes && a.distance == b.distance &&
           a.threshold == b.threshold && a.crosses_at == b.crosses_at;
}

}  // namespace tocca::support
