// SPDX-License-Identifier: Apache-2.0
// A sheet falls on a ball.
// docs: sheet
#include <iostream>
#include <tocca/tocca.hpp>

int main()
{
    const tocca::Shape sheet = tocca::sheet({.columns = 60, .rows = 60, .width = 2.0, .depth = 2.0});
    const tocca::Shape ball = tocca::translated(tocca::ico_sphere({.radius = 0.5, .subdivisions = 4}), {1, 1, -0.8});
    const tocca::Shape fallen = tocca::translated(sheet, {0, 0, -1});

    tocca::Scene scene;
    const tocca::PartId falling = scene.add(sheet.mesh(), {.name = "sheet"});
    scene.add(ball.mesh(), {.name = "ball"});
    scene.move(falling, fallen.positions);  // every vertex in a straight line; the ball rests

    const auto first = tocca::first_contact(scene);
    std::cout << "free until " << first.safe_until << '\n';
    if (first.contact) std::cout << "touches first at " << first.contact->point.transpose() << '\n';

    const auto all = tocca::all_contacts(scene);  // what touches what, when, where, with a normal
    std::cout << all.contacts.size() << " pairs of features touch on the way\n";

    const auto safe = tocca::safe_step(scene, {.clearance = 1e-3});
    std::cout << "a step of " << safe.step << " keeps a gap of 1e-3\n";
}
// docs: end
