// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "study/contact_study.hpp"
#include "study/detail/pair_decider.hpp"
#include "study/detail/scene_features.hpp"

namespace tocca::study::detail {

/// The trees and volumes of one way to find contacts.
class ContactSearch {
public:
    virtual ~ContactSearch() = default;

    /// To where the features are now.
    virtual void refit() = 0;
    [[nodiscard]] virtual std::size_t bytes() const = 0;

    /// Hands all pairs of features that the strategy would test to the decider.
    virtual void find(PairDecider& decider, StudyCounts& counts) const = 0;

    /// The same for edges and faces without a common vertex.
    ///
    /// Assumes: a strategy on triangles, without a database.
    virtual void find_edge_faces(const std::function<void(std::uint32_t edge, std::uint32_t face)>& take,
                                 StudyCounts& counts) const = 0;

    /// Builds the trees; the features stay where they are in memory, the options are copied.
    [[nodiscard]] static std::unique_ptr<ContactSearch> make(const SceneFeatures& features,
                                                             const StudyOptions& options);
};

}  // namespace tocca::study::detail
