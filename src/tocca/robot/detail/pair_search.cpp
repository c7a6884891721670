// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/detail/pair_search.hpp"

#include <algorithm>

#include "tocca/rigid/detail/crossing.hpp"
#include "tocca/rigid/detail/placed_search.hpp"

namespace tocca::robot::detail {

namespace {

using Data = RobotChecker::Data;

ElementId base_of(const Data& data, const RobotMotion& motion, const NearPair& pair)
{
    if (pair.b >= data.link_shapes) return no_element;
    return motion.common_element(data.shapes[pair.a].body, data.shapes[pair.b].body);
}

std::unique_ptr<const rigid::detail::BodyMotion> motion_of(const Data& data, const RobotMotion& motion,
                                                           const Data::Shape& shape, ElementId base)
{
    const std::size_t links = data.robot.links().size();
    if (shape.body < links) {
        return std::make_unique<LinkMotion>(motion, motion.place(shape.body), base, shape.radius,
                                            motion.joints_above(shape.body));
    }
    const Eigen::Isometry3d& pose = data.scene.objects[shape.body - links].pose;
    return std::make_unique<rigid::detail::RigidBodyMotion>(at_rest(pose), shape.radius, shape.surface->middle());
}

}  // namespace

MovingShapes::MovingShapes(const Data& data, const RobotMotion& motion, const NearPair& pair, double time_tolerance)
    : a_(data.shapes[pair.a]),
      b_(data.shapes[pair.b]),
      base_(motion, {.element = base_of(data, motion, pair)}, no_element, 0.0, 0),
      motion_a_(motion_of(data, motion, a_, base_of(data, motion, pair))),
      motion_b_(motion_of(data, motion, b_, base_of(data, motion, pair))),
      bodies_{{*a_.surface, *motion_a_},
              {*b_.surface, *motion_b_},
              motion_a_->position_error() + motion_b_->position_error()},
      threshold_(pair_threshold(data, motion, a_, b_)),
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
    const rigid::detail::MovingFrame base = base_.at(contact.toc.lower);
    placed.point = base.place(contact.point + 0.5 * (a_.padding - b_.padding) * across);
    // Adding 0 leaves no negative zeros.
    placed.normal = (base.rotation * contact.normal).array() + 0.0;
    for (std::uint32_t& object : placed.objects) object = object == 0 ? a_.body : b_.body;
    return placed;
}

bool MovingShapes::touch_at(double time) const
{
    if (levels_.padding == 0.0) return rigid::detail::crosses_at(bodies_, time, 64);
    const rigid::detail::MovingFrame frame_a = bodies_.a.motion.at(time), frame_b = bodies_.b.motion.at(time);
    bool touch = false;
    rigid::detail::for_each_near_pair(
        {bodies_.a.body, bodies_.b.body, frame_a, frame_b, bodies_.error}, levels_.padding, 64,
        [&](const rigid::detail::TrianglePair& pair) {
            touch = rigid::detail::examine(bodies_, rigid::detail::place(bodies_, pair, frame_a, frame_b)).upper <=
                    levels_.padding;
            return !touch;
        });
    return touch;
}

bool MovingShapes::near_at_start() const
{
    return within_clearance_at_start() || rigid::detail::starts_inside(bodies_);
}

bool MovingShapes::within_clearance_at_start() const { return rigid::detail::starts_within(bodies_, levels_.kept()); }

// Hulls in contact may be those of shapes further apart: what is proven of them must hold for these, all that counts as
// padding here.
PairSearch::Hulls::Hulls(const MovingShapes& shapes, const rigid::detail::RssKernel& kernel)
    : bodies{{shapes.a().hull->body, shapes.bodies().a.motion},
             {shapes.b().hull->body, shapes.bodies().b.motion},
             shapes.bodies().error},
      levels{
          .threshold = std::max(shapes.levels().threshold, 1e-3 * std::min(shapes.a().diameter, shapes.b().diameter)),
          .padding = (shapes.levels().contact() + shapes.levels().threshold + shapes.a().hull->outside +
                      shapes.b().hull->outside) *
                     (1.0 + 0x1p-40)},
      search(bodies, levels, kernel)
{}

PairSearch::PairSearch(const MovingShapes& shapes, const rigid::detail::RssKernel& kernel,
                       const rigid::detail::SearchLimits& limits)
    : shapes_(shapes), limits_(limits), search_(shapes.bodies(), shapes.levels(), kernel)
{
    if (shapes.a().hull && shapes.b().hull) hulls_ = std::make_unique<Hulls>(shapes, kernel);
    // A hull's surface tells nothing of what is within it.
    if (hulls_ && rigid::detail::starts_inside(hulls_->bodies)) hulls_.reset();
    if (hulls_) {
        rigid::detail::SearchLimits longer = limits;
        longer.any = false;  // of the hulls it matters when
        longer.until = hulls_until();
        hulls_->search.start(longer);
    } else {
        search_.start(limits);
        started_ = true;
    }
}

/// Shapes that cross within the time tolerance after the end are in contact before it.
double PairSearch::hulls_until() const { return std::min(1.0, limits_.until + shapes_.levels().time_tolerance); }

std::optional<double> PairSearch::next_time() const
{
    if (hulls_) return hulls_->search.next_time();
    return started_ ? search_.next_time() : std::nullopt;
}

void PairSearch::advance(double while_at_most)
{
    if (hulls_) {
        hulls_->search.advance(while_at_most);
        if (!hulls_->search.next_time()) end_hulls();
    }
    if (!hulls_ && started_) search_.advance(while_at_most);
}

void PairSearch::end_hulls()
{
    const rigid::detail::SearchResult hulls = hulls_->search.result();
    hull_statistics_ = hulls.statistics;
    hulls_.reset();
    if (!hulls.found && !hulls.undecided) return;
    limits_.from = std::max(limits_.from, hulls.safe_until);
    search_.start(limits_);
    started_ = true;
}

void PairSearch::limit_to(double time)
{
    limits_.until = std::min(limits_.until, time);
    if (hulls_) hulls_->search.limit_to(hulls_until());
    if (started_) search_.limit_to(time);
}

rigid::detail::SearchResult PairSearch::result() const
{
    rigid::detail::SearchResult result =
        started_ ? search_.result() : rigid::detail::SearchResult{.safe_until = limits_.until};
    const RigidStatistics of_hulls = hulls_ ? hulls_->search.result().statistics : hull_statistics_;
    result.statistics.node_pairs += of_hulls.node_pairs;
    result.statistics.node_tests += of_hulls.node_tests;
    result.statistics.triangle_tests += of_hulls.triangle_tests;
    result.statistics.iterations = std::max(result.statistics.iterations, of_hulls.iterations);
    return result;
}

}  // namespace tocca::robot::detail
