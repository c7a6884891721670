// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <pmmintrin.h>

#include <cfenv>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

#include "support/poses.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/rigid/containment.hpp"
#include "tocca/rigid/placed_bodies.hpp"
#include "tocca/rigid/rigid_query.hpp"
#include "tocca/rigid/rigid_world.hpp"

namespace tocca::assumptions_test {
namespace {

using support::at;

/// Whether a call is refused while the thread computes in another way.
bool refused(const std::function<void()>& set_mode, const std::function<void()>& call)
{
    const unsigned before = _mm_getcsr();
    set_mode();
    bool result = false;
    try {
        call();
    } catch (const std::invalid_argument&) {
        result = true;
    }
    std::fesetround(FE_TONEAREST);
    _mm_setcsr(before);
    return result;
}

TEST(RigidAssumptions, EveryVerbRefusesAnotherFloatingPointMode)
{
    const TriangleMesh mesh = box({.lengths = {1, 1, 1}}).mesh();
    const RigidBody a(mesh, {.solid = true}), b(mesh);
    const RigidMotion moves = translation(at(0, 0, 0), {4, 0, 0}), rest = at_rest(at(3, 0, 0));
    rigid::RigidWorld world;
    const auto shared = std::make_shared<const RigidBody>(mesh);
    world.add(shared, moves);
    world.add(shared, rest);
    const rigid::RigidWorld empty;
    const std::vector<std::function<void()>> verbs = {
        [&] { (void)RigidBody(mesh); },
        [&] { (void)collides(a, moves, b, rest); },
        [&] { (void)collision_outcome(a, moves, b, rest); },
        [&] { (void)first_contact(a, moves, b, rest); },
        [&] { (void)safe_step(a, moves, b, rest); },
        [&] { (void)RigidPair(a, b).first_contact(moves, rest); },
        [&] { (void)distance(a, at(0, 0, 0), b, at(3, 0, 0)); },
        [&] { (void)intersects(a, at(0, 0, 0), b, at(3, 0, 0)); },
        [&] { (void)near_features(a, at(0, 0, 0), b, at(3, 0, 0), 5.0); },
        [&] { (void)world.move(0, moves); },
        [&] { (void)world.add(shared, rest); },
        [&] { (void)collides(world); },
        [&] { (void)collision_outcome(world); },
        [&] { (void)first_contact(world); },
        [&] { (void)all_contacts(world); },
        [&] { (void)safe_step(world); },
        [&] { (void)first_contact(empty); },
    };
    const std::vector<std::function<void()>> modes = {[] { _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON); },
                                                      [] { _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON); },
                                                      [] { std::fesetround(FE_UPWARD); }};
    for (std::size_t i = 0; i < verbs.size(); ++i) {
        EXPECT_FALSE(refused([] {}, verbs[i])) << i;
        for (std::size_t mode = 0; mode < modes.size(); ++mode) {
            EXPECT_TRUE(refused(modes[mode], verbs[i])) << "verb " << i << ", mode " << mode;
        }
    }
}

}  // namespace
}  // namespace tocca::assumptions_test
