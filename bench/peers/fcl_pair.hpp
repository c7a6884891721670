// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "peers/peer_contact.hpp"
#include "scenes/rigid_shots.hpp"
#include "tocca/mesh/triangle_mesh.hpp"
#include "tocca/motion/rigid_path.hpp"

namespace tocca::bench {

/// A mesh as the Flexible Collision Library holds it, with trees of boxes and swept spheres (OBBRSS), to be asked about
/// two copies of it.
class FclPair {
public:
    explicit FclPair(const TriangleMesh& mesh);
    ~FclPair();
    FclPair(FclPair&&) noexcept;
    FclPair& operator=(FclPair&&) noexcept;

    /// Of the placed surfaces; 0 when they intersect. Not certified.
    [[nodiscard]] double distance(const RigidPath::Place& a, const RigidPath::Place& b) const;
    /// Whether the placed surfaces intersect, in doubles.
    [[nodiscard]] bool intersects(const RigidPath::Place& a, const RigidPath::Place& b) const;

    /// The greatest distance of a vertex from the origin.
    [[nodiscard]] double radius() const;
    /// Heap memory of one copy.
    [[nodiscard]] std::size_t memory_bytes() const;

private:
    struct Model;
    std::unique_ptr<Model> model_;
};

/// Conservative advancement of whole bodies: as far as the distance lasts at the greatest speed that any of their points
/// can have, until it is at most `threshold`. An iteration is a query of the distance.
///
/// The speed is not the one along the closest points' direction: of bodies that are not convex another part may come
/// closer from aside.
[[nodiscard]] PeerContact first_contact_by_fcl_advancement(const FclPair& pair, const scenes::RigidShot& shot,
                                                           double threshold);

/// The first of so many poses at equal times, from the first to the last, at which the bodies intersect. An iteration is a
/// pose. Misses what happens in between; 10 poses is what the library's own continuous query does by default.
///
/// Assumes: at least 2 poses.
[[nodiscard]] PeerContact first_contact_by_fcl_samples(const FclPair& pair, const scenes::RigidShot& shot,
                                                       std::size_t poses);

}  // namespace tocca::bench
