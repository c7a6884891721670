// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/deforming_world.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

#include "tocca/base/error.hpp"

namespace tocca::planning {

namespace {

void check_values(const std::vector<StateValue>& values)
{
    if (values.empty()) throw std::invalid_argument("a deforming world needs a value to plan");
    std::set<std::string> names;
    for (const StateValue& value : values) {
        if (value.name.empty()) throw std::invalid_argument("a value of a deforming world needs a name");
        if (!names.insert(value.name).second)
            throw std::invalid_argument("two values of a deforming world have the name '" + value.name + "'");
        if (!(std::isfinite(value.lower) && std::isfinite(value.upper) && value.lower < value.upper))
            throw std::invalid_argument("the bounds of '" + value.name + "' leave no room to plan it");
    }
}

void check_modes(const DeformingBody& body, const std::vector<StateValue>& values)
{
    for (const Mode& mode : body.modes) {
        if (mode.value >= values.size())
            throw std::invalid_argument("body '" + body.name + "' follows value " + std::to_string(mode.value) +
                                        ", but there are only " + std::to_string(values.size()));
        const std::string of = "' along '" + values[mode.value].name + "'";
        if (mode.directions.size() != body.mesh.vertex_count())
            throw std::invalid_argument("body '" + body.name + of + " has " + std::to_string(mode.directions.size()) +
                                        " directions for " + std::to_string(body.mesh.vertex_count()) + " vertices");
        for (const Point& direction : mode.directions) {
            if (!std::ranges::all_of(direction, [](double x) { return std::isfinite(x); }))
                throw Error(ErrorCode::not_finite, "a direction of body '" + body.name + of + " is not finite");
        }
    }
}

/// The greatest sum of absolute values that a coordinate of a vertex is rounded in, times the rounding of each operation.
double rounding_error_of(const DeformingBody& body, const std::vector<StateValue>& values)
{
    double greatest = 0.0;
    for (std::size_t vertex = 0; vertex < body.mesh.vertex_count(); ++vertex) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            double sum = std::abs(body.mesh.positions()[vertex][axis]);
            for (const Mode& mode : body.modes) {
                const StateValue& value = values[mode.value];
                sum += std::max(std::abs(value.lower), std::abs(value.upper)) * std::abs(mode.directions[vertex][axis]);
            }
            greatest = std::max(greatest, sum);
        }
    }
    if (!std::isfinite(2.0 * greatest))
        throw Error(ErrorCode::not_finite, "body '" + body.name + "' leaves the range of doubles within the bounds");
    // A product and a sum for each mode, 2^-53 each, and as much again for the rounding of this bound, and for what
    // satisfiesBounds lets be outside; products that underflow err by 2^-1074.
    const double modes = static_cast<double>(body.modes.size());
    return (modes + 2.0) * (0x1p-51 * greatest + 0x1p-1073);
}

}  // namespace

DeformingWorld::DeformingWorld(std::vector<DeformingBody> bodies, std::vector<StateValue> values)
    : bodies_(std::move(bodies)), values_(std::move(values))
{
    check_values(values_);
    bool any_mode = false;
    for (const DeformingBody& body : bodies_) {
        check_modes(body, values_);
        any_mode = any_mode || !body.modes.empty();
        rounding_error_ = std::max(rounding_error_, rounding_error_of(body, values_));
    }
    require(any_mode, "no body of the deforming world follows a value: nothing moves");
    (void)scene();
}

std::size_t DeformingWorld::triangle_count() const
{
    std::size_t count = 0;
    for (const DeformingBody& body : bodies_) count += body.mesh.faces().size();
    return count;
}

WorldPositions DeformingWorld::positions(const Eigen::VectorXd& state) const
{
    WorldPositions all(bodies_.size());
    for (std::size_t body = 0; body < bodies_.size(); ++body) positions(body, state, all[body]);
    return all;
}

void DeformingWorld::positions(std::size_t body, const Eigen::VectorXd& state, std::vector<Point>& out) const
{
    require(static_cast<std::size_t>(state.size()) == values_.size(),
            "a state must have as many numbers as the deforming world has values");
    const DeformingBody& moved = bodies_.at(body);
    out.assign(moved.mesh.positions().begin(), moved.mesh.positions().end());
    // Mode by mode in their order: a product of matrices may add in an order that depends on where they lie in memory.
    for (const Mode& mode : moved.modes) {
        const double factor = state[static_cast<Eigen::Index>(mode.value)];
        for (std::size_t vertex = 0; vertex < out.size(); ++vertex) {
            for (std::size_t axis = 0; axis < 3; ++axis) out[vertex][axis] += factor * mode.directions[vertex][axis];
        }
    }
}

bool DeformingWorld::may_follow(const Eigen::VectorXd& from, const Eigen::VectorXd& to) const
{
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const auto index = static_cast<Eigen::Index>(i);
        if (values_[i].only_increases && to[index] < from[index]) return false;
    }
    return true;
}

Scene DeformingWorld::scene() const
{
    Scene scene;
    for (const DeformingBody& body : bodies_)
        scene.add(body.mesh, {.name = body.name, .self = body.self, .solid = body.solid});
    return scene;
}

}  // namespace tocca::planning
