// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/moving_scene.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cfenv>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "deformable/falling_triangle.hpp"
#include "support/moving_families.hpp"
#include "tocca/base/error.hpp"
#include "tocca/deformable/free_times.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/moving_mesh.hpp"

namespace tocca::moving_scene_test {
namespace {

using support::draw_scene;
using support::moving_families;
using support::MovingFamily;
using support::Random;

TEST(MovingScene, RefusesPositionsThatDoNotFitAndStaysAsItWas)
{
    MovingMesh mesh = falling_triangle();
    EXPECT_THROW(mesh.move_to(std::vector<Point>(5)), std::invalid_argument);
    std::vector<Point> broken(6);
    broken[4][1] = std::numeric_limits<double>::quiet_NaN();
    try {
        mesh.move_to(broken);
        FAIL() << "NaN was taken";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::not_finite);
        EXPECT_NE(std::string(error.what()).find("vertex 4"), std::string::npos);
    }
    EXPECT_EQ(all_contacts(mesh).contacts.size(), 3U);
}

TEST(MovingScene, RefusesVerticesThatDoNotExist)
{
    const MovingMesh mesh = falling_triangle();
    EXPECT_EQ(mesh.scene().end(0, 5), (Point{1, 2, -1}));
    EXPECT_THROW((void)mesh.scene().end(0, 6), std::invalid_argument);
    EXPECT_THROW((void)mesh.scene().start(1, 0), std::invalid_argument);
}

TEST(MovingScene, ThatWasMovedFromCanOnlyBeAssignedTo)
{
    deformable::MovingScene scene = falling_triangle().scene();
    const deformable::MovingScene taken = std::move(scene);
    EXPECT_EQ(all_contacts(taken).contacts.size(), 3U);
    EXPECT_THROW((void)collides(scene), std::invalid_argument);                 // NOLINT(bugprone-use-after-move)
    EXPECT_THROW((void)deformable::MovingScene(scene), std::invalid_argument);  // NOLINT(bugprone-use-after-move)
    EXPECT_THROW(scene.move_to({}), std::invalid_argument);                     // NOLINT(bugprone-use-after-move)
    EXPECT_THROW((void)scene.start(0, 0), std::invalid_argument);               // NOLINT(bugprone-use-after-move)
    scene = taken;
    EXPECT_EQ(all_contacts(scene).contacts.size(), 3U);
}

TEST(MovingScene, RefusesToRoundBoxesInAnotherMode)
{
    MovingMesh mesh = falling_triangle();
    const std::vector<Point> end(6);
    std::fesetround(FE_UPWARD);
    bool refused = false;
    try {
        mesh.move_to(end);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    std::fesetround(FE_TONEAREST);
    EXPECT_TRUE(refused);
    EXPECT_EQ(all_contacts(mesh).contacts.size(), 3U);
}

TEST(MovingMesh, TakesEigenMatricesOfAnyOrderAndScalar)
{
    Eigen::MatrixXi faces(2, 3);
    faces << 0, 1, 2, 3, 4, 5;
    Eigen::Matrix<float, Eigen::Dynamic, 3, Eigen::RowMajor> start(6, 3);
    start << 0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 1, 2, 1, 1, 1, 2, 1;
    Eigen::MatrixXd end = start.cast<double>();
    end.bottomRightCorner(3, 1).setConstant(-1.0);
    MovingMesh mesh(start, faces);
    mesh.move_to(end);
    expect_same(all_contacts(mesh).contacts, all_contacts(falling_triangle()).contacts);
    faces(1, 2) = -1;
    EXPECT_THROW(MovingMesh(start, faces), Error);
}

TEST(MovingMesh, TakesAndGivesColumnsOfNumbers)
{
    const std::vector<Point> end{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {2, 1, -1}, {1, 2, -1}};
    const MovingMesh rest(
        TriangleMesh({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 1}, {2, 1, 1}, {1, 2, 1}}, {{0, 1, 2}, {3, 4, 5}}));
    Eigen::VectorXd column(18);
    Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor> rows(6, 3);
    Eigen::MatrixXd columns(6, 3);
    Eigen::VectorXd spread = Eigen::VectorXd::Constant(36, 7.0);
    for (Eigen::Index v = 0; v < 6; ++v) {
        for (Eigen::Index axis = 0; axis < 3; ++axis) {
            const double x = end[static_cast<std::size_t>(v)][static_cast<std::size_t>(axis)];
            column(3 * v + axis) = rows(v, axis) = columns(v, axis) = spread(2 * (3 * v + axis)) = x;
        }
    }
    const Eigen::Map<const Eigen::VectorXd, 0, Eigen::InnerStride<2>> strided(spread.data(), 18);
    const Eigen::Map<const Eigen::VectorXd> mapped(column.data(), 18);
    const auto moved = [&](const auto& positions) {
        MovingMesh mesh = rest;
        mesh.move_to(positions);
        return positions_at(mesh, 1.0);
    };
    EXPECT_EQ(moved(column), end);
    EXPECT_EQ(moved(mapped), end);
    EXPECT_EQ(moved(strided), end);
    EXPECT_EQ(moved(rows), end);
    EXPECT_EQ(moved(columns), end);
    EXPECT_EQ(moved(2.0 * column - mapped), end);
    EXPECT_EQ(moved(columns.cast<float>()), end);
    // What lies in memory one vertex after the other is not copied.
    const auto in_place = [](const auto& positions, const double* first) {
        bool same = false;
        with_points(positions, [&](std::span<const Point> points) { same = points.data()->data() == first; });
        return same;
    };
    EXPECT_TRUE(in_place(column, column.data()));
    EXPECT_TRUE(in_place(mapped, column.data()));
    EXPECT_TRUE(in_place(rows, rows.data()));
    EXPECT_FALSE(in_place(strided, spread.data()));
    EXPECT_FALSE(in_place(columns, columns.data()));

    MovingMesh mesh = rest;
    mesh.move_to(column);
    Eigen::VectorXd found(18), wrong(17), few(15);
    positions_at(mesh, 0.5, found);
    for (Eigen::Index v = 0; v < 6; ++v) EXPECT_EQ(found(3 * v + 2), 0.0);
    EXPECT_EQ(found(9), 1.0);
    mesh.set_end(found);
    EXPECT_EQ(mesh.scene().end(0, 3), (Point{1, 1, 0}));
    EXPECT_EQ(mesh.scene().start(0, 3), (Point{1, 1, 1}));
    EXPECT_THROW(mesh.set_end(wrong), std::invalid_argument);
    EXPECT_THROW(mesh.set_end(few), std::invalid_argument);
    EXPECT_THROW(mesh.set_end(std::vector<Point>{}), std::invalid_argument);
    EXPECT_THROW(positions_at(mesh, 0.5, few), std::invalid_argument);
    EXPECT_THROW(positions_at(mesh, 0.5, wrong), std::invalid_argument);
}

TEST(FreeTimes, AreTheLeastLowerBoundsOfAFeaturesContacts)
{
    Random random(36);
    for (const MovingFamily family : moving_families) {
        const deformable::MovingScene scene = draw_scene(random, family).scene();
        const Answers contacts = all_contacts(scene);
        for (deformable::ObjectId object = 0; object < scene.object_count(); ++object) {
            const TriangleMesh& mesh = scene.object(object).mesh;
            const FreeTimes times = free_times(scene, object, contacts);
            for (std::size_t f = 0; f < mesh.faces().size(); ++f) {
                double wanted = 1.0;
                for (const Contact& contact : contacts.contacts) {
                    const std::size_t second = contact.kind == PairKind::vertex_face ? 1 : 2;
                    const auto within = [&](std::size_t from, std::size_t to, deformable::ObjectId of) {
                        return of == object &&
                               std::all_of(contact.vertices.begin() + static_cast<std::ptrdiff_t>(from),
                                           contact.vertices.begin() + static_cast<std::ptrdiff_t>(to), [&](VertexId v) {
                                               const auto& face = mesh.faces()[f];
                                               return std::find(face.begin(), face.end(), v) != face.end();
                                           });
                    };
                    const bool whole_face =
                        contact.kind == PairKind::vertex_face && contact.objects[1] == object &&
                        mesh.faces()[f] == FaceVertices{contact.vertices[1], contact.vertices[2], contact.vertices[3]};
                    const bool by_second =
                        contact.kind == PairKind::vertex_face ? whole_face : within(second, 4, contact.objects[1]);
                    if (within(0, second, contact.objects[0]) || by_second)
                        wanted = std::min(wanted, contact.toc.lower);
                }
                for (const auto& [edge, face, objects, crosses] : contacts.start.crossings) {
                    const auto& own = mesh.faces()[f];
                    const auto has = [&own](VertexId v) { return std::find(own.begin(), own.end(), v) != own.end(); };
                    const bool by_edge = objects[0] == object && has(edge[0]) && has(edge[1]);
                    if (by_edge || (objects[1] == object && face == own)) wanted = 0.0;
                }
                EXPECT_EQ(times.faces[f], wanted);
            }
        }
    }
}

}  // namespace
}  // namespace tocca::moving_scene_test
