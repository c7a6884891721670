// SPDX-License-Identifier: Apache-2.0
// Errors and warnings of the library as those of Python.
#include <stdexcept>

#include "answers.hpp"
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

void add_errors() { py::register_exception_translator(translate); }

}  // namespace tocca::python
