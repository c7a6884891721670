// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/detail/link_boxes.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/effort.hpp"
#include "support/random.hpp"

namespace tocca::robot::detail::link_boxes_test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using support::effort;
using support::Random;
using Real = long double;
using RealVector = Eigen::Matrix<Real, 3, 1>;
using RealMatrix = Eigen::Matrix<Real, 3, 3>;

constexpr double infinity = std::numeric_limits<double>::infinity();

Vector3d any_vector(Random& random) { return {random.signed_unit(), random.signed_unit(), random.signed_unit()}; }

Vector3d any_axis(Random& random)
{
    if (random.chance(0.5)) return random.pick({1.0, -1.0}) * Vector3d::Unit(random.between(0, 2));
    return any_vector(random).normalized();
}

Matrix3d any_rotation(Random& random)
{
    if (random.chance(0.4)) return Matrix3d::Identity();
    return Eigen::AngleAxisd(4.0 * random.signed_unit(), any_vector(random).normalized()).toRotationMatrix();
}

/// At rest, turning, sliding or both; turns of up to `turn` radians.
ChainElement any_element(Random& random, double turn, double scale)
{
    ChainElement element{.rotation = any_rotation(random)};
    if (random.chance(0.8)) element.start = scale * any_vector(random);
    const int kind = random.between(0, 5);
    if (kind >= 1) element.angular_velocity = turn * random.signed_unit() * any_axis(random);
    if (kind == 1 || kind == 2) element.velocity = scale * random.signed_unit() * any_axis(random);
    if (kind == 1) element.angular_velocity.setZero();
    return element;
}

LinkBox any_link(Random& random, ElementId element, double scale)
{
    LinkBox link{.element = element, .padding = random.chance(0.5) ? 0.0 : 0.1 * scale * random.unit()};
    link.box.axes = any_rotation(random);
    if (random.chance(0.8)) link.box.centre = scale * any_vector(random);
    if (random.chance(0.9)) link.box.half_lengths = scale * any_vector(random).cwiseAbs();
    return link;
}

/// Where a point of an element is in the frame of the base, by the definition of a chain.
RealVector place(const std::vector<ChainElement>& elements, ElementId element, ElementId base, Real t, RealVector x)
{
    for (ElementId id = element; id != base; id = elements[id].parent) {
        const ChainElement& e = elements[id];
        x = e.rotation.cast<Real>() * x;
        const RealVector w = e.angular_velocity.cast<Real>();
        const Real rate = w.norm();
        if (rate > 0.0L) {
            const RealVector a = w / rate, turned = a.cross(x);
            x = x + std::sin(rate * t) * turned + (1.0L - std::cos(rate * t)) * a.cross(turned);
        }
        x += e.start.cast<Real>() + t * e.velocity.cast<Real>();
    }
    return x;
}

/// A corner of a link or a point in it, with what its padding adds.
RealVector point_of(Random& random, const LinkBox& link)
{
    RealVector x = link.box.centre.cast<Real>();
    for (Eigen::Index i = 0; i < 3; ++i) {
        const double part = random.chance(0.8) ? random.pick({-1.0, 1.0}) : random.signed_unit();
        x += static_cast<Real>(part) * static_cast<Real>(link.box.half_lengths[i]) * link.box.axes.col(i).cast<Real>();
    }
    return x;
}

testing::AssertionResult holds(const PointBox& box, const RealVector& x, double padding)
{
    for (std::size_t i = 0; i < 3; ++i) {
        const Real at = x[static_cast<Eigen::Index>(i)];
        if (static_cast<Real>(box.lower[i]) > at - static_cast<Real>(padding) ||
            static_cast<Real>(box.upper[i]) < at + static_cast<Real>(padding)) {
            return testing::AssertionFailure() << "axis " << i << ": " << box.lower[i] << " .. " << box.upper[i]
                                               << " does not hold " << static_cast<double>(at) << " +- " << padding;
        }
    }
    return testing::AssertionSuccess();
}

/// Samples what moves with the links and looks for it in their boxes.
void check(Random& random, const std::vector<ChainElement>& elements, ElementId base, const std::vector<LinkBox>& links,
           const TimeSpans& spans, int samples)
{
    for (const BoxArithmetic arithmetic : {BoxArithmetic::taylor, BoxArithmetic::interval}) {
        const std::vector<PointBox> boxes = link_boxes(elements, base, links, spans, arithmetic);
        ASSERT_EQ(boxes.size(), links.size() * spans.count);
        for (std::size_t i = 0; i < links.size(); ++i) {
            for (std::size_t k = 0; k < spans.count; ++k) {
                for (int sample = 0; sample < samples; ++sample) {
                    const double part = sample == 0 ? 0.0 : sample == 1 ? 1.0 : random.unit();
                    const Real begin = spans.begin(k), end = spans.begin(k + 1);
                    const Real t = begin + static_cast<Real>(part) * (end - begin);
                    const RealVector x = place(elements, links[i].element, base, t, point_of(random, links[i]));
                    ASSERT_TRUE(holds(boxes[i * spans.count + k], x, links[i].padding))
                        << "link " << i << " span " << k;
                }
            }
        }
    }
}

TEST(LinkBoxes, HoldChainsOfAnyDepth)
{
    Random random(1);
    for (std::size_t round = 0; round < effort(600); ++round) {
        const int depth = random.between(1, 30);
        const double turn = random.pick({0.0, 1e-200, 1e-8, 0.1, 1.0, 4.0, 30.0});
        const double scale = random.pick({1e-6, 1.0, 1.0, 1e6});
        std::vector<ChainElement> elements;
        std::vector<LinkBox> links;
        for (int i = 0; i < depth; ++i) {
            elements.push_back(any_element(random, turn, scale));
            if (i > 0) elements.back().parent = static_cast<ElementId>(i - 1);
            if (i + 1 == depth || random.chance(0.3)) {
                links.push_back(any_link(random, static_cast<ElementId>(i), scale));
            }
        }
        const double from = random.chance(0.5) ? 0.0 : 0.5 * random.unit();
        const TimeSpans spans{.from = from,
                              .to = random.chance(0.5) ? 1.0 : from + 0.5 * random.unit(),
                              .count = static_cast<std::size_t>(random.between(1, 9))};
        check(random, elements, no_element, links, spans, 12);
        if (HasFatalFailure()) return;
    }
}

TEST(LinkBoxes, HoldTreesInTheFrameOfAnyAncestor)
{
    Random random(2);
    for (std::size_t round = 0; round < effort(400); ++round) {
        std::vector<ChainElement> elements;
        for (std::size_t i = 0; i < 2 + random.below(20); ++i) {
            elements.push_back(any_element(random, 1.5, 1.0));
            if (i > 0 && random.chance(0.9)) elements.back().parent = static_cast<ElementId>(random.below(i));
        }
        const auto last = static_cast<ElementId>(elements.size() - 1);
        const ElementId base = elements[last].parent;
        std::vector<LinkBox> links = {any_link(random, last, 1.0)};
        if (base != no_element) links.push_back(any_link(random, base, 1.0));
        for (ElementId id = 0; id < last; ++id) {
            if (elements[id].parent == base) links.push_back(any_link(random, id, 1.0));
        }
        check(random, elements, base, links, {.count = span_count(elements)}, 12);
        if (HasFatalFailure()) return;
    }
}

TEST(LinkBoxes, AreTightWhereNothingTurns)
{
    // A slide along x, and one of half a turn about z that is cut into many parts.
    const std::vector<ChainElement> slide = {{.start = {1.0, 2.0, 3.0}, .velocity = {4.0, 0.0, 0.0}}};
    const std::vector<LinkBox> links = {{.element = 0, .box = {.half_lengths = {0.5, 0.25, 0.125}}, .padding = 1.0}};
    for (const BoxArithmetic arithmetic : {BoxArithmetic::taylor, BoxArithmetic::interval}) {
        const std::vector<PointBox> boxes = link_boxes(slide, no_element, links, {.count = 2}, arithmetic);
        ASSERT_EQ(boxes.size(), 2U);
        EXPECT_NEAR(boxes[0].lower[0], -0.5, 1e-12);
        EXPECT_NEAR(boxes[0].upper[0], 4.5, 1e-12);
        EXPECT_NEAR(boxes[1].lower[0], 1.5, 1e-12);
        EXPECT_NEAR(boxes[1].upper[0], 6.5, 1e-12);
        EXPECT_NEAR(boxes[1].upper[1], 3.25, 1e-12);
        EXPECT_NEAR(boxes[1].lower[2], 1.875, 1e-12);
    }
    const std::vector<ChainElement> turn = {{.angular_velocity = {0.0, 0.0, std::numbers::pi}}};
    const std::vector<LinkBox> point = {{.element = 0, .box = {.centre = {1.0, 0.0, 0.0}}}};
    const std::vector<PointBox> boxes = link_boxes(turn, no_element, point, {.count = 4});
    for (std::size_t k = 0; k < 4; ++k) {
        const double angle = std::numbers::pi * static_cast<double>(k) / 4, next = angle + std::numbers::pi / 4;
        EXPECT_NEAR(boxes[k].upper[0], std::cos(angle), 1e-2);
        EXPECT_NEAR(boxes[k].lower[0], std::cos(next), 1e-2);
        EXPECT_NEAR(boxes[k].lower[1], std::min(std::sin(angle), std::sin(next)), 1e-2);
        EXPECT_NEAR(boxes[k].upper[1], std::max(std::sin(angle), std::sin(next)), 1e-2);
    }
}

TEST(LinkBoxes, AreNotMuchLargerThanWhatTheLinkSweeps)
{
    Random random(3);
    double logarithms = 0.0;
    std::size_t widths = 0;
    for (std::size_t round = 0; round < effort(200); ++round) {
        std::vector<ChainElement> elements;
        for (ElementId i = 0; i < 8; ++i) {
            elements.push_back(any_element(random, 1.0, 1.0));
            elements.back().velocity.setZero();
            if (i > 0) elements.back().parent = i - 1;
        }
        LinkBox link = any_link(random, 7, 1.0);
        link.padding = 0.0;
        const TimeSpans spans{.count = span_count(elements)};
        const std::vector<PointBox> boxes = link_boxes(elements, no_element, std::vector{link}, spans);
        for (std::size_t k = 0; k < spans.count; ++k) {
            RealVector low = RealVector::Constant(1e9L), high = -low;
            for (int sample = 0; sample <= 16; ++sample) {
                const Real t = spans.begin(k) + (spans.begin(k + 1) - spans.begin(k)) * sample / 16;
                for (int corner = 0; corner < 8; ++corner) {
                    Vector3d x = link.box.half_lengths;
                    for (int i = 0; i < 3; ++i) x[i] *= (corner >> i & 1) != 0 ? 1.0 : -1.0;
                    const Vector3d in_element = link.box.centre + link.box.axes * x;
                    const RealVector y = place(elements, 7, no_element, t, in_element.cast<Real>());
                    low = low.cwiseMin(y);
                    high = high.cwiseMax(y);
                }
            }
            for (std::size_t i = 0; i < 3; ++i) {
                const auto swept =
                    static_cast<double>(high[static_cast<Eigen::Index>(i)] - low[static_cast<Eigen::Index>(i)]);
                if (swept < 1e-3) continue;
                const double ratio = (boxes[k].upper[i] - boxes[k].lower[i]) / swept;
                logarithms += std::log(ratio);
                ++widths;
            }
        }
    }
    const double mean = std::exp(logarithms / static_cast<double>(widths));
    RecordProperty("width_over_swept", std::to_string(mean));
    EXPECT_LT(mean, 1.01);
}

double volume(const PointBox& box)
{
    double product = 1.0;
    for (std::size_t i = 0; i < 3; ++i) product *= box.upper[i] - box.lower[i];
    return product;
}

/// Ten links of length 1 in a row, each turning by 45 degrees about z and y in turn: the geometric mean over the second
/// to the last of the volume of the interval box over that of the Taylor box, over all spans.
double interval_over_taylor(std::size_t count)
{
    std::vector<ChainElement> elements;
    std::vector<LinkBox> links;
    for (ElementId i = 0; i < 10; ++i) {
        elements.push_back({.start = {i == 0 ? 0.0 : 1.0, 0.0, 0.0},
                            .angular_velocity = std::numbers::pi / 4 * Vector3d::Unit(i % 2 == 0 ? 2 : 1)});
        if (i > 0) elements.back().parent = i - 1;
        links.push_back({.element = i, .box = {.centre = {0.5, 0.0, 0.0}, .half_lengths = {0.5, 0.1, 0.1}}});
    }
    const TimeSpans spans{.count = count};
    const std::vector<PointBox> taylor = link_boxes(elements, no_element, links, spans, BoxArithmetic::taylor);
    const std::vector<PointBox> interval = link_boxes(elements, no_element, links, spans, BoxArithmetic::interval);
    double logarithms = 0.0;
    for (std::size_t i = spans.count; i < taylor.size(); ++i) {
        logarithms += std::log(volume(interval[i]) / volume(taylor[i]));
    }
    return std::exp(logarithms / static_cast<double>(taylor.size() - spans.count));
}

TEST(LinkBoxes, TaylorBoxesAreTenTimesSmallerThanIntervalBoxes)
{
    // Over the whole motion at once, where boxes matter most; the shorter the parts, the less it takes to do well.
    EXPECT_GT(interval_over_taylor(1), 10.0);
    double before = std::numeric_limits<double>::infinity();
    for (const std::size_t count : {1U, 2U, 4U, 8U, 16U, 32U, 64U}) {
        const double ratio = interval_over_taylor(count);
        RecordProperty("interval_over_taylor_" + std::to_string(count), std::to_string(ratio));
        EXPECT_GT(ratio, 1.5);
        EXPECT_LT(ratio, before);
        before = ratio;
    }
}

TEST(LinkBoxes, SpansFollowTheTurns)
{
    std::vector<ChainElement> elements(3);
    EXPECT_EQ(span_count(elements), 1U);
    for (ElementId i = 0; i < 3; ++i) elements[i].angular_velocity = {1.0, 0.0, 0.0};
    EXPECT_EQ(span_count(elements), 1U);
    elements[1].parent = 0;
    elements[2].parent = 1;
    EXPECT_EQ(span_count(elements), 3U);
    EXPECT_EQ(span_count(elements, {.max_turn = 0.1}), 15U);
    EXPECT_EQ(span_count(elements, {.duration = 0.5}), 2U);
    EXPECT_EQ(span_count(elements, {.max_turn = 1e-9, .max_count = 40}), 40U);
    elements[2].angular_velocity.setConstant(std::numeric_limits<double>::quiet_NaN());
    EXPECT_GE(span_count(elements), 1U);
    const TimeSpans spans{.from = 0.25, .to = 0.75, .count = 4};
    EXPECT_EQ(spans.begin(0), 0.25);
    EXPECT_EQ(spans.begin(1), 0.375);
    EXPECT_EQ(spans.begin(4), 0.75);
}

TEST(LinkBoxes, AreAllOfSpaceForNumbersThatAreNone)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<LinkBox> links = {{.element = 0, .box = {.half_lengths = {1.0, 1.0, 1.0}}}};
    std::vector<std::vector<ChainElement>> cases(5, std::vector<ChainElement>(1));
    cases[0][0].start.x() = nan;
    cases[1][0].velocity.y() = infinity;
    cases[2][0].angular_velocity.z() = nan;
    cases[3][0].rotation(1, 1) = nan;
    cases[4][0].start.x() = 1e200;
    for (const std::vector<ChainElement>& elements : cases) {
        for (const BoxArithmetic arithmetic : {BoxArithmetic::taylor, BoxArithmetic::interval}) {
            const PointBox box = link_boxes(elements, no_element, links, {}, arithmetic)[0];
            EXPECT_EQ(box.lower[2], -infinity);
            EXPECT_EQ(box.upper[0], infinity);
        }
    }
    std::vector<LinkBox> wrong = links;
    wrong[0].box.half_lengths.x() = nan;
    EXPECT_EQ(link_boxes(std::vector<ChainElement>(1), no_element, wrong, {})[0].upper[1], infinity);
}

TEST(LinkBoxes, RefuseWhatIsNoChain)
{
    std::vector<ChainElement> elements(3);
    elements[1].parent = 0;
    const auto boxes = [&](ElementId base, ElementId element, std::size_t count = 1) {
        return link_boxes(elements, base, std::vector{LinkBox{.element = element}}, {.count = count}).size();
    };
    EXPECT_EQ(boxes(0, 1), 1U);
    EXPECT_EQ(boxes(0, 0), 1U);
    EXPECT_THROW((void)boxes(0, 2), std::invalid_argument);
    EXPECT_THROW((void)boxes(1, 0), std::invalid_argument);
    EXPECT_THROW((void)boxes(no_element, 3), std::invalid_argument);
    EXPECT_THROW((void)boxes(no_element, 0, 0), std::invalid_argument);
    elements[1].parent = 2;
    EXPECT_THROW((void)boxes(no_element, 1), std::invalid_argument);
    EXPECT_TRUE(link_boxes(elements, no_element, {}, {}).empty());
}

}  // namespace
}  // namespace tocca::robot::detail::link_boxes_test
