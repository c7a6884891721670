// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "support/brute_force_contacts.hpp"
#include "support/exact_distance.hpp"
#include "support/falls_to_clearance.hpp"
#include "support/moving_families.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/elementary/clearance.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca {

/// A drawn scene with objects of random thickness, some of none.
inline deformable::MovingScene draw_thick_scene(support::Random& random, support::MovingFamily family, double size)
{
    const support::SceneInstance drawn = support::draw_scene(random, family);
    std::vector<deformable::SceneObject> objects;
    std::vector<std::span<const Point>> ends;
    for (const support::MovingInstance& object : drawn.objects) {
        deformable::ObjectOptions options;
        if (random.chance(0.5)) options.thickness = size * random.unit();
        objects.push_back({object.mesh, std::move(options)});
        ends.emplace_back(object.end);
    }
    deformable::MovingScene scene(std::move(objects));
    scene.move_to(ends);
    return scene;
}

/// The greatest coordinate of a scene at its start.
inline double size_of(const deformable::MovingScene& scene)
{
    double size = 0.0;
    for (deformable::ObjectId object = 0; object < scene.object_count(); ++object) {
        for (VertexId v = 0; v < scene.object(object).mesh.vertex_count(); ++v) {
            for (const double x : scene.start(object, v)) size = std::max(size, std::abs(x));
        }
    }
    return size;
}

/// A clearance that some pairs of the scene start within and others do not; now and then exactly a distance of a grid.
inline double draw_clearance(support::Random& random, const deformable::MovingScene& scene)
{
    const double size = size_of(scene);
    return random.pick({0.0, 0.001 * size, 0.05 * size, 0.3 * size, std::min(size, 0x1p1000), 1.0});
}

inline bool same_pair(const FeaturePair& a, const FeaturePair& b)
{
    return a.kind == b.kind && a.vertices == b.vertices && a.objects == b.objects;
}

/// Whether what is reported of a near pair agrees with its exact start distance and with the rule of mesh_query.hpp.
inline void expect_rule(const PairRows& rows, const Start::NearPair& near, const support::Rational& squared_distance,
                        double near_fraction)
{
    using support::Rational;
    const auto square = [](double x) { return Rational(Rational(x) * Rational(x)); };
    double size = 0.0;
    for (std::size_t i = 0; i < 12; ++i) size = std::max(size, 2.0 * std::abs(rows[i]));
    const double error = 0x1p-46 * size;
    EXPECT_GE(near.distance, 0.0);
    EXPECT_LE(square(std::max(0.0, near.distance - error)), squared_distance);
    EXPECT_GE(square(near.distance + error), squared_distance);
    const double wanted = near_fraction * near.distance;
    if (squared_distance > square(wanted)) {
        EXPECT_EQ(near.gap, wanted);
    } else {
        EXPECT_EQ(near.gap, 0.0);
    }
}

/// Whether the features start more than twice the gap apart along an axis; spares most exact distances.
inline bool start_far_apart(const PairRows& rows, PairKind kind, double gap)
{
    const std::size_t second = kind == PairKind::vertex_face ? 1 : 2;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto x = [&](std::size_t point) { return rows[3 * point + axis]; };
        double first_low = x(0), first_high = x(0), second_low = x(second), second_high = x(second);
        for (std::size_t i = 0; i < 4; ++i) {
            double& low = i < second ? first_low : second_low;
            double& high = i < second ? first_high : second_high;
            low = std::min(low, x(i));
            high = std::max(high, x(i));
        }
        if (second_low - first_high > 2.0 * gap || first_low - second_high > 2.0 * gap) return true;
    }
    return false;
}

/// The contacts of all pairs by the gaps demanded of them, pair by pair by the elementary core. The near pairs that an
/// answer reports of the start are checked against exact distances, one by one: each must be there, with the gap of the
/// rule.
inline std::vector<Contact> brute_force_approaches(const deformable::MovingScene& scene, const QueryOptions& options,
                                                   const Start& reported)
{
    const double near_fraction = options.near_fraction.value_or(0.25);
    std::vector<Contact> contacts;
    std::size_t next = 0;
    for (const FeaturePair& pair : support::all_feature_pairs(scene)) {
        const PairRows rows = support::rows_of(scene, pair);
        const auto [a, b] = pair.objects;
        double gap = options.clearance + 0.5 * (scene.object(a).options.thickness + scene.object(b).options.thickness);
        if (gap > 0.0 && !start_far_apart(rows, pair.kind, gap)) {
            const support::Rational squared = support::squared_distance_at(rows, pair.kind, 0);
            if (squared <= support::Rational(gap) * support::Rational(gap)) {
                const bool listed = next < reported.near_pairs.size() && same_pair(reported.near_pairs[next], pair);
                EXPECT_TRUE(listed) << "a near pair is missing";
                if (!listed) return contacts;
                expect_rule(rows, reported.near_pairs[next], squared, near_fraction);
                gap = reported.near_pairs[next++].gap;
            }
        }
        const Answer first =
            support::falls_to_clearance(rows, pair.kind, {.clearance = gap, .tolerance = options.tolerance});
        if (!first.contact) continue;
        contacts.push_back(*first.contact);
        contacts.back().kind = pair.kind;
        contacts.back().vertices = pair.vertices;
        contacts.back().objects = pair.objects;
    }
    EXPECT_EQ(next, reported.near_pairs.size()) << "pairs are reported near that are not";
    EXPECT_EQ(next, reported.near_count);
    EXPECT_EQ(next > 0, reported.near);
    // By time; the pairs were in the order of their features.
    std::stable_sort(contacts.begin(), contacts.end(), [](const Contact& a, const Contact& b) {
        return std::pair(a.toc.lower, a.toc.upper) < std::pair(b.toc.lower, b.toc.upper);
    });
    return contacts;
}

}  // namespace tocca
