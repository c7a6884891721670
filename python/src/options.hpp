// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tocca::python {

namespace py = pybind11;

/// Keyword arguments of a verb, read into the aggregates of the library: what is not given keeps the library's default.
///
/// Throws: TypeError for a value of the wrong kind and for a keyword that is left over in the end, as Python does;
///         std::invalid_argument for arrays as arrays.hpp says.
class Options {
public:
    /// `verb` is for the sentences.
    Options(const py::kwargs& given, const char* verb) : left_(py::dict(given).attr("copy")()), verb_(verb) {}

    void read(const char* name, double& value) { read_as(name, value, "a number"); }
    void read(const char* name, int& value) { read_as(name, value, "a whole number"); }
    void read(const char* name, std::uint32_t& value) { read_as(name, value, "a whole number that is not negative"); }
    void read(const char* name, std::uint64_t& value) { read_as(name, value, "a whole number that is not negative"); }
    void read(const char* name, bool& value);
    void read(const char* name, std::string& value) { read_as(name, value, "text"); }
    void read(const char* name, std::optional<double>& value) { read_as(name, value, "a number or None"); }
    void read(const char* name, std::optional<std::uint64_t>& value)
    {
        read_as(name, value, "a whole number that is not negative, or None");
    }
    void read(const char* name, std::array<std::size_t, 3>& value)
    {
        read_as(name, value, "three whole numbers that are not negative");
    }
    void read(const char* name, std::vector<std::string>& value) { read_as(name, value, "a list of texts"); }
    void read(const char* name, std::vector<std::array<std::uint32_t, 2>>& value);
    /// Lists of numbers, or None.
    void read(const char* name, std::optional<std::vector<std::vector<std::uint32_t>>>& value);
    void read(const char* name, Eigen::Vector3d& value);
    void read(const char* name, std::array<double, 3>& value);
    /// As it is; None where it is not given.
    [[nodiscard]] py::object object(const char* name);
    /// Something to call, or None.
    [[nodiscard]] py::object callback(const char* name);

    /// Whether all was read.
    [[nodiscard]] bool empty() const { return left_.empty(); }
    /// Refuses what was not read.
    void finish() const;

private:
    template <class Value>
    void read_as(const char* name, Value& value, const char* wanted)
    {
        const py::object given = take(name);
        if (!given) return;
        try {
            value = py::cast<Value>(given);
        } catch (const py::cast_error&) {
            refuse(name, wanted, given);
        }
    }

    [[nodiscard]] py::object take(const char* name);
    [[noreturn]] void refuse(const char* name, const char* wanted, const py::object& given) const;

    py::dict left_;
    const char* verb_;
};

}  // namespace tocca::python
