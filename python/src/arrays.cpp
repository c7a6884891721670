// SPDX-License-Identifier: Apache-2.0
#include "arrays.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "tocca/base/error.hpp"

namespace tocca::python {
namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw std::invalid_argument(sentence); }

std::string shape_text(const py::array& array)
{
    std::string text = "(";
    for (py::ssize_t i = 0; i < array.ndim(); ++i) text += (i > 0 ? ", " : "") + std::to_string(array.shape(i));
    return text + (array.ndim() == 1 ? ",)" : ")");
}

/// The object as an array of some type; what NumPy makes no array of is no array of numbers either.
py::array any_array(const py::handle& object, const char* what)
{
    if (py::isinstance<py::array>(object)) {
        // Under a mask there may be any numbers.
        const bool is_plain = Py_TYPE(object.ptr()) == py::detail::npy_api::get().PyArray_Type_;
        if (!is_plain && py::hasattr(object, "mask")) refuse(std::string(what) + " must not be masked");
        return py::reinterpret_borrow<py::array>(object);
    }
    py::array array = py::array::ensure(object);
    if (!array) refuse(std::string(what) + " must be an array of numbers");
    return array;
}

void require_kind(const py::array& array, const char* what, const char* kinds, const char* wanted)
{
    const char kind = array.dtype().kind();
    if (std::strchr(kinds, kind) != nullptr) return;
    refuse(std::string(what) + " must be " + wanted + ", not " + std::string(py::str(array.dtype())));
}

/// An empty list has no second axis; it stands for no rows.
bool is_empty_list(const py::array& array) { return array.ndim() == 1 && array.size() == 0; }

void require_columns(const py::array& array, const char* what, py::ssize_t columns)
{
    if (is_empty_list(array)) return;
    if (array.ndim() == 2 && array.shape(1) == columns) return;
    refuse(std::string(what) + " must have the shape (n, " + std::to_string(columns) + "), not " + shape_text(array));
}

void require_length(const py::array& array, const char* what, py::ssize_t length)
{
    if (array.ndim() == 1 && array.shape(0) == length) return;
    refuse(std::string(what) + " must have the shape (" + std::to_string(length) + ",), not " + shape_text(array));
}

/// A contact as a row of a table, without padding.
struct ContactRecord {
    std::array<double, 2> toc;
    std::array<std::uint32_t, 2> kind;  ///< two characters of four bytes, as NumPy has text
    std::array<std::uint32_t, 4> vertices;
    std::array<std::uint32_t, 2> objects;
    std::array<double, 4> weights;
    std::array<double, 3> point;
    std::array<double, 3> normal;
};
static_assert(sizeof(ContactRecord) == 128);

constexpr std::array<Column, 7> contact_columns{{
    {"toc", "(2,)f8", offsetof(ContactRecord, toc)},
    {"kind", "U2", offsetof(ContactRecord, kind)},
    {"vertices", "(4,)u4", offsetof(ContactRecord, vertices)},
    {"objects", "(2,)u4", offsetof(ContactRecord, objects)},
    {"weights", "(4,)f8", offsetof(ContactRecord, weights)},
    {"point", "(3,)f8", offsetof(ContactRecord, point)},
    {"normal", "(3,)f8", offsetof(ContactRecord, normal)},
}};

/// The kind of a pair, or its region, as NumPy has text.
template <class Word>
std::array<std::uint32_t, 2> letters_of(Word word)
{
    const std::string_view text = to_string(word);
    return {static_cast<unsigned char>(text[0]), static_cast<unsigned char>(text[1])};
}

ContactRecord record_of(const Contact& contact)
{
    return {.toc = {contact.toc.lower, contact.toc.upper},
            .kind = letters_of(contact.kind),
            .vertices = contact.vertices,
            .objects = contact.objects,
            .weights = contact.weights,
            .point = {contact.point.x(), contact.point.y(), contact.point.z()},
            .normal = {contact.normal.x(), contact.normal.y(), contact.normal.z()}};
}

/// A near pair as a row of a table.
struct NearRecord {
    std::array<std::uint32_t, 2> kind;
    std::array<std::uint32_t, 4> vertices;
    std::array<std::uint32_t, 2> objects;
    double distance;
    double gap;
};

constexpr std::array<Column, 5> near_columns{{
    {"kind", "U2", offsetof(NearRecord, kind)},
    {"vertices", "(4,)u4", offsetof(NearRecord, vertices)},
    {"objects", "(2,)u4", offsetof(NearRecord, objects)},
    {"distance", "f8", offsetof(NearRecord, distance)},
    {"gap", "f8", offsetof(NearRecord, gap)},
}};

NearRecord record_of(const Start::NearPair& pair)
{
    return {.kind = letters_of(pair.kind),
            .vertices = pair.vertices,
            .objects = pair.objects,
            .distance = pair.distance,
            .gap = pair.gap};
}

/// A pair within a distance as a row of a table.
struct PlacedRecord {
    std::array<std::uint32_t, 2> kind;
    std::array<std::uint32_t, 4> vertices;
    std::array<std::uint32_t, 2> objects;
    double distance;
    std::array<double, 4> weights;
    std::array<double, 3> normal;
    std::array<std::uint32_t, 2> region;
    std::uint64_t multiplicity;
};
static_assert(sizeof(PlacedRecord) == 112);

constexpr std::array<Column, 8> placed_columns{{
    {"kind", "U2", offsetof(PlacedRecord, kind)},
    {"vertices", "(4,)u4", offsetof(PlacedRecord, vertices)},
    {"objects", "(2,)u4", offsetof(PlacedRecord, objects)},
    {"distance", "f8", offsetof(PlacedRecord, distance)},
    {"weights", "(4,)f8", offsetof(PlacedRecord, weights)},
    {"normal", "(3,)f8", offsetof(PlacedRecord, normal)},
    {"region", "U2", offsetof(PlacedRecord, region)},
    {"multiplicity", "u8", offsetof(PlacedRecord, multiplicity)},
}};

PlacedRecord record_of(const FeaturePair::Near& pair)
{
    return {.kind = letters_of(pair.kind),
            .vertices = pair.vertices,
            .objects = pair.objects,
            .distance = pair.distance,
            .weights = pair.weights,
            .normal = {pair.normal.x(), pair.normal.y(), pair.normal.z()},
            .region = letters_of(pair.region),
            .multiplicity = pair.multiplicity};
}

constexpr std::array<Column, 4> intersection_columns{{
    {"edge", "(2,)u4", offsetof(Intersection, edge)},
    {"face", "(3,)u4", offsetof(Intersection, face)},
    {"objects", "(2,)u4", offsetof(Intersection, objects)},
    {"crosses", "?", offsetof(Intersection, crosses)},
}};

/// The values as an array of their records.
template <class Record, class Value>
py::array table_of(std::span<const Value> values, std::span<const Column> columns)
{
    std::vector<Record> records;
    records.reserve(values.size());
    for (const Value& value : values) records.push_back(record_of(value));
    return adopt(std::move(records), record_type(columns, sizeof(Record)));
}

}  // namespace

Doubles doubles_of(const py::handle& object, const char* what)
{
    const py::array array = any_array(object, what);
    require_kind(array, what, "fiu", "real numbers");
    Doubles doubles = Doubles::ensure(array);
    if (!doubles) refuse(std::string(what) + " cannot be read as numbers");
    return doubles;
}

Positions::Positions(const py::handle& object, const char* what) : array_(doubles_of(object, what))
{
    require_columns(array_, what, 3);
}

std::span<const Point> Positions::points() const
{
    const py::ssize_t rows = array_.ndim() == 2 ? array_.shape(0) : 0;
    return {reinterpret_cast<const Point*>(array_.data()), static_cast<std::size_t>(rows)};
}

std::vector<Point> Positions::copy() const
{
    const std::span<const Point> points = this->points();
    return {points.begin(), points.end()};
}

template <std::size_t Columns>
std::vector<std::array<std::uint32_t, Columns>> indices_of(const py::handle& object, const char* what)
{
    const py::array array = any_array(object, what);
    require_columns(array, what, static_cast<py::ssize_t>(Columns));
    if (is_empty_list(array)) return {};
    require_kind(array, what, "iu", "whole numbers");
    std::vector<std::array<std::uint32_t, Columns>> rows(static_cast<std::size_t>(array.shape(0)));
    const auto copy = [&](const auto* values) {
        for (std::size_t row = 0; row < rows.size(); ++row) {
            for (std::size_t column = 0; column < Columns; ++column) {
                const auto value = values[row * Columns + column];
                if (value < 0 || static_cast<std::uint64_t>(value) >= no_edge) {
                    throw Error(ErrorCode::index_out_of_range, "row " + std::to_string(row) + " of the " + what +
                                                                   " names vertex " + std::to_string(value) +
                                                                   ", which does not exist");
                }
                rows[row][column] = static_cast<std::uint32_t>(value);
            }
        }
    };
    // Unsigned 64-bit numbers may be beyond the signed ones, so each has its own way.
    if (array.dtype().kind() == 'u') {
        const auto values = py::array_t<std::uint64_t, plain>::ensure(array);
        copy(values.data());
    } else {
        const auto values = py::array_t<std::int64_t, plain>::ensure(array);
        copy(values.data());
    }
    return rows;
}

template std::vector<std::array<std::uint32_t, 2>> indices_of<2>(const py::handle&, const char*);
template std::vector<std::array<std::uint32_t, 3>> indices_of<3>(const py::handle&, const char*);
template std::vector<std::array<std::uint32_t, 4>> indices_of<4>(const py::handle&, const char*);

std::vector<std::uint32_t> numbers_of(const py::handle& object, const char* what)
{
    const py::array array = any_array(object, what);
    if (array.ndim() != 1) refuse(std::string(what) + " must have one axis, not the shape " + shape_text(array));
    if (array.size() == 0) return {};
    std::vector<std::uint32_t> numbers;
    for (const auto& [number] : indices_of<1>(array.attr("reshape")(-1, 1), what)) numbers.push_back(number);
    return numbers;
}

Eigen::Vector3d vector3_of(const py::handle& object, const char* what)
{
    const Doubles array = doubles_of(object, what);
    require_length(array, what, 3);
    return {array.at(0), array.at(1), array.at(2)};
}

Eigen::VectorXd vector_of(const py::handle& object, const char* what)
{
    const Doubles array = doubles_of(object, what);
    if (array.ndim() != 1) refuse(std::string(what) + " must have one axis, not the shape " + shape_text(array));
    return Eigen::Map<const Eigen::VectorXd>(array.data(), array.shape(0));
}

std::optional<double> number_of(const py::handle& object)
{
    if (py::hasattr(object, "__len__")) return std::nullopt;
    const double number = PyFloat_AsDouble(object.ptr());
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    return number;
}

Eigen::Isometry3d pose_of(const py::handle& object, const char* what)
{
    const Doubles array = doubles_of(object, what);
    if (array.ndim() != 2 || array.shape(0) != 4 || array.shape(1) != 4) {
        refuse(std::string(what) + " must have the shape (4, 4), not " + shape_text(array));
    }
    const Eigen::Matrix4d matrix = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(array.data());
    if (matrix.row(3) != Eigen::RowVector4d(0, 0, 0, 1)) {
        refuse(std::string(what) + " must have 0, 0, 0, 1 as its last row");
    }
    return Eigen::Isometry3d(matrix);
}

py::array_t<double> array_of(std::span<const double> values, const std::vector<py::ssize_t>& shape)
{
    py::array_t<double> array(shape);
    std::copy(values.begin(), values.end(), array.mutable_data());
    return array;
}

py::dtype record_type(std::span<const Column> columns, std::size_t size)
{
    py::list names, formats, offsets;
    for (const Column& column : columns) {
        names.append(column.name);
        formats.append(column.type);
        offsets.append(column.offset);
    }
    return py::dtype(names, formats, offsets, static_cast<py::ssize_t>(size));
}

py::array contact_table(std::span<const Contact> contacts)
{
    return table_of<ContactRecord>(contacts, contact_columns);
}

py::array near_table(std::span<const Start::NearPair> pairs) { return table_of<NearRecord>(pairs, near_columns); }

py::array near_table(std::span<const FeaturePair::Near> pairs) { return table_of<PlacedRecord>(pairs, placed_columns); }

py::array intersection_table(std::vector<Intersection> pairs)
{
    return adopt(std::move(pairs), record_type(intersection_columns, sizeof(Intersection)));
}

}  // namespace tocca::python
