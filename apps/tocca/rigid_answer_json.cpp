// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid_answer_json.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <optional>

#include "tocca/io/json_text.hpp"

namespace tocca::app {
namespace {

/// What a contact and two features near each other have in common.
std::string feature_members(const Contact& contact)
{
    return fmt::format(R"("kind":"{}","objects":[{}],"vertices":[{}],"weights":{},"point":{},"normal":{})",
                       to_string(contact.kind), fmt::join(contact.objects, ","), fmt::join(contact.vertices, ","),
                       json_numbers(contact.weights), json_numbers({contact.point.data(), 3}),
                       json_numbers({contact.normal.data(), 3}));
}

std::string contact_json(const std::optional<Contact>& contact)
{
    if (!contact) return "null";
    const TimeInterval& toc = contact->toc;
    return fmt::format(R"({{"toc":{},{},"sooner_than_any_double":{}}})", json_numbers(std::array{toc.lower, toc.upper}),
                       feature_members(*contact), contact->sooner_than_any_double);
}

}  // namespace

std::string answer_members(const Answer& answer)
{
    const std::optional<Contact>& contact = answer.contact;
    return fmt::format(R"("outcome":"{}","safe_until":{},"contact":{},"distance":{},"threshold_used":{},)"
                       R"("penetrates_at":{},"starts_within_clearance":{})",
                       to_string(answer.outcome), json_number(answer.safe_until), contact_json(contact),
                       contact ? json_number(contact->distance) : "null",
                       answer.threshold > 0.0 ? json_number(answer.threshold) : "null",
                       contact && contact->crosses_at ? json_number(*contact->crosses_at) : "null", answer.start.near);
}

std::string near_features_json(const NearFeatures& features)
{
    return fmt::format(R"({{"distance":{},{},"points":[{},{}]}})", json_number(features.distance),
                       feature_members(features.contact), json_numbers({features.points[0].data(), 3}),
                       json_numbers({features.points[1].data(), 3}));
}

std::string body_json(const std::string& name, const RigidBody& body, const std::string& more)
{
    const TriangleMesh& mesh = body.mesh();
    return fmt::format(R"({{"name":{},"vertices":{},"edges":{},"faces":{},"ignored_vertices":{},"solid":{}{}}})",
                       json_string(name), mesh.vertex_count(), mesh.edges().size(), mesh.faces().size(),
                       body.ignored_vertices(), body.solid(), more);
}

std::string feature_work_members(const Statistics& statistics)
{
    std::string stages;
    for (std::size_t i = 0; i < stage_count; ++i) {
        fmt::format_to(std::back_inserter(stages), R"({}"{}":{})", i == 0 ? "" : ",", to_string(static_cast<Stage>(i)),
                       statistics.stages[i]);
    }
    return fmt::format(R"("leaf_pairs":{},"feature_tests":{},"elementary_tests":{},"stages":{{{}}})",
                       statistics.leaf_pairs, statistics.feature_tests, statistics.elementary_tests, stages);
}

std::string work_members(const Statistics& statistics)
{
    return fmt::format(R"("node_pairs":{},"node_tests":{},"triangle_tests":{},"iterations":{})", statistics.node_pairs,
                       statistics.node_tests, statistics.triangle_tests, statistics.iterations);
}

}  // namespace tocca::app
