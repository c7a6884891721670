// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/detail/link_boxes.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "tocca/motion/sine_cosine.hpp"
#include "tocca/numeric/interval.hpp"
#include "tocca/numeric/taylor_model.hpp"

namespace tocca::robot::detail {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double u = 0x1p-53;
constexpr double max_length = 1e15;
constexpr double max_rate = 1e6;
/// What turns more slowly is taken to be at rest: slack has room for it.
constexpr double least_rate = 1e-100;

/// A part of the time: [begin, end] is in [middle - half, middle + half].
struct Span {
    double begin, end, middle, half;
};

Span span_at(const TimeSpans& spans, std::size_t index)
{
    const double begin = spans.begin(index), end = spans.begin(index + 1), middle = 0.5 * (begin + end);
    return {begin, end, middle, rounded_up(rounded_up(std::max(end - middle, middle - begin)))};
}

/// What the two kinds of numbers have in common: + and * and the functions here.
struct TaylorArithmetic {
    using Number = TaylorModel;
    struct Turn {
        Number sine, cosine;
    };

    static Number constant(double x) { return TaylorModel::constant(x); }
    static Number time(const Span& span) { return TaylorModel::linear(span.middle, span.half); }
    static Number enlarged(const Number& x, double by) { return widened(x, by); }

    /// Of the angle rate * t. sine_cosine errs by 2u, the angle in the middle by u of itself, that from there to the end
    /// too.
    static Turn turn(double rate, const Span& span)
    {
        const double angle = rate * span.middle, reach = rate * span.half;
        if (!(std::abs(angle) <= 0x1p20)) return {{{}, 1.0}, {{}, 1.0}};
        const motion::SineCosine middle = motion::sine_cosine(angle);
        const double error = u * (4.0 + 2.0 * (std::abs(angle) + reach));
        const TaylorSineCosine models = sine_cosine_model(middle.sine, middle.cosine, error, reach);
        return {models.sine, models.cosine};
    }

    /// The range of centre +- half[0] axis[0] +- half[1] axis[1] +- half[2] axis[2] over all signs.
    ///
    /// A corner's Bernstein coefficients are the same sums of those of its parts, so the largest of all corners is found
    /// without going through them. Their sums pass 5 roundings more than the parts: 16u of all sizes.
    static Interval corners(const Number& centre, const std::array<const Number*, 3>& axes, const Vector3d& half)
    {
        const BernsteinHalves middle = bernstein_halves(centre);
        BernsteinHalves reach = {};
        double size = centre.size(), radius = centre.radius;
        for (std::size_t i = 0; i < 3; ++i) {
            const double length = half[static_cast<Eigen::Index>(i)];
            const BernsteinHalves axis = bernstein_halves(*axes[i]);
            for (std::size_t k = 0; k < axis.size(); ++k) reach[k] += length * std::abs(axis[k]);
            size += length * axes[i]->size();
            radius += length * axes[i]->radius;
        }
        double low = middle[0] - reach[0], high = middle[0] + reach[0];
        for (std::size_t k = 1; k < reach.size(); ++k) {
            low = std::min(low, middle[k] - reach[k]);
            high = std::max(high, middle[k] + reach[k]);
        }
        const double beyond = (radius + 16 * u * size) * TaylorModel::up + TaylorModel::least;
        return {rounded_down(low - beyond), rounded_up(high + beyond)};
    }
};

Interval combination(const std::array<double, 3>& k, const Interval& x, const Interval& y, const Interval& z)
{
    return (k[0] * x + k[1] * y) + k[2] * z;
}

struct IntervalArithmetic {
    using Number = Interval;
    struct Turn {
        Number sine, cosine;
    };

    static Number constant(double x) { return {x, x}; }
    static Number time(const Span& span) { return {span.begin, span.end}; }
    static Number enlarged(const Number& x, double by) { return x + Interval{-by, by}; }

    static Turn turn(double rate, const Span& span)
    {
        const Interval angle = rate * time(span);
        return {sine(angle), cosine(angle)};
    }

    static Interval corners(const Number& centre, const std::array<const Number*, 3>& axes, const Vector3d& half)
    {
        Interval all = centre;
        for (std::size_t i = 0; i < 3; ++i) {
            const double reach = rounded_up(half[static_cast<Eigen::Index>(i)] * axes[i]->magnitude());
            all = all + Interval{-reach, reach};
        }
        return all;
    }
};

/// The element as the product of constant matrices and a turn about the first coordinate axis, in the parent's frame:
/// exp(t [w]) rotation = basis turn(rate t) rest.
struct Step {
    std::size_t parent = 0;  ///< a step before this one, counted from 1; 0 is the base
    Vector3d start, velocity;
    Matrix3d basis = Matrix3d::Identity();  ///< a right-handed frame, the axis its first column
    Matrix3d rest = Matrix3d::Identity();
    double rate = 0.0;
    double axis_slack = 0.0;  ///< what rounding may change in any component of the turned axes
    double origin_slack = 0.0;
};

/// A frame with that unit vector as its first axis: coordinate axes where it is one.
Matrix3d frame_along(const Vector3d& axis)
{
    Eigen::Index least = 0;
    axis.cwiseAbs().minCoeff(&least);
    Matrix3d frame;
    frame.col(0) = axis;
    frame.col(1) = axis.cross(Vector3d::Unit(least)).normalized();
    frame.col(2) = axis.cross(frame.col(1)).normalized();
    return frame;
}

/// Slack, as the norm of a column of turned axes and hence of any component of it in any frame. Frames are within 8u of
/// orthonormal ones that have the exact axis: 14u for a column of the basis times what is turned, 14u + 6u for that of
/// `rest` and its own rounding, per component, and 32u for the rotation given: (20 + 32) sqrt(3) < 91u. The rate errs by
/// 3u of itself, the angle, for t <= 1, by the same. 256u leaves room for frames above that are not quite orthonormal.
Step step_of(const ChainElement& element)
{
    Step step{.start = element.start, .velocity = element.velocity};
    step.rate = element.angular_velocity.norm();
    if (step.rate > least_rate) {
        step.basis = frame_along(element.angular_velocity / step.rate);
    } else {
        step.rate = 0.0;
    }
    step.rest = step.basis.transpose() * element.rotation;
    step.axis_slack = u * (256.0 + 8.0 * step.rate);
    step.origin_slack = 64.0 * u * (element.start.cwiseAbs().maxCoeff() + element.velocity.cwiseAbs().maxCoeff());
    return step;
}

template <class Number>
using Vector = std::array<Number, 3>;

template <class Number>
struct Frame {
    std::array<Vector<Number>, 3> axes;
    Vector<Number> origin;
};

template <class Number>
void add(Vector<Number>& sum, const Vector<Number>& x)
{
    for (std::size_t i = 0; i < 3; ++i) sum[i] = sum[i] + x[i];
}

/// The vector with these coordinates along the axes; an axis itself costs nothing.
template <class Number>
Vector<Number> along(const std::array<Vector<Number>, 3>& axes, const Vector3d& k)
{
    for (std::size_t i = 0; i < 3; ++i) {
        const auto coordinate = [&](std::size_t j) { return k[static_cast<Eigen::Index>(j % 3)]; };
        if (std::abs(coordinate(i)) != 1.0 || coordinate(i + 1) != 0.0 || coordinate(i + 2) != 0.0) continue;
        if (coordinate(i) > 0.0) return axes[i];
        return {-axes[i][0], -axes[i][1], -axes[i][2]};
    }
    Vector<Number> sum;
    for (std::size_t i = 0; i < 3; ++i) {
        sum[i] = combination({k[0], k[1], k[2]}, axes[0][i], axes[1][i], axes[2][i]);
    }
    return sum;
}

template <class Arithmetic>
Frame<typename Arithmetic::Number> frame_below(const Frame<typename Arithmetic::Number>& above, const Step& step,
                                               const Span& span)
{
    using Number = typename Arithmetic::Number;
    Frame<Number> frame{.axes = above.axes, .origin = above.origin};
    if (!step.start.isZero(0.0)) add(frame.origin, along(above.axes, step.start));
    if (!step.velocity.isZero(0.0)) {
        Vector<Number> way = along(above.axes, step.velocity);
        for (Number& x : way) x = x * Arithmetic::time(span);
        add(frame.origin, way);
    }
    for (Number& x : frame.origin) x = Arithmetic::enlarged(x, step.origin_slack);

    if (step.rate > 0.0) {
        const typename Arithmetic::Turn turn = Arithmetic::turn(step.rate, span);
        const Vector<Number> y = along(above.axes, step.basis.col(1)), z = along(above.axes, step.basis.col(2));
        frame.axes[0] = along(above.axes, step.basis.col(0));
        for (std::size_t i = 0; i < 3; ++i) {
            frame.axes[1][i] = turn.cosine * y[i] + turn.sine * z[i];
            frame.axes[2][i] = turn.cosine * z[i] - turn.sine * y[i];
        }
    }
    frame.axes = {along(frame.axes, step.rest.col(0)), along(frame.axes, step.rest.col(1)),
                  along(frame.axes, step.rest.col(2))};
    for (Vector<Number>& axis : frame.axes) {
        for (Number& x : axis) x = Arithmetic::enlarged(x, step.axis_slack);
    }
    return frame;
}

PointBox all_of_space()
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
}

template <class Arithmetic>
PointBox box_in(const Frame<typename Arithmetic::Number>& frame, const LinkBox& link)
{
    using Number = typename Arithmetic::Number;
    Vector<Number> centre = along(frame.axes, link.box.centre);
    add(centre, frame.origin);
    const std::array axes = {along(frame.axes, link.box.axes.col(0)), along(frame.axes, link.box.axes.col(1)),
                             along(frame.axes, link.box.axes.col(2))};
    PointBox box;
    for (std::size_t i = 0; i < 3; ++i) {
        const Interval reach =
            Arithmetic::corners(centre[i], {&axes[0][i], &axes[1][i], &axes[2][i]}, link.box.half_lengths);
        box.lower[i] = rounded_down(reach.lower - link.padding);
        box.upper[i] = rounded_up(reach.upper + link.padding);
        if (!(box.upper[i] - box.lower[i] >= 0.0)) return all_of_space();
    }
    return box;
}

template <class Arithmetic>
void find_boxes(std::span<const Step> steps, std::span<const std::size_t> step_of_link, std::span<const LinkBox> links,
                const TimeSpans& spans, std::vector<PointBox>& boxes)
{
    using Number = typename Arithmetic::Number;
    std::vector<Frame<Number>> frames(steps.size() + 1);
    for (std::size_t i = 0; i < 3; ++i) {
        frames[0].origin[i] = Arithmetic::constant(0.0);
        for (std::size_t j = 0; j < 3; ++j) frames[0].axes[i][j] = Arithmetic::constant(i == j ? 1.0 : 0.0);
    }
    for (std::size_t index = 0; index < spans.count; ++index) {
        const Span span = span_at(spans, index);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            frames[i + 1] = frame_below<Arithmetic>(frames[steps[i].parent], steps[i], span);
        }
        for (std::size_t i = 0; i < links.size(); ++i) {
            boxes[i * spans.count + index] = box_in<Arithmetic>(frames[step_of_link[i]], links[i]);
        }
    }
}

/// Whether no number of the input is too great for what is proven; NaN is.
bool within_range(const ChainElement& element)
{
    return element.start.cwiseAbs().sum() <= max_length && element.velocity.cwiseAbs().sum() <= max_length &&
           element.angular_velocity.cwiseAbs().sum() <= max_rate && element.rotation.cwiseAbs().sum() <= 9.5;
}

bool within_range(const LinkBox& link)
{
    return link.box.centre.cwiseAbs().sum() <= max_length && link.box.half_lengths.cwiseAbs().sum() <= max_length &&
           link.box.axes.cwiseAbs().sum() <= 9.5 && link.padding <= max_length;
}

/// The elements between the base and the links, and which of them each link moves with.
struct Way {
    std::vector<Step> steps;
    std::vector<std::size_t> step_of_link;  ///< counted from 1; 0 is the base
    bool within_range = true;
};

Way way_to(std::span<const ChainElement> elements, ElementId base, std::span<const LinkBox> links)
{
    std::vector<bool> needed(elements.size(), false);
    for (const LinkBox& link : links) {
        for (ElementId id = link.element; id != base; id = elements[id].parent) {
            if (id >= elements.size()) throw std::invalid_argument("a link must move with an element below the base");
            if (elements[id].parent != no_element && elements[id].parent >= id) {
                throw std::invalid_argument("an element must come after its parent");
            }
            if (needed[id]) break;
            needed[id] = true;
        }
    }
    Way way;
    std::vector<std::size_t> number(elements.size(), 0);
    for (std::size_t id = 0; id < elements.size(); ++id) {
        if (!needed[id]) continue;
        way.steps.push_back(step_of(elements[id]));
        number[id] = way.steps.size();
        if (elements[id].parent != base) way.steps.back().parent = number[elements[id].parent];
        way.within_range = way.within_range && within_range(elements[id]);
    }
    for (const LinkBox& link : links) {
        way.step_of_link.push_back(link.element == base ? 0 : number[link.element]);
        way.within_range = way.within_range && within_range(link);
    }
    return way;
}

}  // namespace

std::size_t span_count(std::span<const ChainElement> elements, const SpanChoice& choice)
{
    std::vector<double> turns(elements.size());
    double greatest = 0.0;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const ElementId parent = elements[i].parent;
        turns[i] = elements[i].angular_velocity.norm() + (parent < i ? turns[parent] : 0.0);
        greatest = std::max(greatest, turns[i]);
    }
    const double wanted = std::ceil(greatest * choice.duration / (2.0 * choice.max_turn));
    if (!(wanted < static_cast<double>(choice.max_count))) return choice.max_count;
    return std::max<std::size_t>(1, static_cast<std::size_t>(wanted));
}

std::vector<PointBox> link_boxes(std::span<const ChainElement> elements, ElementId base, std::span<const LinkBox> links,
                                 const TimeSpans& spans, BoxArithmetic arithmetic)
{
    if (spans.count == 0) throw std::invalid_argument("there must be at least one time span");
    const Way way = way_to(elements, base, links);
    std::vector<PointBox> boxes(links.size() * spans.count, all_of_space());
    if (!way.within_range) return boxes;
    if (arithmetic == BoxArithmetic::taylor) {
        find_boxes<TaylorArithmetic>(way.steps, way.step_of_link, links, spans, boxes);
    } else {
        find_boxes<IntervalArithmetic>(way.steps, way.step_of_link, links, spans, boxes);
    }
    return boxes;
}

}  // namespace tocca::robot::detail
