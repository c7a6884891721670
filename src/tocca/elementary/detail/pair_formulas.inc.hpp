// SPDX-License-Identifier: Apache-2.0

// The floating-point formulas of a pair, written once for doubles and for SIMD vectors of them. This file has no guard:
// it is included inside a namespace that defines
//   Real                      the number: double, or one query a lane
//   Real constant(double)
//   Real maximum(Real, Real), minimum(Real, Real)
//   Real magnitude(Real)      absolute value
//   TOCCA_FORMULA             how such functions are declared, and TOCCA_FORMULA_LAMBDA their lambdas
// Bounds: numeric/error_bounds.hpp. Formulas: docs/elementary.md.

struct Vector {
    Real x, y, z;
};

TOCCA_FORMULA Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
TOCCA_FORMULA Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

TOCCA_FORMULA Vector cross(const Vector& a, const Vector& b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

TOCCA_FORMULA Real dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

TOCCA_FORMULA Real size(const Vector& a) { return maximum(maximum(magnitude(a.x), magnitude(a.y)), magnitude(a.z)); }

/// A vector that changes linearly.
struct Moving {
    Vector start, end;
};

TOCCA_FORMULA Real size(const Moving& a) { return maximum(size(a.start), size(a.end)); }

TOCCA_FORMULA Vector at(const Moving& a, Real rest, Real t)
{
    return {rest * a.start.x + t * a.end.x, rest * a.start.y + t * a.end.y, rest * a.start.z + t * a.end.z};
}

/// The four points of a pair in the order of PairRows.
struct Points {
    Vector start[4];
    Vector end[4];
};

/// The differences everything is computed from. Vertex-face: e = b-a, f = c-a, g = p-a, q = b-p, r = c-p.
/// Edge-edge: e = b-a, f = d-c, g = c-a, q = b-c, r = d-a.
struct Differences {
    Moving e, f, g, q, r;
};

template <PairKind kind>
TOCCA_FORMULA Differences differences(const Points& p)
{
    const auto from = [&](int i, int j) TOCCA_FORMULA_LAMBDA {
        return Moving{p.start[i] - p.start[j], p.end[i] - p.end[j]};
    };
    if constexpr (kind == PairKind::vertex_face)
        return {from(2, 1), from(3, 1), from(0, 1), from(2, 0), from(3, 0)};
    else
        return {from(1, 0), from(3, 2), from(2, 0), from(1, 2), from(3, 0)};
}

/// Bernstein coefficients of the coplanarity cubic Y = [e, f, g]; each is within `bound` of the exact one if the sizes
/// of e, f, g are in range.
struct Coplanarity {
    Real k0, k1, k2, k3;
    Real bound;
    Real least, greatest;  // of the sizes of e, f, g
};

TOCCA_FORMULA Coplanarity coplanarity(const Differences& d)
{
    const Vector n0 = cross(d.e.start, d.f.start), n1 = cross(d.e.end, d.f.end);
    const Vector h = cross(d.e.start, d.f.end) + cross(d.e.end, d.f.start);
    const Real third = constant(1.0 / 3.0);
    const Real e = size(d.e), f = size(d.f), g = size(d.g);
    return {dot(d.g.start, n0),
            (dot(d.g.start, h) + dot(d.g.end, n0)) * third,
            (dot(d.g.end, h) + dot(d.g.start, n1)) * third,
            dot(d.g.end, n1),
            constant(error_bounds::cubic) * e * f * g,
            minimum(minimum(e, f), g),
            maximum(maximum(e, f), g)};
}

/// The cubic at t by de Casteljau's scheme, with rest = 1 - t.
TOCCA_FORMULA Real value(const Coplanarity& y, Real rest, Real t)
{
    const Real a = rest * y.k0 + t * y.k1, b = rest * y.k1 + t * y.k2, c = rest * y.k2 + t * y.k3;
    return rest * (rest * a + t * b) + t * (rest * b + t * c);
}

/// The largest magnitude of a coefficient.
TOCCA_FORMULA Real size(const Coplanarity& y)
{
    return maximum(maximum(magnitude(y.k0), magnitude(y.k1)), maximum(magnitude(y.k2), magnitude(y.k3)));
}

template <PairKind kind>
inline constexpr int inside_count = kind == PairKind::vertex_face ? 3 : 4;

/// The inside cross products of a pair at one time. At a contact their components are weakly of one sign on every axis.
template <PairKind kind>
struct Inside {
    Vector m[inside_count<kind>];
};

/// The products of one vector each of two states of the differences (the same state twice: at one time).
/// Vertex-face: (b-p) x (c-p), (c-p) x (a-p), (a-p) x (b-p). Edge-edge: g x f, q x f, g x e, e x r.
template <PairKind kind>
TOCCA_FORMULA Inside<kind> inside(const Vector (&a)[5], const Vector (&b)[5])
{
    enum { e, f, g, q, r };
    if constexpr (kind == PairKind::vertex_face)
        return {{cross(a[q], b[r]), cross(a[g], b[r]), cross(a[q], b[g])}};
    else
        return {{cross(a[g], b[f]), cross(a[q], b[f]), cross(a[g], b[e]), cross(a[e], b[r])}};
}

/// Products of the sizes of the factors of each inside product, in the same order.
template <PairKind kind>
struct InsideSizes {
    Real m[inside_count<kind>];
};

template <PairKind kind>
TOCCA_FORMULA InsideSizes<kind> inside_sizes(const Differences& d)
{
    const Real g = size(d.g), q = size(d.q), r = size(d.r);
    if constexpr (kind == PairKind::vertex_face) {
        return {{q * r, g * r, q * g}};
    } else {
        const Real e = size(d.e), f = size(d.f);
        return {{g * f, q * f, g * e, e * r}};
    }
}

/// All differences at time t, with rest = 1 - t, into e, f, g, q, r of `state`. Vertex-face needs g, q, r alone.
template <PairKind kind>
TOCCA_FORMULA void state_at(const Differences& d, Real rest, Real t, Vector (&state)[5])
{
    if constexpr (kind == PairKind::edge_edge) {
        state[0] = at(d.e, rest, t);
        state[1] = at(d.f, rest, t);
    }
    state[2] = at(d.g, rest, t);
    state[3] = at(d.q, rest, t);
    state[4] = at(d.r, rest, t);
}
