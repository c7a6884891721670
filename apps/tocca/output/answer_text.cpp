// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/output/answer_text.hpp"

#include <fmt/format.h>

#include "apps/tocca/terminal/human_text.hpp"
#include "tocca/base/printable_text.hpp"

namespace tocca::app {
namespace {

/// Adding 0 makes 0 of -0.
std::string vector_text(const Eigen::Vector3d& vector)
{
    return fmt::format("({:.6g}, {:.6g}, {:.6g})", vector.x() + 0.0, vector.y() + 0.0, vector.z() + 0.0);
}

}  // namespace

std::string ignored_text(std::size_t vertices)
{
    if (vertices == 0) return "";
    return fmt::format(", {} without a face ignored", counted(vertices, "vertex"));
}

std::string features_text(const Contact& contact, const std::string& first, const std::string& second)
{
    const auto& v = contact.vertices;
    const auto of = [](const std::string& name) { return name.empty() ? "" : " of " + printable(name); };
    if (contact.kind == PairKind::vertex_face) {
        return fmt::format("vertex {}{} and face {} {} {}{}", v[0], of(first), v[1], v[2], v[3], of(second));
    }
    return fmt::format("edge {} {}{} and edge {} {}{}", v[0], v[1], of(first), v[2], v[3], of(second));
}

std::string when_text(Outcome outcome, double time)
{
    return outcome == Outcome::touching_at_start ? "at the start" : fmt::format("at {:.10g}", time);
}

std::string contact_text(const Answer& answer, const std::string& first, const std::string& second)
{
    if (!answer.contact) return "";
    const Contact& contact = *answer.contact;
    std::string text = fmt::format("  {},\n  near {}, normal {}, {:.4g} apart\n", features_text(contact, first, second),
                                   vector_text(contact.point), vector_text(contact.normal), contact.distance);
    if (contact.crosses_at) text += fmt::format("  proven to cross at {:.10g}\n", *contact.crosses_at);
    return text;
}

std::string notes_text(const std::vector<std::string>& notes)
{
    constexpr std::size_t max_notes = 10;
    std::string text;
    for (std::size_t i = 0; i < notes.size() && i < max_notes; ++i) text += fmt::format("note: {}\n", notes[i]);
    if (notes.size() > max_notes) {
        text += fmt::format("and {}, see --json\n", counted(notes.size() - max_notes, "more note"));
    }
    return text;
}

}  // namespace tocca::app
