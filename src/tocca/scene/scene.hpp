// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/mesh/eigen_arrays.hpp"
#include "tocca/mesh/new_vertex.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/rigid/rigid_body.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca {

namespace deformable {
class MovingScene;
}
namespace rigid {
class RigidWorld;
}
namespace scene::detail {
struct ObjectParts;
struct Content;
}  // namespace scene::detail

/// The number of a part of a scene: parts are numbered from 0 in the order in which they are added.
using PartId = std::uint32_t;

/// The fixed options of a part of a scene.
struct PartOptions {
    std::string name = {};    ///< for reports; by default "part N"
    std::uint32_t group = 0;  ///< for filters
    bool self = true;         ///< meshes and robots: whether to check it against itself
    /// The thickness of its surface, in units of length. Two parts keep a gap of half of each one's thickness, in
    /// addition to the clearance; so do two places of one part.
    double thickness = 0.0;
    /// Deforming meshes: the mesh is closed and bounds a solid, and a part that starts inside it is reported. For rigid
    /// bodies and the shapes of robots, the body or shape itself says whether it is solid.
    bool solid = false;
};

/// Deforming meshes, rigid bodies and robots that move together over a step.
///
/// A part rests where it is added until `move` gives it a motion; `advance` begins the next step. Contacts name
/// objects: a mesh and a body are one object each, a robot has one per link. Objects are numbered part by part; of a
/// scene without robots the numbers are those of the parts.
///
/// Queries of one scene may run at the same time. A scene that was moved from can be assigned to; any other use is
/// refused (std::invalid_argument).
class Scene {
public:
    /// What a part of a scene is.
    enum class Kind : unsigned char {
        mesh,   ///< deforms: every vertex moves in a straight line
        body,   ///< rigid: turns at constant angular velocity while a reference point moves in a straight line
        robot,  ///< joints move at constant speed
    };

    Scene();
    Scene(const Scene& other);
    Scene(Scene&& other) noexcept;
    Scene& operator=(const Scene& other);
    Scene& operator=(Scene&& other) noexcept;
    ~Scene();

    /// A mesh that deforms, at rest at its positions.
    ///
    /// Throws: std::invalid_argument for a thickness that is negative or not finite; Error (malformed_mesh), with the
    ///         place, for a solid that is not closed by the numbers of its vertices, and as RigidBody for solids.
    PartId add(TriangleMesh mesh, const PartOptions& options = {});
    /// Positions and faces: matrices of three columns.
    template <class Positions, class Faces>
    PartId add(const Eigen::MatrixBase<Positions>& positions, const Eigen::MatrixBase<Faces>& faces,
               const PartOptions& options = {})
    {
        return add(mesh_of(positions, faces), options);
    }
    /// A rigid body, at rest at the identity. Many parts may share one.
    ///
    /// Throws: std::invalid_argument for a null body and for options that do not apply.
    PartId add(std::shared_ptr<const RigidBody> body, const PartOptions& options = {});
    /// The same with a motion for the step.
    ///
    /// Throws: also Error, as RigidPath and for poses beyond RigidBody::greatest_coordinate; nothing is added then.
    PartId add(std::shared_ptr<const RigidBody> body, const RigidMotion& motion, const PartOptions& options = {});
    PartId add(RigidBody body, const PartOptions& options = {});
    /// A robot, at rest where all joints are zero; `join` gives it another place, `attach` something to hold.
    ///
    /// Throws: std::invalid_argument for options that do not apply.
    PartId add(Robot robot, const PartOptions& options = {});

    /// Moves the vertices of a mesh in straight lines from where they start the step to these positions. Moving them
    /// again keeps their start: a trial of a line search, which takes less time than a new step.
    ///
    /// Throws: std::invalid_argument if the part is not a mesh or the number of positions is wrong; Error (not_finite).
    void move(PartId part, std::span<const Point> end);
    /// The same with new starts, for a step that does not continue the previous one.
    void move(PartId part, std::span<const Point> start, std::span<const Point> end);
    /// The same with positions from Eigen: matrices of three columns, or column vectors of 3n numbers, in any storage
    /// order; maps as well.
    template <class Positions>
    void move(PartId part, const Eigen::MatrixBase<Positions>& end)
    {
        with_points(end, [&](std::span<const Point> points) { move(part, points); });
    }
    template <class Start, class End>
    void move(PartId part, const Eigen::MatrixBase<Start>& start, const Eigen::MatrixBase<End>& end)
    {
        with_points(start, [&](std::span<const Point> from) {
            with_points(end, [&](std::span<const Point> to) { move(part, from, to); });
        });
    }
    /// Throws: std::invalid_argument if the part is not a body; Error as RigidPath.
    void move(PartId part, const RigidMotion& motion);
    /// Throws: std::invalid_argument if the part is not a robot or a configuration has the wrong length; as
    ///         Robot::poses.
    void move(PartId part, const JointMotion& motion);

    /// Gives a deforming mesh other vertices and faces between two steps, as when a simulator remeshes or a model breaks.
    /// The part then rests where the new mesh is. `old_vertices` holds for each vertex of it the number of the vertex in
    /// the old mesh, or new_vertex; faces of the same vertices in the same order are the same face. It affects no answer:
    /// it tells what need not be built and proven anew. What crosses at the start of the next step because of the edit
    /// is found there, as always.
    ///
    /// Throws: std::invalid_argument if the part is not a mesh, and for old vertices that do not exist or are named twice;
    ///         as `add` for solids. Nothing is replaced then.
    /// Cost:   linear in the triangles of all meshes, without sorting; the tree is built anew only near what is new.
    void replace(PartId part, TriangleMesh mesh, std::span<const VertexId> old_vertices);

    /// Begins the next step at the places that all parts reach after a fraction of this one, up to rounding; there they
    /// rest.
    ///
    /// Throws: std::invalid_argument for a step outside [0, 1]; Error (not_finite) for a body that would rest beyond
    ///         RigidBody::greatest_coordinate. Nothing is advanced then.
    void advance(double step = 1.0);
    /// The same for a scene of deforming meshes, with a fraction for each vertex, by part and vertex, as safe_fractions
    /// returns them.
    ///
    /// Throws: std::invalid_argument for a scene with other parts, if the number of fractions is not that of vertices,
    ///         and for a fraction outside [0, 1].
    void advance(const std::vector<std::vector<double>>& fractions);

    /// Makes all_contacts keep its traversal front among deforming meshes, at most `most_pairs` node pairs of 8 bytes,
    /// so that the next step starts there. This saves time if steps resemble each other and `most_pairs` is about 15 to
    /// 40 per triangle. With 0, the default, every search starts at the root. Answers are the same.
    void keep_front(std::size_t most_pairs);

    /// Makes searches among deforming meshes keep a list of the pairs of features that come within their gap plus twice
    /// the slack of each other, at most `most` pairs of 16 bytes each. Later searches start from this list instead of
    /// the tree, as long as the step follows the one that was searched to within the slack: a shorter trial of a line
    /// search, or a small move on from there. Otherwise they search the tree and keep a new list. With a slack of 0,
    /// the default, nothing is kept. A list serves queries that check the same objects, with no larger gap. Answers are
    /// the same; Statistics::kept_searches counts the searches that used a list.
    ///
    /// Throws: std::invalid_argument for a slack that is negative or not finite.
    void keep_candidates(double slack, std::size_t most = std::size_t{1} << 22U);

    [[nodiscard]] std::size_t part_count() const;
    [[nodiscard]] Kind kind(PartId part) const;
    [[nodiscard]] const PartOptions& options(PartId part) const;
    /// The name of a part, or "part N" for one without.
    [[nodiscard]] std::string name(PartId part) const;

    [[nodiscard]] std::size_t object_count() const;
    /// The number of a part's first object; its other objects have the numbers that follow.
    [[nodiscard]] std::uint32_t first_object(PartId part) const;
    [[nodiscard]] PartId part_of(std::uint32_t object) const;
    /// Which link of a robot an object is; 0 for other parts.
    [[nodiscard]] LinkId link_of(std::uint32_t object) const;
    /// "ball", or "arm/hand" for a link.
    [[nodiscard]] std::string object_name(std::uint32_t object) const;

    /// A mesh as it was added or replaced, and where its vertices start and end the step.
    [[nodiscard]] const TriangleMesh& mesh(PartId part) const;
    [[nodiscard]] const std::vector<Point>& start(PartId part) const;
    [[nodiscard]] const std::vector<Point>& end(PartId part) const;
    /// Writes the positions of a mesh's vertices after a fraction of the step, rounded as by `advance`, to the caller's
    /// memory.
    ///
    /// Throws: std::invalid_argument for a step outside [0, 1], and if `out` does not have one point per vertex.
    void positions_at(PartId part, double step, std::span<Point> out) const;
    // NOLINTNEXTLINE(performance-unnecessary-value-param)
    void positions_at(PartId part, double step, Eigen::Ref<Eigen::VectorXd> out) const
    {
        positions_at(part, step, points_in(out));
    }
    /// A rigid body and its motion.
    [[nodiscard]] const std::shared_ptr<const RigidBody>& body(PartId part) const;
    [[nodiscard]] const RigidMotion& rigid_motion(PartId part) const;
    /// The checker and the motion of a robot.
    [[nodiscard]] const RobotChecker& checker(PartId part) const;
    [[nodiscard]] const JointMotion& joint_motion(PartId part) const;

    /// The parts of a kind, in order.
    [[nodiscard]] std::vector<PartId> parts(Kind kind) const;

    /// The deforming meshes as one moving scene: object i is the i-th mesh added.
    ///
    /// Cost: after parts were added or moved, the tree over them is built or refitted.
    [[nodiscard]] const deformable::MovingScene& meshes(int threads = 0) const;
    [[nodiscard]] const scene::detail::ObjectParts& mesh_parts(std::size_t mesh) const;
    /// The rigid bodies as one world: body i is the i-th body added.
    [[nodiscard]] const rigid::RigidWorld& bodies() const;

private:
    /// Throws: std::invalid_argument for a scene that was moved from.
    [[nodiscard]] scene::detail::Content& content() const;

    std::unique_ptr<scene::detail::Content> content_;
};

/// "mesh", "body" or "robot".
[[nodiscard]] std::string_view to_string(Scene::Kind kind);

}  // namespace tocca
