// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numbers>

#include "scenes/generators.hpp"
#include "scenes/seeded_random.hpp"
#include "scenes/surfaces.hpp"
#include "scenes/timing.hpp"

namespace tocca::scenes {
namespace {

constexpr int explosion_frames = 60;
constexpr int breaks_at = 15;  ///< the frame in which the ball arrives
constexpr std::size_t piece_count = 80;
constexpr double frame_seconds = 1.0 / 50;
constexpr double fall_acceleration = 9.81;
constexpr double knot_height = 0.6;  ///< of its middle above the ground
constexpr double dropped_ball_radius = 0.25;

/// A trefoil knot about as large as the unit ball, of about so many triangles.
Surface knot(double triangles)
{
    // Twelve times as many segments as sides make triangles of much the same sides.
    const double sides = std::max(4.0, std::round(std::sqrt(triangles / 24)));
    return surface_of(
        torus_knot({.turns = 2,
                    .windings = 3,
                    .radius = 0.57,
                    .tube_radius = 0.143,
                    .segments = static_cast<std::size_t>(std::max(12.0, std::round(triangles / (2 * sides)))),
                    .sides = static_cast<std::size_t>(sides)}));
}

/// A piece of the model: its vertices around its middle, and its way.
struct Piece {
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();
    std::vector<Eigen::Vector3d> points;  ///< relative to the middle
    std::vector<FaceVertices> faces;
    double reach = 0.0;  ///< of its vertices from the middle
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
    Eigen::Vector3d spin_axis = Eigen::Vector3d::UnitZ();
    double spin = 0.0;
};

/// Faces go to the nearest of some places on the model; pieces share no vertices.
std::vector<Piece> pieces_of(const Surface& model, SeededRandom& random)
{
    std::vector<Eigen::Vector3d> seeds;
    for (std::size_t i = 0; i < piece_count; ++i) seeds.push_back(model.points[random.word() % model.points.size()]);
    std::vector<Piece> pieces(piece_count);
    std::vector<std::map<VertexId, VertexId>> numbers(piece_count);
    for (const FaceVertices& face : model.faces) {
        const Eigen::Vector3d centre = (model.points[face[0]] + model.points[face[1]] + model.points[face[2]]) / 3;
        std::size_t nearest = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < piece_count; ++i) {
            const double distance = (seeds[i] - centre).squaredNorm();
            if (distance < least) {
                least = distance;
                nearest = i;
            }
        }
        Piece& piece = pieces[nearest];
        FaceVertices own{};
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const auto next = static_cast<VertexId>(piece.points.size());
            const auto [found, is_new] = numbers[nearest].try_emplace(face[corner], next);
            if (is_new) piece.points.push_back(model.points[face[corner]]);
            own[corner] = found->second;
        }
        piece.faces.push_back(own);
    }
    std::erase_if(pieces, [](const Piece& piece) { return piece.faces.empty(); });
    return pieces;
}

/// Gives every piece its middle and its way, away from the middle of the model and from where the ball comes down.
void set_in_motion(std::vector<Piece>& pieces, SeededRandom& random)
{
    for (Piece& piece : pieces) {
        for (const Eigen::Vector3d& point : piece.points) piece.middle += point;
        piece.middle /= static_cast<double>(piece.points.size());
        for (Eigen::Vector3d& point : piece.points) {
            // A little smaller than its gap, so that no piece touches another before the blow.
            point = 0.998 * (point - piece.middle);
            piece.reach = std::max(piece.reach, point.norm());
        }
        const Eigen::Vector3d away(piece.middle.x(), piece.middle.y(), piece.middle.z() + 0.1);
        const double x = random.between(-1, 1), y = random.between(-1, 1), z = random.between(-0.5, 1.5);
        piece.velocity = 4 * away + 0.2 * Eigen::Vector3d(x, y, z);
        piece.spin_axis = Eigen::Vector3d(y, z, x).normalized();
        piece.spin = random.between(-5, 5);
    }
}

/// Free fall from `height` with bounces that lose most of the speed, down to `lowest`.
double fallen_height(double height, double lowest, double upward, double seconds)
{
    for (int bounce = 0; bounce < 3; ++bounce) {
        const double drop = std::max(0.0, height - lowest);
        const double landing = (upward + std::sqrt(upward * upward + 2 * fall_acceleration * drop)) / fall_acceleration;
        if (seconds <= landing) return height + upward * seconds - 0.5 * fall_acceleration * seconds * seconds;
        seconds -= landing;
        upward = 0.3 * (fall_acceleration * landing - upward);
        height = lowest;
    }
    return lowest;
}

void append_piece(std::vector<Point>& points, const Piece& piece, double seconds)
{
    const Eigen::AngleAxisd turn(piece.spin * std::min(seconds, 0.5), piece.spin_axis);
    const double moving = std::min(seconds, 0.6);
    Eigen::Vector3d middle = piece.middle + moving * piece.velocity;
    const double start = piece.middle.z() + knot_height;
    middle.z() = fallen_height(start, std::min(start, 0.85 * piece.reach), piece.velocity.z(), seconds);
    for (const Eigen::Vector3d& point : piece.points) points.push_back(to_point(middle + turn * point));
}

/// The ball falls onto the model and, when that breaks, on through it, slower.
double ball_height(int frame)
{
    constexpr double on_top = knot_height + 0.35 + dropped_ball_radius;
    const double seconds = (frame - breaks_at) * frame_seconds;
    if (frame <= breaks_at) return on_top - 3 * seconds;
    return fallen_height(on_top, dropped_ball_radius + 0.002, -1.0, seconds);
}

std::vector<Point> ground_points(const VertexGrid& grid)
{
    const double last = static_cast<double>(grid.rows) - 1;
    std::vector<Point> points(grid.vertex_count());
    for (std::size_t i = 0; i < points.size(); ++i) {
        points[i] = {6 * (static_cast<double>(grid.row(i)) / last - 0.5),
                     6 * (static_cast<double>(grid.column(i)) / last - 0.5), 0.0};
    }
    return points;
}

}  // namespace

DeformingScene exploding_model(std::size_t triangles)
{
    SeededRandom random(252);
    const double all = static_cast<double>(triangles);
    const Surface ball = sphere_surface(sphere_cells(0.1 * all));
    const VertexGrid ground = square_grid(0.02 * all);
    std::vector<Piece> pieces = pieces_of(knot(0.98 * all - static_cast<double>(ball.faces.size())), random);
    set_in_motion(pieces, random);
    DeformingScene scene;
    scene.name = "exploding-model";
    scene.frames = explosion_frames;
    scene.objects = {{.name = "model", .faces = {}},
                     {.name = "ball", .faces = ball.faces},
                     {.name = "ground", .faces = grid_faces(ground)}};
    std::size_t offset = 0;
    for (const Piece& piece : pieces) {
        append_faces(scene.objects[0].faces, piece.faces, offset);
        offset += piece.points.size();
    }
    const auto parts = std::make_shared<const std::vector<Piece>>(std::move(pieces));
    scene.positions = [parts, ball, at_rest = ground_points(ground)](int frame) {
        const double seconds = std::max(0, frame - breaks_at) * frame_seconds;
        std::vector<Point> model, of_ball;
        for (const Piece& piece : *parts) append_piece(model, piece, seconds);
        const Eigen::Vector3d middle(0.45, 0.0, ball_height(frame));
        for (const Eigen::Vector3d& at : ball.points) of_ball.push_back(to_point(middle + dropped_ball_radius * at));
        return ScenePositions{std::move(model), std::move(of_ball), at_rest};
    };
    return scene;
}

}  // namespace tocca::scenes
