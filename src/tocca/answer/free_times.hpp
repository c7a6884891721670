// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace tocca {

/// How long each vertex, edge and face of a deforming mesh is free: on the closed interval [0, value]; 1, or the end of the
/// question, for one that touches nothing. A face touches with its edges and vertices, an edge with its vertices; so the
/// values of a face are never above those of its edges.
struct FreeTimes {
    std::vector<double> vertices;
    std::vector<double> edges;
    std::vector<double> faces;
};

}  // namespace tocca
