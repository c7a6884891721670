// SPDX-License-Identifier: Apache-2.0
#include "study/bernstein_sign_classification.hpp"

#include <gtest/gtest.h>
#include <pmmintrin.h>

#include <array>
#include <limits>
#include <stdexcept>
#include <vector>

#include "support/query_families.hpp"
#include "support/query_mix.hpp"
#include "support/random.hpp"
#include "tocca/base/error.hpp"
#include "tocca/elementary/collides.hpp"

namespace tocca::study::bernstein_sign_classification_test {
namespace {

using support::Random;

struct KnownCase {
    PairKind kind;
    PairRows rows;
    bool hit;
};

/// Cases that break published codes, decided by hand or by exact arithmetic.
constexpr std::array known_cases = {
    // Coordinates around 1000.
    KnownCase{PairKind::vertex_face,
              {750,  0,    -250, 250, -250, -1000, 1000, 0,    0,    -500, 500, -750,
               -750, -750, 250,  750, 0,    500,   250,  -250, -500, 250,  0,   500},
              true},
    // At t = 1 only.
    KnownCase{PairKind::vertex_face,
              {-2, 1, -2, 0, -1, 0, 0, 0, -2, -1, -1, 0, -1, 1, 1, 0, -1, 2, -1, 1, 1, -2, -1, 1},
              true},
    // A double root on a boundary.
    KnownCase{PairKind::edge_edge,
              {2, 0, 1, 1, -1, 2, -2, -1, -2, 2, -2, 1, 2, -2, -1, -1, 0, -2, 1, -2, -1, -2, 1, -1},
              true},
    // Five units away, the face at rest.
    KnownCase{PairKind::vertex_face, {5, 5, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, -1, 0, 0, 0, 1, 0, 0, 0, 1, 0}, false},
    // The normal vanishes at the root.
    KnownCase{
        PairKind::vertex_face, {10, 10, 10, 0, 0, 0, 4, 0, 0, 0, 4, 0, 10, 10, 11, 0, 0, 0, 4, 0, 0, 0, -4, 0}, false},
    // The same with the vertex on the collapsed triangle.
    KnownCase{PairKind::vertex_face, {1, 0, 1, 0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 0, -1, 0, 0, 0, 4, 0, 0, 0, -4, 0}, true},
    // A translating triangle: the cubic is linear.
    KnownCase{PairKind::vertex_face, {1, 1, 1, 0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 1, 0, 0, 2, 4, 0, 2, 0, 4, 2}, true},
    // Coplanar throughout: the vertex slides into the triangle, or past it.
    KnownCase{PairKind::vertex_face, {-3, 1, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0}, true},
    KnownCase{PairKind::vertex_face, {-3, 1, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0, -3, 5, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0}, false},
    // Parallel edges that pass through each other, and on one line without meeting.
    KnownCase{PairKind::edge_edge, {0, 0, 1, 2, 0, 1, 1, 0, 0, 3, 0, 0, 0, 0, -1, 2, 0, -1, 1, 0, 0, 3, 0, 0}, true},
    KnownCase{PairKind::edge_edge, {0, 0, 1, 2, 0, 1, 3, 0, 0, 5, 0, 0, 0, 0, -1, 2, 0, -1, 3, 0, 0, 5, 0, 0}, false},
};

TEST(CollidesBscExact, DecidesTheCasesThatBreakPublishedCodes)
{
    for (const KnownCase& known : known_cases) {
        EXPECT_EQ(collides_bsc_exact(known.rows, known.kind), known.hit) << testing::PrintToString(known.rows);
        EXPECT_EQ(collides_exact(known.rows, known.kind), known.hit);
    }
}

TEST(CollidesBscExact, ChecksTheFloatingPointMode)
{
    // A vertex at rest a subnormal distance above a face at rest: free, unless subnormals count as zero.
    constexpr PairRows barely_above{0.25, 0.25, 0x1p-1060, 0, 0, 0, 1, 0, 0, 0, 1, 0,
                                    0.25, 0.25, 0x1p-1060, 0, 0, 0, 1, 0, 0, 0, 1, 0};
    EXPECT_FALSE(collides_bsc_exact(barely_above, PairKind::vertex_face));
    const unsigned before = _mm_getcsr();
    _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
    bool refused = false;
    try {
        (void)collides_bsc_exact(barely_above, PairKind::vertex_face);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    _mm_setcsr(before);
    EXPECT_TRUE(refused);
}

TEST(CollidesBscExact, EqualsTheExactPath)
{
    for (const PairKind kind : {PairKind::vertex_face, PairKind::edge_edge}) {
        int hits = 0;
        for (const PairRows& rows : support::query_mix(2014, kind, 3'000)) {
            const bool expected = collides_exact(rows, kind);
            hits += expected;
            ASSERT_EQ(collides_bsc_exact(rows, kind), expected) << testing::PrintToString(rows);
        }
        EXPECT_GT(hits, 500);
    }
}

TEST(CollidesBscFloat, IsMostlyRightOnOrdinaryQueries)
{
    // No guarantee: the wrong answers are counted, not excluded.
    Random random(2014);
    int wrong = 0, queries = 0;
    for (const auto& [family, kind] : {std::pair{support::QueryFamily::uniform, PairKind::vertex_face},
                                       std::pair{support::QueryFamily::uniform, PairKind::edge_edge},
                                       std::pair{support::QueryFamily::near_miss, PairKind::vertex_face},
                                       std::pair{support::QueryFamily::near_miss, PairKind::edge_edge}}) {
        for (int i = 0; i < 2'500; ++i, ++queries) {
            const PairRows rows = draw_query(random, family, kind);
            wrong += collides_bsc_float(rows, kind) != collides(rows, kind);
        }
    }
    RecordProperty("wrong", wrong);
    EXPECT_LT(wrong, queries / 100);
}

TEST(CollidesBscFloat, AnswersWhateverItIsGiven)
{
    int wrong = 0;
    for (const PairKind kind : {PairKind::vertex_face, PairKind::edge_edge}) {
        for (const PairRows& rows : support::query_mix(7, kind, 3'000)) {
            wrong += collides_bsc_float(rows, kind) != collides(rows, kind);
        }
    }
    RecordProperty("wrong", wrong);
    EXPECT_GT(wrong, 0);  // degenerate queries: the printed method fails on them even without rounding
}

TEST(CollidesBsc, RefusesWhatIsNotFinite)
{
    PairRows rows = {};
    rows[5] = std::numeric_limits<double>::infinity();
    EXPECT_THROW((void)collides_bsc_exact(rows, PairKind::vertex_face), Error);
    EXPECT_THROW((void)collides_bsc_float(rows, PairKind::edge_edge), Error);
}

}  // namespace
}  // namespace tocca::study::bernstein_sign_classification_test
