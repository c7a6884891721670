// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tocca::scenes {

/// Random numbers that are the same everywhere.
///
/// Source: Steele, Lea, Flood 2014, SplitMix64.
class SeededRandom {
public:
    explicit SeededRandom(std::uint64_t seed) : state_(seed) {}

    std::uint64_t word()
    {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }

    /// Uniform in [0, 1), a multiple of 2^-53.
    double unit() { return static_cast<double>(word() >> 11) * 0x1p-53; }
    /// Uniform in [low, high).
    double between(double low, double high) { return low + (high - low) * unit(); }

private:
    std::uint64_t state_;
};

}  // namespace tocca::scenes
