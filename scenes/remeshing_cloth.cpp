// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "scenes/generators.hpp"
#include "scenes/ripples.hpp"
#include "scenes/surfaces.hpp"
#include "scenes/timing.hpp"

namespace tocca::scenes {
namespace {

constexpr int remeshed_frames = 40;
constexpr int frames_per_mesh = 5;
constexpr double pressing_ball_radius = 0.12;

/// Frames share a shape where the triangles change, so 40 frames show 33 moments.
double moment_of(int frame)
{
    const int meshes = remeshed_frames / frames_per_mesh, mesh = frame / frames_per_mesh;
    return static_cast<double>(frame - mesh) / (remeshed_frames - meshes);
}

/// The middle of the ball: it comes down on the cloth and rolls across it.
Eigen::Vector3d ball_middle(double time)
{
    const double pressed = smooth_step(time / 0.3);
    return {0.3 + 0.4 * smooth_step((time - 0.25) / 0.75), 0.5 + 0.12 * std::sin(5 * time),
            pressing_ball_radius + 0.12 - 0.3 * pressed};
}

/// A cloth in the unit square as a height over it: down under the ball, and along a smooth slope around it.
double cloth_height(double u, double v, double time, const Ripples& ripples)
{
    const Eigen::Vector3d ball = ball_middle(time);
    const double distance = std::hypot(u - ball.x(), v - ball.y());
    const double below = ball.z() - pressing_ball_radius;  // where the ball's lowest point is
    const double rest = ripples.height(u, v, 5 * time, 0.0009) - 0.0025;
    if (below >= 0) return rest;
    // A sphere a little greater than the ball, continued by a slope that fades out.
    const double reach = 0.8 * pressing_ball_radius;
    const double inside = std::min(distance, reach);
    const double bowl = pressing_ball_radius - std::sqrt(pressing_ball_radius * pressing_ball_radius - inside * inside);
    const double slope = std::max(0.0, distance - reach) * 4.0 / 3;
    return rest + below * std::exp(-(bowl + slope) / std::max(1e-3, -below));
}

/// The triangles of the cloth in the plane, for a part of the frames.
struct ClothMesh {
    std::vector<std::array<double, 2>> places;
    std::vector<FaceVertices> faces;
};

/// Cuts every edge that `splits` says, and each triangle into two, three or four along its cut edges: neighbours always
/// agree.
template <class Splits>
ClothMesh refined(const ClothMesh& mesh, const Splits& splits)
{
    ClothMesh result{.places = mesh.places, .faces = {}};
    std::map<std::pair<VertexId, VertexId>, VertexId> middles;
    const auto middle = [&](VertexId a, VertexId b) -> VertexId {
        const auto& p = mesh.places[a];
        const auto& q = mesh.places[b];
        const std::array<double, 2> at{0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])};
        if (!splits(at)) return no_edge;
        const auto next = static_cast<VertexId>(result.places.size());
        const auto [found, is_new] = middles.try_emplace(std::minmax(a, b), next);
        if (is_new) result.places.push_back(at);
        return found->second;
    };
    for (FaceVertices face : mesh.faces) {
        std::array<VertexId, 3> cut{middle(face[0], face[1]), middle(face[1], face[2]), middle(face[2], face[0])};
        const auto cuts = std::count_if(cut.begin(), cut.end(), [](VertexId id) { return id != no_edge; });
        // Turned so that with one cut it is the first edge, and with two the third edge is whole.
        while ((cuts == 1 && cut[0] == no_edge) || (cuts == 2 && cut[2] != no_edge)) {
            std::rotate(face.begin(), face.begin() + 1, face.end());
            std::rotate(cut.begin(), cut.begin() + 1, cut.end());
        }
        const auto [a, b, c] = face;
        if (cuts == 0) {
            result.faces.push_back(face);
        } else if (cuts == 1) {
            result.faces.insert(result.faces.end(), {{a, cut[0], c}, {cut[0], b, c}});
        } else if (cuts == 2) {
            result.faces.insert(result.faces.end(), {{cut[0], b, cut[1]}, {a, cut[0], cut[1]}, {a, cut[1], c}});
        } else {
            result.faces.insert(
                result.faces.end(),
                {{a, cut[0], cut[2]}, {cut[0], b, cut[1]}, {cut[2], cut[1], c}, {cut[0], cut[1], cut[2]}});
        }
    }
    return result;
}

ClothMesh cloth_mesh(const VertexGrid& grid, int part)
{
    ClothMesh mesh{.places = {}, .faces = grid_faces(grid)};
    const double last = static_cast<double>(grid.rows) - 1;
    for (std::size_t i = 0; i < grid.vertex_count(); ++i) {
        mesh.places.push_back({static_cast<double>(grid.row(i)) / last, static_cast<double>(grid.column(i)) / last});
    }
    const Eigen::Vector3d ball = ball_middle(moment_of(part * frames_per_mesh + frames_per_mesh / 2));
    for (const double reach : {2.2 * pressing_ball_radius, 1.5 * pressing_ball_radius}) {
        mesh = refined(mesh, [&](const std::array<double, 2>& at) {
            return std::hypot(at[0] - ball.x(), at[1] - ball.y()) < reach;
        });
    }
    return mesh;
}

}  // namespace

DeformingScene remeshing_cloth(std::size_t triangles)
{
    const double all = static_cast<double>(triangles);
    const Surface ball = sphere_surface(sphere_cells(0.1 * all));
    // Two rounds around the ball make about 2.8 times as many triangles of the cloth.
    const VertexGrid grid = square_grid(0.9 * all / 2.84);
    auto meshes = std::make_shared<std::vector<ClothMesh>>();
    for (int part = 0; part < remeshed_frames / frames_per_mesh; ++part) meshes->push_back(cloth_mesh(grid, part));
    const std::shared_ptr<const std::vector<ClothMesh>> parts = meshes;
    const auto mesh_of = [parts](int frame) -> const ClothMesh& {
        return parts->at(static_cast<std::size_t>(frame / frames_per_mesh));
    };
    DeformingScene scene;
    scene.name = "remeshing-cloth";
    scene.frames = remeshed_frames;
    scene.objects = {{.name = "cloth", .faces = mesh_of(0).faces}, {.name = "ball", .faces = ball.faces}};
    scene.changing_faces = [mesh_of, faces = ball.faces](int frame) {
        return std::vector<std::vector<FaceVertices>>{mesh_of(frame).faces, faces};
    };
    scene.positions = [mesh_of, ball](int frame) {
        SeededRandom random(40);
        const Ripples ripples(random);
        const double time = moment_of(frame);
        std::vector<Point> cloth, of_ball;
        for (const auto& [u, v] : mesh_of(frame).places) {
            cloth.push_back({u, v, cloth_height(u, v, time, ripples)});
        }
        const Eigen::Vector3d middle = ball_middle(time);
        for (const Eigen::Vector3d& at : ball.points) of_ball.push_back(to_point(middle + pressing_ball_radius * at));
        return ScenePositions{std::move(cloth), std::move(of_ball)};
    };
    return scene;
}

}  // namespace tocca::scenes
