// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tocca/motion/rigid_motion.hpp"
#include "tocca/report/recorded_motion.hpp"
#include "tocca/rigid/rigid_body.hpp"

namespace tocca {

/// How finely turning motions are recorded.
struct PoseSampling {
    double turn = 0.0524;        ///< the largest turn from key to key, in radians: 3 degrees
    double error = 1e-3;         ///< the largest error of a place between keys, as a part of the body's diameter
    std::size_t max_keys = 512;  ///< of a step; where that is not enough, the recording says so
    /// Of all bodies together. Beyond it steps are recorded by their ends and their contacts, and the recording says so.
    std::size_t max_poses = 1'000'000;
};

/// Records bodies that move as a whole, step by step.
class PoseRecorder {
public:
    explicit PoseRecorder(std::string title, const PoseSampling& sampling = {});

    /// One more body, before the first step. Its number is that of its place among the bodies.
    ///
    /// Throws: std::invalid_argument after the first step.
    std::size_t add_body(const std::string& name, const RigidBody& body);
    /// The same, shown by triangles that stand for a shape of this padding.
    std::size_t add_padded_body(const std::string& name, const RigidBody& body, double padding);

    [[nodiscard]] std::size_t body_count() const { return motion_.bodies.size(); }

    /// How all bodies move in a step.
    struct Motion {
        /// The poses of all bodies at a time in [0, 1].
        std::function<std::vector<Eigen::Isometry3d>(double t)> poses;
        /// No body turns by more, in radians: turns are not seen in poses when they are whole ones.
        double turn = 0.0;
    };

    /// A step, the answer about it and its contacts, whose objects are the numbers of the bodies. There is a key at the
    /// first contact, so that it is seen where it was found.
    ///
    /// Throws: std::invalid_argument for another number of poses than of bodies.
    void add_step(const Motion& motion, RecordedStep step, std::span<const Contact> contacts);
    /// A step with a motion for each body.
    ///
    /// Throws: also Error, as RigidPath.
    void add_step(std::span<const RigidMotion> motions, RecordedStep step, std::span<const Contact> contacts);

    /// What is recorded so far, with bodies that never move at rest.
    ///
    /// Throws: std::invalid_argument when there is a body but no step and no `place`.
    [[nodiscard]] RecordedMotion motion() const;

    /// Where all bodies are before any step: what a recording without steps shows.
    void place(const std::vector<Eigen::Isometry3d>& poses);

private:
    /// From poses of bodies as they were added to those of bodies as they are recorded.
    [[nodiscard]] std::vector<Eigen::Isometry3d> from_origins(std::vector<Eigen::Isometry3d> poses) const;
    void add_key(double time, const std::vector<Eigen::Isometry3d>& poses);
    [[nodiscard]] std::vector<double> times_of(const Motion& motion, std::span<const Contact> contacts);
    [[nodiscard]] bool is_fine(const std::vector<Eigen::Isometry3d>& from, const std::vector<Eigen::Isometry3d>& middle,
                               const std::vector<Eigen::Isometry3d>& to) const;

    /// Whether no body turns and all origins move in straight lines, given places at equal spans of time.
    [[nodiscard]] bool is_straight(const std::vector<std::vector<Eigen::Isometry3d>>& places) const;

    PoseSampling sampling_;
    RecordedMotion motion_;
    struct Extent {
        Eigen::Vector3d origin;  ///< of the recorded positions, in those of the body
        Eigen::Vector3d middle;  ///< of the recorded positions
        double diameter;
    };
    std::vector<Extent> extents_;  // of each body
    bool too_many_keys_ = false, too_many_poses_ = false;
};

}  // namespace tocca
