// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <random>

namespace tocca::support {

/// A seeded source of test data: the same numbers from the same seed with every compiler and library.
class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    [[nodiscard]] std::uint64_t bits() { return engine_(); }

    /// Uniform in [0, 1), a multiple of 2^-53.
    [[nodiscard]] double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

    /// Uniform in [-1, 1).
    [[nodiscard]] double signed_unit() { return 2.0 * unit() - 1.0; }

    /// One of 0 .. count-1.
    [[nodiscard]] std::size_t below(std::size_t count)
    {
        return static_cast<std::size_t>(((bits() >> 32) * static_cast<std::uint64_t>(count)) >> 32);
    }

    /// An integer from least to greatest, both included.
    [[nodiscard]] int between(int least, int greatest)
    {
        return least + static_cast<int>(below(static_cast<std::size_t>(greatest - least + 1)));
    }

    [[nodiscard]] bool chance(double probability) { return unit() < probability; }

    template <typename Value>
    [[nodiscard]] Value pick(std::initializer_list<Value> values)
    {
        return values.begin()[below(values.size())];
    }

    /// `x` moved up or down by at most `most` units in the last place.
    [[nodiscard]] double nudged(double x, int most)
    {
        const double towards = chance(0.5) ? std::numeric_limits<double>::max() : std::numeric_limits<double>::lowest();
        for (int i = between(0, most); i > 0; --i) x = std::nextafter(x, towards);
        return x;
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace tocca::support
