// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "tocca/rigid/detail/contact_search.hpp"
#include "tocca/robot/detail/link_motion.hpp"
#include "tocca/robot/detail/near_pairs.hpp"

namespace tocca::robot::detail {

/// Two shapes on their way: of a link, and of another link or an object, in the frame of what moves both.
class MovingShapes {
public:
    MovingShapes(const RobotChecker::Data& data, const RobotMotion& motion, const NearPair& pair,
                 double time_tolerance = 0.0);
    MovingShapes(const MovingShapes&) = delete;
    MovingShapes& operator=(const MovingShapes&) = delete;

    [[nodiscard]] const rigid::detail::MovingBodies& bodies() const { return bodies_; }
    [[nodiscard]] const rigid::detail::ContactLevels& levels() const { return levels_; }
    /// Whether what comes within the threshold may be called a contact.
    [[nodiscard]] bool resolved() const { return threshold_.resolved; }
    [[nodiscard]] const RobotChecker::Data::Shape& a() const { return a_; }
    [[nodiscard]] const RobotChecker::Data::Shape& b() const { return b_; }
    /// A contact in the root's frame, with the numbers of the bodies, and at the surfaces of padded shapes.
    [[nodiscard]] Contact placed(const Contact& contact) const;
    /// Whether they are proven to touch at a time, as far as a short search tells.
    [[nodiscard]] bool touch_at(double time) const;
    /// Whether they are not proven to be further apart than their clearance at a time, or one holds the other.
    [[nodiscard]] bool near_at_start() const;
    /// The same without regard to solids.
    [[nodiscard]] bool within_clearance_at_start() const;

private:
    const RobotChecker::Data::Shape& a_;
    const RobotChecker::Data::Shape& b_;
    LinkMotion base_;
    std::unique_ptr<const rigid::detail::BodyMotion> motion_a_, motion_b_;
    rigid::detail::MovingBodies bodies_;
    rigid::detail::UsableThreshold threshold_;
    rigid::detail::ContactLevels levels_;
};

/// The first contact of two shapes, found in steps; see ContactSearch. The hulls of the shapes, where there are some, are
/// followed first: they are in contact no later.
class PairSearch {
public:
    PairSearch(const MovingShapes& shapes, const rigid::detail::RssKernel& kernel,
               const rigid::detail::SearchLimits& limits);

    [[nodiscard]] std::optional<double> next_time() const;
    void advance(double while_at_most);
    void limit_to(double time);
    [[nodiscard]] rigid::detail::SearchResult result() const;

private:
    [[nodiscard]] double hulls_until() const;
    void end_hulls();

    /// Hulls and the search for their contact.
    struct Hulls {
        rigid::detail::MovingBodies bodies;
        rigid::detail::ContactLevels levels;
        rigid::detail::ContactSearch search;

        Hulls(const MovingShapes& shapes, const rigid::detail::RssKernel& kernel);
    };

    const MovingShapes& shapes_;
    rigid::detail::SearchLimits limits_;
    std::unique_ptr<Hulls> hulls_;  // while these are followed
    rigid::detail::ContactSearch search_;
    bool started_ = false;
    RigidStatistics hull_statistics_;
};

}  // namespace tocca::robot::detail
