// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
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

/// What a checker prepares once.
struct RobotChecker::Data {
    using ShapeId = std::uint32_t;

    struct Shape {
        std::uint32_t body = 0;
        std::uint32_t index = 0;  ///< among the shapes of its link or object
        std::shared_ptr<const RigidBody> surface = {};
        double padding = 0.0;
        double diameter = 0.0;  ///< with the padding
        double radius = 0.0;    ///< no point of the surface is further from the origin of the link or object
        OrientedBox box = {};   ///< of the surface, in the coordinates of the link or object
    };
    /// Two shapes that are checked, that of the lower body first.
    struct ShapePair {
        ShapeId a = 0;
        ShapeId b = 0;
        std::optional<double> clearance = {};  ///< of its own
    };
    /// What a query demands, by its own options and the checker's defaults.
    struct Demand {
        double least_clearance = 0.0;  ///< of every pair
        double clearance = 0.0;        ///< of pairs that have none of their own
        std::optional<double> threshold = {};

        [[nodiscard]] double clearance_of(const std::optional<double>& own) const
        {
            return own ? std::max(*own, least_clearance) : clearance;
        }
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
    /// Links and objects that are special to each other: a clearance, or none for an ignored pair.
    std::map<std::array<std::uint32_t, 2>, std::optional<double>> special = {};
    std::size_t pair_count = 0;  ///< of shapes

    /// The clearance of a link and an object; empty for an ignored pair.
    [[nodiscard]] std::optional<double> clearance_of(std::uint32_t a, std::uint32_t b, const Demand& demand) const
    {
        const auto found = special.find({a, b});
        if (found == special.end()) return demand.clearance;
        if (!found->second) return std::nullopt;
        return demand.clearance_of(found->second);
    }

    [[nodiscard]] Demand demand_of(const QueryOptions& options) const
    {
        return {options.clearance, std::max(options.clearance, clearance),
                options.threshold ? options.threshold : threshold};
    }
};

}  // namespace tocca
