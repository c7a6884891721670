// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/detail/glb_frame.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tocca/base/error.hpp"

namespace tocca::report::detail {
namespace {

void add_finite(PointBox& box, const Point& point, const RecordedBody& body)
{
    if (!std::all_of(point.begin(), point.end(), [](double x) { return std::isfinite(x); })) {
        throw Error(ErrorCode::not_finite,
                    "body \"" + body.name + "\" of a recording is at a place that is not finite");
    }
    box.add(point);
}

}  // namespace

void PointBox::add(const Point& point)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        low_[axis] = empty_ ? point[axis] : std::min(low_[axis], point[axis]);
        high_[axis] = empty_ ? point[axis] : std::max(high_[axis], point[axis]);
    }
    empty_ = false;
}

Point PointBox::middle() const
{
    Point middle;
    for (std::size_t axis = 0; axis < 3; ++axis) middle[axis] = 0.5 * low_[axis] + 0.5 * high_[axis];
    return middle;
}

double PointBox::half_side() const
{
    double most = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis) most = std::max(most, 0.5 * high_[axis] - 0.5 * low_[axis]);
    return most;
}

double PointBox::reach() const
{
    double most = 0.0;
    for (const Point& corner : {low_, high_}) {
        for (const double x : corner) most = std::max(most, std::abs(x));
    }
    return most;
}

Point PointBox::origin() const
{
    constexpr double far = 4.0;  // two bits of the floats may be lost, no more
    const Point there = middle();
    const bool is_far = std::any_of(there.begin(), there.end(),
                                    [&](double x) { return std::abs(0.25 * x) > 0.25 * far * half_side(); });
    return is_far ? there : Point{};
}

std::vector<BodyBoxes> body_boxes(const RecordedMotion& motion)
{
    std::vector<BodyBoxes> boxes(motion.bodies.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const RecordedBody& body = motion.bodies[i];
        for (const auto& positions : body.positions) {
            for (const Point& point : positions) add_finite(boxes[i].positions, point, body);
        }
        for (const Eigen::Isometry3d& pose : body.poses) {
            const Eigen::Vector3d place = pose.translation();
            add_finite(boxes[i].path, {place.x(), place.y(), place.z()}, body);
        }
    }
    return boxes;
}

double float_unit(const std::vector<BodyBoxes>& boxes)
{
    constexpr int least = -60, greatest = 60;  // exponents of lengths that are left as they are
    constexpr int max_apart = 1000;            // exponents of origins and lengths: doubles hold their ratio
    double most = 0.0, reach = 0.0;
    for (const BodyBoxes& box : boxes) {
        most = std::max({most, box.positions.half_side(), box.path.half_side()});
        reach = std::max({reach, box.positions.reach(), box.path.reach()});
    }
    if (most == 0.0) return 1.0;
    const int exponent = std::ilogb(most);
    if (std::ilogb(reach) - exponent > max_apart) return 1.0;
    return exponent >= least && exponent <= greatest ? 1.0 : std::ldexp(1.0, exponent);
}

std::vector<float> key_seconds(const std::vector<double>& times)
{
    std::vector<float> seconds;
    for (const double time : times) {
        float second = static_cast<float>(time);
        if (!seconds.empty() && second <= seconds.back()) {
            second = std::nextafter(seconds.back(), std::numeric_limits<float>::infinity());
        }
        seconds.push_back(second);
    }
    return seconds;
}

}  // namespace tocca::report::detail
