// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/detail/view.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace tocca::report::detail {
namespace {

constexpr double half_height = 0.31529878887898349;  // the tangent of half of 35 degrees
constexpr double filled = 0.9;                       // of the window, by what is to be seen
constexpr double border = 1.5;                       // windows up to whose edge triangles are kept, from the middle
constexpr double lift_part = 2e-3;                   // how far lines lie above faces, of the distance to the target
constexpr int planes = 5;

ViewAxes camera_axes()
{
    ViewAxes axes;
    axes.back = Eigen::Vector3d(1.0, -1.4, 0.8);
    axes.back /= std::sqrt(axes.back.dot(axes.back));
    axes.right = Eigen::Vector3d(0.0, 0.0, 1.0).cross(axes.back);
    axes.right /= std::sqrt(axes.right.dot(axes.right));
    axes.up = axes.back.cross(axes.right);
    return axes;
}

double width_of(const Window& window) { return static_cast<double>(window.right - window.left); }
double height_of(const Window& window) { return static_cast<double>(window.bottom - window.top); }

}  // namespace

View::View(const ViewFrame& frame, double distance, double nearest)
    : window_(frame.window),
      axes_(camera_axes()),
      eye_(frame.target + distance * axes_.back),
      distance_(distance),
      nearest_(nearest),
      scale_(0.5 * height_of(frame.window) / half_height),
      reach_x_(border * half_height * width_of(frame.window) / height_of(frame.window)),
      reach_y_(border * half_height)
{}

View View::around(std::span<const Eigen::Vector3d> points, const ViewFrame& frame)
{
    constexpr double least_distance = 0.05;
    const ViewAxes axes = camera_axes();
    const double tangent_y = filled * half_height;
    const double tangent_x = tangent_y * width_of(frame.window) / height_of(frame.window);
    double distance = least_distance;
    for (const Eigen::Vector3d& point : points) {
        const Eigen::Vector3d arm = point - frame.target;
        const double aside = std::abs(arm.dot(axes.right)) / tangent_x, above = std::abs(arm.dot(axes.up)) / tangent_y;
        distance = std::max(distance, std::max({aside, above, least_distance}) + arm.dot(axes.back));
    }
    return {frame, distance, 0.5 * least_distance};
}

View View::close_up(double radius, const ViewFrame& frame)
{
    const double distance = radius / half_height;
    return {frame, distance, distance - radius};
}

Eigen::Vector3d View::to_eye(const Eigen::Vector3d& point) const
{
    const Eigen::Vector3d way = eye_ - point;
    return way / std::sqrt(way.dot(way));
}

Eigen::Vector3d View::turned(const Eigen::Vector3d& direction) const
{
    return {direction.dot(axes_.right), direction.dot(axes_.up), direction.dot(axes_.back)};
}

Eigen::Vector3d View::seen(const Eigen::Vector3d& point) const
{
    const Eigen::Vector3d turned_way = turned(point - eye_);
    return {turned_way.x(), turned_way.y(), -turned_way.z()};
}

Corner View::projected(const Eigen::Vector3d& seen_point, double lift) const
{
    const double depth = std::max(seen_point.z(), nearest_);
    const double middle_x = 0.5 * static_cast<double>(window_.left + window_.right);
    const double middle_y = 0.5 * static_cast<double>(window_.top + window_.bottom);
    return {{middle_x + scale_ * seen_point.x() / depth, middle_y - scale_ * seen_point.y() / depth},
            nearest_ / std::max(depth - lift, nearest_)};
}

double View::inside(int plane, const Eigen::Vector3d& seen_point) const
{
    switch (plane) {
        case 0: return seen_point.z() - nearest_;
        case 1: return reach_x_ * seen_point.z() - seen_point.x();
        case 2: return reach_x_ * seen_point.z() + seen_point.x();
        case 3: return reach_y_ * seen_point.z() - seen_point.y();
        default: return reach_y_ * seen_point.z() + seen_point.y();
    }
}

std::optional<Corner> View::corner(const Eigen::Vector3d& point) const
{
    const Eigen::Vector3d seen_point = seen(point);
    for (int plane = 0; plane < planes; ++plane) {
        if (!(inside(plane, seen_point) >= 0.0)) return std::nullopt;
    }
    return projected(seen_point, 0.0);
}

std::optional<std::array<Corner, 2>> View::segment(const Eigen::Vector3d& from, const Eigen::Vector3d& to) const
{
    Eigen::Vector3d a = seen(from), b = seen(to);
    for (int plane = 0; plane < planes; ++plane) {
        const double at_a = inside(plane, a), at_b = inside(plane, b);
        if (!(at_a >= 0.0 || at_b >= 0.0)) return std::nullopt;
        if (at_a < 0.0) a += (at_a / (at_a - at_b)) * (b - a);
        if (at_b < 0.0) b += (at_b / (at_b - at_a)) * (a - b);
    }
    const double lift = lift_part * distance_;
    return {{projected(a, lift), projected(b, lift)}};
}

View::Polygon View::polygon(const std::array<Eigen::Vector3d, 3>& points) const
{
    std::array<Eigen::Vector3d, max_corners> kept = {seen(points[0]), seen(points[1]), seen(points[2])};
    std::size_t count = 3;
    for (int plane = 0; plane < planes; ++plane) {
        std::array<double, max_corners> at;
        std::size_t outside = 0;
        for (std::size_t i = 0; i < count; ++i) {
            at[i] = inside(plane, kept[i]);
            if (!(at[i] >= 0.0)) ++outside;
        }
        if (outside == 0) continue;
        if (outside == count) return {};
        std::array<Eigen::Vector3d, max_corners> cut;
        std::size_t cut_count = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t next = (i + 1) % count;
            // What rounding makes of a sliver may not be convex, and so have more corners than there is room for.
            if (cut_count + 2 > cut.size()) return {};
            if (at[i] >= 0.0) cut[cut_count++] = kept[i];
            if ((at[i] >= 0.0) == (at[next] >= 0.0)) continue;
            cut[cut_count++] = kept[i] + (at[i] / (at[i] - at[next])) * (kept[next] - kept[i]);
        }
        kept = cut;
        count = cut_count;
    }
    Polygon polygon{.corners = {}, .count = count};
    for (std::size_t i = 0; i < count; ++i) polygon.corners[i] = projected(kept[i], 0.0);
    return polygon;
}

}  // namespace tocca::report::detail
