// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <vector>

#include "tocca/geometry/point.hpp"
#include "tocca/mesh/triangle_mesh.hpp"
#include "tocca/scene/scene.hpp"

namespace tocca::planning {

/// One of the numbers that make up a state.
struct StateValue {
    std::string name;
    double lower = 0.0;
    double upper = 1.0;
    /// The value is a time: motions along which it decreases are refused.
    bool only_increases = false;
};

/// How a body follows a value: where each of its vertices goes when the value grows by 1.
struct Mode {
    std::size_t value = 0;  ///< number of the value
    std::vector<Point> directions = {};
};

/// A mesh whose vertices are linear in the values of the state: x = X0 + U q.
///
/// Translations, affine maps, free-form cages and modes of vibration are of this kind; rotations are not.
struct DeformingBody {
    std::string name;
    TriangleMesh mesh;             ///< X0: where its vertices are when all values are 0
    std::vector<Mode> modes = {};  ///< U, a column each; a body without any is at rest
    bool self = true;              ///< whether to check it against itself
    bool solid = true;             ///< the mesh is closed: what is inside it is in collision
};

/// The positions of the vertices, by body and vertex.
using WorldPositions = std::vector<std::vector<Point>>;

/// A robot that deforms, and obstacles that may move and deform as well: their vertices are linear in a few values, which
/// are the state that is planned.
///
/// Obstacles that move by themselves follow a value that only increases, the time. A straight line from state to state is
/// then a straight line of every vertex, robot and obstacles alike, so that tocca's proof about one step is a proof about
/// the planner's own motion.
///
/// Rounding: `positions` rounds X0 + U q, always in the same way. A *motion* between two states is the straight line of
/// every vertex between its rounded positions at both. It differs from the straight line in real numbers by no more than
/// `rounding_error`. Motions that share a state share its rounded positions: a path of proven motions is one proven motion
/// without gaps.
class DeformingWorld {
public:
    /// Throws: std::invalid_argument, naming the value or the body, for no values, for a value without a name or with the name
    ///         of another, for bounds that are not finite or leave no room, for a mode of a value that does not exist or
    ///         with another number of directions than vertices, and if no body has a mode. Error (not_finite) for a
    ///         direction that is not finite, or if a vertex can leave the doubles within the bounds; Error (malformed_mesh) for
    ///         a solid that is not closed.
    DeformingWorld(std::vector<DeformingBody> bodies, std::vector<StateValue> values);

    [[nodiscard]] const std::vector<DeformingBody>& bodies() const { return bodies_; }
    [[nodiscard]] const std::vector<StateValue>& values() const { return values_; }
    [[nodiscard]] std::size_t triangle_count() const;

    /// Guarantee: the same doubles for the same values, in every call.
    /// Throws:    std::invalid_argument for another number of values.
    [[nodiscard]] WorldPositions positions(const Eigen::VectorXd& state) const;
    /// The same for one body, into memory that is reused.
    void positions(std::size_t body, const Eigen::VectorXd& state, std::vector<Point>& out) const;

    /// Whether no value that only increases is less in the second state.
    [[nodiscard]] bool may_follow(const Eigen::VectorXd& from, const Eigen::VectorXd& to) const;

    /// How far a rounded position may be from X0 + U q in real numbers, along any axis, at any state within the bounds.
    [[nodiscard]] double rounding_error() const { return rounding_error_; }

    /// Every body as a part of a scene, part i for body i, at rest where all values are 0.
    [[nodiscard]] Scene scene() const;

private:
    std::vector<DeformingBody> bodies_;
    std::vector<StateValue> values_;
    double rounding_error_ = 0.0;
};

}  // namespace tocca::planning
