// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "support/random.hpp"
#include "tocca/scene/detail/mixed_question.hpp"

namespace tocca::support {

struct MixedOptions {
    QueryOptions query = {};
    double object_padding = 0.0, body_padding = 0.0;
};

/// A mesh that deforms, a body that moves, and how they are asked about.
struct MixedCase {
    TriangleMesh mesh;  ///< where the step starts
    std::vector<Point> end;
    TriangleMesh body_mesh;
    RigidMotion motion;
    MixedOptions options = {};
    bool solid_object = false;
    bool solid_body = false;
};

/// A case made ready to be asked. It must not move: everything in it refers to something else in it.
class MixedSetup {
public:
    explicit MixedSetup(const MixedCase& c) : MixedSetup(c, scene_of(c)) {}
    /// The same in another scene, whose object 0 is at the step of the case.
    MixedSetup(const MixedCase& c, deformable::MovingScene scene);
    MixedSetup(const MixedSetup&) = delete;
    MixedSetup& operator=(const MixedSetup&) = delete;

    [[nodiscard]] static deformable::MovingScene scene_of(const MixedCase& c);

    [[nodiscard]] const RigidBody& body() const { return body_; }
    [[nodiscard]] const scene::detail::DeformingObject& object() const { return object_; }
    [[nodiscard]] const scene::detail::MixedQuestion& question() const { return question_; }
    [[nodiscard]] Answer first_contact() const { return question_.first_contact(); }

private:
    MixedOptions options_;
    deformable::MovingScene scene_;
    RigidBody body_;
    rigid::RigidBodyMotion motion_;
    scene::detail::ObjectParts parts_;
    scene::detail::DeformingObject object_;
    scene::detail::MixedQuestion question_;
};

[[nodiscard]] Answer first_contact_of(const MixedCase& c);

/// Small things of any scale, mostly on their way towards each other or past each other: a body with any motion, and a mesh
/// that is carried from one pose to another along straight lines, mostly bent on the way.
[[nodiscard]] MixedCase random_mixed_case(std::uint64_t seed);

/// Ordinary things with features of other sizes, down to the least double, or with a corner far out; they touch, or start
/// near each other or touching.
[[nodiscard]] MixedCase mixed_sizes_case(std::uint64_t seed);

}  // namespace tocca::support
