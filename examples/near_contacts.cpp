// SPDX-License-Identifier: Apache-2.0
// What a contact response needs between steps: the pairs that are near, how far each vertex may go, and what is connected.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <tocca/tocca.hpp>
#include <vector>

int main()
{
    const tocca::Shape sheet = tocca::sheet({.columns = 20, .rows = 20, .width = 2.0, .depth = 2.0});
    const tocca::Shape ball = tocca::translated(tocca::ico_sphere({.radius = 0.5, .subdivisions = 3}), {1, 1, -0.52});
    tocca::Scene scene;
    const tocca::PartId cloth = scene.add(sheet.mesh(), {.name = "sheet"});
    const tocca::PartId obstacle = scene.add(ball.mesh(), {.name = "ball"});

    // docs: potential
    const double d = 0.05;
    std::vector<tocca::FeaturePair::Near> pairs;               // its memory serves every iterate
    tocca::near_pairs(scene, d, 0.0, {.self = false}, pairs);  // at the start of the step; 1.0: at its end
    double energy = 0.0;
    for (const tocca::FeaturePair::Near& pair : pairs) {
        if (pair.multiplicity == 0) continue;  // another pair stands for this contact
        const double s = pair.distance / d;
        energy -= (1 - s) * (1 - s) * std::log(s);  // its gradient: along pair.normal, shared out by pair.weights
    }
    // docs: end
    std::cout << pairs.size() << " pairs, energy " << energy << '\n';

    // docs: radii
    const std::vector<std::vector<double>> radii = tocca::free_radii(scene, 0.2, 0.0);
    std::vector<tocca::Point> proposed = scene.start(cloth);
    for (std::size_t v = 0; v < proposed.size(); ++v) proposed[v][2] -= 0.9 * radii[cloth][v];
    scene.move(cloth, proposed);  // free whatever the directions are, without another query
    // docs: end
    const bool free = !tocca::collides(scene);

    for (tocca::Point& point : proposed) point[2] -= 0.3;
    scene.move(cloth, proposed);
    // docs: islands
    const tocca::Answers contacts = tocca::all_contacts(scene);
    const std::uint32_t resting = scene.first_object(obstacle);
    const std::vector<std::uint32_t> islands = tocca::contact_islands(contacts.contacts, {resting});
    // docs: end

    // docs: fractions
    const std::vector<std::vector<double>> fractions = tocca::safe_fractions(scene, {.clearance = 1e-3});
    scene.advance(fractions);  // the hem goes all the way, what is above the ball as far as it may
    // docs: end
    double least = 1.0, most = 0.0;
    for (const double fraction : fractions[cloth]) {
        least = std::min(least, fraction);
        most = std::max(most, fraction);
    }
    std::cout << contacts.contacts.size() << " contacts, "
              << (islands.empty() ? 0 : *std::max_element(islands.begin(), islands.end()) + 1)
              << " islands; vertices go " << least << " to " << most << " of their way\n";
    return free && !pairs.empty() && !islands.empty() && least < 1.0 && most == 1.0 ? 0 : 1;
}
