// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tocca {

/// Numbers made small for a report. docs/report_format.md describes how to read them back.
struct PackedBlock {
    std::string_view type;   ///< "u8", "u16", "u32", "f32" or "f64"
    std::size_t count = 0;   ///< numbers
    std::size_t stride = 1;  ///< numbers from one to the one it is predicted from
    int order = 0;           ///< of the prediction: 0 none, 1 by the one before, 2 by the line through the two before
    bool shuffled = true;    ///< first bytes of all numbers first, then the second ones
    std::string bytes = {};  ///< a zlib stream
};

/// How integers are predicted.
struct Prediction {
    std::size_t stride = 1;
    int order = 0;
    /// Numbers before the first one, as many as the stride, that the reader knows already; or none.
    std::span<const std::uint16_t> before = {};
};

/// Packs numbers.
///
/// Guarantee: the same bytes for the same numbers.
/// Throws:    std::invalid_argument for a stride of 0, an order other than 0, 1, 2, and numbers before that are not as many
///            as the stride.
/// Cost:      linear; some 30 MB/s, which is the deflating.
[[nodiscard]] PackedBlock packed(std::span<const std::uint8_t> numbers, const Prediction& prediction = {});
[[nodiscard]] PackedBlock packed(std::span<const std::uint16_t> numbers, const Prediction& prediction = {});
[[nodiscard]] PackedBlock packed(std::span<const std::uint32_t> numbers, const Prediction& prediction = {});
[[nodiscard]] PackedBlock packed(std::span<const float> numbers);
[[nodiscard]] PackedBlock packed(std::span<const double> numbers);

/// The order, 1 or 2, that leaves the smaller differences.
[[nodiscard]] int better_order(std::span<const std::uint16_t> numbers, const Prediction& prediction);

}  // namespace tocca
