// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/base/moved_flag.hpp"
#include "tocca/bounds/moving_box.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/rigid/rigid_body.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::rigid {

/// Bodies of a world are numbered from 0 in the order in which they are added.
using BodyId = std::uint32_t;

/// The fixed options of a body of a world.
struct WorldBodyOptions {
    std::string name = {};    ///< for reports
    std::uint32_t group = 0;  ///< for filters
    /// Of its surface, in units of length: two bodies keep half of each one's beyond the clearance.
    double thickness = 0.0;
};

/// Rigid bodies that move at the same time, each with a motion of its own. Many may share one RigidBody, its mesh and tree.
/// A world that was moved from can be assigned to; verbs and `add` refuse it (std::invalid_argument).
class RigidWorld {
public:
    /// Throws: std::invalid_argument for a null body; Error as RigidPath; Error (not_finite) for poses further out than
    ///         RigidBody::greatest_coordinate. The world is then unchanged.
    BodyId add(std::shared_ptr<const RigidBody> body, const RigidMotion& motion, const WorldBodyOptions& options = {});

    /// The motion of a body in the next step.
    ///
    /// Throws: std::out_of_range for a body that does not exist; Error as `add`.
    /// Cost:   some microseconds.
    void move(BodyId id, const RigidMotion& motion);
    /// The motions of all bodies.
    ///
    /// Throws: std::invalid_argument for a wrong number of motions; Error as `add`, with nothing moved.
    void move(std::span<const RigidMotion> motions);

    [[nodiscard]] bool moved_from() const { return static_cast<bool>(moved_); }
    [[nodiscard]] std::size_t body_count() const { return bodies_.size(); }
    [[nodiscard]] const std::shared_ptr<const RigidBody>& body(BodyId id) const { return bodies_.at(id).body; }
    [[nodiscard]] const RigidMotion& motion(BodyId id) const { return bodies_.at(id).motion; }
    [[nodiscard]] const WorldBodyOptions& options(BodyId id) const { return bodies_.at(id).options; }

    /// A box that moves in a straight line and holds the body at every time; empty for a body without triangles.
    ///
    /// Guarantee: it holds the exact motion of RigidPath, and every computed place of it.
    [[nodiscard]] const std::optional<MovingBox>& moving_box(BodyId id) const { return bodies_.at(id).box; }

private:
    struct Body {
        std::shared_ptr<const RigidBody> body;
        RigidMotion motion;
        WorldBodyOptions options;
        std::optional<MovingBox> box;
    };

    std::vector<Body> bodies_;
    base::MovedFlag moved_;
};

/// Whether not all motions are proven free of each other, as `collides` of two bodies says. A body is never checked
/// against itself.
///
/// Throws: what the query of two bodies throws; std::invalid_argument for a negative number of threads; Error (interrupted).
[[nodiscard]] bool collides(const RigidWorld& world, const QueryOptions& options = {});

/// What `collides` knows: `contact` if any two bodies are known to touch; else `undecided` if any two are; else `free`.
[[nodiscard]] Outcome collision_outcome(const RigidWorld& world, const QueryOptions& options = {});

/// The first contact of all. The outcome is that of the first of all pairs that are not free: what touches or is inside at the
/// start, then by safe_until, contacts before what is only near at the start and that before what is undecided, at last by
/// bodies.
///
/// Pairs are queried in the order of the times from which their boxes may meet, each no further than the first contact found
/// so far, and all of them up to some time before any is queried beyond it.
///
/// Guarantee: the same bits as `all_contacts` has first, for any number of threads; unless the budget of a pair is spent:
///            then it may prove more.
/// Throws:    as collides.
[[nodiscard]] Answer first_contact(const RigidWorld& world, const QueryOptions& options = {});

/// The first contact of each pair of bodies, with the bits that `first_contact` of the two has.
///
/// Throws: as collides; Error (too_many_contacts) for more than max_contacts pairs.
[[nodiscard]] Answers all_contacts(const RigidWorld& world, const QueryOptions& options = {});

/// The largest time up to which all bodies are proven free of each other, as `first_contact` finds it.
[[nodiscard]] SafeStep safe_step(const RigidWorld& world, const QueryOptions& options = {});

}  // namespace tocca::rigid
