// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/detail/scene_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tocca/report/detail/canvas_shapes.hpp"

namespace tocca::report::detail {
namespace {

constexpr double least_edge_pixels = 16.0;  // shorter edges are not drawn: they would hide the faces

/// From coordinates of a recording to those of the cube from -1 to 1, without overflow for any finite numbers.
class Placing {
public:
    explicit Placing(const std::vector<std::vector<Point>>& bodies)
    {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        Point low = {infinity, infinity, infinity}, high = {-infinity, -infinity, -infinity};
        for (const auto& points : bodies) {
            for (const Point& point : points) {
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    if (!std::isfinite(point[axis])) continue;
                    low[axis] = std::min(low[axis], point[axis]);
                    high[axis] = std::max(high[axis], point[axis]);
                }
            }
        }
        double most = 0.0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (low[axis] > high[axis]) continue;
            centre_[axis] = 0.5 * low[axis] + 0.5 * high[axis];
            most = std::max(most, 0.5 * high[axis] - 0.5 * low[axis]);
        }
        if (most > 0.0) half_extent_ = most;
    }

    [[nodiscard]] Eigen::Vector3d operator()(const Point& point) const
    {
        Eigen::Vector3d placed;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            placed[static_cast<Eigen::Index>(axis)] = (point[axis] - centre_[axis]) / half_extent_;
        }
        return placed;
    }

private:
    Point centre_ = {};
    double half_extent_ = 1.0;
};

std::optional<PlacedContact> placed_contact(const Contact& contact, const std::vector<std::vector<Point>>& positions,
                                            const Placing& placing)
{
    PlacedContact placed{.kind = contact.kind};
    for (std::size_t i = 0; i < 4; ++i) {
        const bool is_second = i >= (contact.kind == PairKind::vertex_face ? 1U : 2U);
        const auto& points = positions[contact.objects[is_second ? 1 : 0]];
        if (contact.vertices[i] >= points.size()) return std::nullopt;
        placed.points[i] = placing(points[contact.vertices[i]]);
        if (!placed.points[i].allFinite()) return std::nullopt;
    }
    placed.point = placing({contact.point.x(), contact.point.y(), contact.point.z()});
    placed.normal = contact.normal;
    if (!placed.point.allFinite() || !placed.normal.allFinite()) return std::nullopt;
    return placed;
}

Colour shaded(Colour colour, double light)
{
    const auto shade = [light](std::uint8_t part) {
        return static_cast<std::uint8_t>(std::clamp(light * part + 0.5, 0.0, 255.0));
    };
    return {shade(colour.red), shade(colour.green), shade(colour.blue)};
}

/// How light a face is: both sides alike, lit from the upper left of the eye, and never black.
double light_on(const View& view, const std::array<Eigen::Vector3d, 3>& points)
{
    const Eigen::Vector3d normal = (points[1] - points[0]).cross(points[2] - points[0]);
    const double length = std::sqrt(normal.dot(normal));
    if (!(length > 0.0)) return 0.8;
    const Eigen::Vector3d light(-0.45, 0.55, 0.70);  // of length 1, nearly
    const double facing = normal.dot(view.to_eye(points[0])) < 0.0 ? -1.0 : 1.0;
    const double cosine = facing / length * view.turned(normal).dot(light);
    return 0.64 + 0.16 * cosine + 0.27 * std::max(0.0, cosine);
}

double distance(Place a, Place b)
{
    const double x = b.x - a.x, y = b.y - a.y;
    return std::sqrt(x * x + y * y);
}

/// Draws the faces of a body and tells how long its edges are, on average, in pixels.
double draw_faces(Canvas& canvas, const View& view, const PlacedBody& placed, double layer)
{
    double length = 0.0;
    std::size_t edges = 0;
    for (const FaceVertices& face : placed.body->faces) {
        const std::array<Eigen::Vector3d, 3> points = {placed.points[face[0]], placed.points[face[1]],
                                                       placed.points[face[2]]};
        auto [corners, count] = view.polygon(points);
        if (count == 0) continue;
        const Colour colour = shaded(placed.colour, light_on(view, points));
        for (std::size_t i = 0; i < count; ++i) {
            length += distance(corners[i].place, corners[(i + 1) % count].place);
            corners[i].nearness += layer;
        }
        edges += count;
        for (std::size_t i = 2; i < count; ++i) canvas.add({corners[0], corners[i - 1], corners[i]}, colour);
    }
    return edges == 0 ? 0.0 : length / static_cast<double>(edges);
}

void draw_edge(Canvas& canvas, const View& view, const PlacedBody& placed, const EdgeVertices& edge, double layer,
               const Pen& pen)
{
    auto seen = view.segment(placed.points[edge[0]], placed.points[edge[1]]);
    if (!seen) return;
    for (Corner& corner : *seen) corner.nearness += layer;
    add_line(canvas, (*seen)[0], (*seen)[1], pen);
}

void draw_loose_points(Canvas& canvas, const View& view, const PlacedBody& placed, double layer)
{
    std::vector<bool> used(placed.points.size(), false);
    for (const FaceVertices& face : placed.body->faces) {
        for (const VertexId vertex : face) used[vertex] = true;
    }
    for (const EdgeVertices& edge : placed.body->loose_edges) {
        for (const VertexId vertex : edge) used[vertex] = true;
    }
    for (std::size_t i = 0; i < placed.points.size(); ++i) {
        if (used[i]) continue;
        if (const auto corner = view.corner(placed.points[i])) {
            add_line(canvas, {corner->place, layer + corner->nearness}, {corner->place, layer + corner->nearness},
                     {.colour = placed.colour, .width = 3.0});
        }
    }
}

}  // namespace

std::vector<Eigen::Vector3d> PlacedScene::points() const
{
    std::vector<Eigen::Vector3d> all;
    for (const PlacedBody& body : bodies) {
        std::copy_if(body.points.begin(), body.points.end(), std::back_inserter(all),
                     [](const Eigen::Vector3d& point) { return point.allFinite(); });
    }
    return all;
}

PlacedScene placed_scene(const RecordedMotion& motion, double time)
{
    std::vector<std::vector<Point>> positions;
    for (std::size_t body = 0; body < motion.bodies.size(); ++body) {
        positions.push_back(positions_at(motion, body, time));
    }
    const Placing placing(positions);
    PlacedScene scene;
    for (std::size_t body = 0; body < motion.bodies.size(); ++body) {
        if (positions[body].empty()) continue;
        PlacedBody placed{.body = &motion.bodies[body], .colour = body_colour(body)};
        placed.points.reserve(positions[body].size());
        for (const Point& point : positions[body]) placed.points.push_back(placing(point));
        scene.bodies.push_back(std::move(placed));
    }
    if (const RecordedContact* first = first_contact(motion)) {
        scene.contact = placed_contact(first->contact, positions, placing);
    }
    return scene;
}

void draw_bodies(Canvas& canvas, const View& view, const PlacedScene& scene, double layer)
{
    for (const PlacedBody& placed : scene.bodies) {
        const bool with_edges = draw_faces(canvas, view, placed, layer) >= least_edge_pixels;
        if (with_edges) {
            const Pen pen{.colour = shaded(placed.colour, 0.55), .width = 0.9};
            for (const FaceVertices& face : placed.body->faces) {
                for (std::size_t i = 0; i < 3; ++i) {
                    draw_edge(canvas, view, placed, {face[i], face[(i + 1) % 3]}, layer, pen);
                }
            }
        }
        for (const EdgeVertices& edge : placed.body->loose_edges) {
            draw_edge(canvas, view, placed, edge, layer, {.colour = shaded(placed.colour, 0.8), .width = 1.6});
        }
        draw_loose_points(canvas, view, placed, layer);
    }
}

double contact_radius(const PlacedContact& contact)
{
    double radius = 0.0;
    for (const Eigen::Vector3d& point : contact.points) {
        const Eigen::Vector3d arm = point - contact.point;
        radius = std::max(radius, std::sqrt(arm.dot(arm)));
    }
    return radius;
}

void draw_contact(Canvas& canvas, const View& view, const PlacedContact& contact, const ContactMarks& marks)
{
    const auto& points = contact.points;
    std::vector<std::array<std::size_t, 2>> lines = {{0, 1}, {2, 3}};
    if (contact.kind == PairKind::vertex_face) lines = {{1, 2}, {2, 3}, {3, 1}};
    const Pen line{.colour = contact_colour, .width = 2.0 * marks.unit, .nearness = marks.layer};
    for (const auto& [from, to] : lines) {
        if (const auto seen = view.segment(points[from], points[to])) {
            add_round_line(canvas, (*seen)[0].place, (*seen)[1].place, line);
        }
    }
    const auto middle = view.corner(contact.point);
    if (!middle) return;

    // A rim in the colour of the ground keeps the point and the arrow apart from what is below them.
    const Pen rim{.colour = marks.theme->ground, .width = 3.6 * marks.unit, .nearness = marks.layer};
    const Pen ink{.colour = marks.theme->ink, .width = 1.8 * marks.unit, .nearness = marks.layer};
    const Eigen::Vector3d turned = view.turned(contact.normal);
    const Place tip{middle->place.x + marks.arrow * turned.x(), middle->place.y - marks.arrow * turned.y()};
    add_disc(canvas, middle->place, 5.2 * marks.unit, rim);
    if (distance(middle->place, tip) > 6.0 * marks.unit) {
        const Place before_tip{middle->place.x + 0.85 * marks.arrow * turned.x(),
                               middle->place.y - 0.85 * marks.arrow * turned.y()};
        add_round_line(canvas, middle->place, before_tip, rim);
        add_arrow(canvas, middle->place, tip, ink);
    }
    add_disc(canvas, middle->place, 4.0 * marks.unit, {.colour = contact_colour, .nearness = marks.layer});
}

}  // namespace tocca::report::detail
