// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/gltf_track.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace tocca::io::detail {

GltfTrack::GltfTrack(const GltfDocument& document, const DocumentPlace& sampler, GltfTarget target,
                     std::size_t components)
    : components_(components), target_(target)
{
    if (const auto name = sampler.find("interpolation")) {
        if (name->text() == "STEP") {
            interpolation_ = Interpolation::step;
        } else if (name->text() == "CUBICSPLINE") {
            interpolation_ = Interpolation::cubic_spline;
        } else if (name->text() != "LINEAR") {
            name->fail("must be LINEAR, STEP or CUBICSPLINE");
        }
    }
    const GltfValues times = document.numbers(sampler.at("input"));
    const GltfValues values = document.numbers(sampler.at("output"));
    if (times.components != 1) sampler.at("input").fail("must name times");
    for (std::size_t i = 1; i < times.values.size(); ++i) {
        if (times.values[i] <= times.values[i - 1]) sampler.at("input").fail("names times that do not increase");
    }
    // Weights of all targets stand in one sampler as single values, one key after the other.
    const std::size_t parts = interpolation_ == Interpolation::cubic_spline ? 3 : 1;
    const std::size_t wanted = target == GltfTarget::weights ? 1 : components;
    if (values.components != wanted || values.values.size() != times.values.size() * parts * components) {
        sampler.at("output").fail("names " + std::to_string(values.count()) + " values, which do not match the " +
                                  std::to_string(times.values.size()) + " times");
    }
    times_ = times.values;
    values_ = values.values;
}

const double* GltfTrack::value(std::size_t key) const
{
    const std::size_t place = interpolation_ == Interpolation::cubic_spline ? 3 * key + 1 : key;
    return values_.data() + components_ * place;
}

std::vector<double> GltfTrack::at(double time) const
{
    const auto after = std::upper_bound(times_.begin(), times_.end(), time);
    const std::size_t key = after == times_.begin() ? 0 : static_cast<std::size_t>(after - times_.begin()) - 1;
    const bool between = after != times_.begin() && after != times_.end();
    if (!between || interpolation_ == Interpolation::step || time == times_[key]) {
        return {value(key), value(key) + components_};
    }
    const double fraction = (time - times_[key]) / (times_[key + 1] - times_[key]);
    return interpolation_ == Interpolation::linear ? linear(key, fraction) : cubic(key, fraction);
}

std::vector<double> GltfTrack::linear(std::size_t key, double fraction) const
{
    const double* from = value(key);
    const double* to = value(key + 1);
    if (target_ == GltfTarget::rotation) {
        const Eigen::Quaterniond start = Eigen::Quaterniond(from).normalized();
        const Eigen::Quaterniond between = start.slerp(fraction, Eigen::Quaterniond(to).normalized());
        return {between.x(), between.y(), between.z(), between.w()};
    }
    std::vector<double> result(components_);
    for (std::size_t i = 0; i < components_; ++i) result[i] = (1.0 - fraction) * from[i] + fraction * to[i];
    return result;
}

std::vector<double> GltfTrack::cubic(std::size_t key, double fraction) const
{
    const double t = fraction;
    const double span = times_[key + 1] - times_[key];
    const double* from = value(key);
    const double* leaving = from + components_;
    const double* to = value(key + 1);
    const double* arriving = to - components_;
    std::vector<double> result(components_);
    for (std::size_t i = 0; i < components_; ++i) {
        result[i] = (2 * t * t * t - 3 * t * t + 1) * from[i] + span * (t * t * t - 2 * t * t + t) * leaving[i] +
                    (3 * t * t - 2 * t * t * t) * to[i] + span * (t * t * t - t * t) * arriving[i];
    }
    return result;
}

}  // namespace tocca::io::detail
