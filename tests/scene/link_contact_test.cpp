// SPDX-License-Identifier: Apache-2.0
// Deforming meshes against links of robots, whose points move on curves of any kind.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/effort.hpp"
#include "support/placed_triangles.hpp"
#include "support/rigid_queries.hpp"
#include "support/robot_kinematics.hpp"
#include "support/robot_queries.hpp"
#include "tocca/robot/detail/link_motion.hpp"
#include "tocca/scene/detail/mixed_question.hpp"

namespace tocca::link_contact_test {
namespace {

using support::effort;
using support::LongVector;
using support::Random;

Point place(const support::ReferenceRobotMotion& motion, LinkId link, const Point& p, double t)
{
    const LongVector at = motion.pose(link, t) * LongVector(p[0], p[1], p[2]);
    return {static_cast<double>(at.x()), static_cast<double>(at.y()), static_cast<double>(at.z())};
}

/// A link on its way and a mesh in its way.
struct LinkCase {
    TriangleMesh link_mesh, mesh;
    std::vector<Point> end;

    /// The least distance at a time.
    [[nodiscard]] double distance(const support::ReferenceRobotMotion& motion, LinkId link, double t) const
    {
        std::vector<Point> of_link, of_mesh;
        for (const Point& p : link_mesh.positions()) of_link.push_back(place(motion, link, p, t));
        for (std::size_t v = 0; v < end.size(); ++v) {
            Point at = {};
            for (std::size_t k = 0; k < 3; ++k) at[k] = (1.0 - t) * mesh.positions()[v][k] + t * end[v][k];
            of_mesh.push_back(at);
        }
        long double least = std::numeric_limits<long double>::infinity();
        for (const FaceVertices& f : mesh.faces()) {
            for (const FaceVertices& g : link_mesh.faces()) {
                least = std::min(least, support::judged_distance({of_mesh[f[0]], of_mesh[f[1]], of_mesh[f[2]]},
                                                                 {of_link[g[0]], of_link[g[1]], of_link[g[2]]}));
            }
        }
        return static_cast<double>(least);
    }
};

/// A link of a few triangles, and a mesh about a place that it comes by, or not far from there.
LinkCase random_link_case(Random& random, const support::ReferenceRobotMotion& motion, LinkId link, double size)
{
    const auto faces_of = [&](double scale, const Point& about) {
        const TriangleMesh mesh = support::moved(support::random_body_mesh(random, 4), scale, about);
        return TriangleMesh({mesh.positions().begin(), mesh.positions().end()},
                            {mesh.faces().begin(), mesh.faces().end()});
    };
    LinkCase c;
    c.link_mesh = faces_of(0.5 * size, {});
    Point about = place(motion, link, c.link_mesh.positions()[0], random.unit());
    for (double& x : about) x += 0.5 * size * random.signed_unit();
    c.mesh = faces_of(0.5 * size, about);
    const double bend = size * random.pick({0.0, 0.1, 1.0});
    for (Point p : c.mesh.positions()) {
        for (double& x : p) x += bend * random.signed_unit();
        c.end.push_back(p);
    }
    return c;
}

TEST(LinkContact, NoTimeUpToSafeUntilShowsAnythingNearer)
{
    std::size_t contacts = 0, free = 0;
    const std::size_t count = effort(1'500);
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        Random random(seed + 5'000'000);
        const double size = random.pick({1.0, 1.0, 1e-6, 1e6});
        const Robot robot(support::random_robot_parts(
            random, {.links = random.pick<std::size_t>({2, 3, 4, 8}), .size = size, .chain = true, .shapes = false}));
        const Eigen::VectorXd from = support::random_configuration(random, robot, size);
        const JointMotion motion = support::random_joint_motion(random, robot, from, size);
        const robot::detail::RobotMotion compiled(robot, motion);
        const support::ReferenceRobotMotion reference(robot, motion);
        const auto link = static_cast<LinkId>(robot.links().size() - 1);
        const LinkCase c = random_link_case(random, reference, link, size);
        if (c.mesh.faces().empty() || c.link_mesh.faces().empty()) continue;

        const RigidBody body(c.link_mesh, {.isolated_vertices = true, .threads = 1});
        const robot::detail::LinkMotion link_motion(compiled, compiled.place(link), robot::detail::no_element,
                                                    body.radius_about(Eigen::Vector3d::Zero()),
                                                    compiled.joints_above(link));
        deformable::MovingScene scene(std::vector<deformable::SceneObject>{{c.mesh, {}}}, 1);
        scene.move_to({std::span(c.end)}, 1);
        const auto parts = scene::detail::ObjectParts::of(c.mesh);
        const scene::detail::DeformingObject object(scene, 0, parts);
        const rigid::MovingBody moving = {body, link_motion};
        const QueryOptions options;
        const scene::detail::MixedQuestion question(object, {moving}, options);
        const Answer answer = question.first_contact();
        contacts += answer.outcome == Outcome::contact ? 1 : 0;
        free += answer.outcome == Outcome::free ? 1 : 0;
        // Vertices without a face were left out above.
        if (!c.mesh.isolated_vertices().empty() || !c.link_mesh.isolated_vertices().empty()) continue;

        const double margin = 4.0 * scene::detail::MixedPair(object, moving).error, threshold = answer.threshold;
        const double start = c.distance(reference, link, 0.0);
        if (answer.outcome == Outcome::touching_at_start) {
            EXPECT_LE(start, margin) << "case " << seed;
            continue;
        }
        const double kept = start > 2.0 * threshold + margin ? 0.5 * threshold : 0.2 * start;
        for (int i = 0; i <= 400; ++i) {
            const double even = i / 400.0, crowded = 1.0 - std::exp2(-0.1 * i);
            const double t = answer.safe_until * (i % 2 == 0 ? even : crowded);
            ASSERT_GE(c.distance(reference, link, t), kept - margin) << "case " << seed << " at " << t;
        }
        if (answer.outcome == Outcome::contact) {
            EXPECT_LE(c.distance(reference, link, answer.safe_until), threshold + margin) << "case " << seed;
        }
    }
    EXPECT_GT(contacts, count / 10);
    EXPECT_GT(free, count / 20);
}

}  // namespace
}  // namespace tocca::link_contact_test
