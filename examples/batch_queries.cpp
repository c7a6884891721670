// SPDX-License-Identifier: Apache-2.0
// Two triangles of a mesh pass through each other: all their vertex-face pairs and edge-edge pairs in two batches, given
// by the mesh's own vertex numbers.
#include <array>
#include <cstdint>
#include <iostream>
#include <string_view>
#include <tocca/tocca.hpp>
#include <vector>

namespace {

using Pairs = std::vector<std::array<std::uint32_t, 4>>;

/// Prints the contacts of a batch and returns how many there are.
std::size_t report(std::string_view name, const tocca::IndexedPairs& batch, tocca::PairKind kind)
{
    const std::vector<tocca::BatchContact> contacts = tocca::first_contact(batch, kind, {.tolerance = 1e-6});
    for (const tocca::BatchContact& contact : contacts) {
        std::cout << name;
        for (const std::uint32_t vertex : batch.pairs[contact.query]) std::cout << ' ' << vertex;
        std::cout << ": free until " << contact.toc.lower << ", in contact by " << contact.toc.upper << '\n';
    }
    return contacts.size();
}

}  // namespace

int main()
{
    // Vertices 0, 1, 2 are a triangle at rest; 3, 4, 5 another one, which falls corner first.
    const std::vector<std::array<double, 3>> start{{0, 0, 0}, {3, 0, 0},   {0, 3, 0},
                                                   {1, 1, 1}, {0.5, 1, 2}, {1.5, 1, 2}};
    std::vector<std::array<double, 3>> end = start;
    for (std::size_t vertex = 3; vertex < 6; ++vertex) end[vertex][2] -= 4.0;

    Pairs vertex_face, edge_edge;  // vertex, a, b, c and a, b, c, d
    for (std::uint32_t i = 0; i < 3; ++i) {
        vertex_face.push_back({i, 3, 4, 5});
        vertex_face.push_back({i + 3, 0, 1, 2});
        for (std::uint32_t j = 0; j < 3; ++j) edge_edge.push_back({i, (i + 1) % 3, j + 3, (j + 1) % 3 + 3});
    }
    const std::size_t contacts = report("vertex-face", {start, end, vertex_face}, tocca::PairKind::vertex_face) +
                                 report("edge-edge", {start, end, edge_edge}, tocca::PairKind::edge_edge);
    return contacts > 0 ? 0 : 1;
}
