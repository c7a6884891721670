// SPDX-License-Identifier: Apache-2.0
#include "tocca/base/floating_point.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <stdexcept>

#include <pmmintrin.h>

namespace tocca::floating_point_test {
namespace {

TEST(FloatingPoint, IsAsAssumedByDefault)
{
    EXPECT_TRUE(floating_point_as_assumed());
    EXPECT_NO_THROW(require_floating_point());
}

TEST(FloatingPoint, NoticesEveryOtherRoundingMode)
{
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        std::fesetround(mode);
        const bool as_assumed = floating_point_as_assumed();
        std::fesetround(FE_TONEAREST);
        EXPECT_FALSE(as_assumed) << mode;
    }
}

TEST(FloatingPoint, NoticesThatSubnormalsAreFlushed)
{
    const unsigned before = _mm_getcsr();
    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
    const bool flushed = floating_point_as_assumed();
    _mm_setcsr(before);
    EXPECT_FALSE(flushed);
    EXPECT_THROW(
        {
            std::fesetround(FE_UPWARD);
            try {
                require_floating_point();
            } catch (...) {
                std::fesetround(FE_TONEAREST);
                throw;
            }
            std::fesetround(FE_TONEAREST);
        },
        std::invalid_argument);
}

}  // namespace
}  // namespace tocca::floating_point_test
