// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "tocca/report/recorded_motion.hpp"

namespace tocca {

/// How a picture of a recording is drawn.
struct PictureOptions {
    std::size_t width = 1600;         ///< pixels, from 64 to 16384
    std::size_t height = 1000;        ///< pixels, from 64 to 16384
    bool dark = false;                ///< light lines on a dark ground
    std::optional<double> time = {};  ///< of the recording; otherwise the moment that shown_time() names
    std::string step_word = "step";   ///< what the text calls a step, such as "edge" for those of a robot's path
    int threads = 0;                  ///< 0: all that the machine offers
};

/// A picture of a recording as a PNG file: the bodies at one moment, the first contact on top of them and once more close
/// up, a line of text and a time line with the spans that are proven free.
///
/// Guarantee: the same pixels on every machine and for any number of threads.
/// Throws:    std::invalid_argument for a recording that breaks a rule, a size out of range and a time that is not finite.
/// Cost:      about a second for 100,000 triangles at the usual size.
[[nodiscard]] std::string png_of(const RecordedMotion& motion, const PictureOptions& options = {});

}  // namespace tocca
