// SPDX-License-Identifier: Apache-2.0
// A torus knot tumbles towards a ring that turns, and stops before it touches.
#include <iostream>
#include <tocca/tocca.hpp>

int main()
{
    // docs: ask
    const tocca::RigidBody knot(tocca::torus_knot({.segments = 400, .sides = 20}).mesh());
    const tocca::RigidBody ring(tocca::torus({.radius = 2.0, .tube_radius = 0.4}).mesh());

    Eigen::Isometry3d start = Eigen::Isometry3d::Identity(), end = start;
    start.translation() << 0.0, 1.5, 6.0;
    end.translation() << 0.0, 1.5, -6.0;
    const tocca::RigidMotion tumbles{.from = start, .to = end, .rotation = Eigen::Vector3d(0.0, 20.0, 5.0)};  // radians
    const auto spins = tocca::turn(Eigen::Isometry3d::Identity(), {0, 0, 0}, {3.0, 0, 0});

    const auto first = tocca::first_contact(knot, tumbles, ring, spins);
    std::cout << "proven free until " << first.safe_until << '\n';
    if (first.contact) {
        std::cout << first.contact->distance << " apart then, near " << first.contact->point.transpose() << '\n';
    }
    // docs: end
    std::cout << "keeping a gap of 0.1, it may go to "
              << tocca::safe_step(knot, tumbles, ring, spins, {.clearance = 0.1}).step << '\n';
}
