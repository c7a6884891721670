// SPDX-License-Identifier: Apache-2.0
// Uses an installed tocca with files and reports: two meshes out of files, and a page that shows how they meet.
#include <exception>
#include <iostream>
#include <memory>
#include <tocca/io.hpp>
#include <tocca/report.hpp>

int main()
try {
    const tocca::Shape sheet = tocca::sheet({.columns = 8, .rows = 8}), sphere = tocca::ico_sphere({.radius = 0.25});
    tocca::write_mesh("floor.obj", sheet.positions, sheet.faces);
    tocca::write_mesh("ball.ply", sphere.positions, sphere.faces);

    Eigen::Isometry3d above = Eigen::Isometry3d::Identity();
    above.translation() << 0.5, 0.5, 1.0;
    tocca::Scene scene;
    scene.add(tocca::load_mesh("floor.obj"), {.name = "floor"});
    const auto ball = std::make_shared<const tocca::RigidBody>(tocca::load_mesh("ball.ply"));
    scene.add(ball, tocca::translation(above, {0.0, 0.0, -1.0}), {.name = "ball"});

    const tocca::Answers all = tocca::all_contacts(scene);
    std::cout << to_string(all.outcome) << ", free until " << all.safe_until << '\n';
    tocca::write_report(scene, all, "report.html");
    return all.contacts.empty() ? 1 : 0;
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
}
