// SPDX-License-Identifier: Apache-2.0
#include "scenes/turned_surface.hpp"

#include <cmath>
#include <numbers>

#include "tocca/base/error.hpp"

namespace tocca::scenes {
namespace {

double angle(std::size_t i, std::size_t count)
{
    return 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
}

/// Step `i` of `count` from zero to a quarter turn.
double quarter(std::size_t i, std::size_t count)
{
    return std::numbers::pi / 2 * static_cast<double>(i) / static_cast<double>(count);
}

}  // namespace

Surface turned_surface(const TurnedShape& shape)
{
    require(!shape.profile.empty() && shape.segments >= 3, "a turned shape has a circle of at least 3 segments");
    const std::size_t segments = shape.segments, last = (shape.profile.size() - 1) * segments;
    Surface surface;
    for (const auto& [height, radius] : shape.profile) {
        for (std::size_t j = 0; j < segments; ++j) {
            const double a = angle(j, segments);
            surface.points.emplace_back(radius * std::cos(a), radius * std::sin(a), height);
        }
    }
    const auto bottom = static_cast<VertexId>(surface.points.size()), top = bottom + 1;
    surface.points.emplace_back(0.0, 0.0, shape.bottom);
    surface.points.emplace_back(0.0, 0.0, shape.top);

    const auto id = [](std::size_t number) { return static_cast<VertexId>(number); };
    for (std::size_t first = 0; first < last; first += segments) {
        for (std::size_t j = 0; j < segments; ++j) {
            const std::size_t next = (j + 1) % segments;
            const VertexId a = id(first + j), b = id(first + next);
            const VertexId c = id(first + segments + next), d = id(first + segments + j);
            surface.faces.push_back({a, b, c});
            surface.faces.push_back({a, c, d});
        }
    }
    for (std::size_t j = 0; j < segments; ++j) {
        const std::size_t next = (j + 1) % segments;
        surface.faces.push_back({bottom, id(next), id(j)});
        surface.faces.push_back({top, id(last + j), id(last + next)});
    }
    return surface;
}

Surface capsule_surface(const CapsuleSize& size)
{
    require(size.cap_bands >= 1 && size.bands >= 1, "a capsule has at least one band of each kind");
    const double length = size.length, radius = size.radius;
    TurnedShape shape{.profile = {}, .bottom = -radius, .top = length + radius, .segments = size.segments};
    for (std::size_t i = 1; i <= size.cap_bands; ++i) {
        const double a = -std::numbers::pi / 2 + quarter(i, size.cap_bands);
        shape.profile.push_back({radius * std::sin(a), radius * std::cos(a)});
    }
    for (std::size_t i = 1; i <= size.bands; ++i)
        shape.profile.push_back({length * static_cast<double>(i) / static_cast<double>(size.bands), radius});
    for (std::size_t i = 1; i < size.cap_bands; ++i) {
        const double a = quarter(i, size.cap_bands);
        shape.profile.push_back({length + radius * std::sin(a), radius * std::cos(a)});
    }
    return turned_surface(shape);
}

Surface ring_surface(const RingSize& size)
{
    require(size.segments >= 3 && size.sides >= 3, "a ring has at least 3 segments and 3 sides");
    Surface surface;
    for (std::size_t i = 0; i < size.segments; ++i) {
        const double a = angle(i, size.segments);
        for (std::size_t j = 0; j < size.sides; ++j) {
            const double b = angle(j, size.sides), reach = size.radius + size.tube_radius * std::cos(b);
            surface.points.emplace_back(reach * std::cos(a), reach * std::sin(a), size.tube_radius * std::sin(b));
        }
    }
    surface.faces = ring_faces(size.segments, size.sides);
    return surface;
}

std::vector<FaceVertices> ring_faces(std::size_t segments, std::size_t sides)
{
    const auto vertex = [&](std::size_t i, std::size_t j) {
        return static_cast<VertexId>(i % segments * sides + j % sides);
    };
    std::vector<FaceVertices> faces;
    for (std::size_t i = 0; i < segments; ++i) {
        for (std::size_t j = 0; j < sides; ++j) {
            const VertexId a = vertex(i, j), b = vertex(i + 1, j), c = vertex(i + 1, j + 1), d = vertex(i, j + 1);
            faces.push_back({a, b, c});
            faces.push_back({a, c, d});
        }
    }
    return faces;
}

}  // namespace tocca::scenes
