// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace tocca::scene::detail {

/// A queue by time in [0, 1]: the earliest span of time comes out first, and within a span the last one in.
///
/// A span is an eighth of the times between two powers of two. A queue by exact times would lead from one end of the trees
/// to the other with every step; this goes down where it is, and what it needs is in the cache.
template <class Item>
class TimeBuckets {
public:
    void clear()
    {
        for (std::vector<Entry>& bucket : buckets_) bucket.clear();
        first_ = 0;
        size_ = 0;
    }
    [[nodiscard]] bool empty() const { return size_ == 0; }

    void push(double time, const Item& item)
    {
        const std::size_t bucket = bucket_of(time);
        buckets_[bucket].push_back({time, item});
        first_ = size_ == 0 ? bucket : std::min(first_, bucket);
        ++size_;
    }

    /// Assumes: not empty, here and below.
    [[nodiscard]] Item pop()
    {
        const Item item = buckets_[first_].back().item;
        buckets_[first_].pop_back();
        if (--size_ > 0) {
            while (buckets_[first_].empty()) ++first_;
        }
        return item;
    }

    /// Nothing in the queue is earlier than this.
    [[nodiscard]] double earliest_span() const { return start_of(first_); }
    /// The earliest time in the queue.
    [[nodiscard]] double earliest() const
    {
        double found = std::numeric_limits<double>::infinity();
        for (const Entry& entry : buckets_[first_]) found = std::min(found, entry.time);
        return found;
    }
    template <class Visit>
    void for_each(const Visit& visit) const
    {
        for (const std::vector<Entry>& bucket : buckets_) {
            for (const Entry& entry : bucket) visit(entry.item);
        }
    }
    /// Whether a time is in a later span than another.
    [[nodiscard]] static bool in_later_span(double time, double than) { return bucket_of(time) > bucket_of(than); }

private:
    struct Entry {
        double time;
        Item item;
    };

    static constexpr double least = 0x1p-20;
    static constexpr unsigned shift = 49;  // leaves three bits of the mantissa
    static constexpr std::uint64_t base = std::bit_cast<std::uint64_t>(least) >> shift;
    static constexpr std::size_t count = (std::bit_cast<std::uint64_t>(1.0) >> shift) - base + 2;

    /// The first bucket is for what is before `least`, the last for the end.
    static std::size_t bucket_of(double time)
    {
        if (!(time >= least)) return 0;
        return static_cast<std::size_t>((std::bit_cast<std::uint64_t>(std::min(time, 1.0)) >> shift) - base) + 1;
    }
    static double start_of(std::size_t bucket)
    {
        return bucket == 0 ? 0.0 : std::bit_cast<double>((base + bucket - 1) << shift);
    }

    std::array<std::vector<Entry>, count> buckets_;
    std::size_t first_ = 0;  ///< that is not empty
    std::size_t size_ = 0;
};

}  // namespace tocca::scene::detail
