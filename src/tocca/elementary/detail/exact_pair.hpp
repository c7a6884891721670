// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "tocca/elementary/pair.hpp"
#include "tocca/numeric/integer.hpp"
#include "tocca/numeric/sign_classification.hpp"

namespace tocca::elementary::detail {

/// An instant given exactly: a root of a polynomial.
struct ExactInstant {
    Cubic<Integer> polynomial;
    Root<Integer> root;
};

/// A vector that changes linearly, in exact integers.
struct ExactVector {
    std::array<Integer, 3> start;
    std::array<Integer, 3> end;
};

/// A pair in exact integers, all 24 coordinates scaled by one power of two: the last stage, which decides everything.
///
/// Notation: Y is the coplanarity cubic. The inside quadratics are the components of the cross products
/// vertex-face {b-p x c-p, c-p x a-p, a-p x b-p}, edge-edge {g x f, (b-c) x f, g x e, e x (d-a)}
/// with e = b-a, f = d-c, g = c-a.
class ExactPair {
public:
    /// Assumes: finite coordinates.
    ExactPair(const PairRows& rows, PairKind kind);

    [[nodiscard]] PairKind kind() const { return kind_; }
    /// Y: its roots are the only times at which the pair can touch, unless it vanishes.
    [[nodiscard]] const Cubic<Integer>& cubic() const { return cubic_; }
    /// k0, 3 k1, 3 k2, k3 of Y.
    [[nodiscard]] const std::array<Integer, 4>& bernstein() const { return bernstein_; }
    /// The coordinates are integers times 2^exponent.
    [[nodiscard]] int exponent() const { return exponent_; }
    [[nodiscard]] bool coplanar_throughout() const { return vanishes(cubic_); }

    [[nodiscard]] std::size_t inside_count() const { return kind_ == PairKind::vertex_face ? 3 : 4; }
    [[nodiscard]] Quadratic<Integer> inside(std::size_t which, std::size_t axis) const;

    /// Whether the pair touches at an instant at which it is coplanar; `sign_there` gives the sign of a quadratic at
    /// that instant.
    template <class SignThere>
    [[nodiscard]] bool touches(const SignThere& sign_there) const;

    [[nodiscard]] bool touches_at(const ExactInstant& instant) const;
    [[nodiscard]] bool touches_at(const Fraction<Integer>& t) const;

    /// The times at which a vertex of one side meets an edge of the other: with Y = 0 throughout, a contact begins
    /// and ends only at these, at 0, or at 1.
    [[nodiscard]] std::vector<ExactInstant> edge_instants() const;

private:
    [[nodiscard]] ExactVector difference(std::size_t i, std::size_t j) const;
    [[nodiscard]] Quadratic<Integer> collinear_dot(std::size_t which) const;
    void append_edge_instants(std::size_t vertex, std::size_t from, std::size_t to,
                              std::vector<ExactInstant>& instants) const;

    PairKind kind_;
    int exponent_ = 0;
    std::array<ExactVector, 4> points_;
    std::array<ExactVector, 4> left_;  // factors of the inside cross products
    std::array<ExactVector, 4> right_;
    std::array<Integer, 4> bernstein_;
    Cubic<Integer> cubic_;
};

template <class SignThere>
bool ExactPair::touches(const SignThere& sign_there) const
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        bool negative = false, positive = false;
        for (std::size_t which = 0; which < inside_count(); ++which) {
            const Sign s = sign_there(inside(which, axis));
            negative |= s == Sign::negative;
            positive |= s == Sign::positive;
            if (negative && positive) return false;
        }
        if (negative || positive) return true;
    }
    // Collapsed triangle with the vertex on its line, or edges on one line: is some end point between two others?
    for (std::size_t which = 0; which < inside_count(); ++which) {
        if (sign_there(collinear_dot(which)) != Sign::positive) return true;
    }
    return false;
}

}  // namespace tocca::elementary::detail
