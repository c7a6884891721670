// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "tocca/answer/answer.hpp"
#include "tocca/rigid/placed_bodies.hpp"
#include "tocca/rigid/rigid_body.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::ode {

static_assert(std::is_same_v<dReal, double>, "poses are proven free as doubles: ODE must be built with dDOUBLE");

/// How bodies meet. Lengths of a pair are multiples of its threshold, the distance at which its bodies are in contact.
struct ContactStepperOptions {
    /// In the world's unit of length; by default 1e-5 of the diameter of the smaller body of each pair.
    std::optional<double> threshold = {};
    /// The gap, in thresholds, to which contact joints push bodies apart that are nearer. Bodies rest at this gap.
    double margin = 50.0;
    /// Features nearer than this, in thresholds, get a contact joint, which lets them come as near as the margin.
    double reach = 150.0;
    /// Contact joints of a pair of bodies.
    std::size_t greatest_points = 8;
    /// A step is cut at most this often less one; then what is left of it is lost.
    int greatest_substeps = 20;
    double friction = 0.5;            ///< Coulomb's coefficient; dInfinity for no sliding at all
    double bounce = 0.0;              ///< coefficient of restitution, 0 to 1
    double least_bounce_speed = 0.1;  ///< bodies that meet more slowly do not bounce
    int threads = 1;                  ///< of the queries; 0: all available
};

/// What became of a step.
struct StepReport {
    int substeps = 0;
    /// Seconds of the step in which nothing moved, since no motion was proven free.
    double time_lost = 0.0;
    /// What ended the last sub-step, and between which bodies, if time was lost.
    Outcome outcome = Outcome::free;
    std::optional<std::array<PartId, 2>> bodies = {};
    std::size_t contact_joints = 0;      ///< in all sub-steps
    double query_seconds = 0.0;          ///< spent in first contacts
    double slowest_query_seconds = 0.0;  ///< of one sub-step
};

/// Steps an ODE world whose bodies have tocca's meshes, in place of dSpaceCollide and dWorldStep: bodies move to their first
/// contact, contact joints hold them apart there, and the step goes on, so that none passes through another however fast.
///
/// Guarantee: a body is only ever moved to a place up to which the motion of all bodies is proven free; bodies that are
///            apart when they are added do not cross after any step, nor on the way. What cannot be proven free is not done.
/// Assumes:   every body of the world that moves has been added (an empty mesh will do for what may pass through all);
///            bodies and world outlive the stepper and are used by one thread.
class ContactStepper {
public:
    /// Throws: std::invalid_argument for options that are negative or NaN, a margin below 1, a reach below the margin, no
    ///         contact points, no sub-steps.
    explicit ContactStepper(dWorldID world, const ContactStepperOptions& options = {});
    ~ContactStepper();
    ContactStepper(const ContactStepper&) = delete;
    ContactStepper& operator=(const ContactStepper&) = delete;

    /// A body that ODE moves; `centre` is its centre of mass in the coordinates of the mesh, where ODE has its origin.
    ///
    /// Throws: std::invalid_argument for no body and no mesh; Error as RigidPath for a place that is none.
    PartId add(dBodyID body, std::shared_ptr<const RigidBody> mesh,
               const Eigen::Vector3d& centre = Eigen::Vector3d::Zero());

    /// A body that never moves; such bodies do not touch each other. Throws as add.
    PartId add_fixed(std::shared_ptr<const RigidBody> mesh, const Eigen::Isometry3d& pose);

    /// Where the mesh of a body is now.
    [[nodiscard]] Eigen::Isometry3d pose(PartId id) const;

    /// Moves the world on by `seconds`. Forces and torques that were added to the bodies act throughout; bodies that share a
    /// joint other than a contact are not asked about each other.
    ///
    /// Throws: std::invalid_argument for a time that is not positive and finite; Error as RigidPath when a body is moving
    ///         beyond all bounds.
    /// Cost:   in each sub-step a first contact of the world, the near features of pairs whose spheres meet, and dWorldStep.
    StepReport step(double seconds);

    [[nodiscard]] const ContactStepperOptions& options() const { return options_; }

private:
    /// A body, what acts on it in the present step, and where it was before the present sub-step.
    struct Body {
        dBodyID body = nullptr;  // none: fixed
        Eigen::Vector3d centre = Eigen::Vector3d::Zero();
        double radius = 0.0;  // about the centre
        Eigen::Vector3d force = Eigen::Vector3d::Zero();
        Eigen::Vector3d torque = Eigen::Vector3d::Zero();
        std::array<dReal, 4> position = {};
        std::array<dReal, 4> quaternion = {};
    };
    struct NearPair {
        std::array<PartId, 2> bodies;
        std::vector<NearFeatures> features;
    };

    [[nodiscard]] bool moving(PartId id) const;
    [[nodiscard]] bool may_touch(PartId a, PartId b) const;
    [[nodiscard]] double threshold_of(PartId a, PartId b) const;
    [[nodiscard]] std::vector<NearPair> near_pairs() const;
    [[nodiscard]] std::optional<std::array<PartId, 2>> too_near(const std::vector<NearPair>& before,
                                                                const std::vector<NearPair>& now) const;
    [[nodiscard]] double bending(const NearPair& pair) const;
    [[nodiscard]] double substep_of(const std::vector<NearPair>& pairs, double left, int allowed) const;
    std::size_t join(const std::vector<NearPair>& pairs, double step, double substep);
    void propose(double substep);
    [[nodiscard]] Answer ask() const;
    void place(double t);
    void put_back();
    void take_back_forces(double seconds);

    dWorldID world_;
    dJointGroupID joints_;
    ContactStepperOptions options_;
    Scene motions_;
    std::vector<Body> bodies_;
    double urgency_ = 1.0;  // of pushing bodies apart, since the last step that lost no time
};

}  // namespace tocca::ode
