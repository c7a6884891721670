// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "study/contact_study.hpp"
#include "study/detail/scene_features.hpp"
#include "tocca/elementary/block_filter.hpp"

namespace tocca::study::detail {

/// Decides pairs of features, block by block, and keeps what the verb asks for.
class PairDecider {
public:
    enum class Verb : unsigned char { all_contacts, first_contact, collides };

    PairDecider(const SceneFeatures& features, const StudyOptions& options, Verb verb, StudyCounts& counts);

    /// A vertex and a face, or two edges in any order, by their numbers.
    void take(PairKind kind, std::uint32_t first, std::uint32_t second);
    /// Decides what is left; call it once, at the end.
    void finish();

    /// Whether nothing more need be found.
    [[nodiscard]] bool enough() const { return verb_ == Verb::collides && best_.has_value(); }
    /// Whether pairs are dropped by time, and those that are apart until then.
    [[nodiscard]] bool by_time() const { return by_time_; }
    [[nodiscard]] double until() const { return by_time_ && best_ ? best_->bracket.upper : 1.0; }

    /// What was found: of all_contacts everything, sorted; of first_contact the first.
    [[nodiscard]] std::vector<Contact> contacts();
    [[nodiscard]] StudyFirstContact first() const;
    [[nodiscard]] bool collides() const { return best_.has_value(); }

private:
    struct Pair {
        std::uint32_t first, second;
    };
    struct Found {
        PairKind kind;
        std::uint32_t first, second;  ///< a repeated face is another feature, though its vertices are the same
        std::array<std::uint32_t, 4> vertices;
        DyadicBracket bracket;

        [[nodiscard]] bool before(const Found& other) const;
    };
    struct Block {
        std::array<Pair, elementary::BlockFilter::block_size> pairs;
        std::size_t size = 0;
    };

    void judge(PairKind kind, const Pair& pair);
    void decide(PairKind kind, Block& block);
    void keep(const Found& found);
    [[nodiscard]] Contact contact_of(const Found& found) const;

    const SceneFeatures& features_;
    const StudyOptions& options_;
    Verb verb_;
    bool by_time_;
    StudyCounts& counts_;
    std::optional<int> grid_;
    const elementary::FilterKernel& kernel_;
    elementary::BlockFilter filter_;
    std::vector<PairRows> rows_ = std::vector<PairRows>(elementary::BlockFilter::block_size);
    Block vertex_face_, edge_edge_;
    std::vector<Found> found_;
    std::optional<Found> best_;
};

}  // namespace tocca::study::detail
