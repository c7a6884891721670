// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/solid_parts.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <string>

#include "tocca/base/error.hpp"
#include "tocca/base/sentence.hpp"
#include "tocca/geometry/orientation.hpp"
#include "tocca/mesh/coincident.hpp"

namespace tocca::rigid {

namespace {

using base::sentence;
using Eigen::Vector3d;

[[noreturn]] void refuse(const std::string& why)
{
    throw Error(ErrorCode::malformed_mesh, "the mesh cannot be a solid: " + why);
}

std::string named(const TriangleMesh& mesh, VertexId vertex)
{
    const Point& p = mesh.positions()[vertex];
    return sentence("vertex ", vertex, " at (", p[0] + 0.0, ", ", p[1] + 0.0, ", ", p[2] + 0.0, ")");
}

/// A side of a face: its ends by their first vertices, the smaller first, and which way the face passes it.
struct FaceSide {
    VertexId low;
    VertexId high;
    FaceId face;
    bool upward;
};

/// Two sides of a face that names a place twice cancel each other out: such faces have none.
std::vector<FaceSide> sorted_sides(const TriangleMesh& mesh, std::span<const VertexId> first)
{
    std::vector<FaceSide> sides;
    sides.reserve(3 * mesh.faces().size());
    for (FaceId f = 0; f < mesh.faces().size(); ++f) {
        const auto& face = mesh.faces()[f];
        const std::array<VertexId, 3> at = {first[face[0]], first[face[1]], first[face[2]]};
        if (at[0] == at[1] || at[1] == at[2] || at[2] == at[0]) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            const VertexId a = at[k], b = at[(k + 1) % 3];
            sides.push_back({std::min(a, b), std::max(a, b), f, a < b});
        }
    }
    std::sort(sides.begin(), sides.end(), [](const FaceSide& s, const FaceSide& t) {
        return std::array{s.low, s.high, s.face} < std::array{t.low, t.high, t.face};
    });
    return sides;
}

/// Calls `visit` with the sides at each edge.
template <class Visit>
void for_each_edge(std::span<const FaceSide> sides, const Visit& visit)
{
    for (std::size_t begin = 0, end = 0; begin < sides.size(); begin = end) {
        while (end < sides.size() && sides[end].low == sides[begin].low && sides[end].high == sides[begin].high) ++end;
        visit(sides.subspan(begin, end - begin));
    }
}

[[noreturn]] void refuse_edge(const TriangleMesh& mesh, std::span<const FaceSide> at_edge)
{
    const std::string edge =
        sentence("the edge from ", named(mesh, at_edge[0].low), " to ", named(mesh, at_edge[0].high));
    if (at_edge.size() == 1) {
        refuse(sentence("it is not closed: only face ", at_edge[0].face, " has ", edge));
    }
    if (at_edge.size() % 2 == 1) {
        refuse(sentence("it is not closed: an odd number of faces, ", at_edge.size(), ", meet at ", edge));
    }
    const auto other = std::find_if(at_edge.begin() + 1, at_edge.end(),
                                    [&](const FaceSide& side) { return side.upward == at_edge[0].upward; });
    refuse(sentence("its faces are not oriented consistently: faces ", at_edge[0].face, " and ", other->face, " pass ",
                    edge, " in the same direction"));
}

/// Of all edges that are not closed, the one of the first face is named.
void check_closed(const TriangleMesh& mesh, std::span<const FaceSide> sides)
{
    std::span<const FaceSide> worst;
    for_each_edge(sides, [&](std::span<const FaceSide> at_edge) {
        const auto upward = std::count_if(at_edge.begin(), at_edge.end(), [](const FaceSide& s) { return s.upward; });
        if (2 * upward == std::ssize(at_edge)) return;
        if (worst.empty() || at_edge[0].face < worst[0].face) worst = at_edge;
    });
    if (!worst.empty()) refuse_edge(mesh, worst);
}

/// A face by its corners up to coincidence, sorted, and whether an odd number of swaps sorted them.
struct SortedFace {
    std::array<VertexId, 3> corners;
    bool odd;
    FaceId face;
};

void check_no_opposites(const TriangleMesh& mesh, std::span<const VertexId> first)
{
    std::vector<SortedFace> faces;
    faces.reserve(mesh.faces().size());
    for (FaceId f = 0; f < mesh.faces().size(); ++f) {
        const auto& face = mesh.faces()[f];
        SortedFace sorted = {{first[face[0]], first[face[1]], first[face[2]]}, false, f};
        auto& [a, b, c] = sorted.corners;
        const auto order = [&](VertexId& low, VertexId& high) {
            if (low <= high) return;
            std::swap(low, high);
            sorted.odd = !sorted.odd;
        };
        order(a, b);
        order(b, c);
        order(a, b);
        if (a != b && b != c) faces.push_back(sorted);
    }
    std::sort(faces.begin(), faces.end(), [](const SortedFace& s, const SortedFace& t) {
        return s.corners != t.corners ? s.corners < t.corners : s.face < t.face;
    });
    const SortedFace* found = nullptr;
    FaceId opposite = 0;
    for (std::size_t begin = 0, i = 1; i < faces.size(); ++i) {
        if (faces[i].corners != faces[begin].corners) begin = i;
        if (faces[i].odd == faces[begin].odd || (found != nullptr && found->face < faces[begin].face)) continue;
        const auto& [a, b, c] = faces[i].corners;
        if (collinear(mesh.positions()[a], mesh.positions()[b], mesh.positions()[c])) continue;
        found = &faces[begin];
        opposite = faces[i].face;
    }
    if (found == nullptr) return;
    refuse(sentence("faces ", found->face, " and ", opposite,
                    " have the same corners and opposite orientations: ", named(mesh, found->corners[0]), ", ",
                    named(mesh, found->corners[1]), " and ", named(mesh, found->corners[2])));
}

FaceId root_of(std::vector<FaceId>& parent, FaceId face)
{
    while (parent[face] != face) face = parent[face] = parent[parent[face]];
    return face;
}

void number_parts(const TriangleMesh& mesh, std::span<const FaceSide> sides, SolidParts& parts)
{
    std::vector<FaceId> parent(mesh.faces().size());
    std::iota(parent.begin(), parent.end(), FaceId{0});
    for_each_edge(sides, [&](std::span<const FaceSide> at_edge) {
        for (const FaceSide& side : at_edge) {
            const FaceId a = root_of(parent, at_edge[0].face), b = root_of(parent, side.face);
            parent[std::max(a, b)] = std::min(a, b);
        }
    });
    parts.of_face.resize(mesh.faces().size());
    std::uint32_t count = 0;
    for (FaceId f = 0; f < mesh.faces().size(); ++f) {
        const FaceId root = root_of(parent, f);
        parts.of_face[f] = root == f ? count++ : parts.of_face[root];
    }
    parts.volume.resize(count, Sign::zero);
}

/// What a part's faces make with the middle of its box, in a unit of about its size.
struct Volume {
    Vector3d low = Vector3d::Constant(1e300);
    Vector3d high = Vector3d::Constant(-1e300);
    FaceId first_face = 0;
    double sum = 0.0;
    double sum_of_magnitudes = 0.0;
};

Vector3d vector_of(const Point& p) { return {p[0], p[1], p[2]}; }

void measure_parts(const TriangleMesh& mesh, SolidParts& parts)
{
    std::vector<Volume> volumes(parts.volume.size());
    for (FaceId f = static_cast<FaceId>(mesh.faces().size()); f-- > 0;) {
        Volume& volume = volumes[parts.of_face[f]];
        volume.first_face = f;
        for (const VertexId v : mesh.faces()[f]) {
            volume.low = volume.low.cwiseMin(vector_of(mesh.positions()[v]));
            volume.high = volume.high.cwiseMax(vector_of(mesh.positions()[v]));
        }
    }
    for (FaceId f = 0; f < mesh.faces().size(); ++f) {
        Volume& volume = volumes[parts.of_face[f]];
        const Vector3d middle = 0.5 * volume.low + 0.5 * volume.high;
        const double size = (volume.high - volume.low).maxCoeff();
        if (!(size > 0.0)) continue;
        const int unit = -std::ilogb(size);
        std::array<Vector3d, 3> corners;
        for (std::size_t k = 0; k < 3; ++k) {
            corners[k] = (vector_of(mesh.positions()[mesh.faces()[f][k]]) - middle).unaryExpr([&](double x) {
                return std::ldexp(x, unit);
            });
        }
        const double each = corners[0].dot(corners[1].cross(corners[2]));
        volume.sum += each;
        volume.sum_of_magnitudes += std::abs(each);
    }
    for (std::size_t i = 0; i < volumes.size(); ++i) {
        const Volume& volume = volumes[i];
        if (volume.sum_of_magnitudes == 0.0) continue;
        parts.volume[i] = volume.sum < 0.0 ? Sign::negative : Sign::positive;
        // A surface that is there twice, with both orientations, leaves nothing but rounding.
        if (std::abs(volume.sum) > 1e-9 * volume.sum_of_magnitudes) continue;
        refuse(sentence("the part with face ", volume.first_face,
                        " encloses nothing: as much of it faces inward as outward"));
    }
}

}  // namespace

SolidParts solid_parts(const TriangleMesh& mesh)
{
    if (mesh.faces().empty()) refuse("it has no faces");
    if (!mesh.loose_edges().empty()) {
        const EdgeVertices& edge = mesh.edges()[mesh.loose_edges()[0]];
        refuse(sentence("the edge from ", named(mesh, edge[0]), " to ", named(mesh, edge[1]), " has no face"));
    }
    const std::vector<VertexId> first = mesh::first_at_place(mesh.positions());
    const std::vector<FaceSide> sides = sorted_sides(mesh, first);
    check_closed(mesh, sides);
    check_no_opposites(mesh, first);
    SolidParts parts;
    number_parts(mesh, sides, parts);
    measure_parts(mesh, parts);
    return parts;
}

}  // namespace tocca::rigid
