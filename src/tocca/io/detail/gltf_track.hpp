// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "tocca/io/detail/gltf_document.hpp"

namespace tocca::io::detail {

/// What moves along a track decides how it is interpolated: a rotation is a quaternion x, y, z, w.
enum class GltfTarget { translation, rotation, scale, weights };

/// Values of a property of a node over time.
class GltfTrack {
public:
    /// Reads a sampler whose values have `components` each.
    ///
    /// Throws: Error (malformed_file, not_finite, index_out_of_range).
    GltfTrack(const GltfDocument& document, const DocumentPlace& sampler, GltfTarget target, std::size_t components);

    [[nodiscard]] double begin() const { return times_.front(); }
    [[nodiscard]] double end() const { return times_.back(); }

    /// The value at a time in seconds; before the first key that of the first, after the last that of the last.
    /// Source: glTF 2.0, appendix C, animation sampler interpolation modes.
    [[nodiscard]] std::vector<double> at(double time) const;

private:
    enum class Interpolation { linear, step, cubic_spline };

    [[nodiscard]] const double* value(std::size_t key) const;
    [[nodiscard]] std::vector<double> linear(std::size_t key, double fraction) const;
    [[nodiscard]] std::vector<double> cubic(std::size_t key, double fraction) const;

    std::vector<double> times_;
    std::vector<double> values_;  ///< of a spline: tangent before, value and tangent after each key
    std::size_t components_;
    Interpolation interpolation_ = Interpolation::linear;
    GltfTarget target_;
};

}  // namespace tocca::io::detail
