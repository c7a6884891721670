// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "support/rational.hpp"
#include "tocca/geometry/point.hpp"

namespace tocca {

/// A point of a line, plane or space of unknowns x satisfies coefficients . x + constant >= 0.
struct HalfSpace {
    std::vector<support::Rational> coefficients;
    support::Rational constant;
};

/// Whether half-spaces have a common point, by Fourier-Motzkin elimination of the last unknown.
inline bool feasible(std::vector<HalfSpace> half_spaces, std::size_t unknowns)
{
    for (; unknowns > 0; --unknowns) {
        const std::size_t last = unknowns - 1;
        std::vector<HalfSpace> lower, upper, rest;
        for (auto& h : half_spaces) {
            auto& kept = h.coefficients[last] > 0 ? lower : h.coefficients[last] < 0 ? upper : rest;
            kept.push_back(std::move(h));
        }
        for (const auto& low : lower) {
            for (const auto& high : upper) {
                const support::Rational a = -high.coefficients[last], b = low.coefficients[last];
                HalfSpace sum;
                for (std::size_t i = 0; i < last; ++i)
                    sum.coefficients.push_back(a * low.coefficients[i] + b * high.coefficients[i]);
                sum.coefficients.emplace_back(0);
                sum.constant = a * low.constant + b * high.constant;
                rest.push_back(std::move(sum));
            }
        }
        half_spaces = std::move(rest);
    }
    for (const auto& h : half_spaces) {
        if (h.constant < 0) return false;
    }
    return true;
}

/// Whether the convex hulls of two sets of points have a common point, in exact rationals: weights are sought that are
/// not negative, add up to one on each side, and give both sides the same point.
///
/// Shares nothing with the library's way: no orientations, no cases.
inline bool hulls_meet(std::span<const Point> first, std::span<const Point> second)
{
    using support::Rational;
    // Unknown: the weights of all points but the first of each side, whose weights are what is left.
    const std::size_t n = first.size() - 1, unknowns = n + second.size() - 1;
    std::vector<HalfSpace> weights;
    for (std::size_t i = 0; i < unknowns; ++i) {
        HalfSpace h{std::vector<Rational>(unknowns), 0};
        h.coefficients[i] = 1;
        weights.push_back(std::move(h));
    }
    HalfSpace of_first{std::vector<Rational>(unknowns), 1}, of_second{std::vector<Rational>(unknowns), 1};
    for (std::size_t i = 0; i < unknowns; ++i) (i < n ? of_first : of_second).coefficients[i] = -1;
    weights.push_back(of_first);
    weights.push_back(of_second);

    std::vector<HalfSpace> equations(3);  // coefficients . x + constant = 0
    for (std::size_t axis = 0; axis < 3; ++axis) {
        auto& e = equations[axis];
        e.coefficients.resize(unknowns);
        for (std::size_t i = 0; i < unknowns; ++i) {
            e.coefficients[i] = i < n ? Rational(first[i + 1][axis]) - Rational(first[0][axis])
                                      : Rational(second[0][axis]) - Rational(second[i - n + 1][axis]);
        }
        e.constant = Rational(first[0][axis]) - Rational(second[0][axis]);
    }
    // Each equation eliminates an unknown from the other equations and from the half-spaces.
    for (std::size_t row = 0; row < 3; ++row) {
        const HalfSpace pivot = equations[row];
        std::size_t column = 0;
        while (column < unknowns && pivot.coefficients[column] == 0) ++column;
        if (column == unknowns) {
            if (pivot.constant != 0) return false;
            continue;
        }
        const auto eliminate = [&](HalfSpace& h) {
            const Rational factor = h.coefficients[column] / pivot.coefficients[column];
            for (std::size_t i = 0; i < unknowns; ++i) h.coefficients[i] -= factor * pivot.coefficients[i];
            h.constant -= factor * pivot.constant;
        };
        for (std::size_t other = row + 1; other < 3; ++other) eliminate(equations[other]);
        for (auto& h : weights) eliminate(h);
    }
    return feasible(std::move(weights), unknowns);
}

}  // namespace tocca
