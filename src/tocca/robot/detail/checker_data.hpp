// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tocca/bounds/oriented_box.hpp"
#include "tocca/bounds/point_box.hpp"
#include "tocca/robot/detail/scene_tree.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca {

/// What a checker makes ready once.
struct RobotChecker::Data {
    using ShapeId = std::uint32_t;

    /// The convex hull of a shape's body, and how far the body may reach beyond it.
    struct Hull {
        RigidBody body;
        double outside = 0.0;
    };
    struct Shape {
        RobotBodyId body = 0;
        std::uint32_t index = 0;  ///< among the shapes of its link or object
        std::shared_ptr<const RigidBody> surface = {};
        double padding = 0.0;
        double diameter = 0.0;  ///< with the padding
        double radius = 0.0;    ///< no point of the surface is further from the origin of the link or object
        OrientedBox box = {};   ///< of the surface, in the coordinates of the link or object
        std::shared_ptr<const Hull> hull = {};  ///< where hulls are asked for and there is one
    };
    /// Two shapes that are checked, that of the lower body first.
    struct ShapePair {
        ShapeId a = 0;
        ShapeId b = 0;
        double clearance = 0.0;
    };

    Robot robot;
    RobotScene scene;
    std::vector<std::string> names;
    double clearance = 0.0;
    std::optional<double> threshold = {};
    std::vector<Shape> shapes = {};  ///< of the links, then of the objects; those without triangles are left out
    ShapeId link_shapes = 0;         ///< how many are of links
    std::vector<ShapePair> link_pairs = {};  ///< shapes of links against each other
    robot::detail::SceneTree tree = {};      ///< over the shapes of the objects, numbered from 0
    /// Links and objects that are special to each other: a clearance, or none where they may touch unseen.
    std::map<std::array<RobotBodyId, 2>, std::optional<double>> special = {};
    std::size_t pair_count = 0;  ///< of shapes

    /// The clearance of a link and an object; nothing when they may touch unseen.
    [[nodiscard]] std::optional<double> clearance_of(RobotBodyId a, RobotBodyId b) const
    {
        const auto found = special.find({a, b});
        return found == special.end() ? std::optional(clearance) : found->second;
    }
};

}  // namespace tocca
