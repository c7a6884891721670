// SPDX-License-Identifier: Apache-2.0
#include "support/judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "support/polynomial_vector.hpp"

namespace tocca::support {
namespace {

using Vector = PolynomialVector;

/// A double as integer * 2^exponent.
struct Scaled {
    long long integer;
    int exponent;
};

Scaled scaled(double x)
{
    int exponent = 0;
    const double fraction = std::frexp(x, &exponent);
    return {static_cast<long long>(std::ldexp(fraction, 53)), x == 0.0 ? 0 : exponent - 53};
}

/// The four moving points, all coordinates multiplied by one power of two that makes them integers.
std::array<Vector, 4> moving_points(const PairRows& rows)
{
    int least = 0;
    for (const double x : rows) least = std::min(least, scaled(x).exponent);
    const auto integer = [&](double x) {
        const Scaled s = scaled(x);
        return Integer(Integer(s.integer) << static_cast<unsigned>(s.exponent - least));
    };
    std::array<Vector, 4> points;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Integer start = integer(rows[3 * i + k]), end = integer(rows[12 + 3 * i + k]);
            points[i][k] = Polynomial({start, end - start});
        }
    }
    return points;
}

/// Whether a moving point is on the closed moving segment xy, which may be a point.
struct PointOnSegment {
    Vector off_line;
    Polynomial beyond;

    PointOnSegment(const Vector& point, const Vector& x, const Vector& y)
        : off_line(cross(x - point, y - point)), beyond(dot(x - point, y - point))
    {}

    [[nodiscard]] bool holds(AlgebraicTime& t) const
    {
        return t.sign_of(beyond) <= 0 && t.sign_of(off_line[0]) == 0 && t.sign_of(off_line[1]) == 0 &&
               t.sign_of(off_line[2]) == 0;
    }
};

/// What decides contact at an instant at which the four points are coplanar. Where some component of the normal does
/// not vanish, the same components of all `inside` vectors must not oppose it; where the normal vanishes, a vertex
/// must be on one of the segments.
struct Features {
    Polynomial volume;
    Vector normal;
    std::vector<Vector> inside;
    std::vector<PointOnSegment> segments;

    [[nodiscard]] bool touch(AlgebraicTime& t) const
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const int side = t.sign_of(normal[axis]);
            if (side == 0) continue;
            return std::all_of(inside.begin(), inside.end(),
                               [&](const Vector& v) { return t.sign_of(v[axis]) * side >= 0; });
        }
        return std::any_of(segments.begin(), segments.end(), [&](const PointOnSegment& s) { return s.holds(t); });
    }

    [[nodiscard]] std::vector<const Polynomial*> deciding() const
    {
        std::vector<const Polynomial*> all;
        const auto add = [&](const Vector& v) {
            for (const Polynomial& p : v) all.push_back(&p);
        };
        add(normal);
        for (const Vector& v : inside) add(v);
        for (const PointOnSegment& s : segments) {
            add(s.off_line);
            all.push_back(&s.beyond);
        }
        return all;
    }
};

Features vertex_face(const std::array<Vector, 4>& points)
{
    const auto& [p, a, b, c] = points;
    Features f;
    f.normal = cross(b - a, c - a);
    f.volume = dot(f.normal, p - a);
    f.inside = {cross(b - p, c - p), cross(c - p, a - p), cross(a - p, b - p)};
    f.segments = {{p, a, b}, {p, b, c}, {p, c, a}};
    return f;
}

Features edge_edge(const std::array<Vector, 4>& points)
{
    const auto& [a, b, c, d] = points;
    Features f;
    f.normal = cross(b - a, d - c);
    f.volume = dot(f.normal, c - a);
    f.inside = {cross(c - a, d - c), cross(b - c, d - c), cross(c - a, b - a), cross(b - a, d - a)};
    f.segments = {{a, c, d}, {b, c, d}, {c, a, b}, {d, a, b}};
    return f;
}

Features features_of(const PairRows& rows, PairKind kind)
{
    const std::array<Vector, 4> points = moving_points(rows);
    return kind == PairKind::vertex_face ? vertex_face(points) : edge_edge(points);
}

int multiplicity_of(AlgebraicTime& root, const Polynomial& p)
{
    int multiplicity = 1;
    for (Polynomial d = p.derivative(); root.sign_of(d) == 0; d = d.derivative()) ++multiplicity;
    return multiplicity;
}

Judgement judge_instants(const Features& features)
{
    Judgement judgement;
    for (AlgebraicTime& root : roots_in_unit_interval(features.volume)) {
        if (!features.touch(root)) continue;
        const int multiplicity = multiplicity_of(root, features.volume);
        judgement.spans.push_back({root, root, multiplicity});
    }
    return judgement;
}

/// 0, 1 and every instant at which a deciding polynomial changes its sign, in increasing order.
std::vector<AlgebraicTime> events_of(const Features& features)
{
    std::vector<AlgebraicTime> events{AlgebraicTime(Rational(0)), AlgebraicTime(Rational(1))};
    for (const Polynomial* p : features.deciding()) {
        if (p->degree() < 1) continue;
        for (AlgebraicTime& root : roots_in_unit_interval(*p)) {
            auto place = events.begin();
            int order = 1;
            while (place != events.end() && (order = root.compare(*place)) > 0) ++place;
            if (order < 0) events.insert(place, root);
        }
    }
    return events;
}

Judgement judge_coplanar(const Features& features)
{
    std::vector<AlgebraicTime> events = events_of(features);
    Judgement judgement;
    judgement.coplanar_throughout = true;
    bool touching_before = false;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const bool touching = features.touch(events[i]);
        if (touching && touching_before) judgement.spans.back().end = events[i];
        if (touching && !touching_before) judgement.spans.push_back({events[i], events[i], 0});
        if (i + 1 == events.size()) break;
        AlgebraicTime inner(between(events[i], events[i + 1]));
        touching_before = features.touch(inner);  // contact is closed: it lasts to the events on both sides
    }
    return judgement;
}

}  // namespace

std::optional<bool> Judgement::odd() const
{
    if (coplanar_throughout) return std::nullopt;
    int count = 0;
    for (const JudgedSpan& span : spans) count += span.multiplicity;
    return count % 2 == 1;
}

Judgement judge(const PairRows& rows, PairKind kind)
{
    const Features features = features_of(rows, kind);
    return features.volume.is_zero() ? judge_coplanar(features) : judge_instants(features);
}

bool touches_at(const PairRows& rows, PairKind kind, const Rational& t)
{
    const Features features = features_of(rows, kind);
    AlgebraicTime time(t);
    return time.sign_of(features.volume) == 0 && features.touch(time);
}

}  // namespace tocca::support
