// SPDX-License-Identifier: Apache-2.0
// An arm of three links swings past a pillar, and a proof says how far it may go.
#include <iostream>
#include <string>
#include <tocca/tocca.hpp>

namespace {

Eigen::Isometry3d at(double x, double y, double z)
{
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.translation() << x, y, z;
    return pose;
}

}  // namespace

int main()
{
    // docs: arm
    // Each link is a capsule along z, each joint at the end of the link before; the first turns about z, the others bend.
    tocca::RobotParts parts{.name = "arm", .links = {{.name = "base"}}};
    for (const std::string part : {"upper", "fore", "hand"}) {
        const std::string before = parts.links.back().name;
        parts.links.push_back({part, {tocca::capsule_shape(0.05, 0.4, at(0, 0, 0.25))}});
        parts.joints.push_back({.name = part + " joint",
                                .type = tocca::Joint::Type::revolute,
                                .parent = before,
                                .child = part,
                                .origin = at(0, 0, before == "base" ? 0.0 : 0.5),
                                .axis = before == "base" ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY()});
    }
    const tocca::RobotScene pillar{{{"pillar", {tocca::cylinder_shape(0.1, 2.0, at(0, 0, 0))}, at(0.4, 0.7, 0.5)}}};
    const tocca::RobotChecker checker(tocca::Robot(parts), pillar);
    // docs: end

    const Eigen::Vector3d stretched(0.0, 1.2, 0.3), beside(2.5, 1.2, 0.3), folded(2.5, -0.2, 2.0);
    const auto first = tocca::first_contact(checker, {.from = stretched, .to = beside});
    std::cout << "proven free until " << first.safe_until << '\n';
    if (first.contact) {
        const auto [link, other] = first.pair->objects;
        std::cout << checker.body_name(link) << " touches " << checker.body_name(other) << " near "
                  << first.contact->point.transpose() << '\n';
    }

    // First in, then round, then out again.
    Eigen::MatrixXd path(4, 3);
    path << stretched.transpose(), 0.0, -0.2, 2.0, folded.transpose(), beside.transpose();
    const auto report = tocca::check_path(checker, path);
    std::cout << "of " << report.edges.size() << " edges the first " << report.free_edges << " are proven free\n";
}
