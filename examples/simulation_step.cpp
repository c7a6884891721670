// SPDX-License-Identifier: Apache-2.0
// A simulator in miniature: a sheet falls towards a ball, each step cut where it would come too near.
#include <iostream>
#include <tocca/tocca.hpp>
#include <vector>

int main()
{
    const tocca::Shape sheet = tocca::sheet({.columns = 40, .rows = 40, .width = 2.0, .depth = 2.0});
    const tocca::Shape ball = tocca::translated(tocca::ico_sphere({.radius = 0.5, .subdivisions = 3}), {1, 1, -0.8});
    // docs: scene
    tocca::Scene scene;
    const tocca::PartId cloth = scene.add(sheet.mesh(), {.name = "sheet"});
    scene.add(ball.mesh(), {.name = "ball"});
    // docs: end
    const double seconds = 1.0 / 60.0, gap = 1e-3;
    std::vector<tocca::Point> positions = sheet.positions;
    double speed = 0.0;
    bool stopped = false;
    for (int frame = 0; frame < 60 && !stopped; ++frame) {
        // What the integrator would like to do.
        speed += 9.81 * seconds;
        std::vector<tocca::Point> proposed = positions;
        for (tocca::Point& point : proposed) point[2] -= speed * seconds;

        // docs: step
        scene.move(cloth, proposed);  // the ball stays where it is
        const tocca::SafeStep safe = tocca::safe_step(scene, {.clearance = gap});
        scene.advance(safe.step);  // to exactly the positions that were tested
        positions = scene.start(cloth);
        // docs: end
        if (safe.contact) {
            std::cout << "frame " << frame << ": " << safe.step << " of the step, then a gap of " << gap << " near "
                      << safe.contact->point.transpose() << '\n';
            stopped = true;
        }
    }
    // What the sheet would touch if it went on like this.
    for (tocca::Point& point : positions) point[2] -= speed * seconds;
    scene.move(cloth, positions);
    // docs: near
    const auto near = tocca::first_contact(scene, {.clearance = 1e-3, .threads = 2});
    // docs: end
    return stopped && near.contact ? 0 : 1;
}
