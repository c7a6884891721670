// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tocca/robot/robot_query.hpp"

namespace tocca::study {

/// How boxes of links over a span of time are found; `none`: all pairs of shapes are followed.
enum class LinkBoxMethod : unsigned char { taylor, interval, none };

/// In which order pairs of shapes are followed.
enum class RobotSearchOrder : unsigned char {
    one_heap,     ///< the pair of volumes that is proven free for the shortest time goes on, of all pairs of shapes
    pair_by_pair  ///< by the times from which boxes may meet, each to its end or to the best contact so far
};

/// The convex hulls of the shapes of a checker, as solids.
class RobotHulls {
public:
    /// `threads`: 0 for all available.
    explicit RobotHulls(const RobotChecker& checker, int threads = 0);

    struct Hull {
        RigidBody body;
        double outside = 0.0;  ///< how far the shape's body may reach beyond it
    };
    /// The number of shapes.
    [[nodiscard]] std::size_t size() const { return hulls_.size(); }
    /// The hull of a shape, by its number in the checker; null where there is none.
    [[nodiscard]] const Hull* of(std::uint32_t shape) const { return hulls_[shape].get(); }

private:
    std::vector<std::shared_ptr<const Hull>> hulls_;
};

/// One way to find the first contact of a robot. Only `query` has a part in the answers.
struct RobotStudyOptions {
    QueryOptions query = {};
    LinkBoxMethod boxes = LinkBoxMethod::taylor;
    RobotSearchOrder order = RobotSearchOrder::one_heap;
    /// Where given, the hulls of two shapes are followed before the shapes: they are in contact no later. Those of the
    /// checker that is asked.
    const RobotHulls* hulls = nullptr;
};

/// The first contact by ways that `first_contact` does not take, for comparison.
///
/// Guarantee: the answer of `first_contact`, unless the budget is spent; statistics differ.
/// Throws:    as `first_contact`.
/// Source:    Zhang, Redon, Lee, Kim 2007, for pairs one after the other; docs/decisions/0009-robot-search.md.
[[nodiscard]] Answer study_first_contact(const RobotChecker& checker, const JointMotion& motion,
                                         const RobotStudyOptions& options = {});

}  // namespace tocca::study
