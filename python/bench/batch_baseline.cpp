// SPDX-License-Identifier: Apache-2.0
// The batch of the library without Python, for batch.py to compare with.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "scenes/elementary_queries.hpp"
#include "tocca/elementary/batch.hpp"

namespace {

namespace py = pybind11;

tocca::PairKind kind_of(const std::string& name)
{
    return name == "vf" ? tocca::PairKind::vertex_face : tocca::PairKind::edge_edge;
}

std::span<const tocca::PairRows> rows_of(const py::array_t<double, py::array::c_style>& pairs)
{
    return {reinterpret_cast<const tocca::PairRows*>(pairs.data()), static_cast<std::size_t>(pairs.shape(0))};
}

py::array_t<double> near_queries(const std::string& kind, std::size_t count)
{
    const std::vector<tocca::PairRows> queries = tocca::scenes::near_queries(kind_of(kind), count);
    return py::array_t<double>({static_cast<py::ssize_t>(count), py::ssize_t{8}, py::ssize_t{3}},
                               queries.front().data());
}

}  // namespace

PYBIND11_MODULE(batch_baseline, module)
{
    module.def("near_queries", near_queries);
    module.def("collides",
               [](const py::array_t<double, py::array::c_style>& pairs, const std::string& kind, int threads) {
                   return tocca::collides(rows_of(pairs), kind_of(kind), {.threads = threads}).size();
               });
    module.def("first_contact",
               [](const py::array_t<double, py::array::c_style>& pairs, const std::string& kind, int threads) {
                   return tocca::first_contact(rows_of(pairs), kind_of(kind), {.threads = threads}).size();
               });
}
