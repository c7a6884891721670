// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/output/answer_json.hpp"

#include <array>
#include <utility>

namespace tocca::app {
namespace {

std::array<double, 3> coordinates(const Eigen::Vector3d& vector) { return {vector.x(), vector.y(), vector.z()}; }

}  // namespace

Json joined(std::initializer_list<Json> objects)
{
    Json all = Json::object();
    for (const Json& object : objects) all.update(object);
    return all;
}

Json body_answer_json(const Answer& answer)
{
    Json json = answer;
    const bool has_contact = answer.contact.has_value();
    json["distance"] = has_contact ? Json(answer.contact->distance) : Json();
    json["threshold_used"] = answer.threshold > 0.0 ? Json(answer.threshold) : Json();
    json["penetrates_at"] = has_contact ? or_null(answer.contact->crosses_at) : Json();
    json["starts_within_clearance"] = answer.start.near;
    return json;
}

Json near_features_json(const NearFeatures& features)
{
    Json contact = features.contact;
    contact.erase("toc");
    contact.erase("sooner_than_any_double");
    const Json points = Json::array({coordinates(features.points[0]), coordinates(features.points[1])});
    return joined({{{"distance", features.distance}}, contact, {{"points", points}}});
}

Json body_json(const std::string& name, const RigidBody& body)
{
    const TriangleMesh& mesh = body.mesh();
    return {{"name", name},
            {"vertices", mesh.vertex_count()},
            {"edges", mesh.edges().size()},
            {"faces", mesh.faces().size()},
            {"ignored_vertices", body.ignored_vertices()},
            {"solid", body.solid()}};
}

Json stages_json(const Statistics::StageCounts& stages)
{
    Json json = Json::object();
    for (std::size_t i = 0; i < stage_count; ++i) json[std::string(to_string(static_cast<Stage>(i)))] = stages[i];
    return json;
}

Json feature_work_json(const Statistics& statistics)
{
    return {{"leaf_pairs", statistics.leaf_pairs},
            {"feature_tests", statistics.feature_tests},
            {"elementary_tests", statistics.elementary_tests},
            {"stages", stages_json(statistics.stages)}};
}

Json body_work_json(const Statistics& statistics)
{
    return {{"node_pairs", statistics.node_pairs},
            {"node_tests", statistics.node_tests},
            {"triangle_tests", statistics.triangle_tests},
            {"iterations", statistics.iterations}};
}

}  // namespace tocca::app
