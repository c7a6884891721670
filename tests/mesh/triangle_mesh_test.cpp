// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/triangle_mesh.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "support/random.hpp"
#include "tocca/base/error.hpp"

namespace tocca::triangle_mesh_test {
namespace {

using support::Random;

std::vector<Point> square() { return {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}; }

template <class Value>
std::vector<Value> listed(std::span<const Value> values)
{
    return {values.begin(), values.end()};
}

TEST(TriangleMesh, an_empty_mesh_has_nothing)
{
    const TriangleMesh mesh({}, {});
    EXPECT_EQ(mesh.vertex_count(), 0U);
    EXPECT_TRUE(mesh.edges().empty());
    EXPECT_TRUE(mesh.isolated_vertices().empty());
}

TEST(TriangleMesh, two_triangles_share_an_edge)
{
    const TriangleMesh mesh(square(), {{0, 1, 2}, {2, 3, 0}});
    EXPECT_EQ(listed(mesh.edges()), (std::vector<EdgeVertices>{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {2, 3}}));
    EXPECT_EQ(mesh.face_edges()[0], (std::array<EdgeId, 3>{0, 3, 1}));
    EXPECT_EQ(mesh.face_edges()[1], (std::array<EdgeId, 3>{4, 2, 1}));
    EXPECT_TRUE(mesh.degenerate_faces().empty());
}

TEST(TriangleMesh, a_face_that_names_a_vertex_twice_has_one_edge)
{
    for (const FaceVertices& face : {FaceVertices{3, 3, 1}, {3, 1, 3}, {1, 3, 3}}) {
        const TriangleMesh mesh(square(), {face});
        EXPECT_EQ(listed(mesh.edges()), (std::vector<EdgeVertices>{{1, 3}}));
        EXPECT_EQ(std::ranges::count(mesh.face_edges()[0], EdgeId{0}), 1);
        EXPECT_EQ(std::ranges::count(mesh.face_edges()[0], no_edge), 2);
        EXPECT_EQ(listed(mesh.isolated_vertices()), (std::vector<VertexId>{0, 2}));
        EXPECT_EQ(listed(mesh.degenerate_faces()), (std::vector<FaceId>{0}));
    }
}

TEST(TriangleMesh, a_face_of_one_vertex_has_no_edge)
{
    const TriangleMesh mesh({{0, 0, 0}}, {{0, 0, 0}});
    EXPECT_TRUE(mesh.edges().empty());
    EXPECT_TRUE(mesh.isolated_vertices().empty());
    EXPECT_EQ(mesh.face_edges()[0], (std::array<EdgeId, 3>{no_edge, no_edge, no_edge}));
    EXPECT_EQ(mesh.degenerate_faces().size(), 1U);
}

TEST(TriangleMesh, loose_edges_are_those_without_a_face)
{
    auto positions = square();
    positions.resize(7, {5, 5, 5});
    const TriangleMesh mesh(positions, {{0, 1, 2}}, {{1, 0}, {5, 3}, {3, 5}, {2, 3}});
    EXPECT_EQ(listed(mesh.edges()), (std::vector<EdgeVertices>{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 5}}));
    EXPECT_EQ(listed(mesh.loose_edges()), (std::vector<EdgeId>{3, 4}));
    EXPECT_EQ(listed(mesh.isolated_vertices()), (std::vector<VertexId>{4, 6}));
}

TEST(TriangleMesh, faces_without_area_are_told_exactly)
{
    // 0.1 + 0.2 is not 0.3 in doubles, but thrice a double along a line through the origin is on that line.
    const TriangleMesh mesh({{0, 0, 0},
                             {0x1p-3, 0x3p-3, 0x5p-3},
                             {0x3p-3, 0x9p-3, 0xfp-3},
                             {0.1, 0.1, 0.1},
                             {0.3, 0.3, 0.3},
                             {0.3, 0.3, std::nextafter(0.3, 1.0)}},
                            {{0, 1, 2}, {0, 3, 4}, {0, 3, 5}, {3, 4, 5}});
    EXPECT_EQ(listed(mesh.degenerate_faces()), (std::vector<FaceId>{0, 1}));
}

TEST(TriangleMesh, bad_data_is_an_error_that_names_it)
{
    const auto sentence = [](ErrorCode code, const auto& make) -> std::string {
        try {
            make();
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), code);
            return error.what();
        }
        ADD_FAILURE() << "no error";
        return {};
    };
    auto broken = square();
    broken[2][1] = std::numeric_limits<double>::quiet_NaN();
    const auto expect_names = [](const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    expect_names(sentence(ErrorCode::not_finite, [&] { return TriangleMesh(broken, {}); }), "vertex 2");
    broken[2][1] = std::numeric_limits<double>::infinity();
    expect_names(sentence(ErrorCode::not_finite, [&] { return TriangleMesh(broken, {}); }), "vertex 2");
    expect_names(sentence(ErrorCode::index_out_of_range,
                          [&] {
                              return TriangleMesh(square(), {{0, 1, 2}, {0, 1, 4}});
                          }),
                 "face 1");
    expect_names(sentence(ErrorCode::index_out_of_range,
                          [&] {
                              return TriangleMesh(square(), {}, {{0, no_edge}});
                          }),
                 "loose edge 0");
    expect_names(sentence(ErrorCode::malformed_mesh,
                          [&] {
                              return TriangleMesh(square(), {}, {{0, 1}, {3, 3}});
                          }),
                 "loose edge 1");
}

TEST(TriangleMesh, random_soups_equal_sets)
{
    Random random(11);
    for (int round = 0; round < 300; ++round) {
        const std::size_t vertices = 1 + random.below(round % 10 == 0 ? 300 : 12);
        const auto vertex = [&] { return static_cast<VertexId>(random.below(vertices)); };
        std::vector<Point> positions(vertices);
        for (Point& p : positions)
            for (double& x : p) x = random.between(0, 2);
        std::vector<FaceVertices> faces(random.below(3 * vertices));
        // A hub makes one bucket of edges large.
        for (FaceVertices& f : faces) f = {random.chance(0.3) ? VertexId{0} : vertex(), vertex(), vertex()};
        std::vector<EdgeVertices> loose;
        for (std::size_t i = random.below(6); i > 0; --i) {
            const EdgeVertices edge = {vertex(), vertex()};
            if (edge[0] != edge[1]) loose.push_back(edge);
        }
        const TriangleMesh mesh(positions, faces, loose);

        std::set<EdgeVertices> all, with_face;
        std::set<VertexId> used;
        for (const FaceVertices& f : faces) {
            for (std::size_t i = 0; i < 3; ++i) {
                used.insert(f[i]);
                const auto [a, b] = std::minmax(f[i], f[(i + 1) % 3]);
                if (a != b) with_face.insert({a, b});
            }
        }
        all = with_face;
        for (const EdgeVertices& e : loose) {
            const auto [a, b] = std::minmax(e[0], e[1]);
            all.insert({a, b});
            used.insert({a, b});
        }
        ASSERT_TRUE(std::ranges::equal(mesh.edges(), all));
        std::vector<EdgeId> expected_loose;
        for (EdgeId e = 0; e < mesh.edges().size(); ++e)
            if (!with_face.contains(mesh.edges()[e])) expected_loose.push_back(e);
        EXPECT_EQ(listed(mesh.loose_edges()), expected_loose);
        for (std::size_t f = 0; f < faces.size(); ++f) {
            std::set<EdgeId> seen;
            for (std::size_t i = 0; i < 3; ++i) {
                const EdgeId e = mesh.face_edges()[f][i];
                if (e == no_edge) continue;
                EXPECT_TRUE(seen.insert(e).second);
                const auto [a, b] = std::minmax(faces[f][i], faces[f][(i + 1) % 3]);
                EXPECT_EQ(mesh.edges()[e], (EdgeVertices{a, b}));
            }
            EXPECT_EQ(seen.size(), std::set<VertexId>(faces[f].begin(), faces[f].end()).size() == 3   ? 3U
                                   : std::set<VertexId>(faces[f].begin(), faces[f].end()).size() == 2 ? 1U
                                                                                                      : 0U);
        }
        std::vector<VertexId> expected_isolated;
        for (VertexId v = 0; v < vertices; ++v)
            if (!used.contains(v)) expected_isolated.push_back(v);
        EXPECT_EQ(listed(mesh.isolated_vertices()), expected_isolated);
    }
}

}  // namespace
}  // namespace tocca::triangle_mesh_test
