// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/safe_step.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/deformable/detail/start_crossings.hpp"
#include "tocca/numeric/dyadic_bracket.hpp"

namespace tocca::deformable {
namespace {

/// The positions of all objects, one list per object.
std::vector<std::vector<Point>> scene_at(const MovingScene& scene, double step)
{
    std::vector<std::vector<Point>> result;
    for (ObjectId object = 0; object < scene.object_count(); ++object)
        result.push_back(positions_at(scene, object, step));
    return result;
}

std::vector<std::span<const Point>> spans_of(const std::vector<std::vector<Point>>& positions)
{
    return {positions.begin(), positions.end()};
}

/// Steps to try, each shorter than the one before. They start from a time proven free in exact arithmetic, so that only
/// the rounding of positions can spoil one: they shrink first by a few cells of the time grid, four times as many each time,
/// then by halves.
class ShrinkingStep {
public:
    ShrinkingStep(double first, double tolerance)
        : first_(first), less_(std::ldexp(1.0, -grid_exponent(tolerance))), step_(first)
    {}

    [[nodiscard]] double value() const { return step_; }

    void shrink()
    {
        const double shorter = first_ - less_;
        if (shorter > 0.5 * first_) {
            step_ = shorter;
            less_ *= 4.0;
        } else {
            step_ = ++halvings_ > max_halvings ? 0.0 : 0.5 * step_;
        }
    }

private:
    // With the 26 steps at most that the finest grid of 2^-52 takes to reach a half, fewer than a hundred.
    static constexpr int max_halvings = 64;

    double first_;
    double less_;
    double step_;
    int halvings_ = 0;
};

}  // namespace

Point position_at(const Point& start, const Point& end, double step)
{
    if (step == 0.0) return start;
    if (step == 1.0) return end;
    Point result;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double a = start[axis], b = end[axis];
        const double way = b - a;
        // Ends of different sign may be farther apart than the largest double.
        const double at = std::isfinite(way) ? a + step * way : (1.0 - step) * a + step * b;
        result[axis] = std::clamp(at, std::min(a, b), std::max(a, b));
    }
    return result;
}

std::vector<Point> positions_at(const MovingScene& scene, ObjectId object, double step)
{
    require(step >= 0.0 && step <= 1.0, "a step must be in [0, 1]");
    const auto count = static_cast<VertexId>(scene.object(object).mesh.vertex_count());
    std::vector<Point> positions;
    positions.reserve(count);
    for (VertexId vertex = 0; vertex < count; ++vertex)
        positions.push_back(position_at(scene.start(object, vertex), scene.end(object, vertex), step));
    return positions;
}

SafeStep safe_step(const MovingScene& scene, const QueryOptions& options)
{
    SafeStep result{first_contact(scene, options)};
    result.step = result.safe_until;
    // A whole step ends at positions that were given, any other at positions that are rounded.
    if (result.step == 0.0 || result.step == 1.0) return result;

    QueryOptions whole = options;
    whole.until = 1.0;
    const std::vector<std::vector<Point>> start = scene_at(scene, 0.0);
    MovingScene shortened(scene);
    ShrinkingStep step(result.step, bracket_width(options));
    for (; step.value() > 0.0; step.shrink()) {
        ++result.tested_steps;
        shortened.set_step(spans_of(start), spans_of(scene_at(scene, step.value())), options.threads);
        if (!any_event(shortened, whole)) break;
    }
    result.step = step.value();
    if (result.step > 0.0) detail::note_no_contact(scene, options, result.step);
    return result;
}

}  // namespace tocca::deformable
