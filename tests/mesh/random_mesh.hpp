// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "support/random.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

/// A small mesh of any topology: a soup around few vertices, so that edges have many faces, with repeated and collapsed
/// faces, loose edges and isolated vertices; now and then a piece of a regular sheet.
inline TriangleMesh random_mesh(support::Random& random, std::size_t most_vertices)
{
    const std::size_t vertices = 1 + random.below(most_vertices);
    const auto vertex = [&] { return static_cast<VertexId>(random.below(vertices)); };
    std::vector<Point> positions(vertices);
    for (Point& p : positions)
        for (double& x : p) x = random.between(0, 3);
    std::vector<FaceVertices> faces;
    if (random.chance(0.3)) {
        for (VertexId v = 0; v + 4 < vertices; ++v) faces.push_back({v, v + 1, v + 4});
    } else {
        faces.resize(random.below(2 * vertices));
        for (FaceVertices& f : faces) f = {vertex(), vertex(), vertex()};
    }
    for (std::size_t i = 0; i < faces.size(); ++i)
        if (random.chance(0.1)) faces[i] = faces[random.below(faces.size())];
    std::vector<EdgeVertices> loose;
    for (std::size_t i = random.below(5); i > 0; --i) {
        const EdgeVertices edge = {vertex(), vertex()};
        if (edge[0] != edge[1]) loose.push_back(edge);
    }
    return {std::move(positions), std::move(faces), std::move(loose)};
}

}  // namespace tocca
