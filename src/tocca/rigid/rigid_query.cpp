// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/rigid_query.hpp"

#include <array>
#include <limits>
#include <optional>

#include "tocca/elementary/collides.hpp"
#include "tocca/geometry/triangle_intersection.hpp"
#include "tocca/rigid/detail/crossing.hpp"
#include "tocca/rigid/detail/rigid_question.hpp"

namespace tocca {

namespace {

using rigid::detail::ContactLevels;
using rigid::detail::ContactSearch;
using rigid::detail::PlacedPair;
using rigid::detail::RigidQuestion;
using rigid::detail::SearchLimits;
using rigid::detail::SearchResult;
using rigid::detail::TrianglePair;

MovingPoint moving(const Point& start, const Point& end)
{
    return {{start[0], start[1], start[2]}, {end[0], end[1], end[2]}};
}

/// Whether two triangles touch during a motion without rotation: exact for their corners at the start and at the end.
bool triangles_touch(const PlacedPair& start, const PlacedPair& end)
{
    if (triangles_meet(start.a, start.b)) return true;
    std::array<MovingPoint, 3> a = {}, b = {};
    for (std::size_t k = 0; k < 3; ++k) {
        a[k] = moving(start.a[k], end.a[k]);
        b[k] = moving(start.b[k], end.b[k]);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        if (collides(VertexFace{a[i], b[0], b[1], b[2]}) || collides(VertexFace{b[i], a[0], a[1], a[2]})) return true;
        for (std::size_t j = 0; j < 3; ++j) {
            if (collides(EdgeEdge{a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]})) return true;
        }
    }
    return false;
}

}  // namespace

bool collides(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
              const RigidQueryOptions& options)
{
    const RigidQuestion question(a, motion_a, b, motion_b, options);
    // Bodies that pass through each other mostly do so here; a miss costs next to nothing.
    for (const double time : {0.5, 0.25, 0.75, 1.0, 0.0}) {
        if (time <= options.until && rigid::detail::crosses_at(question.bodies(), time, 64)) return true;
    }
    if (options.clearance > 0.0 && rigid::detail::starts_within(question.bodies(), options.clearance)) return true;
    const ContactLevels levels = {.clearance = options.clearance,
                                  .threshold = 16.0 * question.bodies().error + std::numeric_limits<double>::min()};
    std::optional<SearchLimits> limits = question.limits(levels);
    if (limits) {
        limits->budget = std::numeric_limits<std::uint64_t>::max();
        if (!question.turns() && options.clearance == 0.0 && options.until == 1.0) {
            limits->confirm = [&](const TrianglePair& pair) {
                return triangles_touch(question.place(pair, 0.0), question.place(pair, 1.0));
            };
        }
        ContactSearch search(question.bodies(), levels, question.kernel());
        if (search.run(*limits).found) return true;
    }
    return rigid::detail::starts_inside(question.bodies());
}

RigidFirstContact first_contact(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                                const RigidMotion& motion_b, const RigidQueryOptions& options)
{
    return RigidPair(a, b).first_contact(motion_a, motion_b, options);
}

double safe_step(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
                 const RigidQueryOptions& options)
{
    return first_contact(a, motion_a, b, motion_b, options).safe_until;
}

RigidFirstContact RigidPair::first_contact(const RigidMotion& motion_a, const RigidMotion& motion_b,
                                           const RigidQueryOptions& options)
{
    const RigidQuestion question(a_, motion_a, b_, motion_b, options);
    const ContactLevels levels = question.levels();
    SearchResult found = {.safe_until = options.until};
    if (const std::optional<SearchLimits> limits = question.limits(levels)) {
        std::vector<TrianglePair> hints;
        if (touched_last_) hints.push_back({(*touched_last_)[0], (*touched_last_)[1]});
        ContactSearch search(question.bodies(), levels, question.kernel());
        found = search.run(*limits, hints);
    }
    if (found.found) touched_last_ = {found.found->pair.a, found.found->pair.b};
    return question.answer(found, levels);
}

}  // namespace tocca
