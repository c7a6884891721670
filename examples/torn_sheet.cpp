// SPDX-License-Identifier: Apache-2.0
// A sheet tears while it falls: its mesh is edited between two steps.
#include <iostream>
#include <tocca/mesh/editable_mesh.hpp>
#include <tocca/tocca.hpp>
#include <vector>

namespace {

/// All vertices lower by this much.
std::vector<tocca::Point> lowered(std::vector<tocca::Point> points, double by)
{
    for (tocca::Point& point : points) point[2] -= by;
    return points;
}

}  // namespace

int main()
{
    tocca::Scene scene;
    scene.add(tocca::ico_sphere({.radius = 0.3}).mesh());
    const tocca::TriangleMesh flat = tocca::sheet({.columns = 10, .rows = 10}).mesh();
    const tocca::PartId sheet = scene.add(tocca::TriangleMesh(
        lowered({flat.positions().begin(), flat.positions().end()}, -0.6), {flat.faces().begin(), flat.faces().end()}));
    bool is_torn = false, is_free = true;
    for (int step = 0; step < 20 && is_free; ++step) {
        scene.move(sheet, lowered(scene.start(sheet), 0.05));
        const tocca::SafeStep safe = tocca::safe_step(scene);
        is_free = safe.step > 0.0;
        scene.advance(safe.step);
        if (step != 3) continue;

        // docs: tear
        tocca::EditableMesh editable(scene.mesh(sheet));  // or a mesh of your own
        for (tocca::VertexId v = 0; v < scene.start(sheet).size(); ++v) editable.move_vertex(v, scene.start(sheet)[v]);
        const auto faces = editable.faces_of_vertex(60);
        (void)editable.split_vertex(60, std::vector(faces.begin(), faces.begin() + 3), scene.start(sheet)[60]);
        const tocca::MeshSnapshot torn = editable.snapshot();
        std::vector<tocca::VertexId> old_vertices = torn.vertices;  // what stays keeps its number
        old_vertices.back() = tocca::new_vertex;
        scene.replace(sheet, torn.mesh, old_vertices);
        // docs: end
        is_torn = true;
    }
    std::cout << scene.mesh(sheet).vertex_count() - flat.vertex_count() << " vertex more\n";
    return is_torn ? 0 : 1;
}
