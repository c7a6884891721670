// SPDX-License-Identifier: Apache-2.0
#include "simulation/judges/bernstein_judge.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <vector>

#include "simulation/judges/cubic_judge.hpp"

namespace tocca::simulation {
namespace {

/// Power coefficients, the constant first.
template <std::size_t degree>
using Coefficients = std::array<double, degree + 1>;

double value(const Coefficients<3>& y, double t) { return y[0] + t * (y[1] + t * (y[2] + t * y[3])); }

/// A vector linear in time.
struct Moving {
    Eigen::Vector3d start, change;

    Moving(const MovingPair& pair, std::size_t to, std::size_t from)
        : start(pair.start[to] - pair.start[from]), change(pair.end[to] - pair.end[from] - start)
    {}
};

/// A vector quadratic in time, by its power coefficients.
using MovingCross = std::array<Eigen::Vector3d, 3>;

MovingCross cross(const Moving& a, const Moving& b)
{
    return {a.start.cross(b.start), a.start.cross(b.change) + a.change.cross(b.start), a.change.cross(b.change)};
}

Coefficients<3> dot(const Moving& a, const MovingCross& b)
{
    return {a.start.dot(b[0]), a.start.dot(b[1]) + a.change.dot(b[0]), a.start.dot(b[2]) + a.change.dot(b[1]),
            a.change.dot(b[2])};
}

Coefficients<4> dot(const MovingCross& a, const MovingCross& b)
{
    Coefficients<4> sum = {};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) sum[i + j] += a[i].dot(b[j]);
    }
    return sum;
}

/// The features meet where y = 0 and no quartic is negative.
struct System {
    Coefficients<3> y = {};
    std::vector<Coefficients<4>> inside = {};

    explicit System(const MovingPair& pair)
    {
        const auto side = [&](std::size_t to, std::size_t from) { return Moving(pair, to, from); };
        if (pair.kind == PairKind::vertex_face) {
            const Moving a = side(1, 0), b = side(2, 0), c = side(3, 0);
            const MovingCross normal = cross(side(2, 1), side(3, 1));
            y = dot(side(0, 1), normal);
            inside = {dot(cross(b, c), normal), dot(cross(c, a), normal), dot(cross(a, b), normal)};
        } else {
            const Moving e = side(1, 0), f = side(3, 2), g = side(2, 0);
            const MovingCross normal = cross(e, f);
            y = dot(g, normal);
            inside = {dot(cross(g, f), normal), dot(cross(side(1, 2), f), normal), dot(cross(g, e), normal),
                      dot(cross(e, side(3, 0)), normal)};
        }
    }
};

/// The polynomial of lower degree than y with the values of the quartic at the roots of y.
Coefficients<2> reduced(Coefficients<4> quartic, const Coefficients<3>& y, std::size_t degree)
{
    for (std::size_t k = 4; k >= degree; --k) {
        const double factor = quartic[k] / y[degree];
        for (std::size_t i = 0; i <= degree; ++i) quartic[k - degree + i] -= factor * y[i];
        quartic[k] = 0.0;
    }
    return {quartic[0], quartic[1], quartic[2]};
}

int sign(double number) { return (number > 0.0) - (number < 0.0); }

/// The sign of a + b t at the only root of y in the bracket.
int sign_of_linear(double a, double b, const Coefficients<3>& y, const RootBracket& root)
{
    if (b == 0.0) return sign(a);
    const double zero = -a / b;
    if (zero <= root.low) return root.low == root.high ? sign(a + b * root.low) : sign(b);
    if (zero >= root.high) return -sign(b);
    const int here = sign(value(y, zero));
    if (here == 0) return 0;
    return here == sign(value(y, root.low)) ? sign(b) : -sign(b);
}

/// The sign of a quadratic there: y = p * quotient + remainder, so p = -remainder / quotient where y = 0.
int sign_of_quadratic(const Coefficients<2>& p, const Coefficients<3>& y, const RootBracket& root)
{
    if (p[2] == 0.0 || y[3] == 0.0) return sign_of_linear(p[0], p[1], y, root);
    const double high = y[3] / p[2], low = (y[2] - high * p[1]) / p[2];
    const int remainder = sign_of_linear(y[0] - low * p[0], y[1] - high * p[0] - low * p[1], y, root);
    return -remainder * sign_of_linear(low, high, y, root);
}

double middle_of_root(const Coefficients<3>& y, RootBracket root)
{
    const bool rises = value(y, root.low) < 0.0;
    for (int i = 0; i < 60 && root.high > root.low; ++i) {
        const double middle = 0.5 * (root.low + root.high);
        ((value(y, middle) < 0.0) == rises ? root.low : root.high) = middle;
    }
    return root.low;
}

}  // namespace

std::optional<double> BernsteinJudge::touches_at(const MovingPair& pair) const
{
    const System system(pair);
    const Coefficients<3>& y = system.y;
    std::size_t degree = 3;
    while (degree > 0 && y[degree] == 0.0) --degree;
    if (degree == 0) return std::nullopt;
    for (const RootBracket& root : root_brackets(y[0], y[1], y[2], y[3])) {
        const bool meets = std::all_of(system.inside.begin(), system.inside.end(), [&](const auto& quartic) {
            return sign_of_quadratic(reduced(quartic, y, degree), y, root) >= 0;
        });
        if (meets) return middle_of_root(y, root);
    }
    return std::nullopt;
}

}  // namespace tocca::simulation
