// SPDX-License-Identifier: Apache-2.0
#include "scenes/named_queries.hpp"

#include <algorithm>
#include <array>

namespace tocca::scenes {
namespace {

using Points = std::array<std::array<double, 3>, 4>;

PairRows rows(const Points& start, const Points& end)
{
    PairRows query;
    for (std::size_t i = 0; i < 12; ++i) {
        query[i] = start[i / 3][i % 3];
        query[12 + i] = end[i / 3][i % 3];
    }
    return query;
}

std::vector<NamedQuery> made_by_hand()
{
    return {
        {.name = "vertex-through-face",
         .about = "a vertex drops through the middle of a face",
         .kind = PairKind::vertex_face,
         .rows = rows({{{1, 1, 1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, {{{1, 1, -1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}),
         .collides = true,
         .first = ExactTime{1, 2}},
        {.name = "vertex-over-edge",
         .about = "a vertex passes exactly over an edge of the face",
         .kind = PairKind::vertex_face,
         .rows = rows({{{2, -1, 1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, {{{2, 1, -1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}),
         .collides = true,
         .first = ExactTime{1, 2}},
        {.name = "vertex-outside-by-ulp",
         .about = "a vertex passes an edge of the face, one unit in the last place outside",
         .kind = PairKind::vertex_face,
         .rows = rows({{{2, -0x1.0000000000001p+0, 1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}},
                      {{{2, 1, -1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}),
         .collides = false},
        {.name = "vertex-inside-by-ulp",
         .about = "a vertex passes an edge of the face, one unit in the last place inside",
         .kind = PairKind::vertex_face,
         .rows = rows({{{2, -0x1.fffffffffffffp-1, 1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}},
                      {{{2, 1, -1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}),
         .collides = true,
         .first = ExactTime{1, 2}},
        {.name = "vertex-through-corner",
         .about = "a vertex passes exactly through a corner of the face",
         .kind = PairKind::vertex_face,
         .rows =
             rows({{{-1, -1, 1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, {{{1, 1, -1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}),
         .collides = true,
         .first = ExactTime{1, 2}},
        {.name = "vertex-lands-at-end",
         .about = "a vertex reaches the face at the last instant",
         .kind = PairKind::vertex_face,
         .rows = rows({{{1, 1, 1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, {{{1, 1, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}),
         .collides = true,
         .first = ExactTime{1, 1}},
        {.name = "vertex-leaves-face",
         .about = "a vertex starts on the face and leaves it",
         .kind = PairKind::vertex_face,
         .rows = rows({{{1, 1, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, {{{1, 1, 5}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}),
         .collides = true,
         .first = ExactTime{0, 1}},
        {.name = "vertex-stays-on-face",
         .about = "a vertex rests on a face at rest",
         .kind = PairKind::vertex_face,
         .rows = rows({{{1, 1, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, {{{1, 1, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}),
         .collides = true,
         .first = ExactTime{0, 1}},
        {.name = "plane-but-not-face",
         .about = "a vertex starts in the plane of the face, outside it",
         .kind = PairKind::vertex_face,
         .rows = rows({{{9, 9, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, {{{9, 9, 5}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}),
         .collides = false},
        {.name = "slides-into-face",
         .about = "a vertex slides in the plane of the face until it meets an edge",
         .kind = PairKind::vertex_face,
         .rows = rows({{{9, 1, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, {{{1, 1, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}),
         .collides = true,
         .first = ExactTime{3, 4}},
        {.name = "slides-past-face",
         .about = "a vertex slides in the plane of the face and misses it",
         .kind = PairKind::vertex_face,
         .rows = rows({{{9, 9, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, {{{5, 9, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}),
         .collides = false},
        {.name = "through-needle",
         .about = "the face is a needle all the time; the vertex passes through it",
         .kind = PairKind::vertex_face,
         .rows = rows({{{1, 0, 1}, {0, 0, 0}, {4, 0, 0}, {2, 0, 0}}}, {{{1, 0, -1}, {0, 0, 0}, {4, 0, 0}, {2, 0, 0}}}),
         .collides = true,
         .first = ExactTime{1, 2}},
        {.name = "beside-needle",
         .about = "the face is a needle all the time; the vertex passes beside it",
         .kind = PairKind::vertex_face,
         .rows = rows({{{1, 1, 1}, {0, 0, 0}, {4, 0, 0}, {2, 0, 0}}}, {{{1, 1, -1}, {0, 0, 0}, {4, 0, 0}, {2, 0, 0}}}),
         .collides = false},
        {.name = "face-is-a-point",
         .about = "the face is a point all the time; the vertex runs over it",
         .kind = PairKind::vertex_face,
         .rows = rows({{{0, 0, 0}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}}, {{{2, 2, 2}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}}),
         .collides = true,
         .first = ExactTime{1, 2}},
        {.name = "collapses-onto-vertex",
         .about = "the face collapses to a segment, on the vertex at that instant",
         .kind = PairKind::vertex_face,
         .rows =
             rows({{{1, 0, 0}, {0, 0, 1}, {4, 0, 1}, {0, 4, 2}}}, {{{1, 0, 0}, {0, 0, -1}, {4, 0, -1}, {0, -4, -2}}}),
         .collides = true,
         .first = ExactTime{1, 2}},
        {.name = "grazes-from-above",
         .about = "the face turns and touches the vertex for an instant: a double root",
         .kind = PairKind::vertex_face,
         .rows = rows({{{2, 1, 1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, {{{0, 1, 1}, {0, 0, 0}, {4, 0, 8}, {0, 4, 0}}}),
         .collides = true,
         .first = ExactTime{1, 2}},
        {.name = "grazes-not-quite",
         .about = "the face turns under the vertex and misses it by a unit in the last place",
         .kind = PairKind::vertex_face,
         .rows = rows({{{2, 1, 0x1.0000000000001p+0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}},
                      {{{0, 1, 0x1.0000000000001p+0}, {0, 0, 0}, {4, 0, 8}, {0, 4, 0}}}),
         .collides = false},
        {.name = "irrational-time",
         .about = "the first contact is at an irrational time",
         .kind = PairKind::vertex_face,
         .rows = rows({{{1, 1, 2}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, {{{2, 1, -1}, {0, 0, 0}, {4, 0, 1}, {0, 4, 1}}}),
         .collides = true},
        {.name = "sooner-than-any-double",
         .about = "a contact after the start, not later than the least positive double",
         .kind = PairKind::vertex_face,
         .rows = rows({{{1, 1, 0x1p-1074}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}},
                      {{{1, 1, -1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}),
         .collides = true},
        {.name = "huge-and-tiny",
         .about = "lengths from 1e-300 to 1e300 in one query",
         .kind = PairKind::vertex_face,
         .rows = rows({{{1e-300, 1e-300, 1e-300}, {0, 0, 0}, {1e+300, 0, 0}, {0, 1e+300, 0}}},
                      {{{1e-300, 1e-300, -3e-300}, {0, 0, 0}, {1e+300, 0, 0}, {0, 1e+300, 0}}}),
         .collides = true},
        {.name = "loses-scale",
         .about = "missed by floating point filters whose bounds are for coordinates about 1",
         .kind = PairKind::vertex_face,
         .rows = rows({{{750, 0, -250}, {250, -250, -1000}, {1000, 0, 0}, {-500, 500, -750}}},
                      {{{-750, -750, 250}, {750, 0, 500}, {250, -250, -500}, {250, 0, 500}}}),
         .collides = true},
        {.name = "last-instant-corner",
         .about = "every point moves; contact at the end only",
         .kind = PairKind::vertex_face,
         .rows = rows({{{-2, 1, -2}, {0, -1, 0}, {0, 0, -2}, {-1, -1, 0}}},
                      {{{-1, 1, 1}, {0, -1, 2}, {-1, 1, 1}, {-2, -1, 1}}}),
         .collides = true,
         .first = ExactTime{1, 1}},
        {.name = "far-from-face",
         .about = "a vertex crosses the plane of the face five units away",
         .kind = PairKind::vertex_face,
         .rows = rows({{{5, 5, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, {{{5, 5, -1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}),
         .collides = false},
        {.name = "normal-vanishes",
         .about = "the normal of the face vanishes when the vertex is in its plane",
         .kind = PairKind::vertex_face,
         .rows = rows({{{10, 10, 10}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}},
                      {{{10, 10, 11}, {0, 0, 0}, {4, 0, 0}, {0, -4, 0}}}),
         .collides = false},
        {.name = "edges-cross",
         .about = "an edge falls across another",
         .kind = PairKind::edge_edge,
         .rows =
             rows({{{-1, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}}}, {{{-1, 0, -1}, {1, 0, -1}, {0, -1, 0}, {0, 1, 0}}}),
         .collides = true,
         .first = ExactTime{1, 2}},
        {.name = "edge-meets-end",
         .about = "an edge falls with its end exactly on another",
         .kind = PairKind::edge_edge,
         .rows =
             rows({{{0, 0, 1}, {2, 0, 1}, {0, -1, 0}, {0, 1, 0}}}, {{{0, 0, -1}, {2, 0, -1}, {0, -1, 0}, {0, 1, 0}}}),
         .collides = true,
         .first = ExactTime{1, 2}},
        {.name = "edge-beside-end",
         .about = "an edge falls with its end beside another, by the least positive double",
         .kind = PairKind::edge_edge,
         .rows = rows({{{0x1p-1074, 0, 1}, {2, 0, 1}, {0, -1, 0}, {0, 1, 0}}},
                      {{{0x1p-1074, 0, -1}, {2, 0, -1}, {0, -1, 0}, {0, 1, 0}}}),
         .collides = false},
        {.name = "parallel-through",
         .about = "parallel edges pass through each other",
         .kind = PairKind::edge_edge,
         .rows = rows({{{0, 0, 1}, {2, 0, 1}, {1, 0, 0}, {3, 0, 0}}}, {{{0, 0, -1}, {2, 0, -1}, {1, 0, 0}, {3, 0, 0}}}),
         .collides = true,
         .first = ExactTime{1, 2}},
        {.name = "parallel-beside",
         .about = "parallel edges come onto one line, apart on it",
         .kind = PairKind::edge_edge,
         .rows = rows({{{0, 0, 1}, {2, 0, 1}, {3, 0, 0}, {5, 0, 0}}}, {{{0, 0, -1}, {2, 0, -1}, {3, 0, 0}, {5, 0, 0}}}),
         .collides = false},
        {.name = "slides-on-line",
         .about = "edges on one line slide into each other",
         .kind = PairKind::edge_edge,
         .rows = rows({{{0, 0, 0}, {1, 0, 0}, {3, 0, 0}, {4, 0, 0}}}, {{{4, 0, 0}, {5, 0, 0}, {3, 0, 0}, {4, 0, 0}}}),
         .collides = true,
         .first = ExactTime{1, 2}},
        {.name = "stops-on-line",
         .about = "edges on one line stop short of each other",
         .kind = PairKind::edge_edge,
         .rows = rows({{{0, 0, 0}, {1, 0, 0}, {3, 0, 0}, {4, 0, 0}}}, {{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}}}),
         .collides = false},
        {.name = "points-meet",
         .about = "both edges are points, and meet",
         .kind = PairKind::edge_edge,
         .rows = rows({{{0, 0, 0}, {0, 0, 0}, {2, 0, 0}, {2, 0, 0}}}, {{{2, 0, 0}, {2, 0, 0}, {0, 0, 0}, {0, 0, 0}}}),
         .collides = true,
         .first = ExactTime{1, 2}},
        {.name = "turns-in-plane",
         .about = "an edge turns in the plane of both until it meets the other",
         .kind = PairKind::edge_edge,
         .rows = rows({{{0, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 3, 0}}}, {{{0, 0, 0}, {0, 2, 0}, {1, 1, 0}, {1, 3, 0}}}),
         .collides = true,
         .first = ExactTime{1, 2}},
        {.name = "double-root-at-end",
         .about = "a double root of the cubic, on the boundary of an edge",
         .kind = PairKind::edge_edge,
         .rows = rows({{{2, 0, 1}, {1, -1, 2}, {-2, -1, -2}, {2, -2, 1}}},
                      {{{2, -2, -1}, {-1, 0, -2}, {1, -2, -1}, {-2, 1, -1}}}),
         .collides = true,
         .first = ExactTime{1, 2}},
    };
}

}  // namespace

const std::vector<NamedQuery>& named_queries()
{
    static const std::vector<NamedQuery> queries = made_by_hand();
    return queries;
}

std::optional<NamedQuery> named_query(std::string_view name)
{
    const auto& queries = named_queries();
    const auto found =
        std::find_if(queries.begin(), queries.end(), [&](const auto& query) { return query.name == name; });
    if (found == queries.end()) return std::nullopt;
    return *found;
}

}  // namespace tocca::scenes
