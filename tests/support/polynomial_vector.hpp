// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "support/polynomial.hpp"

namespace tocca::support {

/// A vector whose components are polynomials of time.
struct PolynomialVector : std::array<Polynomial, 3> {
    friend PolynomialVector operator-(const PolynomialVector& a, const PolynomialVector& b)
    {
        return {{a[0] - b[0], a[1] - b[1], a[2] - b[2]}};
    }

    friend PolynomialVector cross(const PolynomialVector& a, const PolynomialVector& b)
    {
        return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
    }

    friend Polynomial dot(const PolynomialVector& a, const PolynomialVector& b)
    {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
};

}  // namespace tocca::support
