// SPDX-License-Identifier: Apache-2.0
// Writes queries with the judge's answers to standard output, as tests/data/judged-*.txt hold them:
//   judge_queries vf|ee COUNT SEED
#include <fmt/format.h>

#include <cstdlib>
#include <iostream>
#include <string>

#include "support/judged_vectors.hpp"
#include "support/query_mix.hpp"

int main(int argc, char** argv)
{
    const std::string kind_name = argc == 4 ? argv[1] : "";
    if (kind_name != "vf" && kind_name != "ee") {
        fmt::print(stderr, "usage: judge_queries vf|ee COUNT SEED\n");
        return 2;
    }
    const tocca::PairKind kind = kind_name == "vf" ? tocca::PairKind::vertex_face : tocca::PairKind::edge_edge;
    const std::size_t count = std::strtoul(argv[2], nullptr, 10);
    const std::uint64_t seed = std::strtoull(argv[3], nullptr, 10);
    std::cout << "# judge_queries " << kind_name << ' ' << count << ' ' << seed << '\n';
    for (const tocca::PairRows& rows : tocca::support::query_mix(seed, kind, count)) {
        tocca::support::write_judged(std::cout, tocca::support::judged(rows, kind));
    }
    return std::cout ? 0 : 2;
}
