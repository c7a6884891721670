// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "arrays.hpp"
#include "tocca/answer/answer.hpp"
#include "tocca/answer/statistics.hpp"
#include "tocca/scene/scene.hpp"

/// How plain values of the library look in Python, so that members and results need no word of their own: an enumeration
/// is its name, a few whole numbers and an interval are a tuple, other numbers are an array. They are all copies.
namespace tocca::python {

[[nodiscard]] constexpr std::string_view to_string(Proof proof)
{
    return proof == Proof::touches ? "touches" : "within";
}

template <class Enumeration>
requires std::is_enum_v<Enumeration> py::object shown(Enumeration value)
{
    return py::str(std::string(to_string(value)));
}

inline py::object shown(const TimeInterval& time) { return py::make_tuple(time.lower, time.upper); }

template <std::size_t Size>
py::object shown(const std::array<std::uint32_t, Size>& numbers)
{
    return std::apply([](auto... each) { return py::make_tuple(each...); }, numbers);
}

template <std::size_t Size>
py::object shown(const std::array<double, Size>& numbers)
{
    return array_of(numbers, {Size});
}

inline py::object shown(const std::vector<double>& numbers)
{
    return array_of(numbers, {static_cast<py::ssize_t>(numbers.size())});
}

inline py::object shown(const std::vector<Point>& points)
{
    const auto count = static_cast<py::ssize_t>(points.size());
    return array_of({reinterpret_cast<const double*>(points.data()), 3 * points.size()}, {count, 3});
}

template <class Matrix>
py::object shown(const Eigen::MatrixBase<Matrix>& matrix)
{
    const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = matrix;
    std::vector<py::ssize_t> shape = {rows.rows()};
    if constexpr (!Matrix::IsVectorAtCompileTime) shape.push_back(rows.cols());
    return array_of({rows.data(), static_cast<std::size_t>(rows.size())}, shape);
}

inline py::object shown(const Eigen::Isometry3d& pose) { return shown(pose.matrix()); }

inline py::object shown(const std::vector<Eigen::Isometry3d>& poses)
{
    Eigen::Matrix<double, 16, Eigen::Dynamic> numbers(16, static_cast<Eigen::Index>(poses.size()));
    for (Eigen::Index i = 0; i < numbers.cols(); ++i) {
        numbers.col(i).reshaped(4, 4) = poses[static_cast<std::size_t>(i)].matrix().transpose();
    }
    return array_of({numbers.data(), static_cast<std::size_t>(numbers.size())}, {numbers.cols(), 4, 4});
}

/// A caster to Python alone.
template <class Value>
struct Caster {
    static constexpr auto name = py::detail::const_name("object");
    static py::handle cast(const Value& value, py::return_value_policy, py::handle) { return shown(value).release(); }
};

}  // namespace tocca::python

namespace pybind11::detail {

template <class Value>
requires(std::is_enum_v<Value> || std::is_same_v<Value, tocca::TimeInterval> ||
         std::is_same_v<Value, Eigen::Isometry3d>) class type_caster<Value> : public tocca::python::Caster<Value> {
};
template <int Rows, int Columns>
class type_caster<Eigen::Matrix<double, Rows, Columns>>
    : public tocca::python::Caster<Eigen::Matrix<double, Rows, Columns>> {};
template <std::size_t Size>
class type_caster<std::array<std::uint32_t, Size>> : public tocca::python::Caster<std::array<std::uint32_t, Size>> {};
template <std::size_t Size>
class type_caster<std::array<double, Size>> : public tocca::python::Caster<std::array<double, Size>> {};
template <>
class type_caster<std::vector<double>> : public tocca::python::Caster<std::vector<double>> {};
template <>
class type_caster<std::vector<Eigen::Isometry3d>> : public tocca::python::Caster<std::vector<Eigen::Isometry3d>> {};
template <>
class type_caster<std::vector<tocca::Point>> : public tocca::python::Caster<std::vector<tocca::Point>> {};

}  // namespace pybind11::detail
