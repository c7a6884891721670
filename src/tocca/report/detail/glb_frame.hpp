// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/report/recorded_motion.hpp"

namespace tocca::report::detail {

/// A box around points.
class PointBox {
public:
    void add(const Point& point);
    /// The middle, without overflow; the origin of an empty box.
    [[nodiscard]] Point middle() const;
    /// Half of the longest side; 0 for an empty box.
    [[nodiscard]] double half_side() const;
    /// The greatest coordinate, whatever its sign.
    [[nodiscard]] double reach() const;
    /// What floats are taken relative to: the middle, if the box lies far from the origin for its size, or else the origin.
    [[nodiscard]] Point origin() const;

private:
    bool empty_ = true;
    Point low_ = {};
    Point high_ = {};
};

/// The places of a recording that become floats, body by body.
struct BodyBoxes {
    PointBox positions;  ///< at all keys
    PointBox path;       ///< of the origin of a body that moves as a whole
};
/// Throws: Error (not_finite) for NaN and infinity.
[[nodiscard]] std::vector<BodyBoxes> body_boxes(const RecordedMotion& motion);

/// The power of two that lengths of a recording are divided by so that floats hold them; 1 for lengths that are not huge or
/// tiny.
[[nodiscard]] double float_unit(const std::vector<BodyBoxes>& boxes);

/// The times of keys in seconds as floats that increase: those of a cut, or nearer than floats tell, are one float apart.
[[nodiscard]] std::vector<float> key_seconds(const std::vector<double>& times);

}  // namespace tocca::report::detail
