// SPDX-License-Identifier: Apache-2.0
#include "tocca/bounds/rss.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <limits>

#include "tocca/geometry/vector_length.hpp"

namespace tocca {

namespace {

using Eigen::Vector3d;

/// Points about their mean, in a unit that is a power of two: the largest coordinate is about 1, so that no square that
/// matters vanishes, however small the points are.
class CentredPoints {
public:
    explicit CentredPoints(std::span<const Vector3d> points) : points_(points)
    {
        for (const Vector3d& point : points) mean_ += point / static_cast<double>(points.size());
        double greatest = 0.0;
        for (const Vector3d& point : points) greatest = std::max(greatest, (point - mean_).cwiseAbs().maxCoeff());
        // Powers of two beyond 2^1000 are no doubles, and their inverses vanish.
        constexpr int farthest = 1000;
        const int exponent = greatest > 0.0 ? std::clamp(std::ilogb(greatest), -farthest, farthest) : 0;
        unit_ = std::ldexp(1.0, exponent);
        per_unit_ = std::ldexp(1.0, -exponent);
    }

    [[nodiscard]] std::size_t size() const { return points_.size(); }
    [[nodiscard]] Vector3d operator[](std::size_t i) const { return per_unit_ * (points_[i] - mean_); }
    [[nodiscard]] Vector3d between(std::size_t i, std::size_t j) const { return per_unit_ * (points_[j] - points_[i]); }
    [[nodiscard]] const Vector3d& mean() const { return mean_; }
    [[nodiscard]] double unit() const { return unit_; }

private:
    std::span<const Vector3d> points_;
    Vector3d mean_ = Vector3d::Zero();
    double unit_, per_unit_;
};

/// An orthonormal frame whose last axis is the direction in which the points spread least.
Eigen::Matrix3d frame_of(const CentredPoints& points)
{
    Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vector3d point = points[i];
        spread += point * point.transpose();
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(spread);
    Eigen::Matrix3d frame;
    frame.col(0) = axes.eigenvectors().col(2);
    frame.col(1) = axes.eigenvectors().col(1);
    if (points.size() == 3) {
        // A triangle fills half of the rectangle that stands on its longest edge, and less of any other.
        Vector3d longest = points.between(0, 1);
        for (const Vector3d& edge : {points.between(1, 2), points.between(2, 0)}) {
            if (edge.squaredNorm() > longest.squaredNorm()) longest = edge;
        }
        const Vector3d normal = axes.eigenvectors().col(0);
        const Vector3d along = longest - normal.dot(longest) * normal;
        // In units of about the points' spread: what is left of a side across a normal of no account has no direction.
        if (along.norm() > 0x1p-10) {
            frame.col(0) = along.normalized();
            frame.col(1) = normal.cross(frame.col(0)).normalized();
        }
    }
    frame.col(2) = frame.col(0).cross(frame.col(1));
    return frame;
}

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void hold(double x)
    {
        low = std::min(low, x);
        high = std::max(high, x);
    }
    [[nodiscard]] double middle() const { return 0.5 * (low + high); }
    [[nodiscard]] double half() const { return 0.5 * (high - low); }
    /// How far x lies beyond it, with the sign of the side.
    [[nodiscard]] double excess(double x) const { return x > high ? x - high : std::min(x - low, 0.0); }
    void stretch(double by) { (by > 0.0 ? high : low) += by; }
    /// Where nothing is left of it, its middle.
    void settle()
    {
        if (low > high) low = high = middle();
    }
};

/// The nearest point of the rectangle to a point of the world, as coordinates along u and v. The axes are taken as
/// orthonormal; where they are not, some other point of the rectangle results.
std::array<double, 2> nearest_in_rectangle(const Rss& rss, const Vector3d& point)
{
    const Vector3d offset = point - rss.centre;
    return {std::clamp(rss.u.dot(offset), -rss.half_u, rss.half_u),
            std::clamp(rss.v.dot(offset), -rss.half_v, rss.half_v)};
}

Vector3d point_of(const Rss& rss, const std::array<double, 2>& along)
{
    return rss.centre + along[0] * rss.u + along[1] * rss.v;
}

std::array<Vector3d, 4> corners_of(const Rss& rss)
{
    const Vector3d u = rss.half_u * rss.u, v = rss.half_v * rss.v;
    return {rss.centre - u - v, rss.centre + u - v, rss.centre + u + v, rss.centre - u + v};
}

/// The direction from a's rectangle to b's: that of their nearest points, found by projecting to and fro. Each round
/// comes nearer; a direction that is not the best gives a lesser bound, not a wrong one.
Vector3d direction_between(const Rss& a, const Rss& b)
{
    Vector3d on_a = point_of(a, nearest_in_rectangle(a, b.centre)), on_b = b.centre;
    for (int round = 0; round < 64; ++round) {
        const Vector3d before = on_b;
        on_b = point_of(b, nearest_in_rectangle(b, on_a));
        on_a = point_of(a, nearest_in_rectangle(a, on_b));
        if ((on_b - before).squaredNorm() <= 0x1p-60 * (on_b - on_a).squaredNorm()) break;
    }
    return on_b - on_a;
}

}  // namespace

Rss fit_rss(std::span<const Vector3d> points)
{
    const CentredPoints centred(points);
    const Eigen::Matrix3d frame = frame_of(centred);
    const auto local = [&](std::size_t i) -> Vector3d { return frame.transpose() * centred[i]; };

    Range thickness;
    for (std::size_t i = 0; i < centred.size(); ++i) thickness.hold(local(i).z());
    const double radius = thickness.half();
    const auto reach_squared = [&](double z) {
        const double height = z - thickness.middle();
        return std::max(0.0, radius * radius - height * height);
    };

    // Where the ball reaches far enough along x or y alone.
    Range x, y;
    for (std::size_t i = 0; i < centred.size(); ++i) {
        const Vector3d place = local(i);
        const double reach = std::sqrt(reach_squared(place.z()));
        x.low = std::min(x.low, place.x() + reach);
        x.high = std::max(x.high, place.x() - reach);
        y.low = std::min(y.low, place.y() + reach);
        y.high = std::max(y.high, place.y() - reach);
    }
    x.settle();
    y.settle();
    // Beyond a corner it must reach along the diagonal.
    for (std::size_t i = 0; i < centred.size(); ++i) {
        const Vector3d place = local(i);
        const double over_x = x.excess(place.x()), over_y = y.excess(place.y());
        const double over_squared = over_x * over_x + over_y * over_y, reach = reach_squared(place.z());
        if (over_x == 0.0 || over_y == 0.0 || over_squared <= reach) continue;
        const double missing = 1.0 - std::sqrt(reach / over_squared);
        x.stretch(over_x * missing);
        y.stretch(over_y * missing);
    }
    const double unit = centred.unit();
    return {.centre = centred.mean() + unit * (frame * Vector3d(x.middle(), y.middle(), thickness.middle())),
            .u = frame.col(0),
            .v = frame.col(1),
            .half_u = unit * x.half(),
            .half_v = unit * y.half(),
            .radius = unit * radius};
}

double radius_about(const Rss& rss, std::span<const Vector3d> points)
{
    double greatest = 0.0, scale = rss.centre.cwiseAbs().maxCoeff() + rss.half_u + rss.half_v;
    for (const Vector3d& point : points) {
        const Vector3d from_rectangle = point - point_of(rss, nearest_in_rectangle(rss, point));
        greatest = std::max(greatest, length_of(from_rectangle));
        scale = std::max(scale, point.cwiseAbs().maxCoeff());
    }
    // The point of the rectangle is exact up to 5 roundings a component, of numbers below 3 scale; the length has 4. Where
    // these underflow they are of 2^-1075 each, and there are none if all numbers are 0.
    return greatest * (1.0 + 0x1p-50) + scale * 0x1p-48 + std::min(16.0 * scale, 0x1p-1065);
}

double separation_along(const Vector3d& direction, const Rss& a, const Rss& b)
{
    const Vector3d n = unit_vector(direction), offset = b.centre - a.centre;
    if (n.isZero(0.0)) return 0.0;
    const double reach_a = a.half_u * std::abs(n.dot(a.u)) + a.half_v * std::abs(n.dot(a.v)) + a.radius;
    const double reach_b = b.half_u * std::abs(n.dot(b.u)) + b.half_v * std::abs(n.dot(b.v)) + b.radius;
    // Fewer than 32 roundings, each of a number below this, or of 2^-1075; n is a unit vector within 8 of them.
    const double scale = a.centre.cwiseAbs().sum() + b.centre.cwiseAbs().sum() + a.half_u + a.half_v + a.radius +
                         b.half_u + b.half_v + b.radius;
    return n.dot(offset) - reach_a - reach_b - (0x1p-46 * scale + 0x1p-1060);
}

double lower_distance(const Rss& a, const Rss& b)
{
    const Vector3d offset = b.centre - a.centre;
    double best = separation_along(direction_between(a, b), a, b);
    // Where projecting converges slowly the rectangles are all but parallel, and a normal will do.
    for (Vector3d normal : {Vector3d(a.u.cross(a.v)), Vector3d(b.u.cross(b.v))}) {
        if (normal.dot(offset) < 0.0) normal = -normal;
        best = std::max(best, separation_along(normal, a, b));
    }
    // Edge against edge, where the nearest points jump between corners.
    const std::array<Vector3d, 4> corners_a = corners_of(a), corners_b = corners_of(b);
    for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t j = 0; j < 2; ++j) {
            Vector3d normal = (corners_a[i + 1] - corners_a[i]).cross(corners_b[j + 1] - corners_b[j]);
            if (normal.dot(offset) < 0.0) normal = -normal;
            best = std::max(best, separation_along(normal, a, b));
        }
    }
    return std::max(best, 0.0);
}

int unit_exponent(double size)
{
    if (size >= 0x1p-40 && size <= 0x1p40) return 0;
    constexpr int farthest = 500;
    return size > 0.0 ? std::clamp(std::ilogb(size), -farthest, farthest) : -farthest;
}

}  // namespace tocca
