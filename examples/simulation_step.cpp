// SPDX-License-Identifier: Apache-2.0
// A simulator in miniature: a sheet falls on a ball and comes to rest there. In each frame what would come too near
// stops, and the rest goes on.
#include <algorithm>
#include <iostream>
#include <tocca/tocca.hpp>
#include <vector>

namespace {

/// The vertices of the sheet, and its edges, which keep their lengths.
struct Sheet {
    std::vector<Eigen::Vector3d> at, velocity;
    std::vector<tocca::EdgeVertices> edges;
    std::vector<double> lengths, edges_at;

    explicit Sheet(const tocca::TriangleMesh& mesh)
        : velocity(mesh.vertex_count(), Eigen::Vector3d::Zero()), edges_at(mesh.vertex_count())
    {
        for (const tocca::Point& point : mesh.positions()) at.emplace_back(point.data());
        for (const tocca::EdgeVertices& edge : mesh.edges()) {
            edges.push_back(edge);
            lengths.push_back((at[edge[1]] - at[edge[0]]).norm());
            for (const tocca::VertexId end : edge) ++edges_at[end];
        }
    }

    /// Where the vertices would like to be after some seconds of falling.
    [[nodiscard]] std::vector<tocca::Point> proposed(double seconds)
    {
        std::vector<Eigen::Vector3d> next = at;
        for (std::size_t v = 0; v < at.size(); ++v) {
            velocity[v] = 0.95 * velocity[v] - Eigen::Vector3d(0.0, 0.0, 9.81 * seconds);
            next[v] += velocity[v] * seconds;
        }
        for (int round = 0; round < 15; ++round) {
            std::vector<Eigen::Vector3d> moves(at.size(), Eigen::Vector3d::Zero());
            for (std::size_t e = 0; e < edges.size(); ++e) {
                const auto [a, b] = edges[e];
                const Eigen::Vector3d way = next[b] - next[a], excess = way - way.normalized() * lengths[e];
                moves[a] += excess / edges_at[a];
                moves[b] -= excess / edges_at[b];
            }
            for (std::size_t v = 0; v < at.size(); ++v) next[v] += moves[v];
        }
        std::vector<tocca::Point> points;
        for (const Eigen::Vector3d& x : next) points.push_back({x[0], x[1], x[2]});
        return points;
    }

    /// Moves to where the vertices got to; returns the longest way along an axis.
    double move_to(const std::vector<tocca::Point>& points, double seconds)
    {
        double longest = 0.0;
        for (std::size_t v = 0; v < at.size(); ++v) {
            const Eigen::Vector3d way = Eigen::Vector3d(points[v].data()) - at[v];
            longest = std::max(longest, way.lpNorm<Eigen::Infinity>());
            velocity[v] = way / seconds;
            at[v] += way;
        }
        return longest;
    }
};

// docs: stop
/// The vertices of a part that are in a contact stay where they are now.
void stop(const tocca::Contact& contact, tocca::PartId part, const std::vector<tocca::Point>& now,
          std::vector<tocca::Point>& proposed)
{
    const std::size_t second = contact.kind == tocca::PairKind::vertex_face ? 1 : 2;
    for (std::size_t i = 0; i < 4; ++i) {
        if (contact.objects[i < second ? 0 : 1] == part) proposed[contact.vertices[i]] = now[contact.vertices[i]];
    }
}
// docs: end

}  // namespace

int main()
{
    const tocca::Shape shape = tocca::sheet({.columns = 24, .rows = 24, .width = 1.5, .depth = 1.5});
    const tocca::Shape ball =
        tocca::translated(tocca::ico_sphere({.radius = 0.5, .subdivisions = 3}), {0.75, 0.75, -0.6});
    // docs: scene
    tocca::Scene scene;
    const tocca::PartId cloth = scene.add(shape.mesh(), {.name = "sheet"});
    scene.add(ball.mesh(), {.name = "ball"});
    // docs: end
    Sheet sheet(shape.mesh());
    const double seconds = 1.0 / 60.0, gap = 1e-3;
    double way = 0.0;
    bool crosses = false;
    for (int frame = 0; frame < 200; ++frame) {
        std::vector<tocca::Point> proposed = sheet.proposed(seconds);  // what the integrator would like to do
        // docs: step
        tocca::SafeStep safe;
        do {
            scene.move(cloth, proposed);  // the ball stays where it is
            safe = tocca::safe_step(scene, {.clearance = gap});
            const auto touching = tocca::all_contacts(scene, {.clearance = 2.0 * gap, .near_fraction = 0.999});
            scene.advance(safe.step);  // to exactly the positions that are proven
            // What would come too near does not go on in this frame; the rest does.
            if (safe.limited_by) stop(*safe.limited_by, cloth, scene.start(cloth), proposed);
            for (const tocca::Contact& contact : touching.contacts) stop(contact, cloth, scene.start(cloth), proposed);
        } while (safe.step < 1.0);
        // docs: end
        way = sheet.move_to(scene.start(cloth), seconds);
        crosses = crosses || tocca::intersects(scene, 0.0);
    }
    // What it lies on.
    // docs: near
    const auto near = tocca::first_contact(scene, {.clearance = 2e-3, .threads = 2});
    // docs: end
    const double height = sheet.at[sheet.at.size() / 2][2] - (-0.1);
    std::cout << "the sheet lies " << height << " above the ball and moves by " << way << " in a frame\n";
    return !crosses && near.start.near_count > 0 && height > 0.0 && height < 2.0 * gap && way < 1e-3 ? 0 : 1;
}
