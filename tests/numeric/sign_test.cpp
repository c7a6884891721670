// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/sign.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <type_traits>

#include "tocca/numeric/filtered_sign.hpp"

namespace tocca::sign_test {
namespace {

static_assert(!std::is_convertible_v<FilteredSign, Sign>, "cannot tell is never read as zero");
static_assert(!std::is_convertible_v<Sign, FilteredSign>);
static_assert(!std::is_convertible_v<FilteredSign, int> && !std::is_convertible_v<FilteredSign, bool>);

TEST(Sign, MultipliesAndNegatesLikeNumbers)
{
    for (int a = -1; a <= 1; ++a) {
        EXPECT_EQ(-static_cast<Sign>(a), static_cast<Sign>(-a));
        for (int b = -1; b <= 1; ++b) {
            EXPECT_EQ(static_cast<Sign>(a) * static_cast<Sign>(b), static_cast<Sign>(a * b));
        }
    }
}

TEST(FilteredSign, IsCertainOnlyBeyondTheBound)
{
    EXPECT_EQ(filtered_sign(2.0, 1.0), FilteredSign::positive);
    EXPECT_EQ(filtered_sign(-2.0, 1.0), FilteredSign::negative);
    EXPECT_EQ(filtered_sign(1.0, 1.0), FilteredSign::uncertain);
    EXPECT_EQ(filtered_sign(-1.0, 1.0), FilteredSign::uncertain);
    EXPECT_EQ(filtered_sign(0.0, 1.0), FilteredSign::uncertain);
    EXPECT_EQ(filtered_sign(0.0, 0.0), FilteredSign::zero);
}

TEST(FilteredSign, IsUncertainForNaN)
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(filtered_sign(nan, 1.0), FilteredSign::uncertain);
    EXPECT_EQ(filtered_sign(1.0, nan), FilteredSign::uncertain);
    EXPECT_EQ(filtered_sign(0.0, nan), FilteredSign::uncertain);
}

}  // namespace
}  // namespace tocca::sign_test
