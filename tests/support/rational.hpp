// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/multiprecision/gmp.hpp>

namespace tocca::support {

/// Exact numbers on GMP. Every finite double converts to a Rational without rounding.
using Integer = boost::multiprecision::mpz_int;
using Rational = boost::multiprecision::mpq_rational;

}  // namespace tocca::support
