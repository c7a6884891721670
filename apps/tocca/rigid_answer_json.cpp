// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid_answer_json.hpp"

#include <fmt/format.h>

#include <array>

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

std::string contact_json(const FirstContact& first)
{
    if (!first.contact) return "null";
    const TimeInterval& toc = first.contact->toc;
    return fmt::format(R"({{"toc":{},{},"sooner_than_any_double":{}}})", json_numbers(std::array{toc.lower, toc.upper}),
                       feature_members(*first.contact), first.sooner_than_any_double);
}

}  // namespace

std::string answer_members(const BodiesAnswer& answer)
{
    return fmt::format(R"("outcome":"{}","safe_until":{},"contact":{},"distance":{},"threshold_used":{},)"
                       R"("penetrates_at":{},"starts_within_clearance":{})",
                       to_string(answer.outcome), json_number(answer.safe_until), contact_json(answer),
                       answer.contact ? json_number(answer.distance) : "null",
                       answer.threshold_used > 0.0 ? json_number(answer.threshold_used) : "null",
                       answer.penetrates_at ? json_number(*answer.penetrates_at) : "null",
                       answer.starts_within_clearance);
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

std::string work_members(const RigidStatistics& statistics)
{
    return fmt::format(R"("node_pairs":{},"node_tests":{},"triangle_tests":{},"iterations":{})", statistics.node_pairs,
                       statistics.node_tests, statistics.triangle_tests, statistics.iterations);
}

}  // namespace tocca::app
