// SPDX-License-Identifier: Apache-2.0
// The compiled part of the Python package tocca. Its functions that are named subject_verb are what the verbs of the
// package call once they know their subject.
#include <pybind11/pybind11.h>

#include <string>

#include "answers.hpp"
#include "tocca/base/version.hpp"

PYBIND11_MODULE(_tocca, module)
{
    using namespace tocca::python;
    // Signatures are written by hand, with the defaults of the options.
    py::options options;
    options.disable_function_signatures();
    module.attr("__version__") = std::string(tocca::version);
    add_errors();
    add_answers(module);
    add_elementary(module);
    add_meshes(module);
    add_moving_mesh(module);
    add_motions(module);
    add_rigid(module);
    add_robots(module);
    add_robot_verbs(module);
    add_scenes(module);
}
