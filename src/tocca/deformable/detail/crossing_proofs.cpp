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
    return state_.open.empty() && state_.start && state_.start->covers(Scope::of(options));
}

std::optional<CrossingProofs::Vertices> CrossingProofs::open_at_start(const QueryOptions& options) const
{
    const std::lock_guard lock(mutex_);
    if (state_.open.empty() || !state_.start || !state_.start->covers(Scope::of(options))) return std::nullopt;
    return state_.open;
}

void CrossingProofs::replace(std::uint32_t object, std::size_t objects, std::span<const std::uint32_t> old_vertices,
                             std::vector<std::uint32_t> open)
{
    const std::lock_guard lock(mutex_);
    if (!state_.start && !state_.after) return;
    if (!state_.open.empty() && !state_.open[object].empty()) {
        // What was open before is still, if it is there.
        const std::vector<std::uint32_t>& before = state_.open[object];
        std::vector<bool> was_open(*std::max_element(before.begin(), before.end()) + std::size_t{1});
        for (const std::uint32_t vertex : before) was_open[vertex] = true;
        for (std::uint32_t vertex = 0; vertex < old_vertices.size(); ++vertex) {
            const std::uint32_t old = old_vertices[vertex];
            if (old < was_open.size() && was_open[old]) open.push_back(vertex);
        }
    }
    std::sort(open.begin(), open.end());
    open.erase(std::unique(open.begin(), open.end()), open.end());
    if (state_.open.empty() && open.empty()) return;
    state_.open.resize(objects);
    state_.open[object] = std::move(open);
}

void CrossingProofs::note_start(const QueryOptions& options) const
{
    Scope scope = Scope::of(options);
    const std::lock_guard lock(mutex_);
    // What was proven but for open vertices may be about more, yet it is this that is proven of all.
    if (!state_.open.empty() || !state_.start || !state_.start->covers(scope)) state_.start = std::move(scope);
    if (!state_.open.empty()) state_.after.reset();
    state_.open.clear();
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
    if (next.start) next.open = std::move(state_.open);
    state_ = std::move(next);
}

}  // namespace tocca::deformable::detail
