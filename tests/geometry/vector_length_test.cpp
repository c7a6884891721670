// SPDX-License-Identifier: Apache-2.0
#include "tocca/geometry/vector_length.hpp"

#include <gtest/gtest.h>

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <new>

#include "support/effort.hpp"
#include "support/random.hpp"

namespace tocca::vector_length_test {
namespace {

using Eigen::Vector3d;
using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double least = std::numeric_limits<double>::denorm_min();

Real exact_length(const Vector3d& v)
{
    const Real x = v.x(), y = v.y(), z = v.z();
    return sqrt(x * x + y * y + z * z);
}

/// Components of one size or each of its own, over all that doubles have.
Vector3d draw(support::Random& random)
{
    const auto size = [&] { return random.between(-1074, 1021); };
    const int common = size();
    const bool mixed = random.chance(0.3);
    Vector3d v;
    for (double& x : v) x = std::ldexp(2.0 * random.signed_unit(), mixed ? size() : common);
    if (random.chance(0.2)) v[random.between(0, 2)] = 0.0;
    return v;
}

TEST(VectorLength, IsRightForVectorsOfAnySize)
{
    support::Random random(1);
    for (std::size_t i = 0; i < support::effort(20'000); ++i) {
        const Vector3d v = draw(random);
        const Real exact = exact_length(v), error = abs(Real(length_of(v)) - exact);
        ASSERT_LE(error, exact * Real(4 * 0x1p-53) + Real(least)) << v.transpose();
    }
}

TEST(VectorLength, IsTheSameWhereverTheVectorLies)
{
    support::Random random(3);
    std::array<double, 4> memory{};
    for (std::size_t i = 0; i < support::effort(20'000); ++i) {
        const Vector3d v = draw(random);
        for (const std::size_t offset : {std::size_t{0}, std::size_t{1}}) {
            auto* const placed = new (&memory[offset]) Vector3d(v);  // it has no address to keep
            ASSERT_EQ(length_of(*placed), length_of(v)) << v.transpose();
            ASSERT_EQ(unit_vector(*placed), unit_vector(v)) << v.transpose();
        }
    }
}

TEST(UnitVector, HasLengthOneAndTheDirectionForVectorsOfAnySize)
{
    support::Random random(2);
    for (std::size_t i = 0; i < support::effort(20'000); ++i) {
        const Vector3d v = draw(random);
        const Vector3d unit = unit_vector(v);
        if (v.isZero(0.0)) {
            ASSERT_TRUE(unit.isZero(0.0));
            continue;
        }
        ASSERT_LE(abs(exact_length(unit) - 1), Real(8 * 0x1p-53)) << v.transpose();
        const Real length = exact_length(v);
        for (int k = 0; k < 3; ++k) ASSERT_LE(abs(Real(v[k]) / length - Real(unit[k])), Real(8 * 0x1p-53));
    }
}

TEST(UnitVector, OfTheLeastDoublesIsOfLengthOne)
{
    EXPECT_EQ(unit_vector({least, 0.0, 0.0}), Vector3d(1.0, 0.0, 0.0));
    EXPECT_NEAR(unit_vector({least, least, 0.0}).norm(), 1.0, 1e-15);
    EXPECT_NEAR(unit_vector({2.4e-162, 1e-162, -4e-162}).norm(), 1.0, 1e-15);
}

TEST(UnitVector, OfWhatHasNoDirectionIsZero)
{
    EXPECT_EQ(length_of(Vector3d::Zero()), 0.0);
    EXPECT_TRUE(unit_vector(Vector3d::Zero()).isZero(0.0));
    for (const double bad : {infinite, -infinite, nan}) {
        for (int k = 0; k < 3; ++k) {
            Vector3d v(1e200, 1e-200, 0.0);
            v[k] = bad;
            EXPECT_TRUE(unit_vector(v).isZero(0.0));
            EXPECT_FALSE(std::isfinite(length_of(v)));
        }
    }
    const double most = std::numeric_limits<double>::max();
    EXPECT_EQ(length_of({most, most, most}), infinite);
    EXPECT_NEAR(unit_vector({most, most, most}).norm(), 1.0, 1e-15);
}

}  // namespace
}  // namespace tocca::vector_length_test
