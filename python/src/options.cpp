// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include "arrays.hpp"

namespace tocca::python {

py::object Options::take(const char* name)
{
    if (!left_.contains(name)) return {};
    return left_.attr("pop")(name);
}

void Options::refuse(const char* name, const char* wanted, const py::object& given) const
{
    throw py::type_error(std::string(verb_) + "(): " + name + " must be " + wanted + ", not " +
                         std::string(py::str(py::type::of(given).attr("__name__"))));
}

void Options::read(const char* name, bool& value)
{
    const py::object given = take(name);
    if (!given) return;
    const bool is_bool =
        py::isinstance<py::bool_>(given) || py::isinstance(given, py::module_::import("numpy").attr("bool_"));
    if (!is_bool) refuse(name, "True or False", given);
    value = given.cast<bool>();
}

void Options::read(const char* name, std::vector<std::array<std::uint32_t, 2>>& value)
{
    const py::object given = take(name);
    if (given) value = indices_of<2>(given, name);
}

void Options::read(const char* name, std::optional<std::vector<std::vector<std::uint32_t>>>& value)
{
    const py::object given = take(name);
    if (!given || given.is_none()) return;
    if (!py::isinstance<py::sequence>(given)) refuse(name, "a list of lists of vertices, or None", given);
    value.emplace();
    for (const py::handle list : given) value->push_back(numbers_of(list, name));
}

void Options::read(const char* name, Eigen::Vector3d& value)
{
    const py::object given = take(name);
    if (given) value = vector3_of(given, name);
}

void Options::read(const char* name, std::array<double, 3>& value)
{
    Eigen::Vector3d vector(value.data());
    read(name, vector);
    value = {vector.x(), vector.y(), vector.z()};
}

py::object Options::object(const char* name)
{
    py::object given = take(name);
    return given ? given : py::none();
}

py::object Options::callback(const char* name)
{
    py::object given = object(name);
    if (!given.is_none() && PyCallable_Check(given.ptr()) == 0) refuse(name, "something to call, or None", given);
    return given;
}

void Options::finish() const
{
    if (left_.empty()) return;
    const auto name = py::cast<std::string>((*left_.begin()).first);
    throw py::type_error(std::string(verb_) + "() got an unexpected keyword argument '" + name + "'");
}

}  // namespace tocca::python
