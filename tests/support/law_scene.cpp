// SPDX-License-Identifier: Apache-2.0
#include "support/law_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "support/brute_force_contacts.hpp"
#include "support/exact_distance.hpp"
#include "support/judge.hpp"
#include "support/random.hpp"
#include "support/rational.hpp"

namespace tocca::support {
namespace {

double on_grid(double x) { return std::round(x * 1024.0) / 1024.0; }

Shape snapped(Shape shape)
{
    for (Point& point : shape.positions) {
        for (double& x : point) x = on_grid(x);
    }
    return shape;
}

/// Bounds a volume: can be a solid.
Shape closed_shape(Random& random, double size)
{
    switch (random.below(3)) {
        case 0: {
            const double a = size * (0.5 + random.unit()), b = size * (0.5 + random.unit()),
                         c = size * (0.5 + random.unit());
            return snapped({.positions = {{0, 0, 0}, {a, 0, 0}, {0, b, 0}, {0, 0, c}},
                            .faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}});
        }
        case 1: return snapped(box({.lengths = {size, size * (0.5 + random.unit()), size}}));
        default: break;
    }
    return snapped(ico_sphere({.radius = 0.7 * size, .subdivisions = 0}));
}

Shape open_shape(Random& random, double size)
{
    if (random.chance(0.5)) return snapped(sheet({.columns = 2, .rows = 1, .width = size, .depth = size}));
    Shape triangle;
    for (int corner = 0; corner < 3; ++corner) {
        triangle.positions.push_back({size * random.signed_unit(), size * random.signed_unit(),
                                      random.chance(0.3) ? 0.0 : size * random.signed_unit()});
    }
    triangle.faces = {{0, 1, 2}};
    return snapped(triangle);
}

Point random_offset(Random& random, double reach)
{
    return {on_grid(reach * random.signed_unit()), on_grid(reach * random.signed_unit()),
            on_grid(reach * random.signed_unit())};
}

Point difference(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// Such that a vertex of the moving shape lies where a point of the resting one is.
Point touching_offset(Random& random, const Shape& moving, const Shape& resting)
{
    const Point& vertex = moving.positions[random.below(moving.positions.size())];
    const FaceVertices& face = resting.faces[random.below(resting.faces.size())];
    const Point &a = resting.positions[face[0]], &b = resting.positions[face[1]], &c = resting.positions[face[2]];
    if (random.chance(0.5)) return difference(a, vertex);
    Point middle;
    for (std::size_t axis = 0; axis < 3; ++axis)
        middle[axis] = on_grid(0.25 * a[axis] + 0.5 * b[axis] + 0.25 * c[axis]);
    return difference(middle, vertex);
}

using Vector = ExactPoint;

Vector exact(const Point& point) { return {Rational(point[0]), Rational(point[1]), Rational(point[2])}; }

Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Rational determinant(const Vector& a, const Vector& b, const Vector& c)
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/// The sign of the volume of a tetrahedron.
int side(const Vector& a, const Vector& b, const Vector& c, const Vector& d)
{
    const Rational volume = determinant(minus(b, a), minus(c, a), minus(d, a));
    return volume > 0 ? 1 : volume < 0 ? -1 : 0;
}

/// Strictly: ends on both sides of the plane, and all corners turn the same way about the line.
bool passes_through(const std::array<Vector, 2>& edge, const std::array<Vector, 3>& face)
{
    const int above = side(face[0], face[1], face[2], edge[0]);
    if (above == 0 || side(face[0], face[1], face[2], edge[1]) != -above) return false;
    const int turn = side(edge[0], edge[1], face[0], face[1]);
    return turn != 0 && side(edge[0], edge[1], face[1], face[2]) == turn &&
           side(edge[0], edge[1], face[2], face[0]) == turn;
}

bool an_edge_passes_through(const Shape& edges, const Shape& faces)
{
    for (const FaceVertices& triangle : edges.faces) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::array<Vector, 2> edge = {exact(edges.positions[triangle[i]]),
                                                exact(edges.positions[triangle[(i + 1) % 3]])};
            for (const FaceVertices& face : faces.faces) {
                if (passes_through(edge, {exact(faces.positions[face[0]]), exact(faces.positions[face[1]]),
                                          exact(faces.positions[face[2]])})) {
                    return true;
                }
            }
        }
    }
    return false;
}

/// Of a convex shape that turns counterclockwise: the point is behind all faces.
bool inside_convex(const Point& point, const Shape& shape)
{
    return std::all_of(shape.faces.begin(), shape.faces.end(), [&](const FaceVertices& face) {
        return side(exact(shape.positions[face[0]]), exact(shape.positions[face[1]]), exact(shape.positions[face[2]]),
                    exact(point)) < 0;
    });
}

}  // namespace

LawScene random_law_scene(std::uint64_t seed)
{
    Random random(seed);
    LawScene scene;
    scene.solid = random.chance(0.3);
    const bool nested = random.chance(0.2);
    const double size = random.pick({0.5, 1.0, 2.0});
    scene.resting = scene.solid || nested || random.chance(0.5) ? closed_shape(random, nested ? 4.0 * size : size)
                                                                : open_shape(random, size);
    scene.moving = scene.solid || random.chance(0.5) ? closed_shape(random, size * random.pick({0.25, 1.0}))
                                                     : open_shape(random, size);
    if (random.chance(0.5)) scene.clearance = random.pick({0x1p-6, 0x1p-4, 0x1p-2});

    Point offset;
    switch (random.below(4)) {
        case 0: offset = touching_offset(random, scene.moving, scene.resting); break;
        case 1: offset = random_offset(random, 0.5 * size); break;  // crossing, or inside
        case 2: offset = random_offset(random, 2.0 * size); break;  // near, now and then
        default: offset = random_offset(random, 6.0 * size); break;
    }
    scene.moving = translated(std::move(scene.moving), offset);
    switch (random.below(4)) {
        case 0: break;                                                    // at rest
        case 1: scene.travel = random_offset(random, 4.0 * size); break;  // anywhere
        case 2: scene.travel = random_offset(random, 0.1); break;         // hardly
        default:                                                          // through the middle
            for (std::size_t axis = 0; axis < 3; ++axis) scene.travel[axis] = -2.0 * offset[axis];
            break;
    }
    return scene;
}

std::string describe(const LawScene& scene)
{
    const auto text_of = [](const Shape& shape) {
        std::string text;
        for (const Point& p : shape.positions) text += fmt::format("v {} {} {}\n", p[0], p[1], p[2]);
        for (const FaceVertices& f : shape.faces) text += fmt::format("f {} {} {}\n", f[0] + 1, f[1] + 1, f[2] + 1);
        return text;
    };
    return fmt::format("travel {} {} {}, clearance {}, solid {}\n# moving\n{}# resting\n{}", scene.travel[0],
                       scene.travel[1], scene.travel[2], scene.clearance, scene.solid, text_of(scene.moving),
                       text_of(scene.resting));
}

deformable::MovingScene as_meshes(const LawScene& scene, double thickness)
{
    const deformable::ObjectOptions options = {.self = false, .thickness = thickness};
    deformable::MovingScene meshes(
        std::vector<deformable::SceneObject>{{scene.moving.mesh(), options}, {scene.resting.mesh(), options}}, 1);
    const Shape end = translated(scene.moving, scene.travel);
    meshes.move_to({std::span<const Point>(end.positions), std::span<const Point>()}, 1);
    return meshes;
}

LawTruth truth_of(const LawScene& scene)
{
    LawTruth truth;
    const deformable::MovingScene meshes = as_meshes(scene);
    const Rational least = Rational(scene.clearance) * Rational(scene.clearance);
    for (const FeaturePair& pair : all_feature_pairs(meshes)) {
        if (pair.objects[0] == pair.objects[1]) continue;
        const PairRows rows = rows_of(meshes, pair);
        if (!truth.touches) truth.touches = judge(rows, pair.kind).hit();
        if (squared_distance_at(rows, pair.kind, Rational(0)) < least) truth.near_at_start = true;
    }
    truth.crosses_at_start =
        an_edge_passes_through(scene.moving, scene.resting) || an_edge_passes_through(scene.resting, scene.moving);
    truth.near_at_start = truth.near_at_start || (truth.crosses_at_start && scene.clearance > 0.0);
    truth.inside_at_start = scene.solid && !truth.crosses_at_start &&
                            (inside_convex(scene.moving.positions.front(), scene.resting) ||
                             inside_convex(scene.resting.positions.front(), scene.moving));
    return truth;
}

}  // namespace tocca::support
