// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tocca::motion {

struct SineCosine {
    double sine, cosine;
};

/// The sine and the cosine of an angle in radians, both within 2^-52 of the exact ones.
///
/// Written out rather than taken from the C library, so that the bound is proven and every machine gives the same bits.
/// Assumes: |angle| <= 2^20.
/// Cost:    some ten nanoseconds.
[[nodiscard]] SineCosine sine_cosine(double angle);

}  // namespace tocca::motion
