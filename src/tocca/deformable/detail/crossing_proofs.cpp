// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/crossing_proofs.hpp"

#include <algorithm>
#include <utility>

#include "tocca/answer/options.hpp"

namespace tocca::deformable::detail {
namespace {

using NumberPairList = std::vector<std::array<std::uint32_t, 2>>;

NumberPairList sorted(NumberPairList pairs)
{
    for (auto& [first, second] : pairs) {
        if (second < first) std::swap(first, second);
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

}  // namespace

CrossingProofs::Scope CrossingProofs::Scope::of(const QueryOptions& options)
{
    return {options.self, options.between, sorted(options.ignored_pairs), sorted(options.ignored_groups)};
}

bool CrossingProofs::Scope::covers(const Scope& other) const
{
    const auto ignores_all = [](const NumberPairList& more, const NumberPairList& fewer) {
        return std::includes(more.begin(), more.end(), fewer.begin(), fewer.end());
    };
    return (self || !other.self) && (between || !other.between) && ignores_all(other.ignored_pairs, ignored_pairs) &&
           ignores_all(other.ignored_groups, ignored_groups);
}

CrossingProofs::CrossingProofs(const CrossingProofs& other) : state_(other.state()) {}

CrossingProofs& CrossingProofs::operator=(const CrossingProofs& other)
{
    if (this == &other) return *this;
    State state = other.state();
    const std::lock_guard lock(mutex_);
    state_ = std::move(state);
    return *this;
}

CrossingProofs::State CrossingProofs::state() const
{
    const std::lock_guard lock(mutex_);
    return state_;
}

bool CrossingProofs::start_is_uncrossed(const QueryOptions& options) const
{
    const std::lock_guard lock(mutex_);
    return state_.start && state_.start->covers(Scope::of(options));
}

void CrossingProofs::note_start(const QueryOptions& options) const
{
    Scope scope = Scope::of(options);
    const std::lock_guard lock(mutex_);
    if (!state_.start || !state_.start->covers(scope)) state_.start = std::move(scope);
}

void CrossingProofs::note_after(const QueryOptions& options, double step) const
{
    Scope scope = Scope::of(options);
    const std::lock_guard lock(mutex_);
    if (state_.after && state_.step == step && state_.after->covers(scope)) return;
    state_.after = std::move(scope);
    state_.step = step;
}

std::optional<double> CrossingProofs::proven_step() const
{
    const std::lock_guard lock(mutex_);
    return state_.after ? std::optional(state_.step) : std::nullopt;
}

bool CrossingProofs::empty() const
{
    const std::lock_guard lock(mutex_);
    return !state_.start && !state_.after;
}

void CrossingProofs::advance(bool at_start, bool at_proven_step)
{
    const std::lock_guard lock(mutex_);
    State next;
    if (at_proven_step && state_.after)
        next.start = std::move(state_.after);
    else if (at_start)
        next.start = std::move(state_.start);
    state_ = std::move(next);
}

}  // namespace tocca::deformable::detail
