// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "support/placed_triangles.hpp"
#include "support/rigid_reference.hpp"
#include "support/robot_kinematics.hpp"
#include "support/scene_queries.hpp"

namespace tocca::support {

/// Triangles of an object: a mesh, a body, or a shape of a link.
struct Surface {
    std::uint32_t object = 0, shape = 0;
    PartId part = 0;
    Scene::Kind kind = Scene::Kind::mesh;
    const RigidBody* body = nullptr;
    double padding = 0.0, diameter = 0.0;
    bool solid = false;
    double margin = 0.0;  ///< how far places computed here and by the library may be from the exact ones
    double speed = 0.0;   ///< how fast its points may go
};

/// A surface at some time.
struct PlacedSurface : PlacedTriangles {
    std::vector<Point> positions = {};
    CornerBox box = {};
};

/// Two surfaces that are to be checked.
struct SurfacePair {
    std::size_t a = 0, b = 0;
    std::array<std::uint32_t, 2> objects = {};  ///< the lower number first
    double clearance = 0.0, padding = 0.0, margin = 0.0;
    double threshold = 0.0;  ///< where one may turn: at least
    bool of_meshes = false;
};

/// Whether two objects are to be checked, or an object against itself.
[[nodiscard]] bool is_asked(const SceneCase& c, std::uint32_t a, std::uint32_t b);

/// All surfaces of a case and where they are: poses in extended precision, that share nothing with the library's.
class SceneStage {
public:
    /// Assumes: the case outlives it.
    explicit SceneStage(const SceneCase& c);

    [[nodiscard]] const std::vector<Surface>& surfaces() const { return surfaces_; }
    [[nodiscard]] const std::vector<SurfacePair>& pairs() const { return pairs_; }

    [[nodiscard]] std::vector<PlacedSurface> at(double t) const;
    [[nodiscard]] PlacedSurface place(std::size_t i, double t) const;
    [[nodiscard]] std::optional<std::size_t> find(std::uint32_t object, std::uint32_t shape) const;
    /// What two objects have to keep beyond their padding.
    [[nodiscard]] double clearance(std::uint32_t a, std::uint32_t b) const;

private:
    void add(const Surface& surface, std::vector<FaceVertices> primitives);
    void add_mesh(PartId part);
    void add_body(PartId part);
    void add_robot(PartId part);
    void add_pairs();
    [[nodiscard]] std::vector<Point> positions(const Surface& surface, double t) const;

    const SceneCase& case_;
    std::vector<Surface> surfaces_;
    std::vector<std::vector<FaceVertices>> primitives_;  // of each surface
    std::vector<std::pair<PartId, ReferenceMotion>> paths_;
    std::vector<std::pair<PartId, ReferenceRobotMotion>> robots_;
    std::vector<SurfacePair> pairs_;
};

}  // namespace tocca::support
