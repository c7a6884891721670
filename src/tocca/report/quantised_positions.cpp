// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/quantised_positions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tocca {
namespace {

constexpr double max_number = 65535.0;
constexpr double greatest_coordinate = 1e300;  // so that differences are finite

double clamped(double coordinate)
{
    return std::isnan(coordinate) ? 0.0 : std::clamp(coordinate, -greatest_coordinate, greatest_coordinate);
}

}  // namespace

double QuantisedPositions::error() const { return 0.5 * *std::max_element(size.begin(), size.end()) / max_number; }

QuantisedPositions quantised(std::span<const std::vector<Point>> keys, std::span<const std::size_t> chosen)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    QuantisedPositions result{.low = {infinity, infinity, infinity}, .size = {-infinity, -infinity, -infinity}};
    std::size_t count = 0;
    for (const std::size_t key : chosen) {
        count += 3 * keys[key].size();
        for (const Point& point : keys[key]) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double coordinate = clamped(point[axis]);
                result.low[axis] = std::min(result.low[axis], coordinate);
                result.size[axis] = std::max(result.size[axis], coordinate);
            }
        }
    }
    if (count == 0) return {};
    Point scale = {};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        result.size[axis] -= result.low[axis];
        scale[axis] = result.size[axis] > 0.0 ? max_number / result.size[axis] : 0.0;
        if (!std::isfinite(scale[axis])) scale[axis] = result.size[axis] = 0.0;  // an extent that is next to nothing
    }
    result.numbers.reserve(count);
    for (const std::size_t key : chosen) {
        for (const Point& point : keys[key]) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double number = std::round((clamped(point[axis]) - result.low[axis]) * scale[axis]);
                result.numbers.push_back(static_cast<std::uint16_t>(std::clamp(number, 0.0, max_number)));
            }
        }
    }
    return result;
}

}  // namespace tocca
