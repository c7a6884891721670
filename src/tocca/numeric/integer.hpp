// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
#include <span>
#include <vector>

#include "tocca/numeric/sign.hpp"

namespace tocca {

/// A signed integer of any size. Up to 1024 bits it lives on the stack: enough for every sign that a query with
/// coordinates of one magnitude asks for; larger ones go to the heap.
using Integer = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<1024, 0, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked,
                                           std::allocator<boost::multiprecision::limb_type>>,
    boost::multiprecision::et_off>;

[[nodiscard]] inline Sign sign_of(const Integer& x) { return static_cast<Sign>(x.sign()); }

/// Integers in the proportions of the given numbers: number = integer * 2^exponent, with one exponent for all.
struct CommonScale {
    std::vector<Integer> integers;
    int exponent = 0;
};

/// Scales doubles to integers by one power of two, exactly; the integers are as small as that allows.
///
/// Assumes: finite numbers.
[[nodiscard]] CommonScale to_common_integers(std::span<const double> numbers);

/// numerator / denominator rounded to a double, for magnitudes far outside the range of doubles too: overflow gives
/// infinity, underflow zero. Within two ulps; never used to decide anything.
///
/// Assumes: denominator > 0.
[[nodiscard]] double approximate_ratio(const Integer& numerator, const Integer& denominator);

/// x * 2^exponent rounded to a double, as approximate_ratio.
[[nodiscard]] double approximate(const Integer& x, int exponent = 0);

}  // namespace tocca
