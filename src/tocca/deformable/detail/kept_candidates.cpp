// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/kept_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tocca/answer/options.hpp"

namespace tocca::deformable::detail {
namespace {

/// A fraction of the reference and how far positions are from where it is then, along any axis.
class Departure {
public:
    explicit Departure(double fraction) : fraction_(fraction) {}

    void add(const Point& now, const MovingVertex& reference)
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double from = reference.start[axis], to = reference.end[axis];
            most_[axis] = std::max(most_[axis], std::abs(now[axis] - (from + fraction_ * (to - from))));
        }
    }

    [[nodiscard]] double most() const { return std::max({most_[0], most_[1], most_[2]}); }

private:
    double fraction_;
    Point most_ = {};
};

/// The fraction of the way from `from` to `to` at which x is, about.
double fraction_of(double x, double from, double to)
{
    return to == from ? 0.0 : std::clamp((x - from) / (to - from), 0.0, 1.0);
}

}  // namespace

double KeptCandidates::stray(std::span<const MovingVertex> step) const
{
    // Any fractions will do for the proof; that of the coordinate that moves farthest is the best to guess from.
    std::size_t vertex = 0, axis = 0;
    double farthest = 0.0, size = 0.0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            const double from = reference[i].start[k], to = reference[i].end[k];
            size = std::max({size, std::abs(from), std::abs(to)});
            if (std::abs(to - from) > farthest) farthest = std::abs(to - from), vertex = i, axis = k;
        }
    }
    // Beyond this, differences may overflow.
    if (reference.empty() || !(size <= 0x1p1000)) return std::numeric_limits<double>::infinity();
    const double from = reference[vertex].start[axis], to = reference[vertex].end[axis];
    Departure start(fraction_of(step[vertex].start[axis], from, to)),
        end(fraction_of(step[vertex].end[axis], from, to));
    for (std::size_t i = 0; i < reference.size(); ++i) {
        start.add(step[i].start, reference[i]);
        end.add(step[i].end, reference[i]);
    }
    // With u = 2^-53: the place of the reference takes a difference, at most 2 size, a product and a sum: it errs by
    // less than 8 u size. The difference from it errs by u of itself. What underflows errs by 2^-1074.
    return std::max(start.most(), end.most()) * (1.0 + 0x1p-50) + 0x1p-49 * size + 0x1p-1000;
}

CandidateKeeper::CandidateKeeper(const CandidateKeeper& other) : slack_(other.slack_), most_(other.most_)
{
    const std::lock_guard lock(other.mutex_);
    last_ = other.last_;
    stray_ = other.stray_;
}

CandidateKeeper& CandidateKeeper::operator=(const CandidateKeeper& other)
{
    if (this == &other) return *this;
    CandidateKeeper copy(other);
    const std::lock_guard lock(mutex_);
    slack_ = copy.slack_;
    most_ = copy.most_;
    last_ = std::move(copy.last_);
    stray_ = copy.stray_;
    return *this;
}

void CandidateKeeper::set(double slack, std::size_t most)
{
    slack_ = slack;
    most_ = slack > 0.0 ? most : 0;
    keep(nullptr);
}

std::shared_ptr<const KeptCandidates> CandidateKeeper::find(const QueryOptions& options, double gap,
                                                            std::span<const MovingVertex> step) const
{
    const std::lock_guard lock(mutex_);
    if (!last_ || last_->scope != CrossingProofs::Scope::of(options)) return nullptr;
    // 2^-50 makes up for the rounding of the sum. The search rounded the reach up.
    return (gap + 2.0 * stray(step)) * (1.0 + 0x1p-50) <= last_->reach ? last_ : nullptr;
}

bool CandidateKeeper::gave_up(const QueryOptions& options, std::span<const MovingVertex> step) const
{
    const std::lock_guard lock(mutex_);
    return last_ && last_->reach == KeptCandidates::gave_up && last_->scope == CrossingProofs::Scope::of(options) &&
           stray(step) <= slack_;
}

void CandidateKeeper::keep(std::shared_ptr<const KeptCandidates> candidates) const
{
    const std::lock_guard lock(mutex_);
    last_ = std::move(candidates);
    stray_ = -1.0;
}

}  // namespace tocca::deformable::detail
