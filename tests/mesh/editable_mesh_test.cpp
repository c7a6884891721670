// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/editable_mesh.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>

#include "mesh/dispatched_pairs.hpp"
#include "mesh/random_mesh.hpp"
#include "support/effort.hpp"
#include "tocca/base/error.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::editable_mesh_test {
namespace {

using support::Random;

/// The same edits on plain sets, slowly: what there is, without representatives.
class PlainMesh {
public:
    PlainMesh(const TriangleMesh& mesh, Leftover leftover) : leftover_(leftover)
    {
        for (VertexId v = 0; v < mesh.vertex_count(); ++v) positions_[v] = mesh.positions()[v];
        for (FaceId f = 0; f < mesh.faces().size(); ++f) faces_[f] = mesh.faces()[f];
        for (const EdgeId e : mesh.loose_edges()) loose_.insert(mesh.edges()[e]);
    }

    void add_vertex(VertexId v, const Point& position) { ASSERT_TRUE(positions_.emplace(v, position).second); }

    void add_face(FaceId f, const FaceVertices& face)
    {
        ASSERT_TRUE(faces_.emplace(f, face).second);
        for (const EdgeVertices& e : sides(face)) loose_.erase(e);
    }

    void add_edge(const EdgeVertices& edge)
    {
        if (!has_face(edge)) loose_.insert(edge);
    }

    void remove_face(FaceId f)
    {
        const FaceVertices face = faces_.at(f);
        faces_.erase(f);
        if (leftover_ == Leftover::keep) {
            for (const EdgeVertices& e : sides(face)) add_edge(e);
        }
        for (const VertexId v : face) drop_if_left_over(v);
    }

    void remove_edge(const EdgeVertices& edge)
    {
        loose_.erase(edge);
        for (const VertexId v : edge) drop_if_left_over(v);
    }

    void remove_vertex(VertexId v) { positions_.erase(v); }
    void remove_edge_only(const EdgeVertices& edge) { loose_.erase(edge); }

    /// Edges of a face that is replaced go with it.
    void replace_face(FaceId f, const FaceVertices& face)
    {
        faces_.erase(f);
        add_face(f, face);
    }

    void collapse(VertexId a, VertexId b, const Point& position)
    {
        std::set<VertexId> others;
        for (const auto& [f, face] : std::map(faces_)) {
            if (!names(face, b)) continue;
            if (names(face, a)) {
                faces_.erase(f);
                for (const VertexId v : face) {
                    if (v != a && v != b) others.insert(v);
                }
            } else {
                FaceVertices moved = face;
                std::ranges::replace(moved, b, a);
                replace_face(f, moved);
            }
        }
        for (const EdgeVertices& e : std::set(loose_)) {
            if (e[0] != b && e[1] != b) continue;
            loose_.erase(e);
            const VertexId end = e[0] == b ? e[1] : e[0];
            if (end != a) add_edge({std::min(a, end), std::max(a, end)});
        }
        positions_.erase(b);
        positions_[a] = position;
        for (const VertexId v : others) {
            if (leftover_ == Leftover::keep) add_edge({std::min(a, v), std::max(a, v)});
            drop_if_left_over(v);
        }
        drop_if_left_over(a);
    }

    void renumber(std::span<const VertexId> numbers)
    {
        std::map<VertexId, Point> positions;
        for (const auto& [v, position] : positions_) positions[numbers[v]] = position;
        positions_ = positions;
        for (auto& [f, face] : faces_)
            for (VertexId& v : face) v = numbers[v];
        std::set<EdgeVertices> loose;
        for (const auto& [a, b] : loose_)
            loose.insert({std::min(numbers[a], numbers[b]), std::max(numbers[a], numbers[b])});
        loose_ = loose;
    }

    void drop_if_left_over(VertexId v)
    {
        const auto is_end = [v](const EdgeVertices& e) { return e[0] == v || e[1] == v; };
        const auto has_corner = [v](const auto& f) { return names(f.second, v); };
        if (leftover_ == Leftover::remove && std::ranges::none_of(loose_, is_end) &&
            std::ranges::none_of(faces_, has_corner))
            positions_.erase(v);
    }

    [[nodiscard]] const std::map<VertexId, Point>& positions() const { return positions_; }
    [[nodiscard]] const std::map<FaceId, FaceVertices>& faces() const { return faces_; }
    [[nodiscard]] const std::set<EdgeVertices>& loose() const { return loose_; }

    [[nodiscard]] std::vector<EdgeVertices> edges() const
    {
        std::set<EdgeVertices> all = loose_;
        for (const auto& [f, face] : faces_) all.merge(sides(face));
        return {all.begin(), all.end()};
    }

    [[nodiscard]] std::vector<FaceId> faces_with(const EdgeVertices& edge) const
    {
        std::vector<FaceId> result;
        for (const auto& [f, face] : faces_)
            if (sides(face).contains(edge)) result.push_back(f);
        return result;
    }

    [[nodiscard]] TriangleMesh rebuilt() const
    {
        std::map<VertexId, VertexId> local;
        std::vector<Point> positions;
        for (const auto& [v, position] : positions_) {
            local[v] = static_cast<VertexId>(positions.size());
            positions.push_back(position);
        }
        std::vector<FaceVertices> faces;
        for (const auto& [f, face] : faces_) faces.push_back({local.at(face[0]), local.at(face[1]), local.at(face[2])});
        std::vector<EdgeVertices> loose;
        for (const auto& [a, b] : loose_) loose.push_back({local.at(a), local.at(b)});
        return {positions, faces, loose};
    }

private:
    static std::set<EdgeVertices> sides(const FaceVertices& face)
    {
        std::set<EdgeVertices> result;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [a, b] = std::minmax(face[i], face[(i + 1) % 3]);
            if (a != b) result.insert({a, b});
        }
        return result;
    }

    [[nodiscard]] bool has_face(const EdgeVertices& edge) const { return !faces_with(edge).empty(); }

    Leftover leftover_;
    std::map<VertexId, Point> positions_;
    std::map<FaceId, FaceVertices> faces_;
    std::set<EdgeVertices> loose_;
};

void expect_same(const EditableMesh& edited, const PlainMesh& plain)
{
    ASSERT_EQ(edited.broken_invariant(), std::nullopt);
    const MeshSnapshot found = edited.snapshot();
    const TriangleMesh expected = plain.rebuilt();
    ASSERT_TRUE(std::ranges::equal(found.mesh.positions(), expected.positions()));
    ASSERT_TRUE(std::ranges::equal(found.mesh.faces(), expected.faces()));
    ASSERT_TRUE(std::ranges::equal(found.mesh.edges(), expected.edges()));
    ASSERT_TRUE(std::ranges::equal(found.mesh.loose_edges(), expected.loose_edges()));
    ASSERT_TRUE(std::ranges::equal(found.mesh.isolated_vertices(), expected.isolated_vertices()));
    ASSERT_TRUE(std::ranges::equal(found.vertices, plain.positions(), {}, {}, [](const auto& v) { return v.first; }));
    ASSERT_TRUE(std::ranges::equal(found.faces, plain.faces(), {}, {}, [](const auto& f) { return f.first; }));

    // The same leaves as of a mesh built anew, but for who represents what.
    const auto leaves = representative_leaves(expected);
    ASSERT_EQ(found.leaves.size(), leaves.size());
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        ASSERT_EQ(found.leaves[i].kind, leaves[i].kind);
        ASSERT_EQ(found.leaves[i].feature, leaves[i].feature);
    }
}

void expect_every_pair_once(const EditableMesh& edited)
{
    const MeshSnapshot found = edited.snapshot();
    ASSERT_EQ(dispatched_pairs(found.mesh, found.leaves), all_pairs(found.mesh));
}

/// Draws edits and applies them to both meshes.
class Editor {
public:
    Editor(Random& random, EditableMesh& edited, PlainMesh& plain) : random_(random), edited_(edited), plain_(plain) {}

    void edit()
    {
        const bool has_vertices = !plain_.positions().empty(), has_faces = !plain_.faces().empty();
        switch (random_.between(0, 11)) {
            case 0: plain_.add_vertex(edited_.add_vertex(next()), last_); break;
            case 1:
            case 2:
                if (has_vertices) add_face();
                break;
            case 3:
            case 4:
                if (has_faces) remove_face();
                break;
            case 5: split_edge(); break;
            case 6:
                if (has_faces) split_face();
                break;
            case 7:
                if (has_vertices) split_vertex();
                break;
            case 8: edit_loose(); break;
            case 9: flip_edge(); break;
            case 10: collapse_edge(); break;
            default: renumber(); break;
        }
    }

private:
    const Point& next() { return last_ = {random_.unit(), random_.unit(), random_.unit()}; }

    VertexId vertex() { return std::next(plain_.positions().begin(), offset(plain_.positions().size()))->first; }
    FaceId face() { return std::next(plain_.faces().begin(), offset(plain_.faces().size()))->first; }
    std::ptrdiff_t offset(std::size_t count) { return static_cast<std::ptrdiff_t>(random_.below(count)); }

    void add_face()
    {
        const bool repeat = random_.chance(0.15) && !plain_.faces().empty();
        const FaceVertices vertices = repeat ? plain_.faces().at(face()) : FaceVertices{vertex(), vertex(), vertex()};
        plain_.add_face(edited_.add_face(vertices), vertices);
    }

    void remove_face()
    {
        const FaceId f = face();
        edited_.remove_face(f);
        plain_.remove_face(f);
    }

    void split_edge()
    {
        const auto edges = plain_.edges();
        if (edges.empty()) return;
        auto [a, b] = edges[random_.below(edges.size())];
        const auto faces = plain_.faces_with({a, b});
        const EdgeVertices whole = {a, b};
        if (random_.chance(0.5)) std::swap(a, b);
        const auto known = numbers_in_use();
        const VertexId m = edited_.split_edge(a, b, next());
        plain_.add_vertex(m, last_);
        if (faces.empty()) {
            plain_.remove_edge_only(whole);
            plain_.add_edge({std::min(a, m), std::max(a, m)});
            plain_.add_edge({std::min(b, m), std::max(b, m)});
        }
        for (const FaceId f : faces) {
            FaceVertices at_a = plain_.faces().at(f), at_b = at_a;
            std::ranges::replace(at_a, b, m);
            std::ranges::replace(at_b, a, m);
            ASSERT_EQ(edited_.face(f), at_a);
            plain_.replace_face(f, at_a);
            halves_.push_back(at_b);
        }
        adopt_new_faces(known);
    }

    void split_face()
    {
        const FaceId f = face();
        const auto [a, b, c] = plain_.faces().at(f);
        const auto known = numbers_in_use();
        const VertexId m = edited_.split_face(f, next());
        plain_.add_vertex(m, last_);
        plain_.replace_face(f, {a, b, m});
        ASSERT_EQ(edited_.face(f), (FaceVertices{a, b, m}));
        halves_ = {{b, c, m}, {c, a, m}};
        adopt_new_faces(known);
    }

    void split_vertex()
    {
        const VertexId v = vertex();
        std::vector<FaceId> faces;
        for (const auto& [f, vertices] : plain_.faces())
            if (names(vertices, v) && random_.chance(0.6)) faces.push_back(f);
        if (!faces.empty()) std::swap(faces.front(), faces[random_.below(faces.size())]);
        const VertexId twin = edited_.split_vertex(v, faces, next());
        plain_.add_vertex(twin, last_);
        for (const FaceId f : faces) {
            FaceVertices vertices = plain_.faces().at(f);
            std::ranges::replace(vertices, v, twin);
            plain_.replace_face(f, vertices);
        }
        plain_.drop_if_left_over(v);
    }

    void flip_edge()
    {
        const auto edges = plain_.edges();
        if (edges.empty()) return;
        auto [a, b] = edges[random_.below(edges.size())];
        if (random_.chance(0.5)) std::swap(a, b);
        const auto faces = plain_.faces_with({std::min(a, b), std::max(a, b)});
        std::vector<VertexId> others;
        for (const FaceId f : faces) {
            for (const VertexId v : plain_.faces().at(f)) {
                if (v != a && v != b) others.push_back(v);
            }
        }
        const bool flips = faces.size() == 2 && others.size() == 2 && others[0] != others[1] &&
                           !std::ranges::binary_search(
                               edges, EdgeVertices{std::min(others[0], others[1]), std::max(others[0], others[1])});
        if (!flips) {
            EXPECT_THROW(edited_.flip_edge(a, b), std::invalid_argument);
            return;
        }
        edited_.flip_edge(a, b);
        for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
            FaceVertices vertices = plain_.faces().at(faces[i]);
            std::ranges::replace(vertices, i == 0 ? b : a, others[1 - i]);
            plain_.replace_face(faces[i], vertices);
        }
    }

    void collapse_edge()
    {
        const auto edges = plain_.edges();
        if (edges.empty()) return;
        auto [a, b] = edges[random_.below(edges.size())];
        if (random_.chance(0.5)) std::swap(a, b);
        edited_.collapse_edge(a, b, next());
        plain_.collapse(a, b, last_);
    }

    void edit_loose()
    {
        if (random_.chance(0.5) && !plain_.positions().empty()) {
            const VertexId a = vertex(), b = vertex();
            if (a == b) return;
            edited_.add_edge(a, b);
            plain_.add_edge({std::min(a, b), std::max(a, b)});
        } else if (random_.chance(0.7) && !plain_.loose().empty()) {
            const EdgeVertices edge = *std::next(plain_.loose().begin(), offset(plain_.loose().size()));
            edited_.remove_edge(edge[1], edge[0]);
            plain_.remove_edge(edge);
        } else {
            const MeshSnapshot now = edited_.snapshot();
            if (now.mesh.isolated_vertices().empty()) return;
            const VertexId v = now.vertices[now.mesh.isolated_vertices().front()];
            edited_.remove_vertex(v);
            plain_.remove_vertex(v);
        }
    }

    void renumber()
    {
        std::vector<VertexId> numbers(edited_.vertex_limit());
        std::iota(numbers.begin(), numbers.end(), VertexId{0});
        for (std::size_t i = numbers.size(); i > 1; --i) std::swap(numbers[i - 1], numbers[random_.below(i)]);
        edited_.renumber_vertices(numbers);
        plain_.renumber(numbers);
    }

    std::set<FaceId> numbers_in_use()
    {
        std::set<FaceId> result;
        for (FaceId f = 0; f < edited_.face_limit(); ++f)
            if (edited_.has_face(f)) result.insert(f);
        return result;
    }

    /// Faces that a split has made must be those in halves_, under whatever numbers.
    void adopt_new_faces(const std::set<FaceId>& known)
    {
        std::vector<FaceVertices> made;
        for (const FaceId f : numbers_in_use()) {
            if (known.contains(f)) continue;
            made.push_back(edited_.face(f));
            plain_.add_face(f, edited_.face(f));
        }
        std::ranges::sort(made);
        std::ranges::sort(halves_);
        ASSERT_EQ(made, halves_);
        halves_.clear();
    }

    Random& random_;
    EditableMesh& edited_;
    PlainMesh& plain_;
    Point last_ = {};
    std::vector<FaceVertices> halves_;
};

TEST(EditableMesh, random_edits_equal_building_anew)
{
    Random random(51);
    for (std::size_t round = 0; round < support::effort(600); ++round) {
        const EditOptions options = {
            .assignment = random.pick({Assignment::greedy, Assignment::uniform, Assignment::maximal}),
            .leftover = random.pick({Leftover::keep, Leftover::remove})};
        const TriangleMesh start = random_mesh(random, 10);
        EditableMesh edited(start, options);
        PlainMesh plain(start, options.leftover);
        ASSERT_EQ(edited.snapshot().leaves, representative_leaves(start, options.assignment));
        Editor editor(random, edited, plain);
        for (int step = 0; step < 30; ++step) {
            ASSERT_NO_FATAL_FAILURE(editor.edit()) << round;
            ASSERT_NO_FATAL_FAILURE(expect_same(edited, plain)) << round << ' ' << step;
            if (step % 10 == 9) {
                ASSERT_NO_FATAL_FAILURE(expect_every_pair_once(edited)) << round << ' ' << step;
            }
        }
    }
}

TEST(EditableMesh, the_last_face_of_an_edge_leaves_it_loose_or_takes_it_along)
{
    const TriangleMesh mesh({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}});
    EditableMesh keeping(mesh), removing(mesh, {.leftover = Leftover::remove});
    keeping.remove_face(0);
    removing.remove_face(0);
    EXPECT_TRUE(keeping.has_edge(0, 1));
    EXPECT_TRUE(keeping.has_vertex(1));
    EXPECT_EQ(keeping.snapshot().mesh.loose_edges().size(), 2U);
    EXPECT_FALSE(removing.has_edge(0, 1));
    EXPECT_TRUE(removing.has_edge(0, 2));
    EXPECT_FALSE(removing.has_vertex(1));
    EXPECT_EQ(removing.snapshot().vertices, (std::vector<VertexId>{0, 2, 3}));
    // The number of the vertex is free again.
    EXPECT_EQ(removing.add_vertex({5, 5, 5}), 1U);
}

TEST(EditableMesh, a_tear_parts_the_faces)
{
    EditableMesh mesh(sheet({.columns = 2, .rows = 1}).mesh());
    const VertexId low = mesh.split_vertex(1, std::vector<FaceId>{2}, {0.5, 0, 0});
    EXPECT_FALSE(mesh.has_edge(low, 3));
    EXPECT_EQ(mesh.snapshot().mesh.loose_edges().size(), 0U);
    EXPECT_EQ(mesh.broken_invariant(), std::nullopt);
}

TEST(EditableMesh, a_flip_keeps_the_sides_of_its_faces)
{
    EditableMesh mesh(TriangleMesh({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}));
    mesh.flip_edge(0, 2);
    EXPECT_FALSE(mesh.has_edge(0, 2));
    EXPECT_TRUE(mesh.has_edge(1, 3));
    EXPECT_EQ(mesh.face(0), (FaceVertices{0, 1, 3}));
    EXPECT_EQ(mesh.face(1), (FaceVertices{1, 2, 3}));
    mesh.collapse_edge(1, 3, {0.5, 0.5, 0.0});
    EXPECT_EQ(mesh.snapshot().mesh.faces().size(), 0U);
    EXPECT_EQ(mesh.snapshot().mesh.loose_edges().size(), 2U);
    EXPECT_EQ(mesh.broken_invariant(), std::nullopt);
}

TEST(EditableMesh, what_is_not_there_is_refused_and_nothing_changes)
{
    const TriangleMesh start({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {4, 4, 4}}, {{0, 1, 2}});
    EditableMesh mesh(start);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(mesh.add_face({0, 1, 4}), std::invalid_argument);
    EXPECT_THROW(mesh.remove_face(1), std::invalid_argument);
    EXPECT_THROW(mesh.add_edge(2, 2), std::invalid_argument);
    EXPECT_THROW(mesh.remove_edge(0, 1), std::invalid_argument);
    EXPECT_THROW(mesh.remove_vertex(0), std::invalid_argument);
    EXPECT_THROW(mesh.split_edge(0, 3, {}), std::invalid_argument);
    EXPECT_THROW(mesh.split_edge(0, 1, {0, nan, 0}), Error);
    EXPECT_THROW(mesh.split_face(7, {}), std::invalid_argument);
    EXPECT_THROW(mesh.split_vertex(3, std::vector<FaceId>{0}, {}), std::invalid_argument);
    EXPECT_THROW(mesh.split_vertex(0, std::vector<FaceId>{0, 0}, {}), std::invalid_argument);
    EXPECT_THROW(mesh.flip_edge(0, 1), std::invalid_argument);
    EXPECT_THROW(mesh.collapse_edge(0, 3, {}), std::invalid_argument);
    EXPECT_THROW(mesh.collapse_edge(0, 1, {0, nan, 0}), Error);
    EXPECT_THROW(mesh.renumber_vertices(std::vector<VertexId>{0, 1, 2, 2}), std::invalid_argument);
    EXPECT_THROW(mesh.renumber_vertices(std::vector<VertexId>{0, 1, 2}), std::invalid_argument);
    EXPECT_THROW(mesh.move_vertex(0, {nan, 0, 0}), Error);
    EXPECT_THROW(mesh.add_vertex({nan, 0, 0}), Error);
    EXPECT_EQ(mesh.snapshot().leaves, representative_leaves(start));
    EXPECT_EQ(mesh.vertex_limit(), 4U);
}

TEST(EditableMesh, grows_from_nothing)
{
    EditableMesh mesh;
    EXPECT_TRUE(mesh.snapshot().leaves.empty());
    const VertexId a = mesh.add_vertex({0, 0, 0}), b = mesh.add_vertex({1, 0, 0}), c = mesh.add_vertex({0, 1, 0});
    mesh.add_edge(a, b);
    EXPECT_EQ(mesh.snapshot().leaves.size(), 2U);
    mesh.add_face({a, b, c});
    mesh.move_vertex(c, {0, 2, 0});
    const MeshSnapshot now = mesh.snapshot();
    ASSERT_EQ(now.leaves.size(), 1U);
    EXPECT_EQ(now.leaves[0].represents, 0b111'111);
    EXPECT_EQ(now.mesh.positions()[c], (Point{0, 2, 0}));
    EXPECT_EQ(mesh.position(c), (Point{0, 2, 0}));
    EXPECT_EQ(mesh.faces_of_vertex(c).size(), 1U);
}

}  // namespace
}  // namespace tocca::editable_mesh_test
