// SPDX-License-Identifier: Apache-2.0
// Impacts resolved in rounds: a sheet falls on a ball; what touches stops, until nothing touches any more.
#include <cstdint>
#include <iostream>
#include <tocca/tocca.hpp>
#include <vector>

int main()
{
    tocca::Scene scene;
    const tocca::PartId ball = scene.add(tocca::ico_sphere({.radius = 1.0, .subdivisions = 3}).mesh());
    const tocca::TriangleMesh flat = tocca::sheet({.columns = 40, .rows = 40, .width = 3.0, .depth = 3.0}).mesh();
    std::vector<tocca::Point> above(flat.positions().begin(), flat.positions().end());
    for (tocca::Point& point : above) point[2] += 1.1;
    const std::vector<tocca::FaceVertices> faces(flat.faces().begin(), flat.faces().end());
    const tocca::PartId sheet = scene.add(tocca::TriangleMesh(above, faces));

    std::vector<std::vector<tocca::Point>> ends{scene.end(ball), scene.end(sheet)};
    for (tocca::Point& point : ends[sheet]) point[2] -= 0.4;
    scene.move(sheet, ends[sheet]);
    int rounds = 0;

    // docs: rounds
    tocca::Answers found = tocca::all_contacts(scene);
    while (!found.contacts.empty()) {
        ++rounds;
        std::vector<std::vector<std::uint32_t>> changed(scene.part_count());
        for (const tocca::Contact& contact : found.contacts) {
            for (std::size_t i = 0; i < 4; ++i) {
                const bool first = i == 0 || (i == 1 && contact.kind == tocca::PairKind::edge_edge);
                const std::uint32_t part = contact.objects[first ? 0 : 1], vertex = contact.vertices[i];
                const tocca::Point& start = scene.start(part)[vertex];
                if (ends[part][vertex] == start) continue;
                ends[part][vertex] = start;  // what touches stays where it is
                changed[part].push_back(vertex);
            }
        }
        for (tocca::PartId part = 0; part < scene.part_count(); ++part) scene.move(part, ends[part]);
        found = tocca::all_contacts(scene, {.changed = changed});  // only what has another end now
    }
    // docs: end

    const bool is_free = !tocca::collides(scene);
    std::cout << rounds << " rounds, then " << (is_free ? "free" : "in contact") << '\n';
    return is_free && rounds > 0 ? 0 : 1;
}
