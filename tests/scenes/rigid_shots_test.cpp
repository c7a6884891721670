// SPDX-License-Identifier: Apache-2.0
#include "scenes/rigid_shots.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

namespace tocca::scenes::rigid_shots_test {
namespace {

using Eigen::Vector3d;

void expect_near(const Vector3d& found, const Vector3d& wanted)
{
    // Up to the last bits of the C library's sines.
    EXPECT_LT((found - wanted).norm(), 1e-13 * std::max(1.0, wanted.norm())) << found.transpose();
}

/// Some numbers of a shot: places of the moving body, its rotation, and rows of three orientations.
struct Golden {
    std::size_t shot;
    Vector3d start, end, rotation, second_row_at_start, first_row_at_end, third_row_at_rest;
};

TEST(RigidShots, AreThoseThatOtherLibrariesWereMeasuredWith)
{
    const std::vector<Golden> golden{{0,
                                      {0x1.494f5f4b3698p+1, -0x1.c8101a3c2400ep+4, -0x1.2f3296df3c28bp+7},
                                      {-0x1.6005fd8850c9ep+6, 0x1.1b43d444fe6b4p+4, 0x1.063bf0b574ac2p+7},
                                      {-0x1.05db3f736b2dcp-1, -0x1.271378d7cf24dp-1, 0x1.3782ac459a912p-3},
                                      {-0x1.2bd6a917b0cd3p-2, -0x1.e179d5996cf1p-1, 0x1.6261c4d202402p-3},
                                      {-0x1.04f15c3218ee4p-2, 0x1.fc262dab5fc94p-3, 0x1.de857b2ebd91cp-1},
                                      {-0x1.f39d77361a124p-1, 0x1.2a045c7a6fbe2p-3, 0x1.4e226f5177ba8p-3}},
                                     {1,
                                      {-0x1.3b9bef84f21dcp+3, -0x1.19e09593bc5b8p+7, 0x1.c11e7d6969206p+5},
                                      {0x1.3152f6f43550ap+1, 0x1.78f3729dc864cp+6, -0x1.0cc5193cc42c8p+7},
                                      {0x1.3354e906dd115p-3, 0x1.6710d92c45b7ap-1, 0x1.47da981d8efbep-2},
                                      {-0x1.f1b80a5fa815ap-3, -0x1.eec368e4f71ecp-1, -0x1.59fe8a89ae718p-4},
                                      {-0x1.12ff985907e6ep-1, 0x1.40b78a9ee137fp-2, 0x1.91014924f17e4p-1},
                                      {-0x1.968f4e89c9c6fp-3, 0x1.4f1f0c7bacaa8p-1, 0x1.7581a4be9efb8p-1}},
                                     {199,
                                      {0x1.ef31949a42fd9p+5, -0x1.108b37e52e595p+7, -0x1.4f2bd949d55d6p+3},
                                      {-0x1.47987e45e810ep+6, 0x1.ef2d43354e339p+6, 0x1.50160d34eacfap+5},
                                      {0x1.86d774e5c3e28p-2, 0x1.53383d24c9127p-2, -0x1.33cf47e518af9p-1},
                                      {0x1.32092b08d5b5ep-1, 0x1.7979f3822d7fep-1, 0x1.4279d1e242145p-2},
                                      {0x1.14b1e7a9c9bbcp-1, 0x1.2906f993dd32p-6, 0x1.aeb1cabcb495cp-1},
                                      {0x1.8092d864cc85ep-1, 0x1.70885fd21e5e4p-2, -0x1.1b5c3af20a216p-1}}};
    const std::vector<RigidShot> shots = rigid_shots();
    ASSERT_EQ(shots.size(), 200U);
    for (const Golden& wanted : golden) {
        SCOPED_TRACE(wanted.shot);
        const RigidShot& shot = shots[wanted.shot];
        expect_near(shot.moving.from.translation(), wanted.start);
        expect_near(shot.moving.to.translation(), wanted.end);
        expect_near(shot.moving.rotation.value(), wanted.rotation);
        expect_near(shot.moving.from.linear().row(1), wanted.second_row_at_start);
        expect_near(shot.moving.to.linear().row(0), wanted.first_row_at_end);
        expect_near(shot.resting.from.linear().row(2), wanted.third_row_at_rest);
    }
}

TEST(RigidShots, PassTheRestingBodyAndTurnAnEighth)
{
    for (const RigidShot& shot : rigid_shots()) {
        const Vector3d start = shot.moving.from.translation(), end = shot.moving.to.translation();
        EXPECT_GT(start.norm(), 149.99);
        EXPECT_LT((0.5 * (start + end)).norm(), 70.0);
        EXPECT_NEAR(shot.moving.rotation->norm(), std::numbers::pi / 4, 1e-14);
        const Eigen::AngleAxisd turned(shot.moving.to.linear() * shot.moving.from.linear().transpose());
        EXPECT_LT((turned.angle() * turned.axis() - *shot.moving.rotation).norm(), 1e-13);
        EXPECT_TRUE(shot.resting.from.isApprox(shot.resting.to, 0.0));
        EXPECT_EQ(shot.resting.from.translation().norm(), 0.0);
        EXPECT_EQ(shot.moving.reference.norm(), 0.0);
    }
}

TEST(RigidShots, DependOnTheSeedAndKeepWithinTheMissGiven)
{
    const std::vector<RigidShot> shots = rigid_shots({.seed = 5, .count = 3, .greatest_miss = 10, .turning = false});
    ASSERT_EQ(shots.size(), 3U);
    expect_near(shots[2].moving.from.translation(),
                {0x1.57d526e32dd49p+6, -0x1.e878394596b1bp+6, -0x1.d330e02d38026p+3});
    expect_near(shots[2].moving.to.translation(), {-0x1.248d510bcff7bp+6, 0x1.07b5e0c19e233p+7, 0x1.c154b15f4f318p+1});
    EXPECT_EQ(shots[2].moving.rotation->norm(), 0.0);
    EXPECT_EQ(shots[2].moving.from.linear(), shots[2].moving.to.linear());
    EXPECT_TRUE(rigid_shots({.count = 0}).empty());
}

TEST(RigidShots, AreCutAroundAContact)
{
    const RigidShot shot = rigid_shots()[1];
    const RigidShot cut = shortened(shot, 0.4);
    expect_near(cut.moving.from.translation(), {-0x1.42e45a27e4ab4p+2, -0x1.837cc920ff106p+5, -0x1.2ccc5442b9f44p+4});
    expect_near(cut.moving.to.translation(), {-0x1.3870b51be4af1p+2, -0x1.6a66e70e1538cp+5, -0x1.557186ab97a8p+4});
    expect_near(cut.moving.rotation.value(), {0x1.0641a14d89714p-9, 0x1.32671fb88d68ep-7, 0x1.17c4c6126587dp-8});
    expect_near(cut.moving.from.linear().row(1), {-0x1.7e2828dbb0a12p-2, -0x1.d82676cb225b2p-1, -0x1.a03e73a5a5f4p-4});
    EXPECT_TRUE(cut.resting.from.isApprox(shot.resting.from, 0.0));
    // No further than the whole motion goes.
    const RigidShot early = shortened(shot, 0.001);
    expect_near(early.moving.from.translation(), shot.moving.from.translation());
    expect_near(early.moving.rotation.value(), {0x1.2d98464c5e0fbp-10, 0x1.605cfe143c395p-8, 0x1.41bbe3c85b29bp-9});
    expect_near(shortened(shot, 1.0).moving.to.translation(), shot.moving.to.translation());
}

}  // namespace
}  // namespace tocca::scenes::rigid_shots_test
