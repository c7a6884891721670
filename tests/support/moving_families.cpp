// SPDX-License-Identifier: Apache-2.0
#include "support/moving_families.hpp"

#include <cmath>
#include <utility>

namespace tocca::support {
namespace {

Point random_point(Random& random) { return {random.signed_unit(), random.signed_unit(), random.signed_unit()}; }

Point moved(const Point& point, const Point& by, double scale)
{
    return {point[0] + scale * by[0], point[1] + scale * by[1], point[2] + scale * by[2]};
}

struct Draft {
    std::vector<Point> start;
    std::vector<Point> end;
    std::vector<FaceVertices> faces;
    std::vector<EdgeVertices> edges;

    void add_vertex(const Point& from, const Point& to)
    {
        start.push_back(from);
        end.push_back(to);
    }
    [[nodiscard]] VertexId any_vertex(Random& random) const
    {
        return static_cast<VertexId>(random.below(start.size()));
    }
};

Draft soup(Random& random)
{
    Draft draft;
    const std::size_t count = 2 + random.below(10);
    for (std::size_t i = 0; i < count; ++i) {
        const Point middle = random_point(random), motion = random_point(random);
        const auto first = static_cast<VertexId>(draft.start.size());
        for (int corner = 0; corner < 3; ++corner) {
            const Point at = moved(middle, random_point(random), 0.5);
            draft.add_vertex(at, moved(moved(at, motion, 1.0), random_point(random), 0.3));
        }
        draft.faces.push_back({first, first + 1, first + 2});
    }
    return draft;
}

Draft sheet(Random& random)
{
    Draft draft;
    const std::size_t n = 3 + random.below(4);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const double u = static_cast<double>(i) / static_cast<double>(n - 1), v = static_cast<double>(j) / 4.0;
            const double angle = 5.0 * u;
            const Point flat{u, v, 0.0}, rolled{0.2 * std::sin(angle), v, 0.2 * std::cos(angle)};
            draft.add_vertex(moved(flat, random_point(random), 0.05), moved(rolled, random_point(random), 0.05));
        }
    }
    const auto id = [n](std::size_t i, std::size_t j) { return static_cast<VertexId>(i * n + j); };
    for (std::size_t i = 0; i + 1 < n; ++i) {
        for (std::size_t j = 0; j + 1 < n; ++j) {
            draft.faces.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
            draft.faces.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
        }
    }
    return draft;
}

Draft points(Random& random, std::size_t count)
{
    Draft draft;
    for (std::size_t i = 0; i < count; ++i) {
        const Point at = random_point(random);
        draft.add_vertex(at, moved(at, random_point(random), 1.0));
    }
    return draft;
}

Draft fan(Random& random)
{
    const std::size_t rim = 4 + random.below(6);
    Draft draft = points(random, rim + 2);
    for (VertexId i = 0; i < rim; ++i) {
        draft.faces.push_back({0, i + 2, static_cast<VertexId>((i + 1) % rim + 2)});
        if (random.chance(0.4)) draft.faces.push_back({0, 1, i + 2});
    }
    return draft;
}

FaceVertices any_face(Random& random, const Draft& draft)
{
    return {draft.any_vertex(random), draft.any_vertex(random), draft.any_vertex(random)};
}

FaceVertices proper_face(Random& random, const Draft& draft)
{
    while (true) {
        const FaceVertices face = any_face(random, draft);
        if (face[0] != face[1] && face[1] != face[2] && face[2] != face[0]) return face;
    }
}

Draft non_manifold(Random& random)
{
    Draft draft = points(random, 5 + random.below(6));
    const std::size_t count = 4 + random.below(12);
    for (std::size_t i = 0; i < count; ++i) {
        draft.faces.push_back(i > 0 && random.chance(0.2) ? draft.faces[random.below(i)] : proper_face(random, draft));
    }
    return draft;
}

Draft degenerate(Random& random)
{
    Draft draft = points(random, 5 + random.below(6));
    const std::size_t count = 4 + random.below(8);
    for (std::size_t i = 0; i < count; ++i) {
        FaceVertices face = any_face(random, draft);
        if (random.chance(0.2)) face[1] = face[0];
        if (random.chance(0.1)) face[2] = face[1];
        draft.faces.push_back(face);
    }
    for (std::size_t i = 1; i < draft.start.size(); ++i) {
        if (random.chance(0.3)) draft.start[i] = draft.start[i - 1];
        if (random.chance(0.3)) draft.end[i] = draft.end[i - 1];
    }
    return draft;
}

Draft codimensional(Random& random)
{
    Draft draft = random.chance(0.5) ? soup(random) : points(random, 4 + random.below(6));
    for (int i = random.between(0, 4); i > 0; --i) {
        const VertexId a = draft.any_vertex(random), b = draft.any_vertex(random);
        if (a != b) draft.edges.push_back({a, b});
    }
    // Loose edges on vertices of their own, and vertices without anything.
    for (int i = random.between(1, 4); i > 0; --i) {
        const auto first = static_cast<VertexId>(draft.start.size());
        for (int end = 0; end < 2; ++end) {
            const Point at = random_point(random);
            draft.add_vertex(at, moved(at, random_point(random), 1.0));
        }
        if (random.chance(0.7)) draft.edges.push_back({first, first + 1});
    }
    // Vertices that meet exactly: the only contact of two isolated vertices.
    if (random.chance(0.5)) draft.end.back() = draft.end[draft.end.size() - 2];
    return draft;
}

Draft grid_soup(Random& random)
{
    Draft draft = random.chance(0.5) ? non_manifold(random) : codimensional(random);
    const int reach = random.between(1, 3);
    for (std::vector<Point>* positions : {&draft.start, &draft.end}) {
        for (Point& point : *positions) {
            for (double& x : point) x = random.between(-reach, reach);
        }
    }
    return draft;
}

Draft float_sheet(Random& random)
{
    Draft draft = sheet(random);
    for (std::vector<Point>* positions : {&draft.start, &draft.end}) {
        for (Point& point : *positions) {
            for (double& x : point) x = static_cast<double>(static_cast<float>(std::round(x * 16.0) / 16.0));
        }
    }
    return draft;
}

Draft far_and_wide(Random& random)
{
    Draft draft = random.chance(0.5) ? soup(random) : codimensional(random);
    const double scale = random.pick({0x1p-1000, 0x1p-160, 0x1p-140, 0x1p-20, 0x1p100, 0x1p127, 0x1p140, 0x1p900});
    for (std::vector<Point>* positions : {&draft.start, &draft.end}) {
        for (Point& point : *positions) {
            for (double& x : point) x *= random.chance(0.9) ? scale : 1.0;
        }
    }
    return draft;
}

Draft few(Random& random)
{
    Draft draft = points(random, random.below(4));
    if (draft.start.size() == 3 && random.chance(0.7)) draft.faces.push_back({0, 1, 2});
    if (draft.start.size() >= 2 && random.chance(0.3)) draft.edges.push_back({1, 0});
    return draft;
}

Draft draw(Random& random, MovingFamily family)
{
    Draft draft;
    switch (family) {
        case MovingFamily::soup: return soup(random);
        case MovingFamily::sheet: return sheet(random);
        case MovingFamily::fan: return fan(random);
        case MovingFamily::non_manifold: return non_manifold(random);
        case MovingFamily::degenerate: return degenerate(random);
        case MovingFamily::codimensional: return codimensional(random);
        case MovingFamily::grid_soup: return grid_soup(random);
        case MovingFamily::at_rest:
            draft = random.chance(0.5) ? grid_soup(random) : soup(random);
            draft.end = draft.start;
            return draft;
        case MovingFamily::translation:
            draft = random.chance(0.5) ? grid_soup(random) : soup(random);
            for (std::size_t i = 0; i < draft.end.size(); ++i) draft.end[i] = moved(draft.start[i], {1, 2, -1}, 1.0);
            return draft;
        case MovingFamily::float_sheet: return float_sheet(random);
        case MovingFamily::far_and_wide: return far_and_wide(random);
        case MovingFamily::few: break;
    }
    return few(random);
}

}  // namespace

std::string_view to_string(MovingFamily family)
{
    switch (family) {
        case MovingFamily::soup: return "soup";
        case MovingFamily::sheet: return "sheet";
        case MovingFamily::fan: return "fan";
        case MovingFamily::non_manifold: return "non_manifold";
        case MovingFamily::degenerate: return "degenerate";
        case MovingFamily::codimensional: return "codimensional";
        case MovingFamily::grid_soup: return "grid_soup";
        case MovingFamily::at_rest: return "at_rest";
        case MovingFamily::translation: return "translation";
        case MovingFamily::float_sheet: return "float_sheet";
        case MovingFamily::far_and_wide: return "far_and_wide";
        case MovingFamily::few: break;
    }
    return "few";
}

MovingInstance draw_moving(Random& random, MovingFamily family)
{
    Draft draft = draw(random, family);
    return {TriangleMesh(std::move(draft.start), std::move(draft.faces), std::move(draft.edges)), std::move(draft.end)};
}

deformable::MovingScene SceneInstance::scene() const
{
    std::vector<deformable::SceneObject> parts;
    std::vector<std::span<const Point>> ends;
    for (const MovingInstance& object : objects) {
        parts.push_back({object.mesh, {}});
        ends.emplace_back(object.end);
    }
    deformable::MovingScene scene(std::move(parts));
    scene.move_to(ends);
    return scene;
}

SceneInstance draw_scene(Random& random, MovingFamily family)
{
    SceneInstance instance;
    for (int i = random.between(1, 4); i > 0; --i) instance.objects.push_back(draw_moving(random, family));
    return instance;
}

deformable::MovingScene scene_of(const MovingInstance& instance) { return SceneInstance{{instance}}.scene(); }

}  // namespace tocca::support
