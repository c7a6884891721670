// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/pose_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "tocca/geometry/vector_length.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca {
namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

/// What stands behind the last number.
enum class Suffix { none, degrees, radians, real_part_first, real_part_last };

/// Numbers as they are written, before anybody asks what they mean.
struct NumberList {
    std::vector<double> numbers;
    Suffix suffix = Suffix::none;
    std::string fault;

    [[nodiscard]] Vector3d vector(std::size_t first) const
    {
        return {numbers[first], numbers[first + 1], numbers[first + 2]};
    }
};

/// No number ends in any of them, in decimal or hexadecimal.
Suffix take_suffix(std::string_view& text)
{
    constexpr std::array<std::pair<std::string_view, Suffix>, 4> suffixes = {{{"deg", Suffix::degrees},
                                                                              {"rad", Suffix::radians},
                                                                              {"wxyz", Suffix::real_part_first},
                                                                              {"xyzw", Suffix::real_part_last}}};
    text = io::detail::trimmed(text);
    for (const auto& [word, suffix] : suffixes) {
        if (!text.ends_with(word)) continue;
        text.remove_suffix(word.size());
        return suffix;
    }
    return Suffix::none;
}

NumberList numbers_of(std::string_view text)
{
    NumberList list;
    std::string_view rest = text;
    list.suffix = take_suffix(rest);
    for (std::string_view word : io::detail::comma_separated(rest)) {
        word = io::detail::trimmed(word);
        const auto number = double_of(word);
        if (!number || !std::isfinite(*number)) {
            list.fault = fmt::format("number {} of {} is {}", list.numbers.size() + 1, io::detail::excerpt(text),
                                     number ? "not finite" : "not a number: " + io::detail::excerpt(word));
            return list;
        }
        list.numbers.push_back(*number);
    }
    return list;
}

struct SineCosine {
    double sine = 0.0;
    double cosine = 1.0;
};

/// Exact for multiples of 90 degrees.
SineCosine sine_cosine_of_degrees(double degrees)
{
    int quarters = 0;
    const double rest = std::remquo(degrees, 90.0, &quarters) * (std::numbers::pi / 180.0);
    const double sine = std::sin(rest), cosine = std::cos(rest);
    switch (quarters & 3) {
        case 0: return {sine, cosine};
        case 1: return {cosine, -sine};
        case 2: return {-sine, -cosine};
        default: return {-cosine, sine};
    }
}

/// Source: Rodrigues' formula, R = cos I + sin [a] + (1 - cos) a aᵀ.
Matrix3d rotation_about(const Vector3d& axis, const SineCosine& angle)
{
    Matrix3d cross;
    cross << 0.0, -axis.z(), axis.y(), axis.z(), 0.0, -axis.x(), -axis.y(), axis.x(), 0.0;
    return angle.cosine * Matrix3d::Identity() + angle.sine * cross + (1.0 - angle.cosine) * axis * axis.transpose();
}

/// Scaled first, since the least doubles have few digits.
Vector3d direction_of(const Vector3d& vector) { return (vector / vector.cwiseAbs().maxCoeff()).normalized(); }

Matrix3d rotation_of_degrees(const Vector3d& rotation)
{
    const double degrees = length_of(rotation);
    if (degrees == 0.0) return Matrix3d::Identity();
    return rotation_about(direction_of(rotation), sine_cosine_of_degrees(degrees));
}

/// What is wrong with the number of numbers, for a pose; empty when it fits.
std::string count_fault(const NumberList& list, std::string_view text)
{
    const std::size_t count = list.numbers.size();
    const std::string shown = io::detail::excerpt(text);
    switch (list.suffix) {
        case Suffix::none:
            if (count == 3) return "";
            if (count == 6) return fmt::format("{} needs the unit of its rotation: end it in deg or rad", shown);
            if (count == 7) {
                return fmt::format("{} needs the order of its quaternion: end it in wxyz (real part first) or xyzw",
                                   shown);
            }
            return fmt::format("{} has {} numbers; a pose has 3, 6 (with deg or rad) or 7 (with wxyz or xyzw)", shown,
                               count);
        case Suffix::degrees:
        case Suffix::radians:
            if (count == 6) return "";
            return fmt::format("{} has {} numbers; a place and a rotation vector have 6", shown, count);
        default:
            if (count == 7) return "";
            return fmt::format("{} has {} numbers; a place and a quaternion have 7", shown, count);
    }
}

TextReading<Matrix3d> rotation_of_quaternion(const NumberList& list, std::string_view text)
{
    constexpr double tolerance = 0.01;  // typed with two digits, it still is the quaternion meant
    const std::size_t real = list.suffix == Suffix::real_part_first ? 3 : 6;
    const Vector3d imaginary = list.vector(real == 3 ? 4 : 3);
    const Eigen::Quaterniond quaternion(list.numbers[real], imaginary.x(), imaginary.y(), imaginary.z());
    const double length = quaternion.coeffs().norm();
    if (!(std::abs(length - 1.0) <= tolerance)) {
        return {Matrix3d::Identity(),
                fmt::format("the quaternion of {} has length {:.6g}, not 1", io::detail::excerpt(text), length)};
    }
    return {Eigen::Quaterniond(quaternion.coeffs() / length).toRotationMatrix()};
}

TextReading<Matrix3d> rotation_part(const NumberList& list, std::string_view text)
{
    switch (list.suffix) {
        case Suffix::none: return {Matrix3d::Identity()};
        case Suffix::degrees:
        case Suffix::radians: break;
        default: return rotation_of_quaternion(list, text);
    }
    // Further than this, an angle has too few digits behind the point to say an orientation.
    constexpr double max_angle = 1e9;
    const Vector3d rotation = list.vector(3);
    if (!(length_of(rotation) <= max_angle)) {
        return {Matrix3d::Identity(), fmt::format("the angle of {} is beyond 1e9", io::detail::excerpt(text))};
    }
    return {list.suffix == Suffix::degrees ? rotation_of_degrees(rotation) : rotation_matrix(rotation)};
}

}  // namespace

TextReading<Isometry3d> pose_of_text(std::string_view text)
{
    TextReading<Isometry3d> reading{Isometry3d::Identity()};
    const NumberList list = numbers_of(text);
    reading.fault = list.fault.empty() ? count_fault(list, text) : list.fault;
    if (!reading.fault.empty()) return reading;
    const auto rotation = rotation_part(list, text);
    reading.fault = rotation.fault;
    reading.value.linear() = rotation.value;
    reading.value.translation() = list.vector(0);
    return reading;
}

TextReading<Vector3d> rotation_of_text(std::string_view text)
{
    const NumberList list = numbers_of(text);
    if (!list.fault.empty()) return {Vector3d::Zero(), list.fault};
    const bool has_unit = list.suffix == Suffix::degrees || list.suffix == Suffix::radians;
    if (!has_unit || list.numbers.size() != 3) {
        return {Vector3d::Zero(), io::detail::excerpt(text) + " is not a rotation such as 0,0,720deg or 0,0,12.5rad"};
    }
    const double unit = list.suffix == Suffix::degrees ? std::numbers::pi / 180.0 : 1.0;
    return {list.vector(0) * unit};
}

TextReading<Vector3d> point_of_text(std::string_view text)
{
    const NumberList list = numbers_of(text);
    if (!list.fault.empty()) return {Vector3d::Zero(), list.fault};
    if (list.suffix != Suffix::none || list.numbers.size() != 3) {
        return {Vector3d::Zero(), io::detail::excerpt(text) + " is not a point: give three numbers, such as 1,0,2.5"};
    }
    return {list.vector(0)};
}

Matrix3d rotation_matrix(const Vector3d& rotation)
{
    const double angle = length_of(rotation);
    if (angle == 0.0) return Matrix3d::Identity();
    return rotation_about(direction_of(rotation), {std::sin(angle), std::cos(angle)});
}

}  // namespace tocca
