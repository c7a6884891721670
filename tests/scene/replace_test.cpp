// SPDX-License-Identifier: Apache-2.0
// Scene::replace: a scene whose meshes were edited again and again answers as one built anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "scenes/answer_hash.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"
#include "tocca/base/error.hpp"
#include "tocca/deformable/step_tree.hpp"
#include "tocca/mesh/editable_mesh.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/scene/scene.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::replace_test {
namespace {

using support::effort;
using support::Random;

TriangleMesh placed(const TriangleMesh& mesh, const Point& at)
{
    std::vector<Point> positions(mesh.positions().begin(), mesh.positions().end());
    for (Point& point : positions) {
        for (std::size_t axis = 0; axis < 3; ++axis) point[axis] += at[axis];
    }
    return {std::move(positions), {mesh.faces().begin(), mesh.faces().end()}};
}

/// A part of a scene and its mesh to edit.
class EditedPart {
public:
    EditedPart(const TriangleMesh& mesh, Leftover leftover)
        : editable_(mesh, {.leftover = leftover}), now_(editable_.snapshot())
    {}

    /// Some random edits of the mesh as it starts the step; returns their number.
    int edit(Random& random, Scene& scene, PartId part)
    {
        for (std::size_t v = 0; v < now_.vertices.size(); ++v)
            editable_.move_vertex(now_.vertices[v], scene.start(part)[v]);
        const int edits = static_cast<int>(random.between(1, 4));
        for (int i = 0; i < edits; ++i) edit_once(random);
        MeshSnapshot next = editable_.snapshot();
        std::vector<VertexId> old;
        for (const VertexId number : next.vertices) {
            const auto found = std::ranges::lower_bound(now_.vertices, number);
            const bool was_there = found != now_.vertices.end() && *found == number;
            old.push_back(was_there ? static_cast<VertexId>(found - now_.vertices.begin()) : new_vertex);
        }
        // What is said of old vertices affects no answer.
        for (VertexId& number : old) {
            if (random.chance(0.05)) number = new_vertex;
        }
        now_ = std::move(next);
        scene.replace(part, now_.mesh, old);
        return edits;
    }

private:
    [[nodiscard]] Point middle(std::span<const VertexId> vertices, Random& random, double stray) const
    {
        Point sum = {};
        for (const VertexId v : vertices) {
            for (std::size_t axis = 0; axis < 3; ++axis)
                sum[axis] += editable_.position(v)[axis] / static_cast<double>(vertices.size());
        }
        for (double& x : sum) x += stray * random.signed_unit();
        return sum;
    }

    void edit_once(Random& random)
    {
        const MeshSnapshot at = editable_.snapshot();
        const auto vertex = [&] { return at.vertices[random.below(at.vertices.size())]; };
        const double stray = random.pick({0.0, 0.01, 0.01, 0.3});
        if (at.vertices.empty() || random.chance(0.03)) {
            (void)editable_.add_vertex({random.unit(), random.unit(), random.unit()});
            return;
        }
        if (at.faces.empty() || random.chance(0.15)) {
            (void)editable_.add_face({vertex(), vertex(), vertex()});
            return;
        }
        const FaceId face = at.faces[random.below(at.faces.size())];
        const FaceVertices corners = editable_.face(face);
        const std::array<VertexId, 2> side{corners[0], corners[1]};
        switch (random.below(6)) {
            case 0: editable_.remove_face(face); return;
            case 1: (void)editable_.split_face(face, middle(corners, random, stray)); return;
            case 2:
                if (side[0] != side[1]) (void)editable_.split_edge(side[0], side[1], middle(side, random, stray));
                return;
            case 3:
                (void)editable_.split_vertex(corners[2], std::vector<FaceId>{face}, editable_.position(corners[2]));
                return;
            case 4: {
                const VertexId other = vertex();
                if (other != corners[0]) editable_.add_edge(corners[0], other);
                return;
            }
            default: editable_.move_vertex(corners[1], middle(corners, random, stray));
        }
    }

    EditableMesh editable_;
    MeshSnapshot now_;
};

/// A scene of the same meshes in the same step, without a history.
Scene anew(const Scene& scene)
{
    Scene fresh;
    for (PartId part = 0; part < scene.part_count(); ++part) {
        const TriangleMesh& mesh = scene.mesh(part);
        std::vector<EdgeVertices> loose;
        for (const EdgeId edge : mesh.loose_edges()) loose.push_back(mesh.edges()[edge]);
        fresh.add(TriangleMesh(scene.start(part), {mesh.faces().begin(), mesh.faces().end()}, std::move(loose)),
                  scene.options(part));
        fresh.move(part, scene.end(part));
    }
    return fresh;
}

std::string crossings_of(const Start& start)
{
    std::string text = std::to_string(start.crossing_count) + " crossings";
    for (const Intersection& pair : start.crossings) {
        for (const std::uint32_t number : {pair.edge[0], pair.edge[1], pair.face[0], pair.face[1], pair.face[2]})
            text += ' ' + std::to_string(number);
    }
    return text + ", " + std::to_string(start.near_count) + " near";
}

std::vector<std::string> answers_of(const Scene& scene, const QueryOptions& options)
{
    std::vector<std::string> found;
    Statistics work;
    QueryOptions counted = options;
    counted.statistics = &work;
    const Answers all = all_contacts(scene, counted);
    found.push_back(scenes::hash_of(all.contacts) + " " + std::to_string(all.contacts.size()));
    found.push_back(scenes::hash_of(static_cast<const Answer&>(all)) + " " + std::string(to_string(all.outcome)));
    found.push_back(crossings_of(all.start));
    found.push_back(std::to_string(work.elementary_tests));
    const Answer first = first_contact(scene, options);
    found.push_back(scenes::hash_of(first) + crossings_of(first.start));
    found.emplace_back(collides(scene, options) ? "collides" : "free");
    const SafeStep safe = safe_step(scene, options);
    found.push_back(scenes::hash_of(static_cast<const Answer&>(safe)) + " " + std::to_string(safe.step));
    return found;
}

/// Every vertex, edge and face is where it was in the mesh, and represented once.
void expect_whole(const Scene& scene)
{
    const deformable::StepTree& tree = scene.meshes(1).tree();
    std::size_t vertices = 0, edges = 0, leaves = 0;
    for (PartId part = 0; part < scene.part_count(); ++part) {
        const TriangleMesh& mesh = scene.mesh(part);
        vertices += mesh.vertex_count();
        edges += mesh.edges().size() + mesh.isolated_vertices().size();
        leaves += mesh.faces().size() + mesh.loose_edges().size() + mesh.isolated_vertices().size();
        for (VertexId v = 0; v < mesh.vertex_count(); ++v)
            ASSERT_EQ(tree.number(tree.place(part, v)), tree.first_number(part) + v);
    }
    ASSERT_EQ(tree.vertices().size(), vertices);
    ASSERT_EQ(tree.edges().size(), edges);
    ASSERT_EQ(tree.tree().leaf_count(), leaves);
    for (const std::array<deformable::Place, 2>& edge : tree.edges())
        ASSERT_LE(tree.number(edge[0]), tree.number(edge[1]));
    std::uint32_t next_vertex = 0, next_edge = 0;
    for (const MovingBox& leaf : tree.tree().leaves()) {
        const auto words = deformable::LeafWords::of(leaf);
        const std::array<deformable::Place, 3>& corners = tree.corners()[words.slot];
        for (std::uint32_t i = 0; i < words.vertices; ++i)
            ASSERT_NE(std::ranges::find(corners, words.first_vertex + i), corners.end());
        next_vertex += words.vertices;
        next_edge += words.edges;
    }
    ASSERT_EQ(next_vertex, vertices);
    ASSERT_EQ(next_edge, edges);
    for (std::size_t node = 0; node < tree.tree().inner_count(); ++node) {
        const std::span<const MovingBox> nodes = tree.tree().nodes();
        for (const NodeId child : {nodes[node].lower_start.word, nodes[node].upper_start.word}) {
            ASSERT_GT(child, node);
            ASSERT_TRUE(contains(nodes[node], nodes[child]));
        }
    }
}

/// Two sheets and a ball apart from each other, which move a little.
struct Edited {
    Scene scene;
    std::vector<EditedPart> parts;

    explicit Edited(Random& random)
    {
        const std::size_t size = random.pick({std::size_t{2}, std::size_t{5}});
        const TriangleMesh flat = sheet({.columns = size, .rows = size, .width = 1.0, .depth = 1.0}).mesh();
        for (const TriangleMesh& mesh : {flat, placed(flat, {0.1, 0.05, 0.4}),
                                         placed(ico_sphere({.radius = 0.2, .subdivisions = 1}).mesh(), {0, 0, 0.9})}) {
            scene.add(mesh, {.thickness = random.chance(0.2) ? 1e-3 : 0.0});
            parts.emplace_back(mesh, random.pick({Leftover::keep, Leftover::remove}));
        }
        if (random.chance(0.3)) scene.keep_candidates(0.01);
        if (random.chance(0.3)) scene.keep_front(10'000);
    }

    void move(Random& random)
    {
        for (PartId part = 0; part < scene.part_count(); ++part) {
            if (random.chance(0.3)) continue;
            std::vector<Point> end = scene.start(part);
            const double size = random.pick({1e-4, 0.01, 0.05, 0.3});
            for (Point& point : end) {
                for (double& x : point) x += size * random.signed_unit();
            }
            scene.move(part, end);
        }
    }
};

TEST(SceneReplace, AnswersAsASceneBuiltAnewAfterEveryEdit)
{
    Random random(23);
    std::size_t edits = 0, free = 0, crossing = 0;
    while (edits < effort(10'000)) {
        Edited edited(random);
        Scene& scene = edited.scene;
        for (int step = 0; step < 8; ++step) {
            SCOPED_TRACE(testing::Message() << edits << " edits, step " << step);
            for (PartId part = 0; part < scene.part_count(); ++part) {
                if (random.chance(0.5)) edits += static_cast<std::size_t>(edited.parts[part].edit(random, scene, part));
            }
            if (random.chance(0.9)) edited.move(random);
            QueryOptions options{.threads = random.pick({1, 2})};
            if (random.chance(0.2)) options.clearance = 0.01;
            if (random.chance(0.1)) options.between = false;
            if (random.chance(0.9)) {
                ASSERT_NO_FATAL_FAILURE(expect_whole(scene));
                const Scene fresh = anew(scene);
                ASSERT_EQ(answers_of(scene, options), answers_of(fresh, options));
                ASSERT_EQ(intersections(scene, 0.0), intersections(fresh, 0.0));
            }
            const SafeStep safe = safe_step(scene);
            free += safe.outcome == Outcome::free ? 1U : 0U;
            crossing += safe.outcome == Outcome::crossing_at_start ? 1U : 0U;
            if (safe.step == 0.0 && random.chance(0.5)) break;
            scene.advance(random.chance(0.8) ? safe.step : 1.0);
        }
    }
    EXPECT_GT(free, 0U);
    EXPECT_GT(crossing, 0U);
}

/// Splits every face of a region by its middle.
TriangleMesh refined(const TriangleMesh& mesh, std::size_t first, std::size_t last, std::vector<VertexId>& old)
{
    EditableMesh editable(mesh);
    for (std::size_t face = first; face < last; ++face) {
        Point middle = {};
        for (const VertexId v : mesh.faces()[face]) {
            for (std::size_t axis = 0; axis < 3; ++axis) middle[axis] += mesh.positions()[v][axis] / 3.0;
        }
        (void)editable.split_face(static_cast<FaceId>(face), middle);
    }
    MeshSnapshot next = editable.snapshot();
    old.clear();
    for (const VertexId v : next.vertices) old.push_back(v < mesh.vertex_count() ? v : new_vertex);
    return next.mesh;
}

TEST(SceneReplace, RefinesALargeMeshAgainAndAgain)
{
    Random random(7);
    Scene scene;
    const TriangleMesh flat = sheet({.columns = 70, .rows = 70, .width = 1.0, .depth = 1.0}).mesh();
    scene.add(flat);
    scene.add(placed(flat, {0.003, 0.002, 0.02}));
    ASSERT_EQ(first_contact(scene).outcome, Outcome::free);
    for (int round = 0; round < 6; ++round) {
        SCOPED_TRACE(round);
        const PartId part = static_cast<PartId>(round % 2);
        std::vector<VertexId> old;
        const std::size_t first = random.below(5000), count = random.pick({std::size_t{20}, std::size_t{3000}});
        TriangleMesh finer = refined(scene.mesh(part), first, first + count, old);
        scene.replace(part, std::move(finer), old);
        for (const PartId each : {0U, 1U}) {
            std::vector<Point> end = scene.start(each);
            for (Point& point : end) point[2] += 1e-3 * random.signed_unit();
            scene.move(each, end);
        }
        ASSERT_NO_FATAL_FAILURE(expect_whole(scene));
        EXPECT_EQ(answers_of(scene, {}), answers_of(anew(scene), {}));
        scene.advance(safe_step(scene).step);
        // The next edit is of the mesh where it is now.
        std::vector<VertexId> same(scene.mesh(1 - part).vertex_count());
        for (VertexId v = 0; v < same.size(); ++v) same[v] = v;
        const TriangleMesh& other = scene.mesh(1 - part);
        scene.replace(1 - part, TriangleMesh(scene.start(1 - part), {other.faces().begin(), other.faces().end()}),
                      same);
    }
}

TEST(SceneReplace, MayTakeAllAwayAndBringItBack)
{
    Random random(3);
    Scene scene;
    const TriangleMesh flat = sheet({.columns = 4, .rows = 4}).mesh(), ball = ico_sphere({}).mesh();
    scene.add(flat);
    scene.add(placed(flat, {0, 0, 1}));
    EXPECT_FALSE(collides(scene));
    const auto all_new = [](const TriangleMesh& mesh) {
        return std::vector<VertexId>(mesh.vertex_count(), new_vertex);
    };
    for (const TriangleMesh& next : {TriangleMesh(), ball, TriangleMesh(), flat, ball}) {
        for (const PartId part : {0U, 1U}) {
            scene.replace(part, next, all_new(next));
            ASSERT_NO_FATAL_FAILURE(expect_whole(scene));
            EXPECT_EQ(answers_of(scene, {}), answers_of(anew(scene), {}));
        }
    }
}

TEST(SceneReplace, FindsWhatCrossesBecauseOfTheEditAlone)
{
    Scene scene;
    const TriangleMesh flat = sheet({.columns = 10, .rows = 10, .width = 1.0, .depth = 1.0}).mesh();
    scene.add(flat);
    scene.add(placed(flat, {0.03, 0.02, 0.2}));
    ASSERT_EQ(first_contact(scene).outcome, Outcome::free);
    scene.advance();
    // A needle from the one through the other.
    EditableMesh editable(scene.mesh(0));
    const VertexId tip = editable.add_vertex({0.51, 0.52, 0.3});
    editable.add_edge(60, tip);
    MeshSnapshot next = editable.snapshot();
    std::vector<VertexId> old(next.vertices.begin(), next.vertices.end());
    old.back() = new_vertex;
    scene.replace(0, next.mesh, old);
    const Answer answer = first_contact(scene);
    EXPECT_EQ(answer.outcome, anew(scene).part_count() == 2 ? first_contact(anew(scene)).outcome : Outcome::free);
    EXPECT_EQ(answer.outcome, Outcome::crossing_at_start);
    EXPECT_EQ(first_contact(scene).outcome, Outcome::crossing_at_start);
    editable.remove_edge(60, tip);
    editable.remove_vertex(tip);
    next = editable.snapshot();
    scene.replace(0, next.mesh, next.vertices);
    EXPECT_EQ(first_contact(scene).outcome, Outcome::free);
}

TEST(SceneReplace, RefusesWhatIsWrongAndStaysAsItWas)
{
    Scene scene;
    const TriangleMesh flat = sheet({.columns = 2, .rows = 2}).mesh();
    scene.add(flat);
    std::vector<VertexId> same(flat.vertex_count());
    for (VertexId v = 0; v < same.size(); ++v) same[v] = v;
    for (int asked = 0; asked < 2; ++asked) {
        std::vector<VertexId> twice = same, missing = same;
        twice[1] = 0;
        missing[2] = 9;
        EXPECT_THROW(scene.replace(0, flat, twice), std::invalid_argument);
        EXPECT_THROW(scene.replace(0, flat, missing), std::invalid_argument);
        EXPECT_THROW(scene.replace(0, flat, std::vector<VertexId>{0, 1}), std::invalid_argument);
        EXPECT_THROW(scene.replace(1, flat, same), std::invalid_argument);
        EXPECT_NO_THROW(scene.replace(0, flat, same));
        EXPECT_FALSE(collides(scene));  // and builds its tree
    }
    Scene solid;
    const TriangleMesh ball = ico_sphere({}).mesh();
    solid.add(ball, {.solid = true});
    EXPECT_THROW(solid.replace(0, flat, std::vector<VertexId>(flat.vertex_count(), new_vertex)), Error);
    EXPECT_NO_THROW(solid.replace(0, ball, std::vector<VertexId>(ball.vertex_count(), new_vertex)));
}

}  // namespace
}  // namespace tocca::replace_test
