// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <span>
#include <vector>

#include "apps/tocca/explanation_text.hpp"
#include "tocca/io/json_text.hpp"

namespace tocca::app {
namespace {

std::string sign_list(std::span<const Sign> signs)
{
    std::vector<int> values;
    for (const Sign sign : signs) values.push_back(static_cast<int>(sign));
    return fmt::format("[{}]", fmt::join(values, ","));
}

/// Four points of three coordinates.
std::string point_list(std::span<const double> coordinates)
{
    std::vector<std::string> points;
    for (std::size_t i = 0; i < coordinates.size(); i += 3) points.push_back(json_numbers(coordinates.subspan(i, 3)));
    return fmt::format("[{}]", fmt::join(points, ","));
}

std::string root_json(const Explanation::Root& root)
{
    return fmt::format(
        R"({{"time":{},"multiplicity":{},"inside":{{"x":{},"y":{},"z":{}}},"degenerate":{},"contact":{}}})",
        json_numbers(std::array{root.time.lower, root.time.upper}), root.multiplicity, sign_list(root.inside[0]),
        sign_list(root.inside[1]), sign_list(root.inside[2]), root.degenerate, root.contact);
}

}  // namespace

std::string explanation_json(const ExplainedQuery& query, const Explanation& explanation)
{
    std::vector<std::string> roots;
    for (const Explanation::Root& root : explanation.roots) roots.push_back(root_json(root));
    const std::span<const double> rows(query.rows);
    return fmt::format(
        "{{\"schema\":\"tocca.explain/1\",\n"
        "\"query\":{{\"source\":{},\"index\":{},\"kind\":\"{}\",\"start\":{},\"end\":{}}},\n"
        "\"cubic\":{{\"bernstein\":{},\"signs\":{}}},\n"
        "\"coplanar_throughout\":{},\n\"roots\":[{}],\n\"decided_by\":\"{}\",\n\"answer\":{}}}\n",
        json_string(query.source), query.index ? std::to_string(*query.index) : "null", to_string(query.kind),
        point_list(rows.first(12)), point_list(rows.last(12)), json_numbers(explanation.cubic),
        sign_list(explanation.cubic_signs), explanation.coplanar_throughout, fmt::join(roots, ",\n"),
        to_string(explanation.decided_by), json_answer(explanation.answer));
}

}  // namespace tocca::app
