// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/rigid/triangle_pair.hpp"
#include "tocca/scene/detail/deforming_object.hpp"

namespace tocca::scene::detail {

/// An object that deforms and a body that moves as a whole.
struct MixedPair {
    const DeformingObject& object;
    rigid::MovingBody body;
    double error;          ///< the maximum error of a distance between computed places
    double closing_speed;  ///< no point of one comes nearer to a point of the other faster than this, at any time

    MixedPair(const DeformingObject& object, const rigid::MovingBody& body);
};

/// A triangle of the object, by its leaf, and a primitive of the body.
struct MixedPrimitives {
    NodeId leaf = 0;
    std::uint32_t primitive = 0;
};

/// How long a deforming triangle and one of a body stay further apart than `level`, proven, from a time at which they are
/// placed so and this was found of them; 0 when they are not proven to be further apart at all. `placed.a` is the
/// deforming one, `error` the maximum error of one of its places.
[[nodiscard]] double free_step(const rigid::PlacedPair& placed, const rigid::PairState& state,
                               const StraightTriangle& triangle, const rigid::MovingFrame& frame, double level,
                               double error);

/// The two triangles at a time, for rigid::walk_pair.
class MixedTriangles {
public:
    MixedTriangles(const MixedPair& pair, const MixedPrimitives& primitives)
        : pair_(pair), primitive_(primitives.primitive), triangle_(pair.object.triangle(primitives.leaf))
    {}

    void move_to(double t) { move_to(t, pair_.body.motion.at(t)); }
    /// The same with the frame of the body at t; it must outlive the next calls.
    void move_to(double t, const rigid::MovingFrame& frame)
    {
        place(t, frame);
        state_ = rigid::examine(placed_, pair_.error);
    }
    /// As move_to, but with the cheaper state of rigid::glance.
    void glance_at(double t, const rigid::MovingFrame& frame)
    {
        place(t, frame);
        state_ = rigid::glance(placed_, pair_.error);
    }

    [[nodiscard]] const rigid::PairState& state() const { return state_; }
    [[nodiscard]] double free_step(double level) const
    {
        return detail::free_step(placed_, state_, triangle_, frame_, level, pair_.object.position_error());
    }
    [[nodiscard]] double closing_speed() const { return pair_.closing_speed; }
    [[nodiscard]] bool crosses_at(double t) const;

private:
    void place(double t, const rigid::MovingFrame& frame)
    {
        frame_ = frame;
        placed_ = {triangle_.at(t), rigid::place(pair_.body.body, primitive_, frame_)};
    }

    const MixedPair& pair_;
    std::uint32_t primitive_;
    StraightTriangle triangle_;
    rigid::MovingFrame frame_;
    rigid::PlacedPair placed_;
    rigid::PairState state_;
};

/// The features in contact, as rigid::contact_of: those of the object have the number 0, those of the body 1.
[[nodiscard]] Contact contact_of(const MixedPair& pair, const MixedPrimitives& primitives,
                                 const rigid::PairState& state);

}  // namespace tocca::scene::detail
