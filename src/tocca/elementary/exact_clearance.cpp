// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/exact_clearance.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "tocca/numeric/isolated_root.hpp"

/// At the first time after the start at which the distance falls to the clearance, the distance equals the clearance
/// and the closest points lie in the interiors of two features: a vertex and the face, two edges, a vertex and an
/// edge, or two vertices. For each of these `Feet` holds polynomials in time: where the distance of the feet, the
/// closest points of the unbounded plane or lines, exceeds the clearance, and whether they are on the features. So the
/// time is a root of one `excess` at which the other conditions hold; and every such root is a time within the
/// clearance. An excess that vanishes identically is skipped: feet inside their features keep the distance shortly
/// before too, so the first time is found on smaller features, down to two vertices, whose distance equals the
/// clearance at the start already.
namespace tocca::elementary {
namespace {

using Vector = std::array<IntegerPolynomial, 3>;

Vector operator-(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Vector cross(const Vector& a, const Vector& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

IntegerPolynomial dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Polynomials in time that decide whether the feet on two features are within the clearance.
struct Feet {
    IntegerPolynomial excess;                ///< at most 0: the feet are within the clearance
    std::vector<IntegerPolynomial> inside;   ///< all at least 0: the feet are on the features
    std::optional<IntegerPolynomial> exist;  ///< positive: the feet are unique; absent: they always are
};

class Features {
public:
    Features(const PairRows& rows, double clearance)
    {
        std::array<double, 25> numbers;
        std::copy(rows.begin(), rows.end(), numbers.begin());
        numbers[24] = clearance;
        const CommonScale scale = to_common_integers(numbers);
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const Integer& start = scale.integers[3 * i + axis];
                const Integer& end = scale.integers[12 + 3 * i + axis];
                points_[i][axis] = IntegerPolynomial({start, end - start});
            }
        }
        squared_clearance_ = IntegerPolynomial({scale.integers[24] * scale.integers[24]});
    }

    [[nodiscard]] std::vector<Feet> of(PairKind kind) const
    {
        const auto& [p, a, b, c] = points_;
        if (kind == PairKind::vertex_face) {
            return {vertices(p, a),       vertices(p, b),       vertices(p, c),         vertex_edge(p, a, b),
                    vertex_edge(p, b, c), vertex_edge(p, c, a), vertex_face(p, a, b, c)};
        }
        const auto& [a1, b1, a2, b2] = points_;
        return {vertices(a1, a2),        vertices(a1, b2),        vertices(b1, a2),
                vertices(b1, b2),        vertex_edge(a1, a2, b2), vertex_edge(b1, a2, b2),
                vertex_edge(a2, a1, b1), vertex_edge(b2, a1, b1), edges(a1, b1, a2, b2)};
    }

private:
    [[nodiscard]] Feet vertices(const Vector& p, const Vector& q) const
    {
        return {dot(p - q, p - q) - squared_clearance_, {}, {}};
    }

    [[nodiscard]] Feet vertex_edge(const Vector& p, const Vector& a, const Vector& b) const
    {
        const Vector e = b - a, w = p - a, across = cross(w, e);
        const IntegerPolynomial square = dot(e, e), along = dot(w, e);
        return {dot(across, across) - squared_clearance_ * square, {along, square - along}, square};
    }

    [[nodiscard]] Feet vertex_face(const Vector& p, const Vector& a, const Vector& b, const Vector& c) const
    {
        const Vector normal = cross(b - a, c - a);
        const IntegerPolynomial square = dot(normal, normal), height = dot(normal, p - a);
        return {height * height - squared_clearance_ * square,
                {dot(cross(b - p, c - p), normal), dot(cross(c - p, a - p), normal), dot(cross(a - p, b - p), normal)},
                square};
    }

    [[nodiscard]] Feet edges(const Vector& a, const Vector& b, const Vector& c, const Vector& d) const
    {
        const Vector e = b - a, f = d - c, g = c - a, normal = cross(e, f);
        const IntegerPolynomial square = dot(normal, normal), height = dot(normal, g);
        return {height * height - squared_clearance_ * square,
                {dot(cross(g, f), normal), dot(cross(b - c, f), normal), dot(cross(g, e), normal),
                 dot(cross(e, d - a), normal)},
                square};
    }

    std::array<Vector, 4> points_;
    IntegerPolynomial squared_clearance_;
};

/// Whether the feet are on their features; `sign` returns the sign of a polynomial.
template <class SignThere>
bool on_features(const Feet& feet, const SignThere& sign)
{
    if (feet.exist && sign(*feet.exist) == Sign::zero) return false;
    return std::all_of(feet.inside.begin(), feet.inside.end(),
                       [&](const IntegerPolynomial& q) { return sign(q) != Sign::negative; });
}

bool within_at_start(const Feet& feet)
{
    const auto sign = [](const IntegerPolynomial& q) { return q.sign_at_0(); };
    return sign(feet.excess) != Sign::positive && on_features(feet, sign);
}

std::optional<DyadicBracket> first_within(const Feet& feet, int k)
{
    if (feet.excess.is_zero()) return std::nullopt;
    for (IsolatedRoot& root : roots_in_unit_interval(feet.excess)) {
        if (on_features(feet, [&](const IntegerPolynomial& q) { return root.sign_of(q); })) return root.cell(k);
    }
    return std::nullopt;
}

}  // namespace

std::optional<DyadicBracket> first_within_exact(const PairRows& rows, PairKind kind, double clearance, int k)
{
    const std::vector<Feet> all = Features(rows, clearance).of(kind);
    if (std::any_of(all.begin(), all.end(), within_at_start)) return DyadicBracket{};

    // Cells are ordered as the times in them, so the first time is in the first of the cells.
    std::optional<DyadicBracket> first;
    for (const Feet& feet : all) {
        const std::optional<DyadicBracket> cell = first_within(feet, k);
        if (cell && (!first || cell->lower < first->lower)) first = cell;
    }
    return first;
}

}  // namespace tocca::elementary
