// SPDX-License-Identifier: Apache-2.0
#include "adapters/ode/contact_manifold.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace tocca::ode {
namespace {

/// The features' points, the nearest first.
std::vector<ContactPoint> points_of(const std::vector<NearFeatures>& features)
{
    std::vector<ContactPoint> points;
    for (const NearFeatures& near : features) {
        const Contact& contact = near.contact;
        if (contact.normal.isZero()) continue;
        // A contact's normal points to its first feature, which may be the vertex of either body.
        const Eigen::Vector3d normal = contact.objects[0] == 0 ? contact.normal : Eigen::Vector3d(-contact.normal);
        points.push_back({.point = contact.point, .normal = normal, .distance = near.distance});
    }
    std::stable_sort(points.begin(), points.end(),
                     [](const ContactPoint& a, const ContactPoint& b) { return a.distance < b.distance; });
    return points;
}

/// Beside the nearest point of a vertex over a face, the edges of that face are near as well, with normals that lean by up
/// to a right angle: they would stop a body from sliding.
bool says_the_same(const ContactPoint& a, const ContactPoint& b, double spacing)
{
    constexpr double cosine_of_70_degrees = 0.34;
    return (a.point - b.point).squaredNorm() < spacing * spacing && a.normal.dot(b.normal) > cosine_of_70_degrees;
}

std::vector<ContactPoint> one_of_each(const std::vector<ContactPoint>& sorted, double spacing)
{
    std::vector<ContactPoint> kept;
    for (const ContactPoint& point : sorted) {
        const bool known = std::any_of(kept.begin(), kept.end(),
                                       [&](const ContactPoint& other) { return says_the_same(point, other, spacing); });
        if (!known) kept.push_back(point);
    }
    return kept;
}

/// The greatest distance of a point from the first one.
double extent(const std::vector<ContactPoint>& points)
{
    double greatest = 0.0;
    for (const ContactPoint& other : points) greatest = std::max(greatest, (other.point - points.front().point).norm());
    return greatest;
}

std::vector<ContactPoint> farthest_first(const std::vector<ContactPoint>& points, std::size_t count)
{
    const double weight = extent(points);  // normals a unit apart count as much as opposite ends
    std::vector<double> remoteness(points.size(), std::numeric_limits<double>::infinity());
    std::vector<ContactPoint> chosen;
    std::size_t next = 0;
    while (chosen.size() < count) {
        const ContactPoint& latest = points[next];
        chosen.push_back(latest);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double apart = (points[i].point - latest.point).squaredNorm() +
                                 weight * weight * (points[i].normal - latest.normal).squaredNorm();
            remoteness[i] = std::min(remoteness[i], apart);
        }
        next = static_cast<std::size_t>(
            std::distance(remoteness.begin(), std::max_element(remoteness.begin(), remoteness.end())));
    }
    return chosen;
}

}  // namespace

std::vector<ContactPoint> contact_manifold(const std::vector<NearFeatures>& features, const ManifoldOptions& options)
{
    std::vector<ContactPoint> kept = one_of_each(points_of(features), options.spacing);
    if (kept.size() <= options.greatest_points) return kept;
    return farthest_first(kept, options.greatest_points);
}

}  // namespace tocca::ode
