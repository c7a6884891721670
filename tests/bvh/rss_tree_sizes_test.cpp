// SPDX-License-Identifier: Apache-2.0
// Trees over triangles of very different sizes, judged in exact arithmetic: a volume holds what is below it, whatever else
// is in its node.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "support/effort.hpp"
#include "support/mixed_sizes.hpp"
#include "tocca/bvh/rss_tree.hpp"

namespace tocca::rss_tree_sizes_test {
namespace {

using support::effort;
using support::ExactRss;
using support::ExactVector;
using support::Random;
using support::Rational;

Rational power_of_two(int exponent)
{
    const support::Integer power = support::Integer(1) << static_cast<unsigned>(std::abs(exponent));
    return exponent >= 0 ? Rational(power) : Rational(1) / Rational(power);
}

/// The set that the kernels take a stored volume for.
ExactRss exact(const RssNode& node, std::size_t lane)
{
    const Rational unit = power_of_two(node.exponent);
    ExactRss rss;
    for (std::size_t k = 0; k < 3; ++k) {
        rss.centre[k] = Rational(node.origin[k]) + unit * Rational(node.centre[k][lane]);
        rss.u[k] = Rational(node.u[k][lane]);
        rss.v[k] = Rational(node.v[k][lane]);
    }
    rss.half_u = unit * Rational(node.half_u[lane]);
    rss.half_v = unit * Rational(node.half_v[lane]);
    rss.radius = unit * Rational(node.radius[lane]);
    return rss;
}

struct Triangles {
    std::vector<Point> positions;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Ordinary triangles among which some are very small, very large or collapsed; or all of very different sizes.
Triangles mixed_triangles(Random& random)
{
    Triangles result;
    const bool ordinary = random.chance(0.7);
    const std::size_t count = 1 + random.below(20);
    for (std::size_t i = 0; i < count; ++i) {
        const bool odd = !ordinary || random.chance(0.3);
        const double size = odd ? support::telling_size(random) : 1.0;
        const double away = random.pick({0.0, 1.0, 3.0, odd ? support::telling_size(random) : 10.0});
        const Point at = {away * random.signed_unit(), away * random.signed_unit(), away * random.signed_unit()};
        const auto first = static_cast<std::uint32_t>(result.positions.size());
        for (const Point& p : support::mixed_triangle(random, at, size)) result.positions.push_back(p);
        result.triangles.push_back({first, first + 1, first + 2});
    }
    return result;
}

class ExactValidation {
public:
    ExactValidation(const Triangles& triangles, const RssTree& tree) : triangles_(triangles), tree_(tree) {}

    /// All below a node is held by the volumes above it, and by the node's own.
    void check(std::uint32_t index, std::vector<ExactRss>& above)
    {
        const RssNode& node = tree_.nodes()[index];
        for (std::size_t lane = 0; lane < RssNode::width; ++lane) {
            const std::uint32_t child = node.child[lane];
            if (child == RssNode::no_child) continue;
            above.push_back(exact(node, lane));
            ASSERT_TRUE(support::is_orthonormal(above.back().u, above.back().v, 20));
            if ((child & RssNode::primitive_bit) == 0) {
                check(child, above);
            } else {
                for (const std::uint32_t corner : triangles_.triangles[child & ~RssNode::primitive_bit]) {
                    const Point& p = triangles_.positions[corner];
                    const ExactVector point = {Rational(p[0]), Rational(p[1]), Rational(p[2])};
                    for (const ExactRss& rss : above) ASSERT_TRUE(rss.holds(point));
                }
            }
            above.pop_back();
        }
    }

private:
    const Triangles& triangles_;
    const RssTree& tree_;
};

TEST(RssTreeOfMixedSizes, EveryVolumeHoldsAllThatIsBelowIt)
{
    Random random(21);
    for (std::size_t i = 0; i < effort(200); ++i) {
        const Triangles t = mixed_triangles(random);
        const RssTree tree(t.positions, t.triangles, 1);
        ASSERT_EQ(tree.validate(t.positions, t.triangles), "") << i;
        const Rss& root = tree.root();
        const auto vector = [](const Eigen::Vector3d& v) -> ExactVector {
            return {Rational(v.x()), Rational(v.y()), Rational(v.z())};
        };
        std::vector<ExactRss> above = {{vector(root.centre), vector(root.u), vector(root.v), Rational(root.half_u),
                                        Rational(root.half_v), Rational(root.radius)}};
        ASSERT_TRUE(support::is_orthonormal(above[0].u, above[0].v, 48)) << i;
        ExactValidation(t, tree).check(0, above);
        if (HasFatalFailure()) FAIL() << "tree " << i;
    }
}

}  // namespace
}  // namespace tocca::rss_tree_sizes_test
