// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::io::detail {

/// Gives equal keys the same number, counted from 0 in the order in which they first appear. The keys themselves are
/// kept by the caller.
///
/// A table of numbers, open to the next free place, at most half full. With keyed_hash no file can be made that crowds it.
class NumberTable {
public:
    NumberTable() : places_(initial_places, free_place) {}

    [[nodiscard]] std::size_t size() const { return hashes_.size(); }

    /// The number of the key with this hash of which `is_key(number)` is true, or else size(), which it has from then on.
    template <class IsKey>
    VertexId find_or_add(std::uint64_t hash, const IsKey& is_key)
    {
        if (2 * hashes_.size() >= places_.size()) grow();
        std::size_t place = hash & (places_.size() - 1);
        while (places_[place] != free_place) {
            if (hashes_[places_[place]] == hash && is_key(places_[place])) return places_[place];
            place = (place + 1) & (places_.size() - 1);
        }
        places_[place] = static_cast<VertexId>(hashes_.size());
        hashes_.push_back(hash);
        return places_[place];
    }

private:
    static constexpr std::size_t initial_places = std::size_t{1} << 10U;
    static constexpr VertexId free_place = ~VertexId{0};

    void grow()
    {
        places_.assign(2 * places_.size(), free_place);
        for (std::size_t i = 0; i < hashes_.size(); ++i) {
            std::size_t place = hashes_[i] & (places_.size() - 1);
            while (places_[place] != free_place) place = (place + 1) & (places_.size() - 1);
            places_[place] = static_cast<VertexId>(i);
        }
    }

    std::vector<VertexId> places_;
    std::vector<std::uint64_t> hashes_;  ///< by number
};

}  // namespace tocca::io::detail
