// SPDX-License-Identifier: Apache-2.0
#include "support/separation_judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "support/exact_distance.hpp"
#include "support/polynomial_vector.hpp"

namespace tocca::support {
namespace {

using Vector = PolynomialVector;

/// The four moving points and the clearance, multiplied by one power of two that makes them integers.
struct Scaled {
    std::array<Vector, 4> points;
    Polynomial squared_clearance;

    Scaled(const PairRows& rows, double clearance)
    {
        Integer common = 1;
        const auto take = [&](double x) { common = std::max(common, Integer(denominator(Rational(x)))); };
        for (const double x : rows) take(x);
        take(clearance);
        const auto integer = [&](double x) { return Integer(numerator(Rational(Rational(x) * common))); };
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t k = 0; k < 3; ++k) {
                const Integer start = integer(rows[3 * i + k]), end = integer(rows[12 + 3 * i + k]);
                points[i][k] = Polynomial({start, end - start});
            }
        }
        squared_clearance = Polynomial({integer(clearance) * integer(clearance)});
    }
};

/// Squared distances from planes and lines, cleared of denominators, minus the squared clearance.
std::vector<Polynomial> deciding(const Scaled& scaled, PairKind kind)
{
    const auto& x = scaled.points;
    std::vector<Polynomial> all;
    const auto heights = [&](const Vector& normal, const Vector& arm) {
        const Polynomial height = dot(normal, arm);
        all.push_back(height * height - scaled.squared_clearance * dot(normal, normal));
    };
    const auto from_line = [&](std::size_t p, std::size_t a, std::size_t b) {
        const Vector across = cross(x[p] - x[a], x[b] - x[a]);
        all.push_back(dot(across, across) - scaled.squared_clearance * dot(x[b] - x[a], x[b] - x[a]));
    };
    const std::size_t firsts = kind == PairKind::vertex_face ? 1 : 2;
    for (std::size_t i = 0; i < firsts; ++i) {
        for (std::size_t j = firsts; j < 4; ++j)
            all.push_back(dot(x[i] - x[j], x[i] - x[j]) - scaled.squared_clearance);
    }
    if (kind == PairKind::vertex_face) {
        heights(cross(x[2] - x[1], x[3] - x[1]), x[0] - x[1]);
        from_line(0, 1, 2), from_line(0, 2, 3), from_line(0, 3, 1);
    } else {
        heights(cross(x[1] - x[0], x[3] - x[2]), x[2] - x[0]);
        from_line(0, 2, 3), from_line(1, 2, 3), from_line(2, 0, 1), from_line(3, 0, 1);
    }
    return all;
}

struct Event {
    AlgebraicTime time;
    bool sudden;  ///< a multiple root, or of several polynomials: the clearance may be touched without being passed
};

std::vector<Event> events_of(const std::vector<Polynomial>& polynomials)
{
    std::vector<Event> events{{AlgebraicTime(Rational(0)), false}, {AlgebraicTime(Rational(1)), false}};
    for (const Polynomial& p : polynomials) {
        if (p.degree() < 1) continue;
        for (AlgebraicTime& root : roots_in_unit_interval(p)) {
            const bool multiple = root.sign_of(p.derivative()) == 0;
            auto place = events.begin();
            int order = 1;
            while (place != events.end() && (order = root.compare(place->time)) > 0) ++place;
            if (order < 0) events.insert(place, {root, multiple});
            if (order == 0) place->sudden = true;
        }
    }
    return events;
}

/// Whether the distance at an irrational instant is the clearance, judged from a rational 2^-400 away: nearer to each
/// other than 2^-200 they are taken for equal. Nothing if the pair moves so far that this is no test.
std::optional<bool> touches_near(const PairRows& rows, PairKind kind, double clearance, AlgebraicTime& time)
{
    double reach = 0.0;
    for (const double x : rows) reach = std::max(reach, std::abs(x));
    if (!(reach < 0x1p100 * clearance)) return std::nullopt;
    const Rational near(Integer(1), Integer(1) << 400), slack(Integer(1), Integer(1) << 200);
    while (time.high() - time.low() > near) time.refine();
    return squared_distance_at(rows, kind, time.low()) <= Rational(clearance) * Rational(clearance) * (1 + slack);
}

}  // namespace

SeparationJudgement judge_separation(const PairRows& rows, PairKind kind, double clearance)
{
    const Rational square = Rational(clearance) * Rational(clearance);
    const auto within = [&](const Rational& t) { return squared_distance_at(rows, kind, t) <= square; };
    std::vector<Event> events = events_of(deciding(Scaled(rows, clearance), kind));
    SeparationJudgement judgement;
    for (std::size_t i = 0; i < events.size(); ++i) {
        AlgebraicTime& time = events[i].time;
        bool touches = time.is_rational() && within(time.low());
        if (!time.is_rational() && events[i].sudden) {
            const std::optional<bool> near = touches_near(rows, kind, clearance, time);
            touches = near.value_or(false);
            judgement.unsure = judgement.unsure || !near;
        }
        if (touches || (i + 1 < events.size() && within(between(time, events[i + 1].time)))) {
            judgement.first = time;
            return judgement;
        }
    }
    return judgement;
}

}  // namespace tocca::support
