// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/detail/exact_pair.hpp"

#include <algorithm>

namespace tocca::elementary::detail {
namespace {

using Vector = std::array<Integer, 3>;

Vector operator-(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Vector operator+(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

Integer cross_component(const Vector& a, const Vector& b, std::size_t axis)
{
    const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
    return a[i] * b[j] - a[j] * b[i];
}

Vector cross(const Vector& a, const Vector& b)
{
    return {cross_component(a, b, 0), cross_component(a, b, 1), cross_component(a, b, 2)};
}

Integer dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Quadratic<Integer> cross_component(const ExactVector& a, const ExactVector& b, std::size_t axis)
{
    return quadratic_from_bernstein<Integer>(
        cross_component(a.start, b.start, axis),
        cross_component(a.start, b.end, axis) + cross_component(a.end, b.start, axis),
        cross_component(a.end, b.end, axis));
}

Quadratic<Integer> dot(const ExactVector& a, const ExactVector& b)
{
    return quadratic_from_bernstein<Integer>(dot(a.start, b.start), dot(a.start, b.end) + dot(a.end, b.start),
                                             dot(a.end, b.end));
}

Cubic<Integer> as_cubic(const Quadratic<Integer>& q) { return {q[0], q[1], q[2], 0}; }

/// k0, 3 k1, 3 k2, k3 of [e, f, g].
std::array<Integer, 4> coplanarity(const ExactVector& e, const ExactVector& f, const ExactVector& g)
{
    const Vector n0 = cross(e.start, f.start), n1 = cross(e.end, f.end);
    const Vector h = cross(e.start, f.end) + cross(e.end, f.start);
    return {dot(g.start, n0), dot(g.start, h) + dot(g.end, n0), dot(g.end, h) + dot(g.start, n1), dot(g.end, n1)};
}

}  // namespace

ExactPair::ExactPair(const PairRows& rows, PairKind kind) : kind_(kind)
{
    CommonScale scale = to_common_integers(rows);
    exponent_ = scale.exponent;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            points_[i].start[k] = std::move(scale.integers[3 * i + k]);
            points_[i].end[k] = std::move(scale.integers[12 + 3 * i + k]);
        }
    }
    if (kind == PairKind::vertex_face) {
        const ExactVector a = difference(1, 0), b = difference(2, 0), c = difference(3, 0);
        left_ = {b, c, a, {}};
        right_ = {c, a, b, {}};
        bernstein_ = coplanarity(difference(2, 1), difference(3, 1), difference(0, 1));
    } else {
        const ExactVector e = difference(1, 0), f = difference(3, 2), g = difference(2, 0);
        left_ = {g, difference(1, 2), g, e};
        right_ = {f, f, e, difference(3, 0)};
        bernstein_ = coplanarity(e, f, g);
    }
    cubic_ = cubic_from_bernstein(bernstein_);
}

ExactVector ExactPair::difference(std::size_t i, std::size_t j) const
{
    return {points_[i].start - points_[j].start, points_[i].end - points_[j].end};
}

Quadratic<Integer> ExactPair::inside(std::size_t which, std::size_t axis) const
{
    return cross_component(left_[which], right_[which], axis);
}

Quadratic<Integer> ExactPair::collinear_dot(std::size_t which) const
{
    if (kind_ == PairKind::vertex_face) return dot(left_[which], right_[which]);
    constexpr std::array<std::array<std::size_t, 3>, 4> between{{{0, 2, 3}, {1, 2, 3}, {2, 0, 1}, {3, 0, 1}}};
    const auto& [vertex, from, to] = between[which];
    return dot(difference(from, vertex), difference(to, vertex));
}

bool ExactPair::touches_at(const ExactInstant& instant) const
{
    return touches([&](const Quadratic<Integer>& q) { return sign_at_root(instant.polynomial, instant.root, q); });
}

bool ExactPair::touches_at(const Fraction<Integer>& t) const
{
    return touches([&](const Quadratic<Integer>& q) { return sign_at(q, t); });
}

void ExactPair::append_edge_instants(std::size_t vertex, std::size_t from, std::size_t to,
                                     std::vector<ExactInstant>& instants) const
{
    const ExactVector x = difference(from, vertex), z = difference(to, vertex);
    const Cubic<Integer> between = as_cubic(dot(x, z));  // <= 0 between the ends, where the three are on one line
    std::array<Cubic<Integer>, 3> off_line;
    for (std::size_t axis = 0; axis < 3; ++axis) off_line[axis] = as_cubic(cross_component(x, z, axis));
    const auto moving =
        std::find_if_not(off_line.begin(), off_line.end(), [](const Cubic<Integer>& q) { return vanishes(q); });
    if (moving == off_line.end()) {  // on one line throughout: the contact begins and ends at roots of the dot product
        if (vanishes(between)) return;
        for (const auto& root : roots_in_unit_interval(between)) instants.push_back({between, root});
        return;
    }
    for (const auto& root : roots_in_unit_interval(*moving)) {
        const auto sign = [&](const Cubic<Integer>& q) {
            return sign_at_root(*moving, root, Quadratic<Integer>{q[0], q[1], q[2]});
        };
        const bool on_line = std::all_of(off_line.begin(), off_line.end(),
                                         [&](const Cubic<Integer>& q) { return sign(q) == Sign::zero; });
        if (on_line && sign(between) != Sign::positive) instants.push_back({*moving, root});
    }
}

std::vector<ExactInstant> ExactPair::edge_instants() const
{
    std::vector<ExactInstant> instants;
    if (kind_ == PairKind::vertex_face) {
        append_edge_instants(0, 1, 2, instants);
        append_edge_instants(0, 2, 3, instants);
        append_edge_instants(0, 3, 1, instants);
    } else {
        append_edge_instants(0, 2, 3, instants);
        append_edge_instants(1, 2, 3, instants);
        append_edge_instants(2, 0, 1, instants);
        append_edge_instants(3, 0, 1, instants);
    }
    return instants;
}

}  // namespace tocca::elementary::detail
