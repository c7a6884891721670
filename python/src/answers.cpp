// SPDX-License-Identifier: Apache-2.0
// The answers, the same for every subject.
#include "answers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>
#include <utility>

#include "arrays.hpp"

namespace tocca::python {
namespace {

std::string numbers_text(const std::array<std::uint32_t, 2>& numbers)
{
    return fmt::format("({}, {})", numbers[0], numbers[1]);
}

std::string contact_text(const Contact& contact)
{
    return fmt::format("{} ({}), toc=[{}, {}]", to_string(contact.kind), fmt::join(contact.vertices, ", "),
                       text_of(contact.toc.lower), text_of(contact.toc.upper));
}

py::dict stages_of(const Statistics& statistics)
{
    py::dict counts;
    for (std::size_t i = 0; i < stage_count; ++i) {
        counts[py::str(std::string(to_string(static_cast<Stage>(i))))] = statistics.stages[i];
    }
    return counts;
}

/// A count of Statistics: its name, where it is, and its sentence.
struct WorkCount {
    const char* name;
    std::uint64_t Statistics::*member;
    const char* doc;
};

constexpr std::array<WorkCount, 12> work_counts{{
    {"object_pairs", &Statistics::object_pairs, "Pairs of shapes to be checked (robots)."},
    {"near_pairs", &Statistics::near_pairs, "Pairs of bodies or shapes whose boxes may meet."},
    {"searched_pairs", &Statistics::searched_pairs,
     "Searches of two bodies or shapes; a pair may be searched more than once."},
    {"finished_pairs", &Statistics::finished_pairs,
     "Shapes followed to a contact, or down to their triangles and to the end."},
    {"node_pairs", &Statistics::node_pairs, "Pairs of tree nodes opened."},
    {"node_tests", &Statistics::node_tests, "Pairs of bounding volumes compared."},
    {"leaf_pairs", &Statistics::leaf_pairs, "Pairs of leaves whose boxes may meet."},
    {"feature_tests", &Statistics::feature_tests, "Pairs of features compared by their boxes."},
    {"elementary_tests", &Statistics::elementary_tests, "Pairs of features given to the elementary core."},
    {"triangle_tests", &Statistics::triangle_tests, "Distances of two triangles computed."},
    {"kept_searches", &Statistics::kept_searches, "Searches among deforming meshes that kept candidates answered."},
    {"iterations", &Statistics::iterations,
     "Conservative advancement: the largest number of bounds and distances that led to one pair."},
}};

std::string statistics_text(const Statistics& statistics)
{
    std::string text;
    for (const WorkCount& count : work_counts) {
        if (statistics.*count.member == 0) continue;
        text += fmt::format(" {}={}", count.name, statistics.*count.member);
    }
    return "<tocca.Statistics" + text + ">";
}

void add_statistics(py::module_& module)
{
    py::class_<Statistics> type(module, "Statistics",
                                "The work that a query took; what a subject does not do stays 0. Not part of the "
                                "answer: with several threads the counts may change from call to call.");
    for (const WorkCount& count : work_counts) type.def_readonly(count.name, count.member, count.doc);
    type.def_property_readonly("stages", stages_of,
                               "Which stage decided the elementary tests: counts by the name of the stage.")
        .def("__repr__", statistics_text);
}

void add_contact(py::module_& module)
{
    py::class_<Contact>(module, "Contact", "A contact of two features: when, where, and what is proven of it.")
        .def_readonly(
            "toc", &Contact::toc,
            "(lower, upper): free before and at lower, in contact by upper; both 0 for a contact at the start.")
        .def_readonly("end", &Contact::end,
                      "Bracket of the last instant of this contact: single pairs in all_contacts; otherwise None.")
        .def_readonly("kind", &Contact::kind, "\"vf\" for a vertex and a face, \"ee\" for two edges.")
        .def_readonly("vertices", &Contact::vertices,
                      "The pair's four vertices: (vertex, a, b, c) or (a, b, c, d), by their numbers in their meshes.")
        .def_readonly("objects", &Contact::objects, "The objects of the first and of the second feature, by number.")
        .def_readonly("weights", &Contact::weights,
                      "The touching point of each side as weights of the pair's four points.")
        .def_readonly("point", &Contact::point, "Where they touch.")
        .def_readonly(
            "normal", &Contact::normal,
            "Unit normal, from the second feature to the side the first came from; zero where none is defined.")
        .def_readonly(
            "proof", &Contact::proof,
            "\"touches\": exactly, the features touch or come as near as the clearance by toc[1]; \"within\": "
            "they are nearer than clearance + threshold.")
        .def_readonly("sooner_than_any_double", &Contact::sooner_than_any_double,
                      "The contact is after the start but not after the least positive double.")
        .def_readonly("shapes", &Contact::shapes,
                      "Which shapes of the two objects, in the order of objects; robots only.")
        .def_readonly("distance", &Contact::distance, "With \"within\", of the features at toc[0], to rounding.")
        .def_readonly("threshold", &Contact::threshold,
                      "With \"within\", how near counted as contact: as asked for or by default, or more where "
                      "rounding hides less.")
        .def_readonly("crosses_at", &Contact::crosses_at,
                      "With \"within\", a time soon after the contact at which the two are proven to cross; None if "
                      "none was found.")
        .def("__repr__", [](const Contact& self) { return "<tocca.Contact " + contact_text(self) + ">"; });
}

void add_object_pairs(py::module_& module)
{
    using Undecided = Answers::UndecidedPair;
    py::class_<ObjectPair>(module, "ObjectPair", "Two objects, the lower number first.")
        .def_readonly("objects", &ObjectPair::objects, "Their numbers.")
        .def_readonly("shapes", &ObjectPair::shapes, "Which of their shapes; robots only.")
        .def("__repr__",
             [](const ObjectPair& self) { return "<tocca.ObjectPair " + numbers_text(self.objects) + ">"; });
    py::class_<Undecided, ObjectPair>(module, "UndecidedPair",
                                      "Objects that are proven free of each other up to a time, and not known to touch "
                                      "later.")
        .def_readonly("safe_until", &Undecided::safe_until, "They are free of each other up to here.")
        .def("__repr__", [](const Undecided& self) {
            return "<tocca.UndecidedPair " + numbers_text(self.objects) + ", safe_until=" + text_of(self.safe_until) +
                   ">";
        });
}

void add_start(py::module_& module)
{
    py::class_<Start>(module, "Start",
                      "What is wrong at the start, beside contacts there. A start with any of it is not free.")
        .def_readonly("near", &Start::near, "Something starts nearer than clearance and thickness demand.")
        .def_readonly("assumed_free", &Start::assumed_free,
                      "Crossings at the start were not looked for, as assume_start_free said.")
        .def_readonly("crossing_count", &Start::crossing_count,
                      "How many edges of deforming meshes pass through faces at the start, listed or not.")
        .def_property_readonly(
            "crossings", [](const Start& self) { return intersection_table(self.crossings); },
            "The edges that pass through faces, as records edge, face, objects, crosses; empty with list_start=False.")
        .def_readonly("near_count", &Start::near_count,
                      "How many pairs of features of deforming meshes start too near, listed or not.")
        .def_property_readonly(
            "near_pairs", [](const Start& self) { return near_table(self.near_pairs); },
            "Those pairs, as records kind, vertices, objects, distance, gap; empty with list_start=False.")
        .def_readonly("near_objects", &Start::near_objects,
                      "Bodies and robots, in the answer of all_contacts: the ObjectPairs that start too near.")
        .def_readonly("inside", &Start::inside,
                      "Bodies and robots, in the answer of all_contacts: the ObjectPairs of which one starts inside "
                      "the other.")
        .def("__repr__", [](const Start& self) {
            return fmt::format("<tocca.Start {} crossings, {} near pairs, {} inside>", self.crossing_count,
                               self.near_count + self.near_objects.size(), self.inside.size());
        });
}

/// As the only one of all.
Answers first_of(const HeldAnswer& held)
{
    Answers answers{*held.answer};
    if (answers.contact) answers.contacts = {*answers.contact};
    return answers;
}

/// What gives a copy of a member of the answer that is held.
template <class Of, class Member>
auto member(Member Of::*of)
{
    return [of](const HeldAnswer& self) -> Member { return static_cast<const Of&>(*self.answer).*of; };
}

void add_answer(py::module_& module)
{
    py::class_<HeldAnswer>(module, "Answer", "The answer to a query about a motion, the same for every subject.")
        .def_property_readonly("outcome", member(&Answer::outcome),
                               "\"free\", \"contact\", \"touching_at_start\", \"crossing_at_start\", \"inside\", "
                               "\"near_at_start\" or \"undecided\".")
        .def_property_readonly("safe_until", member(&Answer::safe_until),
                               "The motion is proven free on the closed interval [0, safe_until], unless it touches, "
                               "crosses or is inside at the start.")
        .def_property_readonly("contact", member(&Answer::contact), "The first Contact; None where there is none.")
        .def_property_readonly("pair", member(&Answer::pair),
                               "Bodies and robots: the ObjectPair that the outcome is about; None when all is free.")
        .def_property_readonly("threshold", member(&Answer::threshold),
                               "Bodies and robots: the threshold that the answer is about, as in Contact.threshold.")
        .def_property_readonly(
            "start", [](const HeldAnswer& self) -> const Start& { return self.answer->start; },
            "The Start: what is wrong there, beside contacts.")
        .def_property_readonly("nothing_checked", member(&Answer::nothing_checked),
                               "There was no pair that could touch: \"free\" says nothing then.")
        .def_property_readonly("only_changed", member(&Answer::only_changed),
                               "The answer is about the pairs with a vertex in `changed` alone.")
        .def_readonly("statistics", &HeldAnswer::statistics,
                      "The Statistics: what the call took. Those of a path are in its PathAnswer, not in its edges.")
        .def("_repr_html_", [](const HeldAnswer& self) { return html_of(self, first_of(self)); })
        .def("__repr__", [](const HeldAnswer& self) { return "<tocca.Answer " + text_of(*self.answer) + ">"; });
}

Contact contact_at(const HeldAnswers& self, py::ssize_t index)
{
    const std::vector<Contact>& contacts = self.answers().contacts;
    const auto count = static_cast<py::ssize_t>(contacts.size());
    if (index < 0) index += count;
    if (index < 0 || index >= count) throw py::index_error("there are not so many contacts");
    return contacts[static_cast<std::size_t>(index)];
}

std::string answers_text(const Answers& answers)
{
    std::string text = fmt::format("{}, {} contacts", to_string(answers.outcome), answers.contacts.size());
    if (!answers.undecided.empty()) text += fmt::format(", {} undecided", answers.undecided.size());
    return "<tocca.Answers " + text + ", safe_until=" + text_of(answers.safe_until) + ">";
}

void add_derived_answers(py::module_& module)
{
    py::class_<HeldAnswers, HeldAnswer>(
        module, "Answers",
        "The answer to a query about all contacts: of deforming meshes every pair of features that touches, of bodies "
        "and robots the first contact of each pair of objects. A sequence of Contacts, sorted by time.")
        .def_property_readonly(
            "contacts",
            [](HeldAnswers& self) {
                if (!self.table) self.table = contact_table(self.answers().contacts);
                return self.table;
            },
            "The contacts as one array of records with toc, kind, vertices, objects, weights, point, normal; sorted by "
            "time, then by features or objects, so that the first contact comes first.")
        .def_property_readonly("undecided", member(&Answers::undecided),
                               "Bodies and robots: the UndecidedPairs, the earliest first.")
        .def("_repr_html_", [](const HeldAnswers& self) { return html_of(self, self.answers()); })
        .def("__len__", [](const HeldAnswers& self) { return self.answers().contacts.size(); })
        .def("__getitem__", contact_at, py::arg("index"))
        .def("__repr__", [](const HeldAnswers& self) { return answers_text(self.answers()); });

    py::class_<HeldStep, HeldAnswer>(module, "SafeStep",
                                     "How far the motion may go; otherwise the Answer of first_contact.")
        .def_property_readonly("step", member(&SafeStep::step),
                               "The fraction of the motion that is safe, never beyond safe_until; a scene may go to "
                               "positions_at(step).")
        .def_property_readonly("all_shorter_steps", member(&SafeStep::all_shorter_steps),
                               "Every shorter step is proven safe as well, with its own rounded positions.")
        .def_property_readonly(
            "limited_by", member(&SafeStep::limited_by),
            "What limits the step: the contact, or features of deforming meshes that would lose more "
            "of their distance than they may; None if no features do.")
        .def_property_readonly("tested_steps", member(&SafeStep::tested_steps),
                               "Deforming meshes: how many shortened steps had to be tested.")
        .def("_repr_html_", [](const HeldStep& self) { return html_of(self, first_of(self), self.step().step); })
        .def("__float__", member(&SafeStep::step))
        .def("__repr__", [](const HeldStep& self) {
            return fmt::format("<tocca.SafeStep {}, {}>", text_of(self.step().step), to_string(self.step().outcome));
        });
}

}  // namespace

PairKind pair_kind_of(std::string_view name)
{
    if (name == "vf") return PairKind::vertex_face;
    if (name == "ee") return PairKind::edge_edge;
    throw std::invalid_argument("kind must be \"vf\", \"ee\", \"ve\" or \"vv\", not \"" + std::string(name) + "\"");
}

std::string text_of(double number) { return py::repr(py::float_(number)).cast<std::string>(); }

std::string text_of(const Answer& answer)
{
    std::string text = std::string(to_string(answer.outcome)) + ", safe_until=" + text_of(answer.safe_until);
    if (answer.contact) text += ", " + contact_text(*answer.contact);
    if (answer.pair) text += ", objects=" + numbers_text(answer.pair->objects);
    return text;
}

void add_answers(py::module_& module)
{
    add_statistics(module);
    add_contact(module);
    add_object_pairs(module);
    add_start(module);
    add_answer(module);
    add_derived_answers(module);
}

}  // namespace tocca::python
