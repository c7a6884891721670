// SPDX-License-Identifier: Apache-2.0
#include "adapters/ode/contact_stepper.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "adapters/ode/contact_manifold.hpp"
#include "tocca/motion/rigid_path.hpp"

namespace tocca::ode {
namespace {

/// A gap below this part of the threshold is not entered: at every start the half of it is left, and it must not wear away
/// to rounding from step to step.
constexpr double least_gap = 1.0 / 64.0;

/// How much of what a gap lacks to the margin is made up for in a whole step.
constexpr double recovery = 0.2;

/// How many times faster than usual bodies are pushed apart that would not part otherwise.
constexpr double greatest_urgency = 64.0;

/// Softness of contacts: a part of what a unit of impulse moves the lighter body. Points that say the same thing twice then
/// share the load, in place of a system of equations without a solution.
constexpr double softness = 1e-6;

void require(bool holds, const char* sentence)
{
    if (!holds) throw std::invalid_argument(std::string("ContactStepper: ") + sentence);
}

Eigen::Vector3d vector(const dReal* v) { return {v[0], v[1], v[2]}; }

/// The rotation of an ODE body; the rows of a dMatrix3 have four entries.
Eigen::Matrix3d rotation_of(dBodyID body)
{
    return Eigen::Map<const Eigen::Matrix<dReal, 3, 4, Eigen::RowMajor>>(dBodyGetRotation(body)).leftCols<3>();
}

bool has_mass(dBodyID body) { return body != nullptr && dBodyIsKinematic(body) == 0; }

double mass_of(dBodyID body)
{
    dMass mass;
    dBodyGetMass(body, &mass);
    return mass.mass;
}

Eigen::Matrix3d inertia_of(dBodyID body)
{
    dMass mass;
    dBodyGetMass(body, &mass);
    const Eigen::Matrix3d own = Eigen::Map<const Eigen::Matrix<dReal, 3, 4, Eigen::RowMajor>>(mass.I).leftCols<3>();
    const Eigen::Matrix3d rotation = rotation_of(body);
    return rotation * own * rotation.transpose();
}

double lighter_mass(dBodyID a, dBodyID b)
{
    if (!has_mass(a)) return has_mass(b) ? mass_of(b) : 1.0;
    return has_mass(b) ? std::min(mass_of(a), mass_of(b)) : mass_of(a);
}

}  // namespace

ContactStepper::ContactStepper(dWorldID world, const ContactStepperOptions& options) : world_(world), options_(options)
{
    require(world != nullptr, "there must be a world");
    require(!options.threshold || (*options.threshold > 0.0 && std::isfinite(*options.threshold)),
            "the threshold must be positive and finite");
    require(options.margin >= 1.0 && std::isfinite(options.margin), "the margin must be at least 1 threshold");
    require(options.reach >= options.margin && std::isfinite(options.reach), "the reach must be at least the margin");
    require(options.greatest_points >= 1, "there must be contact points");
    require(options.greatest_substeps >= 1, "there must be sub-steps");
    require(options.friction >= 0.0, "the friction must not be negative");
    require(options.bounce >= 0.0 && options.bounce <= 1.0, "the bounce must be within 0 and 1");
    require(options.least_bounce_speed >= 0.0, "the least bounce speed must not be negative");
    require(options.threads >= 0, "the number of threads must not be negative");
    joints_ = dJointGroupCreate(0);
}

ContactStepper::~ContactStepper() { dJointGroupDestroy(joints_); }

PartId ContactStepper::add(dBodyID body, std::shared_ptr<const RigidBody> mesh, const Eigen::Vector3d& centre)
{
    require(body != nullptr, "there must be a body");
    require(mesh != nullptr, "there must be a mesh");
    const double radius = mesh->radius_about(centre);
    bodies_.push_back({.body = body, .centre = centre, .radius = radius});
    try {
        return motions_.add(std::move(mesh), at_rest(pose(static_cast<PartId>(bodies_.size() - 1))));
    } catch (...) {
        bodies_.pop_back();
        throw;
    }
}

PartId ContactStepper::add_fixed(std::shared_ptr<const RigidBody> mesh, const Eigen::Isometry3d& pose)
{
    require(mesh != nullptr, "there must be a mesh");
    const double radius = mesh->radius_about(Eigen::Vector3d::Zero());
    const PartId id = motions_.add(std::move(mesh), at_rest(pose));
    bodies_.push_back({.radius = radius});
    return id;
}

Eigen::Isometry3d ContactStepper::pose(PartId id) const
{
    const Body& body = bodies_.at(id);
    if (body.body == nullptr) return motions_.rigid_motion(id).from;
    Eigen::Isometry3d pose;
    pose.linear() = rotation_of(body.body);
    pose.translation() = vector(dBodyGetPosition(body.body)) - pose.linear() * body.centre;
    return pose;
}

bool ContactStepper::moving(PartId id) const
{
    const dBodyID body = bodies_[id].body;
    return body != nullptr && dBodyIsEnabled(body) != 0;
}

bool ContactStepper::may_touch(PartId a, PartId b) const
{
    const dBodyID first = bodies_[a].body, second = bodies_[b].body;
    if (first == nullptr || second == nullptr) return first != second;
    return dAreConnectedExcluding(first, second, dJointTypeContact) == 0;
}

double ContactStepper::threshold_of(PartId a, PartId b) const
{
    if (options_.threshold) return *options_.threshold;
    return 1e-5 * std::min(motions_.body(a)->diameter(), motions_.body(b)->diameter());
}

/// The pairs of bodies that have features within the reach of each other, in the order of their numbers.
std::vector<ContactStepper::NearPair> ContactStepper::near_pairs() const
{
    std::vector<Eigen::Isometry3d> poses;
    std::vector<Eigen::Vector3d> centres;
    double greatest_threshold = 0.0;
    for (PartId id = 0; id < bodies_.size(); ++id) {
        poses.push_back(pose(id));
        centres.emplace_back(poses.back() * bodies_[id].centre);
        greatest_threshold = std::max(greatest_threshold, threshold_of(id, id));
    }
    // Spheres about the bodies, swept along x.
    const double widening = options_.reach * greatest_threshold;
    std::vector<PartId> order(bodies_.size());
    std::iota(order.begin(), order.end(), PartId{0});
    const auto lower = [&](PartId id) { return centres[id].x() - bodies_[id].radius; };
    std::sort(order.begin(), order.end(), [&](PartId a, PartId b) { return lower(a) < lower(b); });

    std::vector<NearPair> pairs;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const double end = centres[order[i]].x() + bodies_[order[i]].radius + widening;
        for (std::size_t j = i + 1; j < order.size() && lower(order[j]) <= end; ++j) {
            const PartId a = std::min(order[i], order[j]), b = std::max(order[i], order[j]);
            if ((centres[a] - centres[b]).norm() > bodies_[a].radius + bodies_[b].radius + widening) continue;
            if (!may_touch(a, b)) continue;
            std::vector<NearFeatures> features = near_features(*motions_.body(a), poses[a], *motions_.body(b), poses[b],
                                                               options_.reach * threshold_of(a, b));
            if (!features.empty()) pairs.push_back({.bodies = {a, b}, .features = std::move(features)});
        }
    }
    std::sort(pairs.begin(), pairs.end(), [](const NearPair& a, const NearPair& b) { return a.bodies < b.bodies; });
    return pairs;
}

/// Two bodies that came nearer than they may, if there are any.
std::optional<std::array<PartId, 2>> ContactStepper::too_near(const std::vector<NearPair>& before,
                                                              const std::vector<NearPair>& now) const
{
    const auto gap = [](const NearPair& pair) {
        double least = std::numeric_limits<double>::infinity();
        for (const NearFeatures& features : pair.features) least = std::min(least, features.distance);
        return least;
    };
    for (const NearPair& pair : now) {
        if (gap(pair) >= least_gap * threshold_of(pair.bodies[0], pair.bodies[1])) continue;
        const auto old = std::find_if(before.begin(), before.end(),
                                      [&](const NearPair& other) { return other.bodies == pair.bodies; });
        if (old == before.end() || gap(pair) < gap(*old)) return pair.bodies;
    }
    return {};
}

/// How fast features of two bodies may speed towards each other, by turning, beyond what joints know: each point has the
/// acceleration of its circle, and the normal turns under the speed of sliding.
double ContactStepper::bending(const NearPair& pair) const
{
    double greatest = 0.0;
    for (const NearFeatures& features : pair.features) {
        Eigen::Vector3d sliding = Eigen::Vector3d::Zero();
        double circling = 0.0, turning = 0.0;
        for (std::size_t side = 0; side < 2; ++side) {
            const PartId id = pair.bodies[side];
            if (!moving(id)) continue;
            const dBodyID body = bodies_[id].body;
            const Eigen::Vector3d turn = vector(dBodyGetAngularVel(body));
            const Eigen::Vector3d arm = features.contact.point - vector(dBodyGetPosition(body));
            const Eigen::Vector3d speed = vector(dBodyGetLinearVel(body)) + turn.cross(arm);
            sliding += side == 0 ? speed : Eigen::Vector3d(-speed);
            circling += turn.squaredNorm() * arm.norm();
            turning += turn.norm();
        }
        sliding -= sliding.dot(features.contact.normal) * features.contact.normal;
        greatest = std::max(greatest, circling + 2.0 * turning * sliding.norm());
    }
    return greatest;
}

/// The next sub-step: what is left, or less, so that bodies in contact that turn fast do not bend through their margin. At
/// the least so much that half of the sub-steps still allowed will do; the others are for new contacts.
double ContactStepper::substep_of(const std::vector<NearPair>& pairs, double left, int allowed) const
{
    double substep = left;
    for (const NearPair& pair : pairs) {
        const double margin = options_.margin * threshold_of(pair.bodies[0], pair.bodies[1]);
        const double acceleration = bending(pair);
        if (acceleration > 0.0) substep = std::min(substep, std::sqrt(2.0 * margin / acceleration));
    }
    return std::min(left, std::max(substep, 2.0 * left / allowed));
}

/// Contact joints for a sub-step. Each says with which speed its features must part, at the least: beyond the margin they may
/// still come together and reach it at the end of the sub-step, within it they are pushed apart, a little in the course of a
/// whole step, or by as much as their turning may eat. Depths would do the same only for steps that are all of one length.
std::size_t ContactStepper::join(const std::vector<NearPair>& pairs, double step, double substep)
{
    std::size_t count = 0;
    for (const NearPair& pair : pairs) {
        const dBodyID first = bodies_[pair.bodies[0]].body, second = bodies_[pair.bodies[1]].body;
        const double threshold = threshold_of(pair.bodies[0], pair.bodies[1]);
        const double margin = options_.margin * threshold;
        const double eaten = 0.5 * bending(pair) * substep * substep;
        dContact contact = {};
        contact.surface.mode = dContactApprox1 | dContactMotionN | dContactSoftCFM | dContactBounce;
        contact.surface.mu = options_.friction;
        contact.surface.bounce = options_.bounce;
        contact.surface.bounce_vel = options_.least_bounce_speed;
        contact.surface.soft_cfm = softness * substep / lighter_mass(first, second);
        const ManifoldOptions manifold{.spacing = 2.0 * options_.reach * threshold,
                                       .greatest_points = options_.greatest_points};
        for (const ContactPoint& point : contact_manifold(pair.features, manifold)) {
            const double lacking = margin - point.distance;
            contact.surface.motionN = lacking > 0.0
                                          ? std::max(recovery * lacking / step, std::min(lacking, eaten) / substep)
                                          : lacking / substep;
            for (int axis = 0; axis < 3; ++axis) {
                contact.geom.pos[axis] = point.point[axis];
                contact.geom.normal[axis] = point.normal[axis];
            }
            dJointAttach(dJointCreateContact(world_, joints_, &contact), first, second);
            ++count;
        }
    }
    return count;
}

/// Lets ODE find the velocities of a sub-step, and makes motions of them. The bodies stay where they are.
void ContactStepper::propose(double substep)
{
    std::vector<Eigen::Isometry3d> poses;
    for (PartId id = 0; id < bodies_.size(); ++id) {
        poses.push_back(pose(id));
        Body& body = bodies_[id];
        if (!moving(id)) continue;
        dBodySetForce(body.body, body.force.x(), body.force.y(), body.force.z());
        dBodySetTorque(body.body, body.torque.x(), body.torque.y(), body.torque.z());
    }
    for (Body& body : bodies_) {
        if (body.body == nullptr) continue;
        dBodyCopyPosition(body.body, body.position.data());
        dBodyCopyQuaternion(body.body, body.quaternion.data());
    }
    dWorldStep(world_, substep);
    dJointGroupEmpty(joints_);
    put_back();

    for (PartId id = 0; id < bodies_.size(); ++id) {
        if (bodies_[id].body == nullptr) continue;
        RigidMotion motion = at_rest(poses[id]);
        if (moving(id)) {
            motion.reference = bodies_[id].centre;
            motion.to.translation() += substep * vector(dBodyGetLinearVel(bodies_[id].body));
            motion.rotation = substep * vector(dBodyGetAngularVel(bodies_[id].body));
        }
        motions_.move(id, motion);
    }
}

/// How far the motions are free.
Answer ContactStepper::ask() const
{
    QueryOptions query;
    query.threshold = options_.threshold;
    query.threads = options_.threads;
    query.accept_objects = [this](PartId a, PartId b) { return may_touch(a, b); };
    return first_contact(motions_, query);
}

/// Places the bodies where their motions are at time t.
void ContactStepper::place(double t)
{
    for (PartId id = 0; id < bodies_.size(); ++id) {
        if (!moving(id)) continue;
        const Body& body = bodies_[id];
        const RigidPath::Place place = RigidPath(motions_.rigid_motion(id)).at(t);
        const Eigen::Vector3d centre = place.rotation * body.centre + place.origin;
        const Eigen::Quaterniond turned(place.rotation);
        const dQuaternion quaternion = {turned.w(), turned.x(), turned.y(), turned.z()};
        dBodySetPosition(body.body, centre.x(), centre.y(), centre.z());
        dBodySetQuaternion(body.body, quaternion);
    }
}

/// Places the bodies where they were before the sub-step.
void ContactStepper::put_back()
{
    for (const Body& body : bodies_) {
        if (body.body == nullptr) continue;
        dBodySetPosition(body.body, body.position[0], body.position[1], body.position[2]);
        dBodySetQuaternion(body.body, body.quaternion.data());
    }
}

/// Takes from the velocities what forces and gravity have added for a time that has not passed.
void ContactStepper::take_back_forces(double seconds)
{
    dVector3 gravity;
    dWorldGetGravity(world_, gravity);
    for (PartId id = 0; id < bodies_.size(); ++id) {
        const Body& body = bodies_[id];
        if (!moving(id) || !has_mass(body.body)) continue;
        Eigen::Vector3d acceleration = body.force / mass_of(body.body);
        if (dBodyGetGravityMode(body.body) != 0) acceleration += vector(gravity);
        const Eigen::Vector3d velocity = vector(dBodyGetLinearVel(body.body)) - seconds * acceleration;
        dBodySetLinearVel(body.body, velocity.x(), velocity.y(), velocity.z());
        if (body.torque.isZero()) continue;
        const Eigen::Vector3d turning =
            vector(dBodyGetAngularVel(body.body)) - seconds * inertia_of(body.body).ldlt().solve(body.torque);
        dBodySetAngularVel(body.body, turning.x(), turning.y(), turning.z());
    }
}

StepReport ContactStepper::step(double seconds)
{
    require(seconds > 0.0 && std::isfinite(seconds), "the time of a step must be positive and finite");
    for (Body& body : bodies_) {
        if (body.body == nullptr) continue;
        body.force = vector(dBodyGetForce(body.body));
        body.torque = vector(dBodyGetTorque(body.body));
    }
    StepReport report;
    double left = seconds;
    std::vector<NearPair> near = near_pairs();
    while (report.substeps < options_.greatest_substeps) {
        const double substep = substep_of(near, left, options_.greatest_substeps - report.substeps);
        ++report.substeps;
        report.contact_joints += join(near, seconds, substep);
        propose(substep);
        const auto asked = std::chrono::steady_clock::now();
        const Answer first = ask();
        const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - asked).count();
        report.query_seconds += taken;
        report.slowest_query_seconds = std::max(report.slowest_query_seconds, taken);
        report.outcome = first.outcome;
        report.bodies.reset();
        if (first.pair) report.bodies = first.pair->objects;

        place(first.safe_until);
        std::vector<NearPair> now = near_pairs();
        if (const auto bodies = too_near(near, now)) {
            put_back();
            take_back_forces(substep);
            report.outcome = Outcome::contact;
            report.bodies = bodies;
            urgency_ = std::min(2.0 * urgency_, greatest_urgency);
            continue;
        }
        near = std::move(now);
        take_back_forces((1.0 - first.safe_until) * substep);
        const bool whole =
            first.outcome == Outcome::free || (first.outcome == Outcome::near_at_start && first.safe_until == 1.0);
        left = whole && substep == left ? 0.0 : left - first.safe_until * substep;
        const bool stuck = is_at_start(first.outcome);
        if (left <= 0.0 || stuck) break;
    }
    report.time_lost = std::max(left, 0.0);
    if (report.time_lost == 0.0) urgency_ = 1.0;
    return report;
}

}  // namespace tocca::ode
