// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstring>
#include <string>

#include "support/random.hpp"
#include "tocca/io/mesh_file.hpp"

namespace tocca::support {

/// A double as text that reads back as the same: hexadecimal, which is exact without any thought, or 17 digits.
[[nodiscard]] inline std::string exact_text(double value, bool hexadecimal)
{
    char text[64];
    std::snprintf(text, sizeof text, hexadecimal ? "%a" : "%.17g", value);
    return text;
}

[[nodiscard]] inline std::string line_of(const Point& point, bool hexadecimal = false)
{
    return exact_text(point[0], hexadecimal) + " " + exact_text(point[1], hexadecimal) + " " +
           exact_text(point[2], hexadecimal);
}

/// A finite double of any magnitude, subnormal, negative zero or plain.
[[nodiscard]] inline double any_double(Random& random)
{
    for (;;) {
        const std::uint64_t bits = random.bits();
        double value = 0.0;
        std::memcpy(&value, &bits, sizeof value);
        if (random.chance(0.5)) value = random.signed_unit();
        if (random.chance(0.05)) value = random.pick({0.0, -0.0, 5e-324, 1.7976931348623157e308, 0.1, -3.0});
        if (value - value == 0.0) return value;
    }
}

/// A mesh with faces and loose edges between vertices at positions of any magnitude.
[[nodiscard]] inline MeshFile random_mesh(Random& random, std::size_t vertices, std::size_t faces, std::size_t edges)
{
    MeshFile mesh;
    for (std::size_t i = 0; i < vertices; ++i) {
        mesh.positions.push_back({any_double(random), any_double(random), any_double(random)});
    }
    const auto vertex = [&] { return static_cast<VertexId>(random.below(vertices)); };
    for (std::size_t i = 0; i < faces; ++i) mesh.faces.push_back({vertex(), vertex(), vertex()});
    while (mesh.edges.size() < edges) {
        const VertexId a = vertex();
        const VertexId b = vertex();
        if (a < b) mesh.edges.push_back({a, b});
    }
    return mesh;
}

/// Whether two meshes are the same to the last bit: 0 and -0 differ here.
[[nodiscard]] inline bool same_bits(const MeshFile& a, const MeshFile& b)
{
    return a == b &&
           std::memcmp(a.positions.data(), b.positions.data(), a.positions.size() * sizeof a.positions[0]) == 0;
}

}  // namespace tocca::support
