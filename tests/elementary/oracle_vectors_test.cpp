// SPDX-License-Identifier: Apache-2.0
// Queries with known answers from files: the judge's own, kept in tests/data, and those of the Python oracle when
// shared/oracle stands beside the source tree.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/effort.hpp"
#include "support/judged_vectors.hpp"
#include "support/places.hpp"
#include "support/print_query.hpp"
#include "support/query_file.hpp"
#include "support/rational.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/elementary/collides.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::oracle_vectors_test {
namespace {

using support::JudgedQuery;
using support::Rational;

void expect_judged_answer(const JudgedQuery& query)
{
    for (const bool hit : {collides_exact(query.rows, query.kind), collides(query.rows, query.kind)}) {
        ASSERT_EQ(hit, query.toc.has_value()) << support::text_of(query.rows, query.kind);
    }
    const QueryOptions options{.tolerance = support::vector_tolerance};
    for (const Answer& first :
         {first_contact_exact(query.rows, query.kind, options), first_contact(query.rows, query.kind, options)}) {
        ASSERT_EQ(first.contact.has_value(), query.toc.has_value()) << support::text_of(query.rows, query.kind);
        if (query.toc) {
            ASSERT_EQ(first.contact->toc, *query.toc) << support::text_of(query.rows, query.kind);
        }
    }
}

void expect_judged_answers(const char* file)
{
    const std::vector<JudgedQuery> queries = support::read_judged(support::test_data_folder() / file);
    ASSERT_GE(queries.size(), 300U);
    for (const JudgedQuery& query : queries) expect_judged_answer(query);
}

TEST(JudgedVectors, OfVertexFace) { expect_judged_answers("judged-vf.txt"); }
TEST(JudgedVectors, OfEdgeEdge) { expect_judged_answers("judged-ee.txt"); }

TEST(JudgedVectors, AreWhatTheJudgeSays)
{
    for (const char* file : {"judged-vf.txt", "judged-ee.txt"}) {
        for (const JudgedQuery& query : support::read_judged(support::test_data_folder() / file)) {
            ASSERT_EQ(support::judged(query.rows, query.kind).toc, query.toc)
                << support::text_of(query.rows, query.kind);
        }
    }
}

/// What the oracle says: the first contact is at `low` if both are equal, else strictly between them.
struct OracleQuery {
    PairRows rows{};
    bool hit = false;
    Rational low, high;
};

OracleQuery next_query(std::istream& in)
{
    OracleQuery query;
    for (std::size_t row = 0; row < 8; ++row) {
        std::string line;
        std::getline(in, line);
        const std::vector<std::string> parts = support::split(line, ',');
        if (parts.size() != 9) throw std::runtime_error("not a line of the oracle: " + line);
        for (std::size_t k = 0; k < 3; ++k) {
            query.rows[3 * row + k] = static_cast<double>(Rational(parts[2 * k]) / Rational(parts[2 * k + 1]));
        }
        query.hit = parts[6] == "1";
        query.low = Rational(parts[7]);
        query.high = Rational(parts[8]);
    }
    return query;
}

/// Whether the oracle's time can lie in (lower, upper], or is 0 and said to be.
bool fits(const OracleQuery& query, const TimeInterval& toc)
{
    const Rational lower(toc.lower), upper(toc.upper);
    if (query.low == query.high)
        return query.low == 0 ? toc == TimeInterval{} : lower < query.low && query.low <= upper;
    return lower < query.high && query.low < upper;
}

void expect_oracle_answer(const OracleQuery& query, PairKind kind)
{
    ASSERT_EQ(collides_exact(query.rows, kind), query.hit) << support::text_of(query.rows, kind);
    ASSERT_EQ(collides(query.rows, kind), query.hit) << support::text_of(query.rows, kind);
    for (const Answer& first : {first_contact_exact(query.rows, kind), first_contact(query.rows, kind)}) {
        ASSERT_EQ(first.contact.has_value(), query.hit) << support::text_of(query.rows, kind);
        if (query.hit) {
            ASSERT_TRUE(fits(query, first.contact->toc)) << support::text_of(query.rows, kind);
        }
    }
}

/// The oracle's queries for a seed, made once and then kept in the build folder; nothing without the oracle.
std::optional<std::filesystem::path> oracle_file(PairKind kind, std::size_t count, int seed)
{
    namespace fs = std::filesystem;
    const fs::path oracle = support::source_folder() / ".." / "shared" / "oracle" / "oracle.py";
    if (!fs::exists(oracle)) return std::nullopt;
    const char* build = std::getenv("TOCCA_BINARY_DIR");
    const fs::path folder = (build != nullptr ? fs::path(build) : fs::temp_directory_path()) / "oracle";
    fs::create_directories(folder);
    const fs::path file = folder / fmt::format("{}-{}-{}.csv", to_string(kind), count, seed);
    if (fs::exists(file)) return file;
    fs::path part = file;
    part += ".part";
    const std::string command =
        fmt::format("python3 '{}' --gen {} {} {} > '{}'", oracle.string(), to_string(kind), count, seed, part.string());
    if (std::system(command.c_str()) != 0) throw std::runtime_error("the oracle failed: " + command);
    fs::rename(part, file);
    return file;
}

/// 22,000 queries of both kinds together in an optimised build.
void expect_oracle_answers(PairKind kind, const std::array<int, 2>& seeds)
{
    const std::size_t count = support::effort(5'500);
    for (const int seed : seeds) {
        const auto file = oracle_file(kind, count, seed);
        if (!file) GTEST_SKIP() << "no independent oracle: ../shared/oracle/oracle.py is not there";
        std::ifstream in(*file);
        std::vector<PairRows> rows;
        std::vector<std::uint8_t> hits;
        for (std::size_t i = 0; i < count; ++i) {
            const OracleQuery query = next_query(in);
            expect_oracle_answer(query, kind);
            rows.push_back(query.rows);
            hits.push_back(query.hit ? 1 : 0);
        }
        for (const std::string& target : simd_targets()) {
            EXPECT_TRUE(collides(rows, kind, {.target = target}) == hits) << target;
        }
    }
}

TEST(OracleVectors, OfVertexFace) { expect_oracle_answers(PairKind::vertex_face, {1, 2}); }
TEST(OracleVectors, OfEdgeEdge) { expect_oracle_answers(PairKind::edge_edge, {3, 4}); }

}  // namespace
}  // namespace tocca::oracle_vectors_test
