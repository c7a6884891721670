// SPDX-License-Identifier: Apache-2.0
#include "scenes/fold_sheet.hpp"

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/moving_mesh.hpp"

namespace tocca::scenes::fold_sheet_test {
namespace {

void expect_same(const Point& found, const Point& wanted)
{
    // Up to the last bits of the C library's sine.
    for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_DOUBLE_EQ(found[axis], wanted[axis]) << axis;
}

TEST(FoldSheet, IsTheSameSheetEverywhere)
{
    const DeformingScene fixed = fold_sheet(FoldMotion::fixed, 64);
    ASSERT_EQ(fixed.frames, 2);
    expect_same(fixed.positions(0)[0][2000], {0x1.f75058972f917p-2, 0x1.041041041041p-2, 0x1.23c2e73d2e1efp-8});
    expect_same(fixed.positions(1)[0][4000], {0x1.16703ce4d87dap-6, 0x1.041041041041p-1, -0x1.697e8594d34e5p-6});
    const DeformingScene cfl = fold_sheet(FoldMotion::cfl, 64);
    expect_same(cfl.positions(0)[0][2000], {0x1.f74d51e56353ap-2, 0x1.041041041041p-2, 0x1.257539037bf88p-8});
    expect_same(cfl.positions(1)[0][4000], {0x1.071b2939a8b18p-6, 0x1.041041041041p-1, -0x1.6012b411f6a99p-8});
}

TEST(FoldSheet, HasTwoTrianglesACellWithDiagonalsInTurn)
{
    const DeformingScene scene = fold_sheet(FoldMotion::fixed, 3);
    const std::vector<FaceVertices> wanted{{0, 3, 4}, {0, 4, 1}, {1, 4, 2}, {4, 5, 2},
                                           {3, 6, 4}, {6, 7, 4}, {4, 7, 8}, {4, 8, 5}};
    EXPECT_EQ(scene.objects.at(0).faces, wanted);
    EXPECT_EQ(triangle_count(fold_sheet(FoldMotion::cfl, 128)), 32'258U);
    EXPECT_THROW((void)fold_sheet(FoldMotion::cfl, 1), std::invalid_argument);
}

Answer first_contact_of(const DeformingScene& scene)
{
    MovingMesh sheet(meshes_at(scene, 0).at(0));
    sheet.move_to(scene.positions(1).at(0));
    return first_contact(sheet);
}

TEST(FoldSheet, FirstTouchesItselfWhenItIsKnownTo)
{
    struct Case {
        FoldMotion motion;
        std::size_t side;
    };
    std::vector<Case> cases{{FoldMotion::fixed, 64}, {FoldMotion::cfl, 128}};
    if (support::effort(1000) == 1000) {
        cases.insert(cases.end(), {{FoldMotion::fixed, 256}, {FoldMotion::fixed, 512}, {FoldMotion::cfl, 512}});
    }
    for (const Case& one : cases) {
        const Answer first = first_contact_of(fold_sheet(one.motion, one.side));
        const double known = known_first_contact(one.motion, one.side).value();
        ASSERT_EQ(first.outcome, Outcome::contact) << one.side;
        EXPECT_NEAR(first.contact->toc.lower, known, 1e-8) << one.side;
        EXPECT_LE(first.contact->toc.upper - first.contact->toc.lower, 1e-9) << one.side;
    }
    EXPECT_FALSE(known_first_contact(FoldMotion::cfl, 64));
}

}  // namespace
}  // namespace tocca::scenes::fold_sheet_test
