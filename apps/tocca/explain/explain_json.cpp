// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <span>

#include "apps/tocca/explain/explain_text.hpp"
#include "apps/tocca/output/answer_json.hpp"

namespace tocca::app {
namespace {

/// Four points of three coordinates.
Json points_json(std::span<const double> coordinates)
{
    Json points = Json::array();
    for (std::size_t i = 0; i < coordinates.size(); i += 3) {
        points.push_back(Json::array({coordinates[i], coordinates[i + 1], coordinates[i + 2]}));
    }
    return points;
}

Json root_json(const Explanation::Root& root)
{
    const auto& [x, y, z] = root.inside;
    return {{"time", {root.time.lower, root.time.upper}},
            {"multiplicity", root.multiplicity},
            {"inside", {{"x", x}, {"y", y}, {"z", z}}},
            {"degenerate", root.degenerate},
            {"contact", root.contact}};
}

/// The answer to an elementary query, whose features are the four points and have no numbers.
Json answer_json(const Answer& answer)
{
    Json json = answer;
    if (answer.contact) {
        json["contact"].erase("objects");
        json["contact"].erase("vertices");
    }
    return json;
}

}  // namespace

std::string explanation_json(const ExplainedQuery& query, const Explanation& explanation)
{
    Json roots = Json::array();
    for (const Explanation::Root& root : explanation.roots) roots.push_back(root_json(root));
    const std::span<const double> rows(query.rows);
    return json_text({{"schema", "tocca.explain/1"},
                      {"query",
                       {{"source", query.source},
                        {"index", or_null(query.index)},
                        {"kind", to_string(query.kind)},
                        {"start", points_json(rows.first(12))},
                        {"end", points_json(rows.last(12))}}},
                      {"cubic", {{"bernstein", explanation.cubic}, {"signs", explanation.cubic_signs}}},
                      {"coplanar_throughout", explanation.coplanar_throughout},
                      {"roots", roots},
                      {"decided_by", to_string(explanation.decided_by)},
                      {"answer", answer_json(explanation.answer)}}) +
           "\n";
}

}  // namespace tocca::app
