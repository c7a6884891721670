// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/detail/moving_volume.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scene/mixed_case.hpp"
#include "support/effort.hpp"
#include "support/mixed_sizes.hpp"

namespace tocca::scene::detail::moving_volume_test {
namespace {

using support::effort;
using support::ExactRss;
using support::ExactVector;
using support::MixedCase;
using support::Random;
using support::Rational;

/// All leaves below a node.
void add_leaves(const DeformingObject& object, NodeId node, std::vector<NodeId>& leaves)
{
    if (object.is_leaf(node)) {
        leaves.push_back(node);
        return;
    }
    for (const NodeId child : object.children(node)) add_leaves(object, child, leaves);
}

ExactVector exact(const Eigen::Vector3d& v) { return {Rational(v.x()), Rational(v.y()), Rational(v.z())}; }

ExactVector exact_place(const MixedCase& c, VertexId vertex, double t)
{
    ExactVector place;
    for (std::size_t k = 0; k < 3; ++k) {
        const Rational from(c.mesh.positions()[vertex][k]), to(c.end[vertex][k]);
        place[k] = from + Rational(t) * (to - from);
    }
    return place;
}

TEST(MovingVolume, HoldsWhatIsBelowTheNodeAndGrowsNoSlower)
{
    for (std::size_t i = 0; i < effort(900); ++i) {
        const MixedCase c = i % 2 == 0 ? support::random_mixed_case(i) : support::mixed_sizes_case(i);
        deformable::MovingScene scene = support::MixedSetup::scene_of(c);
        const ObjectParts parts = ObjectParts::of(c.mesh);
        const DeformingObject object(scene, 0, parts);
        if (!object.root()) continue;
        Random random(i);
        for (int sample = 0; sample < 4; ++sample) {
            const auto node = static_cast<NodeId>(random.below(object.nodes().size()));
            const double t = random.pick({0.0, 1.0, random.unit()}), later = t + (1.0 - t) * random.unit();
            const MovingVolume moving = volume_at(object, node, t);
            const Rss& rss = moving.volume;
            ASSERT_TRUE(support::is_orthonormal(exact(rss.u), exact(rss.v), 40)) << "case " << i;
            const ExactRss outer = {exact(rss.centre),    exact(rss.u),
                                    exact(rss.v),         Rational(rss.half_u),
                                    Rational(rss.half_v), Rational(rss.radius) + Rational(object.position_error())};
            const Eigen::Vector3d n =
                Eigen::Vector3d(random.signed_unit(), random.signed_unit(), random.signed_unit()).normalized();
            // With half lengths times |n.u| and |n.v|, and in doubles, which is exact enough for what follows.
            const double reach = n.dot(rss.centre) + rss.half_u * std::abs(n.dot(rss.u)) +
                                 rss.half_v * std::abs(n.dot(rss.v)) + rss.radius + object.position_error();
            const double growth = n.dot(moving.frame.velocity) + moving.frame.velocity_error;
            double scale = std::abs(growth) + rss.half_u + rss.half_v + rss.radius;
            scale += rss.centre.cwiseAbs().sum() + moving.frame.velocity.cwiseAbs().sum();
            std::vector<NodeId> leaves;
            add_leaves(object, node, leaves);
            for (const NodeId leaf : leaves) {
                for (const VertexId vertex : object.corners(leaf)) {
                    ASSERT_TRUE(outer.holds(exact_place(c, vertex, t))) << "case " << i;
                    const Eigen::Vector3d then = object.start(vertex) + later * object.velocity(vertex);
                    ASSERT_LE(n.dot(then), reach + (later - t) * growth + 0x1p-44 * scale) << "case " << i;
                }
            }
        }
    }
}

}  // namespace
}  // namespace tocca::scene::detail::moving_volume_test
