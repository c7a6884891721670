// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/robot_pieces.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "apps/tocca/human_text.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/load_mesh.hpp"
#include "tocca/io/robot_shape_text.hpp"
#include "tocca/io/shape_text.hpp"

namespace tocca::app {

RobotShape shape_of(const std::string& body, const RigidBodyOptions& how, const std::stop_token& stop)
{
    const auto origin = Eigen::Isometry3d::Identity();
    if (names_a_shape(body)) {
        auto reading = robot_shape_of_text(body, origin);
        if (!reading.fault.empty()) throw std::invalid_argument(reading.fault);
        return std::move(reading.value);
    }
    if (body.empty()) throw std::invalid_argument("'' is the name of no file");
    const TriangleMesh mesh = load_mesh(body, stop);
    try {
        return mesh_shape(mesh, origin, Eigen::Vector3d::Ones(), how);
    } catch (const Error& error) {
        throw Error(error.code(), error.what(), {.file = body});
    }
}

std::string where_it_starts(const DefaultStart& start)
{
    return start.state.empty()
               ? "in the middle of the joint's limits, or at 0 without limits"
               : fmt::format("in the state '{}' of the SRDF file, otherwise in the middle of the joint's limits",
                             start.state);
}

std::optional<std::string> default_values_note(const Robot& robot, const std::vector<bool>& told,
                                               const std::string& where)
{
    constexpr std::size_t most = 8;
    std::vector<std::string> names;
    std::size_t count = 0;
    for (std::size_t i = 0; i < told.size(); ++i) {
        if (!told[i] && ++count <= most) names.push_back(robot.value_name(i));
    }
    if (count == 0) return std::nullopt;
    return fmt::format("{} start{} {}, because nothing says where: {}{}", counted(count, "value"),
                       count == 1 ? "s" : "", where, fmt::join(names, ", "), count > most ? ", ..." : "");
}

}  // namespace tocca::app
