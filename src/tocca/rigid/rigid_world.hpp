// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "tocca/answer/first_contact.hpp"
#include "tocca/bounds/moving_box.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/rigid/rigid_body.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca {

/// Bodies of a world are numbered from 0 in the order in which they are added.
using BodyId = std::uint32_t;

/// What is fixed about a body of a world.
struct WorldBodyOptions {
    std::string name = {};    ///< for reports
    std::uint32_t group = 0;  ///< for filters
};

/// An axis-aligned box: all points between two corners.
struct SweptBox {
    Eigen::Vector3d lower = Eigen::Vector3d::Zero();
    Eigen::Vector3d upper = Eigen::Vector3d::Zero();
};

/// Whether two boxes have a point in common.
[[nodiscard]] bool overlap(const SweptBox& a, const SweptBox& b);

/// Rigid bodies that move at the same time, each with a motion of its own. Many may share one RigidBody, its mesh and tree.
/// A world that was moved from can be assigned to; verbs and `add` refuse it (std::invalid_argument).
class RigidWorld {
public:
    /// Throws: std::invalid_argument for no body; Error as RigidPath; Error (not_finite) for poses further out than
    ///         RigidBody::greatest_coordinate. The world is as it was before then.
    BodyId add(std::shared_ptr<const RigidBody> body, const RigidMotion& motion, const WorldBodyOptions& options = {});

    /// The motion of a body in the next step.
    ///
    /// Throws: std::out_of_range for a body that does not exist; Error as `add`.
    /// Cost:   some microseconds.
    void move(BodyId id, const RigidMotion& motion);

    [[nodiscard]] bool moved_from() const { return static_cast<bool>(moved_); }
    [[nodiscard]] std::size_t body_count() const { return bodies_.size(); }
    [[nodiscard]] const std::shared_ptr<const RigidBody>& body(BodyId id) const { return bodies_.at(id).body; }
    [[nodiscard]] const RigidMotion& motion(BodyId id) const { return bodies_.at(id).motion; }
    [[nodiscard]] const WorldBodyOptions& options(BodyId id) const { return bodies_.at(id).options; }

    /// A box that holds the body's start, its end and all between; nothing for a body without triangles.
    ///
    /// Guarantee: it holds the exact motion of RigidPath, and every computed place of it.
    [[nodiscard]] std::optional<SweptBox> swept_box(BodyId id) const;

    /// A box that moves in a straight line and holds the body at every time; nothing for a body without triangles.
    ///
    /// Guarantee: as swept_box, within which it moves.
    [[nodiscard]] const std::optional<MovingBox>& moving_box(BodyId id) const { return bodies_.at(id).box; }

private:
    struct Body {
        std::shared_ptr<const RigidBody> body;
        RigidMotion motion;
        WorldBodyOptions options;
        std::optional<MovingBox> box;
    };

    std::vector<Body> bodies_;
    base::detail::MovedFlag moved_;
};

/// How a world is asked. Only what is said of a pair and which pairs are left out have a part in the answers.
struct WorldQueryOptions {
    RigidQueryOptions pair = {};                                    ///< how each pair of bodies is asked
    std::vector<std::array<std::uint32_t, 2>> skipped_groups = {};  ///< pairs of groups; {g, g} skips within g
    std::vector<std::array<BodyId, 2>> skipped_pairs = {};          ///< pairs of bodies whose contacts are not reported
    /// Asked last, from one thread, about two bodies whose boxes may meet, the lower number first; false skips the pair.
    std::function<bool(BodyId, BodyId)> accept = {};
    /// The longest list of pairs: all_contacts ends with Error (too_many_contacts) rather than list more, or only some. N
    /// bodies in one place are N^2 / 2 pairs.
    std::uint64_t max_contacts = std::numeric_limits<std::uint64_t>::max();
    int threads = 0;  ///< 0: all available
    /// A stop request ends the call with Error (interrupted). Where it is not given, that of `pair` is used.
    std::stop_token stop = {};
    std::function<void(double fraction)> progress =
        {};  ///< called now and then, from the calling thread; never decreases
};

/// What it took. Does not depend on the number of threads.
struct WorldStatistics {
    std::uint64_t candidates = 0;  ///< pairs of bodies whose moving boxes may meet, after the filters
    std::uint64_t asked = 0;     ///< how often two bodies were asked about; some pairs more than once, most not at all
    RigidStatistics pairs = {};  ///< what that took
};

/// The first contact of a world. contact->objects are the numbers of the bodies.
struct WorldFirstContact : BodiesAnswer {
    /// Which two bodies the outcome is about, the lower number first; none when all is free.
    std::optional<std::array<BodyId, 2>> bodies = {};
    WorldStatistics statistics = {};
};

/// Two bodies, the lower number first, and what is known of them. contact->objects are the numbers of the bodies.
struct BodyPairContact {
    std::array<BodyId, 2> bodies = {};
    RigidFirstContact first = {};
};

/// Every pair of bodies that is not proven free.
struct WorldContacts {
    Outcome outcome = Outcome::free;       ///< of the first pair
    double safe_until = 1.0;               ///< no two bodies touch up to here: proven
    bool starts_within_clearance = false;  ///< any two of them
    bool nothing_checked = false;          ///< as in FirstContact
    /// Sorted: what touches or is inside at the start, then by safe_until, contacts before what is only near at the start
    /// and that before what is undecided, at last by bodies.
    std::vector<BodyPairContact> pairs = {};
    WorldStatistics statistics = {};
};

/// Whether not all motions are proven free of each other, as `collides` of two bodies says. A body is never asked about
/// itself.
///
/// Throws: what the query of two bodies throws; std::invalid_argument for a negative number of threads; Error (interrupted).
[[nodiscard]] bool collides(const RigidWorld& world, const WorldQueryOptions& options = {});

/// What `collides` knows: `contact` if any two bodies are known to touch; else `undecided` if any two are; else `free`.
[[nodiscard]] Outcome collision_outcome(const RigidWorld& world, const WorldQueryOptions& options = {});

/// The first contact of all: the first pair of WorldContacts.
///
/// Pairs are asked in the order of the times from which their boxes may meet, each no further than the first contact found
/// until then, and all of them up to some time before any is asked about later ones.
///
/// Guarantee: the same bits as `all_contacts` has first, for any number of threads; unless the budget of a pair is spent:
///            then it may prove more.
/// Throws:    as collides.
[[nodiscard]] WorldFirstContact first_contact(const RigidWorld& world, const WorldQueryOptions& options = {});

/// The first contact of each pair of bodies, with the bits that `first_contact` of the two has.
///
/// Throws: as collides; Error (too_many_contacts) for more than max_contacts pairs.
[[nodiscard]] WorldContacts all_contacts(const RigidWorld& world, const WorldQueryOptions& options = {});

/// The largest time up to which all bodies are proven free of each other, as `first_contact` finds it.
[[nodiscard]] double safe_step(const RigidWorld& world, const WorldQueryOptions& options = {});

}  // namespace tocca
