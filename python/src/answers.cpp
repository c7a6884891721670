// SPDX-License-Identifier: Apache-2.0
#include "answers.hpp"

#include <pybind11/stl.h>

#include <stdexcept>

#include "arrays.hpp"
#include "tocca/base/error.hpp"

namespace tocca::python {
namespace {

const char* name_of(ErrorCode code)
{
    switch (code) {
        case ErrorCode::not_finite: return "not_finite";
        case ErrorCode::index_out_of_range: return "index_out_of_range";
        case ErrorCode::not_a_rotation: return "not_a_rotation";
        case ErrorCode::malformed_mesh: return "malformed_mesh";
        case ErrorCode::malformed_robot: return "malformed_robot";
        case ErrorCode::joint_limit: return "joint_limit";
        case ErrorCode::mismatched_frames: return "mismatched_frames";
        case ErrorCode::malformed_file: return "malformed_file";
        case ErrorCode::unreadable_file: return "unreadable_file";
        case ErrorCode::unwritable_file: return "unwritable_file";
        case ErrorCode::too_many_contacts: return "too_many_contacts";
        case ErrorCode::interrupted: break;
    }
    return "interrupted";
}

/// Text with names of files, which may be any bytes, as Python has such names.
py::object file_text(std::string_view text)
{
    return py::reinterpret_steal<py::object>(
        PyUnicode_DecodeFSDefaultAndSize(text.data(), static_cast<py::ssize_t>(text.size())));
}

/// Errors of the library become those of tocca._errors. Broken contracts, std::invalid_argument, are ValueError anyway;
/// values that are not what they should be are TypeError.
void translate(std::exception_ptr thrown)
{
    try {
        if (thrown) std::rethrow_exception(thrown);
    } catch (const py::cast_error&) {
        PyErr_SetString(PyExc_TypeError, "an argument is of the wrong kind");
    } catch (const std::out_of_range&) {
        PyErr_SetString(PyExc_IndexError, "there is none of that number");
    } catch (const Error& error) {
        const py::object type = py::module_::import("tocca._errors").attr("Error");
        const ErrorPlace& place = error.place();
        const py::object file = place.file.empty() ? py::object(py::none()) : file_text(place.file);
        PyErr_SetObject(type.ptr(),
                        type(file_text(error.what()), name_of(error.code()), file, place.line, place.query).ptr());
    }
}

}  // namespace

void warn(const std::string& sentence)
{
    const py::object type = py::module_::import("tocca._errors").attr("InputWarning");
    const py::object text = file_text(sentence);
    // The warning is about the line that calls tocca.
    if (PyErr_WarnEx(type.ptr(), py::cast<std::string>(text.attr("encode")("utf-8", "replace")).c_str(), 1) != 0) {
        throw py::error_already_set();
    }
}

namespace {

std::string contact_text(const Contact& contact)
{
    std::string text = std::string(to_string(contact.kind)) + " (";
    for (std::size_t i = 0; i < 4; ++i) text += (i > 0 ? ", " : "") + std::to_string(contact.vertices[i]);
    return text + "), toc=[" + text_of(contact.toc.lower) + ", " + text_of(contact.toc.upper) + "]";
}

}  // namespace

PairKind pair_kind_of(std::string_view name)
{
    if (name == "vf") return PairKind::vertex_face;
    if (name == "ee") return PairKind::edge_edge;
    throw std::invalid_argument("kind must be \"vf\", \"ee\", \"ve\" or \"vv\", not \"" + std::string(name) + "\"");
}

py::dict dict_of(const StageCounts& stages)
{
    py::dict counts;
    for (std::size_t i = 0; i < stage_count; ++i) {
        counts[py::str(std::string(to_string(static_cast<Stage>(i))))] = stages[i];
    }
    return counts;
}

py::dict dict_of(const RigidStatistics& statistics)
{
    py::dict counts;
    counts["node_pairs"] = statistics.node_pairs;
    counts["node_tests"] = statistics.node_tests;
    counts["triangle_tests"] = statistics.triangle_tests;
    counts["iterations"] = statistics.iterations;
    return counts;
}

std::string text_of(double number) { return py::repr(py::float_(number)).cast<std::string>(); }

std::string text_of(const FirstContact& first)
{
    std::string text = std::string(to_string(first.outcome)) + ", safe_until=" + text_of(first.safe_until);
    if (first.contact) text += ", " + contact_text(*first.contact);
    return text;
}

void add_answers(py::module_& module)
{
    py::register_exception_translator(translate);

    py::class_<Contact>(module, "Contact", "A contact of two features: when and where.")
        .def_property_readonly(
            "toc", [](const Contact& self) { return py::make_tuple(self.toc.lower, self.toc.upper); },
            "(lower, upper): free before and at lower, in contact by upper; both 0 for a contact at the start.")
        .def_property_readonly(
            "kind", [](const Contact& self) { return std::string(to_string(self.kind)); },
            "\"vf\" for a vertex and a face, \"ee\" for two edges.")
        .def_property_readonly(
            "vertices", [](const Contact& self) { return py::tuple(py::cast(self.vertices)); },
            "The pair's four vertices: (vertex, a, b, c) or (a, b, c, d), by their numbers in their meshes.")
        .def_property_readonly(
            "objects", [](const Contact& self) { return py::tuple(py::cast(self.objects)); },
            "The objects of the first and of the second feature, by number.")
        .def_property_readonly(
            "weights", [](const Contact& self) { return array_of(std::span<const double>(self.weights)); },
            "The touching point of each side as weights of the pair's four points.")
        .def_property_readonly(
            "point", [](const Contact& self) { return array_of(self.point); }, "Where they touch.")
        .def_property_readonly(
            "normal", [](const Contact& self) { return array_of(self.normal); },
            "Unit normal, from the second feature to the side the first came from; zero where none is defined.")
        .def("__repr__", [](const Contact& self) { return "<tocca.Contact " + contact_text(self) + ">"; });

    py::class_<FirstContact>(module, "FirstContact", "The first contact of a motion, if there is one.")
        .def_property_readonly(
            "outcome", [](const FirstContact& self) { return std::string(to_string(self.outcome)); },
            "\"free\", \"contact\", \"touching_at_start\", \"crossing_at_start\", \"inside\", \"near_at_start\" or "
            "\"undecided\".")
        .def_readonly("safe_until", &FirstContact::safe_until,
                      "The motion is proven free on the closed interval [0, safe_until], unless it touches, crosses or "
                      "is inside at "
                      "the start.")
        .def_property_readonly(
            "contact", [](const FirstContact& self) { return object_of(self.contact); },
            "The Contact; None where there is none.")
        .def_readonly("sooner_than_any_double", &FirstContact::sooner_than_any_double,
                      "The contact is after the start but not after the least positive double.")
        .def_readonly("nothing_checked", &FirstContact::nothing_checked,
                      "There was no pair that could touch: \"free\" says nothing then.")
        .def("__repr__", [](const py::object& self) {
            return "<tocca." + py::type::of(self).attr("__name__").cast<std::string>() + " " +
                   text_of(self.cast<const FirstContact&>()) + ">";
        });
}

}  // namespace tocca::python
