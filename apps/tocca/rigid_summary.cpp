// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid_summary.hpp"

#include <fmt/format.h>

#include "apps/tocca/human_text.hpp"
#include "tocca/base/printable_text.hpp"

namespace tocca::app {
namespace {

/// Adding 0 makes 0 of -0.
std::string vector_text(const Eigen::Vector3d& vector)
{
    return fmt::format("({:.6g}, {:.6g}, {:.6g})", vector.x() + 0.0, vector.y() + 0.0, vector.z() + 0.0);
}

}  // namespace

std::string duration_text(double seconds)
{
    return seconds < 1.0 ? fmt::format("{:.3g} ms", 1e3 * seconds) : fmt::format("{:.3g} s", seconds);
}

std::string ignored_text(std::size_t vertices)
{
    if (vertices == 0) return "";
    return fmt::format(", {} without a face ignored", counted(vertices, "vertex"));
}

std::string features_text(const Contact& contact, const std::string& first, const std::string& second)
{
    const auto& v = contact.vertices;
    if (contact.kind == PairKind::vertex_face) {
        return fmt::format("vertex {} of {} and face {} {} {} of {}", v[0], printable(first), v[1], v[2], v[3],
                           printable(second));
    }
    return fmt::format("edge {} {} of {} and edge {} {} of {}", v[0], v[1], printable(first), v[2], v[3],
                       printable(second));
}

std::string contact_time(const Answer& first)
{
    if (first.outcome == Outcome::undecided) return fmt::format("> {:.9g}", first.safe_until);
    if (!first.contact) return "";
    return first.outcome == Outcome::touching_at_start ? "at the start" : fmt::format("{:.9g}", first.safe_until);
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

}  // namespace tocca::app
