// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <filesystem>

#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::python {

namespace py = pybind11;

/// A mesh of arrays; `loose_edges` may be None.
[[nodiscard]] TriangleMesh mesh_of(const py::object& positions, const py::object& faces,
                                   const py::object& loose_edges = py::none());

/// A path from text, bytes or a pathlib.Path, as Python's own functions take one.
[[nodiscard]] std::filesystem::path path_of(const py::object& path);

}  // namespace tocca::python
