// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/detail/moving_shapes.hpp"

#include "tocca/rigid/crossing.hpp"
#include "tocca/rigid/placed_search.hpp"

namespace tocca::robot::detail {

namespace {

using Data = RobotChecker::Data;

ElementId base_of(const Data& data, const RobotMotion& motion, const NearShapes& pair)
{
    if (pair.b >= data.link_shapes) return no_element;
    return motion.common_element(data.shapes[pair.a].body, data.shapes[pair.b].body);
}

std::unique_ptr<const rigid::BodyMotion> motion_of(const Data& data, const RobotMotion& motion,
                                                   const Data::Shape& shape, ElementId base)
{
    const std::size_t links = data.robot.links().size();
    if (shape.body < links) {
        return std::make_unique<LinkMotion>(motion, motion.place(shape.body), base, shape.radius,
                                            motion.joints_above(shape.body));
    }
    const Eigen::Isometry3d& pose = data.scene.objects[shape.body - links].pose;
    return std::make_unique<rigid::RigidBodyMotion>(at_rest(pose), shape.radius, shape.surface->middle());
}

}  // namespace

MovingShapes::MovingShapes(const Data& data, const RobotMotion& motion, const NearShapes& pair,
                           const Data::Demand& demand, double time_tolerance)
    : a_(data.shapes[pair.a]),
      b_(data.shapes[pair.b]),
      base_(motion, {.element = base_of(data, motion, pair)}, no_element, 0.0, 0),
      motion_a_(motion_of(data, motion, a_, base_of(data, motion, pair))),
      motion_b_(motion_of(data, motion, b_, base_of(data, motion, pair))),
      bodies_{{*a_.surface, *motion_a_},
              {*b_.surface, *motion_b_},
              motion_a_->position_error() + motion_b_->position_error()},
      threshold_(pair_threshold(demand, motion, a_, b_)),
      levels_{.clearance = pair.clearance,
              .threshold = threshold_.value,
              .time_tolerance = time_tolerance,
              .padding = (a_.padding + b_.padding) * (1.0 + 0x1p-50)}
{}

Contact MovingShapes::placed(const Contact& contact) const
{
    Contact placed = contact;
    // From a to b.
    const Eigen::Vector3d across = contact.objects[0] == 0 ? Eigen::Vector3d(-contact.normal) : contact.normal;
    const rigid::MovingFrame base = base_.at(contact.toc.lower);
    placed.point = base.place(contact.point + 0.5 * (a_.padding - b_.padding) * across);
    // Adding 0 leaves no negative zeros.
    placed.normal = (base.rotation * contact.normal).array() + 0.0;
    for (std::size_t side = 0; side < 2; ++side) {
        const Data::Shape& shape = contact.objects[side] == 0 ? a_ : b_;
        placed.objects[side] = shape.body;
        placed.shapes[side] = shape.index;
    }
    return placed;
}

bool MovingShapes::touch_at(double time) const
{
    if (levels_.padding == 0.0) return rigid::crosses_at(bodies_, time, 64);
    const rigid::MovingFrame frame_a = bodies_.a.motion.at(time), frame_b = bodies_.b.motion.at(time);
    bool touch = false;
    rigid::for_each_near_pair(
        {bodies_.a.body, bodies_.b.body, frame_a, frame_b, bodies_.error}, levels_.padding, 64,
        [&](const rigid::TrianglePair& pair) {
            touch = rigid::examine(bodies_, rigid::place(bodies_, pair, frame_a, frame_b)).upper <= levels_.padding;
            return !touch;
        });
    return touch;
}

bool MovingShapes::near_at_start() const { return within_clearance_at_start() || rigid::starts_inside(bodies_); }

bool MovingShapes::within_clearance_at_start() const { return rigid::starts_within(bodies_, levels_.kept()); }

}  // namespace tocca::robot::detail
