// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "tocca/elementary/batch.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca {

/// How a query is decided, step by step, in exact arithmetic.
struct Explanation {
    /// One root of the coplanarity cubic in [0, 1] and what the inside test says there.
    struct Root {
        TimeInterval
            time;  ///< its grid cell as in first_contact; lower == upper for a root that is the cell's upper end
        int multiplicity = 1;
        /// Exact signs of the inside quadratics, per axis x, y, z: vertex-face {ma, mb, mc}, edge-edge {u1, u2, w1, w2}.
        std::array<std::vector<int>, 3> inside;
        bool degenerate = false;  ///< all vanish: the triangle is collapsed or the edges are on one line
        bool contact = false;
    };

    PairKind kind = PairKind::vertex_face;
    std::array<double, 4> cubic = {};     ///< Bernstein coefficients of the coplanarity cubic, rounded to doubles
    std::array<int, 4> cubic_signs = {};  ///< their exact signs: -1, 0 or 1
    bool coplanar_throughout = false;
    std::vector<Root> roots;          ///< empty when coplanar throughout
    Stage decided_by = Stage::exact;  ///< the first stage of the fast path that settles it
    Answer answer;
};

/// Explains how the pair's first contact is found, root by root.
///
/// Throws: as first_contact.
[[nodiscard]] Explanation explain(const PairRows& rows, PairKind kind, const QueryOptions& options = default_options());

}  // namespace tocca
