// SPDX-License-Identifier: Apache-2.0
#include "scenes/rigid_models.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "support/effort.hpp"
#include "tocca/mesh/adjacency.hpp"
#include "tocca/mesh/components.hpp"

namespace tocca::scenes::rigid_models_test {
namespace {

void expect_near(const Point& found, const Point& wanted, double within)
{
    for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(found[axis], wanted[axis], within) << axis;
}

double length(const Point& p) { return std::hypot(p[0], p[1], p[2]); }

/// The volume that a closed mesh encloses, negative if it turns inside out.
double volume(const TriangleMesh& mesh)
{
    double six = 0.0;
    for (const auto& [a, b, c] : mesh.faces()) {
        const Point &p = mesh.positions()[a], &q = mesh.positions()[b], &r = mesh.positions()[c];
        six += p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) +
               p[2] * (q[0] * r[1] - q[1] * r[0]);
    }
    return six / 6.0;
}

long euler(const MeshCounts& c)
{
    return static_cast<long>(c.vertices) - static_cast<long>(c.edges) + static_cast<long>(c.faces);
}

TEST(RigidModels, KnotIsTheOneThatOtherLibrariesWereMeasuredWith)
{
    const TriangleMesh knot = trefoil_knot(35'000);
    ASSERT_EQ(knot.vertex_count(), 17'500U);
    ASSERT_EQ(knot.faces().size(), 35'000U);
    // Second differences over 1e-4 carry an error of about 1e-8.
    expect_near(knot.positions()[0], {2.5, 0.0, 0.0}, 1e-7);
    expect_near(knot.positions()[1], {0x1.4202bbc5dfc24p+1, 0x1.c78c001caddd4p-5, 0x1.c78bffe9ba236p-4}, 1e-7);
    expect_near(knot.positions()[9000], {0x1.5620c9fa1e3aep+0, 0x1.e1b09eb57fbap-2, 0x1.56a73ad3f1d8p-8}, 1e-7);
    expect_near(knot.positions()[17499], {0x1.41dac38f752a9p+1, -0x1.8a6163cbfd9b5p-4, -0x1.6a0fd7e2f8f5bp-4}, 1e-7);
    const TriangleMesh scaled = scaled_to_radius(knot, 50);
    ASSERT_EQ(scaled.faces().size(), 35'000U);
    expect_near(scaled.positions()[1], {0x1.dd6045c047b08p+4, 0x1.82347329ded6ep-1, 0x1.823472e1a8d46p+0}, 1e-6);
    expect_near(scaled.positions()[9000], {0x1.badf4721f577bp+3, 0x1.985e56b3916a2p+2, 0x1.227edca05cdc1p-4}, 1e-6);
    double sum = 0.0;
    for (const Point& p : scaled.positions()) sum += length(p);
    EXPECT_NEAR(sum, 0x1.fa7e7810db525p+18, 1e-3);
}

TEST(RigidModels, HaveAboutTheTrianglesAskedForAndAreAlwaysTheSame)
{
    std::vector<std::size_t> sizes{1'000, 10'000, 50'000};
    if (support::effort(1000) == 1000) sizes.push_back(200'000);
    for (const RigidModelEntry& model : rigid_models()) {
        for (const std::size_t size : sizes) {
            SCOPED_TRACE(model.name + " " + std::to_string(size));
            const TriangleMesh mesh = model.make(size);
            EXPECT_NEAR(static_cast<double>(mesh.faces().size()), static_cast<double>(size),
                        0.1 * static_cast<double>(size));
            const MeshCounts found = counts(mesh);
            EXPECT_EQ(found.degenerate_faces, 0U);
            EXPECT_EQ(found.isolated_vertices, 0U);
            const TriangleMesh again = model.make(size);
            EXPECT_TRUE(std::ranges::equal(mesh.positions(), again.positions()));
            EXPECT_TRUE(std::ranges::equal(mesh.faces(), again.faces()));
        }
        EXPECT_NO_THROW((void)model.make(500));
        EXPECT_THROW((void)model.make(499), std::invalid_argument);
    }
}

TEST(RigidModels, ClosedOnesAreClosedAndTurnOutward)
{
    struct Case {
        const char* name;
        TriangleMesh mesh;
        long euler;
    };
    for (const std::size_t size : {1'000U, 20'000U}) {
        for (const Case& one : {Case{"knot", trefoil_knot(size), 0}, Case{"golf ball", golf_ball(size), 2},
                                Case{"blob", blob(size), 2}}) {
            SCOPED_TRACE(one.name);
            const MeshCounts found = counts(one.mesh);
            EXPECT_EQ(found.boundary_edges, 0U);
            EXPECT_EQ(found.non_manifold_edges, 0U);
            EXPECT_EQ(euler(found), one.euler);
            EXPECT_EQ(connected_components(one.mesh).count, 1U);
            EXPECT_GT(volume(one.mesh), 0.0);
        }
    }
}

TEST(RigidModels, GolfBallHasDimplesOfOneDepth)
{
    double least = 1.0, greatest = 0.0;
    std::size_t dimpled = 0;
    const TriangleMesh ball = golf_ball(50'000);
    for (const Point& p : ball.positions()) {
        least = std::min(least, length(p));
        greatest = std::max(greatest, length(p));
        if (length(p) < 0.9999) ++dimpled;
    }
    EXPECT_NEAR(least, 0.97, 1e-3);
    EXPECT_NEAR(greatest, 1.0, 1e-12);
    EXPECT_GT(static_cast<double>(dimpled), 0.4 * static_cast<double>(ball.vertex_count()));
    EXPECT_LT(static_cast<double>(dimpled), 0.8 * static_cast<double>(ball.vertex_count()));
}

TEST(RigidModels, PotHasTheFaultsOfModelsThatAreFound)
{
    for (const std::size_t size : {500U, 6'000U, 30'000U}) {
        SCOPED_TRACE(size);
        const TriangleMesh mesh = pot(size);
        const MeshCounts found = counts(mesh);
        EXPECT_GT(found.boundary_edges, 0U);
        EXPECT_GT(found.non_manifold_edges, 0U);
        EXPECT_EQ(connected_components(mesh).count, 4U);
        std::vector<FaceVertices> faces(mesh.faces().begin(), mesh.faces().end());
        std::ranges::sort(faces);
        EXPECT_NE(std::ranges::adjacent_find(faces), faces.end()) << "no face is there twice";
    }
}

TEST(ScaledToRadius, CentresTheBoxAndPutsTheFarthestVertexThere)
{
    for (const double size : {1e-6, 1.0, 1e6}) {
        const TriangleMesh mesh({{size, 0, 0}, {3 * size, 0, 0}, {size, 2 * size, 0}, {size, 0, 7 * size}},
                                {{0, 1, 2}, {0, 3, 1}});
        const TriangleMesh scaled = scaled_to_radius(mesh, 50);
        double farthest = 0.0;
        Point low = scaled.positions()[0], high = low;
        for (const Point& p : scaled.positions()) {
            farthest = std::max(farthest, length(p));
            for (std::size_t axis = 0; axis < 3; ++axis) {
                low[axis] = std::min(low[axis], p[axis]);
                high[axis] = std::max(high[axis], p[axis]);
            }
        }
        EXPECT_NEAR(farthest, 50.0, 1e-12);
        for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(low[axis] + high[axis], 0.0, 1e-12);
        EXPECT_EQ(scaled.faces().size(), 2U);
    }
}

TEST(ScaledToRadius, LeavesTrianglesOnly)
{
    // Faces without area, a loose edge, and vertices that nothing names, the last of them the farthest.
    const TriangleMesh mesh({{9, 9, 9}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.5, 0, 0}, {-20, 0, 0}},
                            {{1, 2, 2}, {1, 4, 2}, {1, 2, 3}, {3, 3, 3}}, {{0, 4}});
    const TriangleMesh scaled = scaled_to_radius(mesh, 1);
    ASSERT_EQ(scaled.faces().size(), 1U);
    EXPECT_EQ(scaled.faces()[0], (FaceVertices{0, 1, 2}));
    ASSERT_EQ(scaled.vertex_count(), 3U);
    EXPECT_EQ(scaled.edges().size(), 3U);
    // The box is that of all vertices: its centre is (-5.5, 4.5, 4.5).
    const double scale = 1.0 / std::hypot(14.5, 4.5, 4.5);
    expect_near(scaled.positions()[1], {6.5 * scale, -4.5 * scale, -4.5 * scale}, 1e-15);
}

TEST(ScaledToRadius, RefusesWhatHasNoSize)
{
    const TriangleMesh mesh = trefoil_knot(500);
    for (const double radius : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
        EXPECT_THROW((void)scaled_to_radius(mesh, radius), std::invalid_argument);
    }
    EXPECT_THROW((void)scaled_to_radius(TriangleMesh{}, 50), std::invalid_argument);
    EXPECT_THROW((void)scaled_to_radius(TriangleMesh({{1, 2, 3}}, {{0, 0, 0}}), 50), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::scenes::rigid_models_test
