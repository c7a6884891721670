// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/answer/answer.hpp"
#include "tocca/answer/statistics.hpp"

/// The vocabulary of answers, and each subject's part of the module.
namespace tocca::python {

namespace py = pybind11;

/// An answer as Python holds it, with the work that it took.
struct HeldAnswer {
    std::shared_ptr<const Answer> answer;  ///< an Answers in HeldAnswers, a SafeStep in HeldStep
    Statistics statistics = {};
};

struct HeldAnswers : HeldAnswer {
    [[nodiscard]] const Answers& answers() const { return static_cast<const Answers&>(*answer); }

    py::object table = {};  ///< of the contacts, once it was asked for
};

struct HeldStep : HeldAnswer {
    [[nodiscard]] const SafeStep& step() const { return static_cast<const SafeStep&>(*answer); }
};

[[nodiscard]] HeldAnswer held(Answer answer, const Statistics& work);
[[nodiscard]] HeldAnswers held(Answers answers, const Statistics& work);
[[nodiscard]] HeldStep held(SafeStep step, const Statistics& work);
/// The answer of `collides`, which is no more than itself.
[[nodiscard]] inline bool held(bool hit, const Statistics&) { return hit; }

/// The kind of a pair by its name, "vf" or "ee". Throws std::invalid_argument for another.
[[nodiscard]] PairKind pair_kind_of(std::string_view name);

/// What an answer shows of itself, between the angle brackets of its representation.
[[nodiscard]] std::string text_of(const Answer& answer);
/// A number as Python writes it.
[[nodiscard]] std::string text_of(double number);

/// None for nothing.
template <class Value>
[[nodiscard]] py::object object_of(const std::optional<Value>& value)
{
    return value ? py::cast(*value) : py::none();
}

/// A Python list of the values' copies.
template <class Value>
[[nodiscard]] py::list list_of(const std::vector<Value>& values)
{
    py::list list;
    for (const Value& value : values) list.append(py::cast(value));
    return list;
}

/// A Python warning, tocca.InputWarning. Throws: py::error_already_set where warnings are errors.
void warn(const std::string& sentence);

void add_errors();
void add_answers(py::module_& module);
void add_elementary(py::module_& module);
void add_meshes(py::module_& module);
void add_scenes(py::module_& module);
void add_scene_verbs(py::module_& module);
void add_motions(py::module_& module);
void add_rigid(py::module_& module);
void add_world(py::module_& module);
void add_whole_scene(py::module_& module);
void add_robots(py::module_& module);
void add_robot_verbs(py::module_& module);

}  // namespace tocca::python
