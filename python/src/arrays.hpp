// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tocca/answer/answer.hpp"
#include "tocca/geometry/point.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

/// NumPy arrays in and out.
///
/// What comes in is read where it lies if it is float64 in C order, and converted once otherwise. Throws
/// std::invalid_argument, which is ValueError in Python, for a wrong shape and for what does not hold numbers.
namespace tocca::python {

namespace py = pybind11;

/// Wants an aligned array in C order and the machine's byte order.
inline constexpr int plain =
    py::array::c_style | py::array::forcecast | py::detail::npy_api::constants::NPY_ARRAY_ALIGNED_;
using Doubles = py::array_t<double, plain>;

/// Any real numbers, as doubles. `what` begins the sentences.
[[nodiscard]] Doubles doubles_of(const py::handle& object, const char* what);

/// Positions of shape (n, 3), read where they lie as long as this lives.
class Positions {
public:
    Positions(const py::handle& object, const char* what);
    [[nodiscard]] std::span<const Point> points() const;
    [[nodiscard]] std::vector<Point> copy() const;

private:
    Doubles array_;
};

/// Vertex numbers of shape (n, Columns) of any integer type. Negative ones, and those beyond 32 bits, are Error
/// (index_out_of_range); others that are too large are left to what takes them.
template <std::size_t Columns>
[[nodiscard]] std::vector<std::array<std::uint32_t, Columns>> indices_of(const py::handle& object, const char* what);
extern template std::vector<std::array<std::uint32_t, 2>> indices_of<2>(const py::handle&, const char*);
extern template std::vector<std::array<std::uint32_t, 3>> indices_of<3>(const py::handle&, const char*);
extern template std::vector<std::array<std::uint32_t, 4>> indices_of<4>(const py::handle&, const char*);

/// Vertex numbers of shape (n,), as indices_of.
[[nodiscard]] std::vector<std::uint32_t> numbers_of(const py::handle& object, const char* what);

/// A vector of three numbers.
[[nodiscard]] Eigen::Vector3d vector3_of(const py::handle& object, const char* what);
/// A vector of any length.
[[nodiscard]] Eigen::VectorXd vector_of(const py::handle& object, const char* what);
/// A pose from an array of shape (4, 4) whose last row is 0, 0, 0, 1.
[[nodiscard]] Eigen::Isometry3d pose_of(const py::handle& object, const char* what);

/// A number; nothing for what has a length. Throws: py::error_already_set (TypeError) for neither.
[[nodiscard]] std::optional<double> number_of(const py::handle& object);

/// A new array of this shape, from its numbers in C order.
[[nodiscard]] py::array_t<double> array_of(std::span<const double> values, const std::vector<py::ssize_t>& shape);

/// A type of NumPy from a list of (name, type, length) and the size of a record; members lie at `offsets`.
struct Column {
    const char* name;
    const char* type;  ///< such as "f8" or "(3,)f8"
    std::size_t offset;
};
[[nodiscard]] py::dtype record_type(std::span<const Column> columns, std::size_t size);

/// The contacts as an array of records with the columns toc, kind, vertices, objects, weights, point, normal.
[[nodiscard]] py::array contact_table(std::span<const Contact> contacts);
/// Records with the columns kind, vertices, objects, distance, gap.
[[nodiscard]] py::array near_table(std::span<const Start::NearPair> pairs);
/// Records with the columns kind, vertices, objects, distance, weights, normal, region, multiplicity.
[[nodiscard]] py::array near_table(std::span<const FeaturePair::Near> pairs);
/// Records with the columns edge, face, objects, crosses.
[[nodiscard]] py::array intersection_table(std::vector<Intersection> pairs);

/// An array over a vector that it takes over: no copy.
template <class T>
[[nodiscard]] py::array adopt(std::vector<T> values, const py::dtype& type)
{
    auto held = std::make_unique<std::vector<T>>(std::move(values));
    std::vector<T>& kept = *held;
    const py::capsule owner(held.release(), [](void* data) { delete static_cast<std::vector<T>*>(data); });
    return py::array(type, std::vector<py::ssize_t>{static_cast<py::ssize_t>(kept.size())}, kept.data(), owner);
}

/// A read-only array over numbers, or rows of numbers, that `owner` keeps: no copy.
template <class T>
[[nodiscard]] py::array view(std::span<const T> values, const py::object& owner)
{
    std::vector<py::ssize_t> shape = {static_cast<py::ssize_t>(values.size())};
    py::dtype type;
    if constexpr (std::is_arithmetic_v<T>) {
        type = py::dtype::of<T>();
    } else {
        type = py::dtype::of<typename T::value_type>();
        shape.push_back(static_cast<py::ssize_t>(std::tuple_size_v<T>));
    }
    py::array array(type, shape, values.data(), owner);
    array.attr("flags").attr("writeable") = false;
    return array;
}

}  // namespace tocca::python
