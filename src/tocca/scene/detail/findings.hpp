// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>

#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"

namespace tocca::scene::detail {

/// Combines the answers of the engines. Each engine is queried no further than the limit at that time; meshes come first.
class Findings {
    /// What is wrong at the start comes first, crossings before the rest of it; then by safe_until, contacts before what is
    /// only near and that before what is undecided, what is certified before what is exact, at last by objects.
    [[nodiscard]] static auto order_of(const Answer& answer, bool exact)
    {
        const Outcome outcome = answer.outcome;
        const int rank = outcome == Outcome::undecided ? 2 : outcome == Outcome::near_at_start ? 1 : 0;
        const ObjectPair pair = answer.pair.value_or(ObjectPair{});
        return std::tuple(outcome == Outcome::free, !is_at_start(outcome), outcome != Outcome::crossing_at_start,
                          answer.safe_until, rank, exact, pair.objects, pair.shapes);
    }

public:
    explicit Findings(const QueryOptions& options) : options_(options)
    {
        all_.safe_until = options.until;
        all_.nothing_checked = true;
    }

    /// The next query need not go further than this.
    [[nodiscard]] double limit() const
    {
        const bool known = all_.outcome != Outcome::free && all_.outcome != Outcome::near_at_start &&
                           all_.outcome != Outcome::crossing_at_start;
        if (!known) return options_.until;
        return std::min(options_.until, all_.safe_until + options_.tolerance.value_or(0.0));
    }

    /// Adds an answer with the numbers of the scene; `exact` if it is about meshes alone.
    void add(Answer answer, bool exact)
    {
        Start start = merged(std::move(all_.start), answer.start);
        const bool nothing_checked = all_.nothing_checked && answer.nothing_checked;
        const bool only_changed = all_.only_changed || answer.only_changed;
        // What is only near was checked up to the limit, and is free to the end if nothing else is found.
        if (answer.outcome == Outcome::near_at_start) answer.safe_until = options_.until;
        const bool crossing = all_.outcome == Outcome::crossing_at_start;
        if (crossing && answer.outcome != Outcome::free && answer.outcome != Outcome::near_at_start)
            all_.contact.reset();
        if (order_of(answer, exact) < order_of(all_, exact_)) {
            all_ = std::move(answer);
            exact_ = exact;
        }
        all_.start = std::move(start);
        all_.nothing_checked = nothing_checked;
        all_.only_changed = only_changed;
    }

    /// Adds to the list that one of two objects starts inside the other.
    void add_inside(const ObjectPair& pair)
    {
        all_.start.inside.push_back(pair);
        all_.nothing_checked = false;
    }

    [[nodiscard]] const Answer& answer() const { return all_; }

private:
    [[nodiscard]] static Start merged(Start start, const Start& more)
    {
        const auto append = [](auto& list, const auto& others) {
            list.insert(list.end(), others.begin(), others.end());
        };
        start.near = start.near || more.near;
        start.assumed_free = start.assumed_free || more.assumed_free;
        start.crossing_count += more.crossing_count;
        start.near_count += more.near_count;
        append(start.crossings, more.crossings);
        append(start.near_pairs, more.near_pairs);
        append(start.near_objects, more.near_objects);
        append(start.inside, more.inside);
        return start;
    }

    const QueryOptions& options_;
    Answer all_;
    bool exact_ = false;
};

}  // namespace tocca::scene::detail
