// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "casters.hpp"
#include "tocca/answer/answer.hpp"
#include "tocca/answer/statistics.hpp"
#include "tocca/report/recorded_motion.hpp"

/// The vocabulary of answers, and each subject's part of the module.
namespace tocca::python {

namespace py = pybind11;

/// What an answer was about, recorded with it to be drawn; nothing once that has changed.
using Recording = std::function<std::optional<RecordedMotion>(const Answers& answers)>;

/// An answer as Python holds it, with the work that it took.
struct HeldAnswer {
    std::shared_ptr<const Answer> answer;  ///< an Answers in HeldAnswers, a SafeStep in HeldStep
    Statistics statistics = {};
    Recording recording = {};
};

struct HeldAnswers : HeldAnswer {
    [[nodiscard]] const Answers& answers() const { return static_cast<const Answers&>(*answer); }

    py::object table = {};  ///< of the contacts, once it was asked for
};

struct HeldStep : HeldAnswer {
    [[nodiscard]] const SafeStep& step() const { return static_cast<const SafeStep&>(*answer); }
};

[[nodiscard]] inline HeldAnswer held(Answer answer, const Statistics& work, Recording recording = {})
{
    return {std::make_shared<const Answer>(std::move(answer)), work, std::move(recording)};
}
[[nodiscard]] inline HeldAnswers held(Answers answers, const Statistics& work, Recording recording = {})
{
    return {{std::make_shared<const Answers>(std::move(answers)), work, std::move(recording)}};
}
[[nodiscard]] inline HeldStep held(SafeStep step, const Statistics& work, Recording recording = {})
{
    return {{std::make_shared<const SafeStep>(std::move(step)), work, std::move(recording)}};
}
/// The answer of `collides`, which is no more than itself.
[[nodiscard]] inline bool held(bool hit, const Statistics&, const Recording& = {}) { return hit; }

/// An answer as a notebook shows it: what it says, with a picture of what it is about.
[[nodiscard]] std::string html_of(const HeldAnswer& held, const Answers& answers, std::optional<double> step = {});

/// The kind of a pair by its name, "vf" or "ee". Throws std::invalid_argument for another.
[[nodiscard]] PairKind pair_kind_of(std::string_view name);

/// What an answer shows of itself, between the angle brackets of its representation.
[[nodiscard]] std::string text_of(const Answer& answer);
/// A number as Python writes it.
[[nodiscard]] std::string text_of(double number);

/// Answers about something else may name vertices that this lacks: throws std::invalid_argument for those, given how many
/// vertices each object has.
template <class VertexCount>
void require_vertices(const Answers& answers, const VertexCount& count_of)
{
    const auto check = [&](std::uint32_t object, std::uint32_t vertex) {
        if (vertex >= count_of(object)) throw std::invalid_argument("the contacts must be those of this scene");
    };
    for (const Contact& contact : answers.contacts) {
        const std::size_t of_first = contact.kind == PairKind::vertex_face ? 1 : 2;
        for (std::size_t i = 0; i < 4; ++i) check(contact.objects[i < of_first ? 0 : 1], contact.vertices[i]);
    }
    for (const Intersection& crossing : answers.start.crossings) {
        for (const std::uint32_t vertex : crossing.edge) check(crossing.objects[0], vertex);
        for (const std::uint32_t vertex : crossing.face) check(crossing.objects[1], vertex);
    }
}

/// A Python warning, tocca.InputWarning. Throws: py::error_already_set where warnings are errors.
void warn(const std::string& sentence);

void add_errors();
void add_answers(py::module_& module);
void add_elementary(py::module_& module);
void add_meshes(py::module_& module);
void add_moving_mesh(py::module_& module);
void add_motions(py::module_& module);
void add_rigid(py::module_& module);
void add_robots(py::module_& module);
void add_robot_verbs(py::module_& module);
void add_scenes(py::module_& module);

}  // namespace tocca::python
