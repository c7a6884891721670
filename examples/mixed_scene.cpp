// SPDX-License-Identifier: Apache-2.0
// Unlike things in one scene: a cloth falls on a bar that turns, and an arm swings towards both.
#include <iostream>
#include <numbers>
#include <tocca/tocca.hpp>
#include <vector>

int main()
{
    const tocca::Shape sheet =
        tocca::translated(tocca::sheet({.columns = 30, .rows = 30, .width = 1.0, .depth = 1.0}), {-0.5, -0.5, 0.4});
    const tocca::RigidBody bar(tocca::box({.lengths = {1.6, 0.1, 0.1}}).mesh(), {.solid = true});
    tocca::RobotParts parts{.name = "arm", .links = {{.name = "base"}, {.name = "upper arm"}}};
    Eigen::Isometry3d middle = Eigen::Isometry3d::Identity();
    middle.translation().x() = 0.5;
    parts.links[1].shapes.push_back(tocca::box_shape({1.0, 0.05, 0.05}, middle));
    parts.joints.push_back({.name = "shoulder",
                            .type = tocca::Joint::Type::continuous,
                            .parent = "base",
                            .child = "upper arm",
                            .axis = Eigen::Vector3d::UnitZ()});
    parts.joints[0].origin.translation() = Eigen::Vector3d(0.0, -1.5, 0.2);

    // docs: scene
    tocca::Scene scene;
    const auto cloth = scene.add(sheet.mesh(), {.name = "cloth", .thickness = 1e-3});
    const auto rod = scene.add(bar, {.name = "bar"});
    const auto arm = scene.add(tocca::Robot(parts), {.name = "arm"});
    // docs: end

    std::vector<tocca::Point> fallen = sheet.positions;
    for (tocca::Point& point : fallen) point[2] -= 0.5;
    // docs: move
    scene.move(cloth, fallen);  // every vertex in a straight line
    scene.move(rod, tocca::turn(Eigen::Isometry3d::Identity(), Eigen::Vector3d::Zero(), {0.0, 0.5, 0.0}));
    scene.move(arm,
               {.from = Eigen::VectorXd::Constant(1, 0.0), .to = Eigen::VectorXd::Constant(1, std::numbers::pi / 2.0)});

    const auto first = tocca::first_contact(scene, {.clearance = 1e-3});
    if (first.contact) {
        std::cout << scene.object_name(first.contact->objects[0]) << " and "
                  << scene.object_name(first.contact->objects[1]) << " from " << first.contact->toc.lower << '\n';
    }

    const auto safe = tocca::safe_step(scene, {.clearance = 1e-3});
    scene.advance(safe.step);  // the next step begins there
    // docs: end
    return first.outcome == tocca::Outcome::contact && safe.step > 0.0 && safe.step < 1.0 ? 0 : 1;
}
