// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/bvh/rss_tree.hpp"
#include "tocca/motion/rigid_path.hpp"
#include "tocca/robot/detail/checker_data.hpp"

namespace tocca {

namespace {

using Data = RobotChecker::Data;
using Eigen::Vector3d;

/// Corners of the primitives: those that several have in common are there several times.
std::vector<Vector3d> points_of(const RigidBody& body)
{
    std::vector<Vector3d> points;
    for (std::uint32_t i = 0; i < body.primitives().size(); ++i) {
        for (const Vector3d& corner : body.corners(i)) points.push_back(corner);
    }
    return points;
}

void add_shapes(Data& data, std::uint32_t body, const std::vector<RobotShape>& shapes)
{
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const RobotShape& shape = shapes[i];
        require(shape.body != nullptr, "a shape of a scene must have a body");
        require(!shape.body->moved_from(), "a rigid body was moved from");
        require(shape.padding >= 0.0 && std::isfinite(shape.padding), "the padding of a shape must not be negative");
        if (shape.body->tree().empty()) continue;
        data.shapes.push_back({.body = body,
                               .index = static_cast<std::uint32_t>(i),
                               .surface = shape.body,
                               .padding = shape.padding,
                               .diameter = shape.body->diameter() + 2.0 * shape.padding,
                               .radius = shape.body->radius_about(Vector3d::Zero()),
                               .box = fit_oriented_box(points_of(*shape.body))});
    }
}

/// A box about a shape of an object where it stands.
PointBox placed_box(const Data::Shape& shape, const Eigen::Isometry3d& pose)
{
    const RigidPath path(at_rest(pose));
    const RigidPath::Place place = path.at(0.0);
    const double wider = path.position_error(shape.radius) + shape.padding * (1.0 + 0x1p-40);
    std::optional<PointBox> box;
    for (const Vector3d& point : points_of(*shape.surface)) {
        const Vector3d placed = place.rotation * point + place.origin;
        const Point corner = {placed.x(), placed.y(), placed.z()};
        if (!box) box = box_of(corner);
        extend(*box, corner);
    }
    for (std::size_t k = 0; k < 3; ++k) {
        box->lower[k] -= wider + 0x1p-50 * std::abs(box->lower[k]);
        box->upper[k] += wider + 0x1p-50 * std::abs(box->upper[k]);
    }
    return *box;
}

/// Links and objects by name.
class Names {
public:
    explicit Names(const std::vector<std::string>& names)
    {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (!numbers_.emplace(names[i], static_cast<std::uint32_t>(i)).second) {
                throw Error(ErrorCode::malformed_robot,
                            "two links or objects of the scene are named '" + names[i] + "'");
            }
        }
    }

    [[nodiscard]] std::array<std::uint32_t, 2> pair(const std::string& a, const std::string& b) const
    {
        std::array<std::uint32_t, 2> pair = {number(a), number(b)};
        std::sort(pair.begin(), pair.end());
        return pair;
    }

private:
    [[nodiscard]] std::uint32_t number(const std::string& name) const
    {
        const auto found = numbers_.find(name);
        if (found != numbers_.end()) return found->second;
        throw Error(ErrorCode::malformed_robot, "there is no link or object named '" + name + "'");
    }

    std::map<std::string, std::uint32_t> numbers_;
};

void check(const RobotCheckOptions& options)
{
    require(options.clearance >= 0.0 && std::isfinite(options.clearance), "the clearance must not be negative");
    require(!options.threshold || (*options.threshold > 0.0 && std::isfinite(*options.threshold)),
            "the threshold must be positive");
    for (const RobotCheckOptions::PairClearance& pair : options.pair_clearances)
        require(pair.clearance >= 0.0 && std::isfinite(pair.clearance), "the clearance must not be negative");
}

/// Which links nothing moves in the world.
std::vector<bool> resting_links(const Robot& robot)
{
    std::vector<bool> rests(robot.links().size());
    for (const LinkId link : robot.order()) {
        rests[link] = link == robot.root() || (rests[*robot.parent(link)] &&
                                               robot.joints()[*robot.joint_above(link)].type == Joint::Type::fixed);
    }
    return rests;
}

void add_pairs(Data& data, bool self)
{
    const auto links = static_cast<std::uint32_t>(data.robot.links().size());
    const std::vector<bool> rests = resting_links(data.robot);
    // A link that stands still is not checked against what stands still.
    for (std::uint32_t link = 0; link < links; ++link) {
        for (auto object = links; rests[link] && object < data.names.size(); ++object)
            data.special[{link, object}] = std::nullopt;
    }
    const auto count = static_cast<Data::ShapeId>(data.shapes.size());
    for (Data::ShapeId a = 0; a < data.link_shapes; ++a) {
        for (Data::ShapeId b = a + 1; b < count; ++b) {
            const std::uint32_t body_a = data.shapes[a].body, body_b = data.shapes[b].body;
            if (body_a == body_b) continue;
            const bool of_links = body_b < links;
            if (of_links && (!self || data.robot.allowed(body_a, body_b))) continue;
            const auto own = data.special.find({body_a, body_b});
            if (own != data.special.end() && !own->second) continue;
            ++data.pair_count;
            if (of_links)
                data.link_pairs.push_back({a, b, own != data.special.end() ? own->second : std::optional<double>()});
        }
    }
}

}  // namespace

RobotChecker::RobotChecker(Robot robot, RobotScene scene, const RobotCheckOptions& options)
{
    require(!robot.moved_from(), "the robot was moved from");
    require_floating_point();
    check(options);
    auto data = std::make_shared<Data>(Data{.robot = std::move(robot),
                                            .scene = std::move(scene),
                                            .names = {},
                                            .clearance = options.clearance,
                                            .threshold = options.threshold});
    for (const Link& link : data->robot.links()) {
        add_shapes(*data, static_cast<std::uint32_t>(data->names.size()), link.shapes);
        data->names.push_back(link.name);
    }
    data->link_shapes = static_cast<Data::ShapeId>(data->shapes.size());
    std::vector<PointBox> boxes;
    for (const Obstacle& object : data->scene.objects) {
        add_shapes(*data, static_cast<std::uint32_t>(data->names.size()), object.shapes);
        while (boxes.size() < data->shapes.size() - data->link_shapes)
            boxes.push_back(placed_box(data->shapes[data->link_shapes + boxes.size()], object.pose));
        data->names.push_back(object.name);
    }
    data->tree = robot::detail::SceneTree(boxes);

    const Names names(data->names);
    for (const RobotCheckOptions::PairClearance& pair : options.pair_clearances)
        data->special[names.pair(pair.a, pair.b)] = pair.clearance;
    for (const RobotParts::NamedPair& pair : data->scene.allowed)
        data->special[names.pair(pair.a, pair.b)] = std::nullopt;
    add_pairs(*data, options.self);
    data_ = std::move(data);
}

const RobotChecker::Data& RobotChecker::data() const
{
    require(data_ != nullptr, "the checker was moved from");
    return *data_;
}

const Robot& RobotChecker::robot() const { return data().robot; }

const RobotScene& RobotChecker::scene() const { return data().scene; }

std::size_t RobotChecker::body_count() const { return data().names.size(); }

const std::string& RobotChecker::body_name(std::uint32_t body) const { return data().names.at(body); }

std::size_t RobotChecker::pair_count() const { return data().pair_count; }

}  // namespace tocca
