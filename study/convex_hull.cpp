// SPDX-License-Identifier: Apache-2.0
#include "study/convex_hull.hpp"

extern "C" {
#include <libqhull_r/libqhull_r.h>
}

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tocca/geometry/closest_points.hpp"
#include "tocca/geometry/orientation.hpp"
#include "tocca/geometry/vector_length.hpp"

namespace tocca::study {

namespace {

using Faces = std::vector<FaceVertices>;

/// One run of qhull and what it holds. Its messages go to a buffer that nobody reads.
class QhullRun {
public:
    QhullRun() : state_(std::make_unique<qhT>()), messages_(fmemopen(buffer_.data(), buffer_.size(), "w"))
    {
        qh_zero(state_.get(), messages_);
    }
    QhullRun(const QhullRun&) = delete;
    QhullRun& operator=(const QhullRun&) = delete;
    ~QhullRun()
    {
        int left = 0, bytes = 0;
        qh_freeqhull(state_.get(), qh_False);
        qh_memfreeshort(state_.get(), &left, &bytes);
        if (messages_ != nullptr) fclose(messages_);
    }

    /// Triangles by numbers of points, or none when qhull gives up.
    Faces faces(std::vector<Point>& points, std::string options)
    {
        qhT* const qh = state_.get();
        static_assert(sizeof(Point) == 3 * sizeof(coordT));
        if (messages_ == nullptr || qh_new_qhull(qh, 3, static_cast<int>(points.size()), points.data()->data(),
                                                 qh_False, options.data(), nullptr, messages_) != 0) {
            return {};
        }
        Faces all;
        facetT* facet = nullptr;
        FORALLfacets
        {
            FaceVertices corners{};
            std::size_t count = 0;
            vertexT *vertex = nullptr, **vertexp = nullptr;
            FOREACHvertex_(facet->vertices)
            {
                if (count < 3) corners[count] = static_cast<VertexId>(qh_pointid(qh, vertex->point));
                ++count;
            }
            if (count != 3) return {};
            if (facet->toporient != qh_ORIENTclock) std::swap(corners[1], corners[2]);
            all.push_back(corners);
        }
        return all;
    }

private:
    std::array<char, 4096> buffer_ = {};
    std::unique_ptr<qhT> state_;
    FILE* messages_;
};

/// Whether every side of a face is that of one other, in the other direction.
bool closed(const Faces& faces)
{
    std::vector<std::pair<VertexId, VertexId>> sides;
    for (const FaceVertices& face : faces) {
        for (std::size_t i = 0; i < 3; ++i) sides.emplace_back(face[i], face[(i + 1) % 3]);
    }
    std::sort(sides.begin(), sides.end());
    if (std::adjacent_find(sides.begin(), sides.end()) != sides.end()) return false;
    return std::all_of(sides.begin(), sides.end(), [&](const auto& side) {
        return std::binary_search(sides.begin(), sides.end(), std::pair(side.second, side.first));
    });
}

/// The faces with vertices of their own, numbered in the order of the points.
Shape shape_of(std::span<const Point> points, const Faces& faces)
{
    constexpr VertexId unused = std::numeric_limits<VertexId>::max();
    std::vector<VertexId> number(points.size(), unused);
    for (const FaceVertices& face : faces) {
        for (const VertexId corner : face) number[corner] = 0;
    }
    Shape shape;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (number[i] == unused) continue;
        number[i] = static_cast<VertexId>(shape.positions.size());
        shape.positions.push_back(points[i]);
    }
    for (const FaceVertices& face : faces) shape.faces.push_back({number[face[0]], number[face[1]], number[face[2]]});
    return shape;
}

Point mean_of(std::span<const Point> points)
{
    Point mean{};
    for (const Point& point : points) {
        for (std::size_t i = 0; i < 3; ++i) mean[i] += point[i] / static_cast<double>(points.size());
    }
    return mean;
}

std::array<const Point*, 3> corners_of(const Shape& shape, const FaceVertices& face)
{
    return {&shape.positions[face[0]], &shape.positions[face[1]], &shape.positions[face[2]]};
}

double squared_distance(const Point& a, const Point& b)
{
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
}

/// The corner across the longest side.
VertexId blunt_corner(const Shape& shape, const FaceVertices& face)
{
    const auto [a, b, c] = corners_of(shape, face);
    const std::array across = {squared_distance(*b, *c), squared_distance(*c, *a), squared_distance(*a, *b)};
    return face[static_cast<std::size_t>(std::max_element(across.begin(), across.end()) - across.begin())];
}

/// Vertices of faces that do not turn their back to the centre: thin faces, where qhull sees three vertices on a line, may.
std::vector<VertexId> vertices_in_the_way(const Shape& shape, const Point& centre)
{
    std::vector<VertexId> found;
    for (const FaceVertices& face : shape.faces) {
        const auto [a, b, c] = corners_of(shape, face);
        if (orientation(*a, *b, *c, centre) != Sign::negative) found.push_back(blunt_corner(shape, face));
    }
    return found;
}

Eigen::Vector3d vector_of(const Point& point) { return {point[0], point[1], point[2]}; }

/// How far the points are from the solid, at most.
///
/// The shape is closed and shows its inside to the centre everywhere. So the solid is all that lies between the centre and
/// a face: a point that is in front of no face is in it. One that is in front of a face is in it too unless
/// the ray to it from the centre passes through that face, and then it is no further from the solid than from the face.
double greatest_distance(std::span<const Point> points, const Shape& shape, const Point& centre, double extent)
{
    // A difference errs by u of itself (u = 2^-53), a component of the normal by 8u |e| |f| (e, f the greatest components
    // of two sides), the product with three components of at most `extent` by 48u |e| |f| extent in all. Products that underflow
    // err by 2^-1075 each, nine of them, of which six are multiplied by `extent` at most.
    constexpr double rounding = 64 * 0x1p-53;
    std::vector<double> distance(points.size(), 0.0);
    for (const FaceVertices& face : shape.faces) {
        const auto [a, b, c] = corners_of(shape, face);
        const Eigen::Vector3d base = vector_of(*a), e = vector_of(*b) - base, f = vector_of(*c) - base;
        const Eigen::Vector3d normal(e.y() * f.z() - e.z() * f.y(), e.z() * f.x() - e.x() * f.z(),
                                     e.x() * f.y() - e.y() * f.x());
        const double certain =
            -rounding * e.cwiseAbs().maxCoeff() * f.cwiseAbs().maxCoeff() * extent - 0x1p-1060 * (1.0 + extent);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Point& point = points[i];
            if (normal.x() * (point[0] - base.x()) + normal.y() * (point[1] - base.y()) +
                    normal.z() * (point[2] - base.z()) <
                certain) {
                continue;
            }
            if (point == *a || point == *b || point == *c) continue;
            if (orientation(centre, *a, *b, point) == Sign::negative ||
                orientation(centre, *b, *c, point) == Sign::negative ||
                orientation(centre, *c, *a, point) == Sign::negative ||
                orientation(*a, *b, *c, point) != Sign::positive) {
                continue;
            }
            const ClosestPoints nearest = closest_points(vector_of(point), {base, vector_of(*b), vector_of(*c)});
            distance[i] = std::max(distance[i], length_of(nearest.difference) * (1.0 + 0x1p-49) + 0x1p-48 * extent);
        }
    }
    return *std::max_element(distance.begin(), distance.end());
}

double extent_of(std::span<const Point> points)
{
    double extent = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [low, high] = std::minmax_element(points.begin(), points.end(),
                                                     [&](const Point& p, const Point& q) { return p[axis] < q[axis]; });
        extent = std::max(extent, (*high)[axis] - (*low)[axis]);
    }
    return extent * (1.0 + 0x1p-50);
}

/// A shape that is closed and shows no outside to the mean of its vertices, from as many of the points as can be had.
std::optional<Shape> solid_about(std::vector<Point> points, const char* options)
{
    constexpr int greatest_rounds = 16;
    for (int round = 0; round < greatest_rounds && points.size() >= 4; ++round) {
        const Faces faces = QhullRun().faces(points, options);
        if (faces.empty() || !closed(faces)) return std::nullopt;
        Shape shape = shape_of(points, faces);
        const std::vector<VertexId> in_the_way = vertices_in_the_way(shape, mean_of(shape.positions));
        if (in_the_way.empty()) return shape;
        points.clear();
        for (VertexId i = 0; i < shape.positions.size(); ++i) {
            if (std::find(in_the_way.begin(), in_the_way.end(), i) == in_the_way.end()) {
                points.push_back(shape.positions[i]);
            }
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<ConvexHull> convex_hull(std::span<const Point> points)
{
    constexpr std::size_t greatest_count = std::numeric_limits<int>::max();
    if (points.size() < 4 || points.size() > greatest_count) return std::nullopt;
    // Beyond these, products of lengths leave the range of doubles.
    const double extent = extent_of(points);
    if (!(extent >= 1e-90 && extent <= 1e90)) return std::nullopt;

    // Faces that are not quite flat are triangulated; where that fails, points are joggled a little before.
    std::optional<Shape> shape = solid_about({points.begin(), points.end()}, "qhull Qt Pp");
    if (!shape) shape = solid_about({points.begin(), points.end()}, "qhull QJ Pp");
    if (!shape) return std::nullopt;
    const double outside = greatest_distance(points, *shape, mean_of(shape->positions), extent);
    // Points so near a plane or a line that what qhull made of them says nothing about the others.
    if (!(outside <= 1e-6 * extent)) return std::nullopt;
    return ConvexHull{std::move(*shape), outside};
}

}  // namespace tocca::study
