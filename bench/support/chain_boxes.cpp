// SPDX-License-Identifier: Apache-2.0
#include "support/chain_boxes.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "scenes/random_pose.hpp"
#include "tocca/robot/detail/link_boxes.hpp"

namespace tocca::bench {
namespace {

using robot::detail::ChainElement;

std::vector<ChainElement> random_chain(const BoxedChains& chains, scenes::SeededRandom& random)
{
    std::vector<ChainElement> elements(chains.links);
    for (std::size_t i = 0; i < chains.links; ++i) {
        ChainElement& element = elements[i];
        const Eigen::Vector3d drawn = scenes::random_direction(random);
        const Eigen::Vector3d axis = chains.axes == ChainAxes::random ? drawn : Eigen::Vector3d::UnitZ();
        const double angle = random.between(-std::numbers::pi / 4, std::numbers::pi / 4);
        element.rotation = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
        element.angular_velocity = chains.turn * axis;
        if (i == 0) continue;
        element.start = Eigen::Vector3d::UnitX();
        element.parent = static_cast<robot::detail::ElementId>(i - 1);
    }
    return elements;
}

std::vector<robot::detail::LinkBox> boxes_of_links(std::size_t links)
{
    std::vector<robot::detail::LinkBox> boxes(links);
    for (std::size_t i = 0; i < links; ++i) {
        boxes[i].element = static_cast<robot::detail::ElementId>(i);
        boxes[i].box.centre = {0.5, 0.0, 0.0};
        boxes[i].box.half_lengths = {0.5, 0.1, 0.1};
    }
    return boxes;
}

double volume(const PointBox& box)
{
    double product = 1.0;
    for (std::size_t axis = 0; axis < 3; ++axis) product *= box.upper[axis] - box.lower[axis];
    return product;
}

}  // namespace

std::size_t usual_spans(const BoxedChains& chains)
{
    scenes::SeededRandom random(chains.seed);
    return robot::detail::span_count(random_chain(chains, random));
}

std::vector<double> volume_ratios(const BoxedChains& chains)
{
    scenes::SeededRandom random(chains.seed);
    const std::vector<robot::detail::LinkBox> links = boxes_of_links(chains.links);
    const robot::detail::TimeSpans spans{.count = chains.spans};
    std::vector<double> logarithms(chains.links, 0.0);
    for (std::size_t chain = 0; chain < chains.chains; ++chain) {
        const std::vector<ChainElement> elements = random_chain(chains, random);
        const auto boxes = [&](robot::detail::BoxArithmetic arithmetic) {
            return robot::detail::link_boxes(elements, robot::detail::no_element, links, spans, arithmetic);
        };
        const std::vector<PointBox> taylor = boxes(robot::detail::BoxArithmetic::taylor);
        const std::vector<PointBox> interval = boxes(robot::detail::BoxArithmetic::interval);
        for (std::size_t i = 0; i < taylor.size(); ++i)
            logarithms[i / chains.spans] += std::log(volume(interval[i]) / volume(taylor[i]));
    }
    std::vector<double> ratios;
    for (const double sum : logarithms)
        ratios.push_back(std::exp(sum / static_cast<double>(chains.chains * chains.spans)));
    return ratios;
}

double mean_ratio(const std::vector<double>& ratios)
{
    double sum = 0.0;
    for (std::size_t i = 1; i < ratios.size(); ++i) sum += std::log(ratios[i]);
    return std::exp(sum / static_cast<double>(ratios.size() - 1));
}

}  // namespace tocca::bench
