// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/detail/coplanar_spans.hpp"

#include <algorithm>
#include <optional>

namespace tocca::elementary::detail {
namespace {

using Time = Fraction<Integer>;

ExactInstant instant_at(int t)
{
    const Time time{t, 1};
    return {{-t, 1, 0, 0}, {.kind = RootKind::point, .low = time, .high = time}};
}

Sign compare(const ExactInstant& a, const Time& x) { return tocca::compare(a.polynomial, a.root, x); }

/// A dyadic time strictly between two instants, found by halving [0, 1] at most `halvings` times; empty if that was
/// not enough. `order` is the sign of b - a if one is found.
struct Separation {
    Time time;
    Sign order;
};

std::optional<Separation> separate(const ExactInstant& a, const ExactInstant& b, int halvings)
{
    Integer low = 0, high = 1, denominator = 1;
    for (int i = 0; i < halvings; ++i) {
        const Time middle{low + high, 2 * denominator};
        const Sign of_a = compare(a, middle), of_b = compare(b, middle);
        if (of_a * of_b == Sign::negative) return Separation{middle, of_b};
        if (of_a == Sign::zero && of_b == Sign::zero) return std::nullopt;
        const bool above = of_a == Sign::positive || of_b == Sign::positive;
        low = above ? middle.numerator : Integer(2 * low);
        high = above ? Integer(2 * high) : middle.numerator;
        denominator = middle.denominator;
    }
    return std::nullopt;
}

/// A separation of instants that are known to differ.
Separation separate(const ExactInstant& a, const ExactInstant& b)
{
    for (int halvings = 64;; halvings *= 2) {
        if (const auto found = separate(a, b, halvings)) return *found;
    }
}

/// Assumes: the polynomials are of degree 2 at most.
bool same(const ExactInstant& a, const ExactInstant& b)
{
    const Quadratic<Integer> q{b.polynomial[0], b.polynomial[1], b.polynomial[2]};
    if (sign_at_root(a.polynomial, a.root, q) != Sign::zero) return false;
    // a is a root of b's polynomial: that one, or the other?
    const auto roots = roots_in_unit_interval(b.polynomial);
    if (roots.size() < 2) return true;
    const Time between = separate(ExactInstant{b.polynomial, roots[0]}, ExactInstant{b.polynomial, roots[1]}).time;
    return compare(a, between) == compare(b, between);
}

/// The sign of b - a.
Sign order(const ExactInstant& a, const ExactInstant& b) { return same(a, b) ? Sign::zero : separate(a, b).order; }

/// 0, 1 and the pair's edge instants, in increasing order, each once.
std::vector<ExactInstant> events_of(const ExactPair& pair)
{
    std::vector<ExactInstant> events = pair.edge_instants();
    events.push_back(instant_at(0));
    events.push_back(instant_at(1));
    std::sort(events.begin(), events.end(),
              [](const ExactInstant& a, const ExactInstant& b) { return order(a, b) == Sign::positive; });
    events.erase(std::unique(events.begin(), events.end(),
                             [](const ExactInstant& a, const ExactInstant& b) { return order(a, b) == Sign::zero; }),
                 events.end());
    return events;
}

}  // namespace

std::vector<ExactSpan> coplanar_spans(const ExactPair& pair)
{
    const std::vector<ExactInstant> events = events_of(pair);
    std::vector<ExactSpan> spans;
    bool together = false;  // in contact just before the event at hand
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (together)
            spans.back().end = events[i];
        else if (pair.touches_at(events[i]))
            spans.push_back({events[i], events[i]});
        together = i + 1 < events.size() && pair.touches_at(separate(events[i], events[i + 1]).time);
    }
    return spans;
}

}  // namespace tocca::elementary::detail
