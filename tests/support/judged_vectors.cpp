// SPDX-License-Identifier: Apache-2.0
#include "support/judged_vectors.hpp"

#include <fstream>
#include <ostream>
#include <stdexcept>
#include <string>

#include "support/judge.hpp"
#include "support/query_file.hpp"

namespace tocca::support {

JudgedQuery judged(const PairRows& rows, PairKind kind)
{
    JudgedQuery query{.kind = kind, .rows = rows};
    Judgement judgement = judge(rows, kind);
    if (judgement.hit()) query.toc = expected_bracket(judgement.spans.front().begin, vector_tolerance).toc;
    return query;
}

void write_judged(std::ostream& out, const JudgedQuery& query)
{
    const TimeInterval toc = query.toc.value_or(TimeInterval{});
    out << to_string(query.kind) << ' ' << (query.toc ? 1 : 0) << ' ' << hex_text(toc.lower) << ' '
        << hex_text(toc.upper);
    for (const double x : query.rows) out << ' ' << hex_text(x);
    out << '\n';
}

std::vector<JudgedQuery> read_judged(const std::filesystem::path& file)
{
    std::ifstream in(file);
    if (!in) throw std::runtime_error("cannot read " + file.string());
    std::vector<JudgedQuery> queries;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line.front() == '#') continue;
        const std::vector<std::string> parts = split(line, ' ');
        JudgedQuery query;
        if (parts.size() != 4 + query.rows.size()) throw std::runtime_error("not a judged query: " + line);
        query.kind = parts[0] == "vf" ? PairKind::vertex_face : PairKind::edge_edge;
        if (parts[1] == "1") query.toc = TimeInterval{number_of(parts[2]), number_of(parts[3])};
        for (std::size_t i = 0; i < query.rows.size(); ++i) query.rows[i] = number_of(parts[4 + i]);
        queries.push_back(query);
    }
    return queries;
}

}  // namespace tocca::support
