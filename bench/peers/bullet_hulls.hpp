// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "peers/peer_contact.hpp"
#include "scenes/rigid_shots.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::bench {

/// The convex hull of a mesh as Bullet holds it, in single precision, to be asked about two copies of it: Bullet moves
/// no other shapes than convex ones.
class BulletHulls {
public:
    explicit BulletHulls(const TriangleMesh& mesh);
    ~BulletHulls();
    BulletHulls(BulletHulls&&) noexcept;
    BulletHulls& operator=(BulletHulls&&) noexcept;

    /// Bullet's continuous cast of convex shapes, which turn the shorter way. Hulls touch before the bodies do, or alone.
    [[nodiscard]] PeerContact first_contact_by_cast(const scenes::RigidShot& shot) const;

private:
    struct Hull;
    std::unique_ptr<Hull> hull_;
};

}  // namespace tocca::bench
