// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/detail/near_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace tocca::robot::detail {

namespace {

using Data = RobotChecker::Data;
using Eigen::Vector3d;

/// The box of a shape in the coordinates of the element that its link rests in, and what rounding may add to it.
LinkBox box_in_element(const Data::Shape& shape, const LinkPlace& place)
{
    const Eigen::Isometry3d& pose = place.pose;
    LinkBox box = {.element = place.element, .padding = shape.padding};
    box.box.centre = pose * shape.box.centre;
    box.box.axes = pose.linear() * shape.box.axes;
    box.box.half_lengths = shape.box.half_lengths;
    // A pose may be the product of many; its parts are wrong by far less than this.
    box.padding += 0x1p-38 * (pose.translation().cwiseAbs().sum() + shape.box.centre.cwiseAbs().sum() +
                              shape.box.half_lengths.sum() + shape.padding);
    return box;
}

PointBox resting_box(const LinkBox& link)
{
    PointBox box;
    const Vector3d reach = link.box.axes.cwiseAbs() * link.box.half_lengths;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto i = static_cast<Eigen::Index>(k);
        const double wider = link.padding * (1.0 + 0x1p-40) + reach[i] * (1.0 + 0x1p-40);
        box.lower[k] = link.box.centre[i] - wider;
        box.upper[k] = link.box.centre[i] + wider;
    }
    return box;
}

PointBox hull(std::span<const PointBox> boxes)
{
    PointBox box = boxes[0];
    for (const PointBox& other : boxes) {
        extend(box, other.lower);
        extend(box, other.upper);
    }
    return box;
}

/// Boxes of links over spans of time in one frame, computed on demand.
class Boxes {
public:
    Boxes(const Data& data, const RobotMotion& motion, ElementId base, const TimeSpans& spans, BoxArithmetic arithmetic)
        : data_(data), motion_(motion), base_(base), spans_(spans), arithmetic_(arithmetic), boxes_(data.link_shapes)
    {}

    /// Makes those of several shapes at once, which costs less.
    void make(std::span<const Data::ShapeId> shapes)
    {
        std::vector<LinkBox> links;
        std::vector<Data::ShapeId> moving;
        for (const Data::ShapeId shape : shapes) {
            if (!boxes_[shape].empty()) continue;
            const LinkPlace& place = motion_.place(data_.shapes[shape].body);
            const LinkBox link = box_in_element(data_.shapes[shape], place);
            if (place.element == base_) {
                boxes_[shape].assign(spans_.count, resting_box(link));
            } else {
                links.push_back(link);
                moving.push_back(shape);
            }
        }
        if (links.empty()) return;
        const std::vector<PointBox> all = link_boxes(motion_.elements(), base_, links, spans_, arithmetic_);
        for (std::size_t i = 0; i < moving.size(); ++i) {
            const auto first = all.begin() + static_cast<std::ptrdiff_t>(i * spans_.count);
            boxes_[moving[i]].assign(first, first + static_cast<std::ptrdiff_t>(spans_.count));
        }
    }

    [[nodiscard]] std::span<const PointBox> of(Data::ShapeId shape)
    {
        make(std::span(&shape, 1));
        return boxes_[shape];
    }

private:
    const Data& data_;
    const RobotMotion& motion_;
    ElementId base_;
    const TimeSpans& spans_;
    BoxArithmetic arithmetic_;
    std::vector<std::vector<PointBox>> boxes_;  // of each shape of a link
};

/// Beyond this distance along an axis two shapes are not checked. Padding is in the boxes.
double max_gap(const Data::Demand& demand, const RobotMotion& motion, const Data::Shape& a, const Data::Shape& b,
               double clearance)
{
    const double error = motion.place_error(a.radius) + motion.place_error(b.radius);
    return (clearance + 2.0 * pair_threshold(demand, motion, a, b).value) * (1.0 + 0x1p-40) + 4.0 * error;
}

}  // namespace

rigid::UsableThreshold pair_threshold(const Data::Demand& demand, const RobotMotion& motion, const Data::Shape& a,
                                      const Data::Shape& b)
{
    return rigid::usable_threshold(demand.threshold, {a.diameter, motion.place_error(a.radius)},
                                   {b.diameter, motion.place_error(b.radius)});
}

std::vector<PointBox> swept_boxes(const Data& data, const RobotMotion& motion)
{
    const TimeSpans spans = {.count = span_count(motion.elements())};
    std::vector<Data::ShapeId> all(data.link_shapes);
    std::iota(all.begin(), all.end(), Data::ShapeId{0});
    Boxes boxes(data, motion, no_element, spans, BoxArithmetic::taylor);
    boxes.make(all);
    std::vector<PointBox> swept;
    for (const Data::ShapeId shape : all) {
        PointBox box = hull(boxes.of(shape));
        // What is within four errors of a place must still be checked.
        const double wider = 4.0 * motion.place_error(data.shapes[shape].radius);
        for (std::size_t k = 0; k < 3; ++k) {
            box.lower[k] -= wider + 0x1p-50 * std::abs(box.lower[k]);
            box.upper[k] += wider + 0x1p-50 * std::abs(box.upper[k]);
        }
        swept.push_back(box);
    }
    return swept;
}

std::vector<NearShapes> near_pairs(const Data& data, const RobotMotion& motion, const Data::Demand& demand,
                                   double until, BoxArithmetic arithmetic)
{
    std::vector<NearShapes> pairs;
    const TimeSpans spans = {.to = until, .count = span_count(motion.elements(), {.duration = until})};
    std::vector<Data::ShapeId> all(data.link_shapes);
    for (Data::ShapeId shape = 0; shape < data.link_shapes; ++shape) all[shape] = shape;
    Boxes in_root(data, motion, no_element, spans, arithmetic);
    in_root.make(all);

    // No gap is larger than that of the two widest shapes with the largest clearance.
    double clearance = demand.clearance;
    for (const auto& [bodies, own] : data.special) clearance = std::max(clearance, own.value_or(0.0));
    Data::Shape widest;
    for (const Data::Shape& shape : data.shapes) {
        widest.diameter = std::max(widest.diameter, shape.diameter);
        widest.radius = std::max(widest.radius, shape.radius);
    }
    const double widest_gap = max_gap(demand, motion, widest, widest, clearance);
    for (Data::ShapeId a = 0; a < data.link_shapes; ++a) {
        const Data::Shape& shape = data.shapes[a];
        const std::span<const PointBox> boxes = in_root.of(a);
        std::vector<NearShapes> found;
        data.tree.near(hull(boxes), widest_gap, [&](std::uint32_t item) {
            const Data::ShapeId b = data.link_shapes + item;
            const Data::Shape& other = data.shapes[b];
            const std::optional<double> own = data.clearance_of(shape.body, other.body, demand);
            if (!own) return;
            const double gap = max_gap(demand, motion, shape, other, *own);
            for (std::size_t span = 0; span < spans.count; ++span) {
                if (apart(boxes[span], data.tree.box(item), gap)) continue;
                found.push_back({a, b, *own, spans.begin(span)});
                return;
            }
        });
        std::sort(found.begin(), found.end(), [](const NearShapes& x, const NearShapes& y) { return x.b < y.b; });
        pairs.insert(pairs.end(), found.begin(), found.end());
    }

    std::map<ElementId, Boxes> in_elements;
    for (const Data::ShapePair& pair : data.link_pairs) {
        const Data::Shape& a = data.shapes[pair.a];
        const Data::Shape& b = data.shapes[pair.b];
        const double own = demand.clearance_of(pair.clearance);
        const double gap = max_gap(demand, motion, a, b, own);
        const std::span<const PointBox> boxes_a = in_root.of(pair.a), boxes_b = in_root.of(pair.b);
        std::size_t span = 0;
        while (span < spans.count && apart(boxes_a[span], boxes_b[span], gap)) ++span;
        if (span == spans.count) continue;
        const ElementId base = motion.common_element(a.body, b.body);
        if (base != no_element) {
            Boxes& boxes = in_elements.try_emplace(base, data, motion, base, spans, arithmetic).first->second;
            const std::span<const PointBox> own_a = boxes.of(pair.a), own_b = boxes.of(pair.b);
            while (span < spans.count &&
                   (apart(own_a[span], own_b[span], gap) || apart(boxes_a[span], boxes_b[span], gap)))
                ++span;
            if (span == spans.count) continue;
        }
        pairs.push_back({pair.a, pair.b, own, spans.begin(span)});
    }
    return pairs;
}

}  // namespace tocca::robot::detail
