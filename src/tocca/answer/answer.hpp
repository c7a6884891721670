// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tocca/answer/contact.hpp"
#include "tocca/answer/outcome.hpp"

namespace tocca {

/// An edge and a face of deforming meshes that have a point in common at an instant.
struct Intersection {
    std::array<std::uint32_t, 2> edge = {};  ///< the same vertex twice for an isolated vertex
    std::array<std::uint32_t, 3> face = {};
    std::array<std::uint32_t, 2> objects = {};  ///< of the edge and of the face
    /// Whether the edge crosses the face: its ends are on either side of the face's plane, and it passes inside the
    /// face, all strictly. Otherwise they touch, or overlap in a plane.
    bool crosses = false;

    friend bool operator==(const Intersection&, const Intersection&) = default;
};

/// What is wrong at the start, t = 0, besides contacts there. A start with any of it is not free.
struct Start {
    /// Features of deforming meshes that start nearer than the gap that clearance and thickness demand.
    struct NearPair : FeaturePair {
        double distance = 0.0;  ///< at the start, in double precision
        double gap = 0.0;       ///< demanded instead; 0: the pair must not touch
    };

    /// Something starts nearer than clearance and thickness demand.
    bool near = false;
    /// Edges of deforming meshes that pass through faces were not looked for, at the request of the caller.
    bool assumed_free = false;
    /// Deforming meshes: edges that pass through faces; the list, if requested, is sorted by edge and face.
    std::uint64_t crossing_count = 0;
    std::vector<Intersection> crossings = {};
    /// Deforming meshes: features that start too near, touching ones included; the list, if requested, is sorted by
    /// features.
    std::uint64_t near_count = 0;
    std::vector<NearPair> near_pairs = {};
    /// Bodies and robots, in the answer of all_contacts, sorted by objects: the pairs that start too near, and the
    /// pairs in which one object starts inside the other.
    std::vector<ObjectPair> near_objects = {};
    std::vector<ObjectPair> inside = {};
};

/// The answer to a query about a motion, the same for every subject.
struct Answer {
    Outcome outcome = Outcome::free;
    /// Guarantee: nothing touches on the closed interval [0, safe_until], unless something touches, crosses or is
    ///            inside at the start: then safe_until is 0.
    double safe_until = 1.0;
    /// The first contact. Present if the outcome is `contact` or `touching_at_start`, and with `crossing_at_start` if
    /// there is one during the motion.
    std::optional<Contact> contact = {};
    /// Bodies and robots: the two objects that the outcome is about; none if all is free.
    std::optional<ObjectPair> pair = {};
    /// Bodies and robots: the threshold that the answer is about, as in Contact::threshold; for a world or a robot,
    /// that of the two objects in `pair`, or 0 if all is free.
    double threshold = 0.0;
    Start start = {};
    /// Only pairs of features with a vertex in QueryOptions::changed were checked, at the request of the caller: the whole
    /// answer, also its `free` and what it says of the start, is about those alone. Only parts that start inside solids are
    /// looked for in any case.
    bool only_changed = false;
    /// There was no pair that could touch, so `free` says nothing. Pairs that an `accept` predicate rejects count as
    /// pairs here: if it rejects every pair, this stays false.
    bool nothing_checked = false;
};

/// The answer to a query about all contacts of a motion.
struct Answers : Answer {
    /// Objects that are proven free of each other up to a time, and not known to touch later.
    struct UndecidedPair : ObjectPair {
        double safe_until = 0.0;

        friend bool operator==(const UndecidedPair&, const UndecidedPair&) = default;
    };

    /// The end of the query: QueryOptions::until.
    double until = 1.0;
    /// Every contact: for an elementary pair every time it touches, for deforming meshes every pair of features that
    /// touches, for bodies and robots the first contact of each pair of objects. Sorted by time, so that the first
    /// contact comes first: for meshes by toc.lower, toc.upper, then features (kind, first feature, second feature);
    /// for bodies and robots by toc.lower, then objects.
    std::vector<Contact> contacts = {};
    /// Bodies and robots: the pairs that are undecided; sorted by safe_until, then by objects.
    std::vector<UndecidedPair> undecided = {};
};

/// How far the motion may go; otherwise the answer of first_contact.
struct SafeStep : Answer {
    /// The fraction of the motion that is safe; 1 if all of it is. Never beyond safe_until.
    double step = 1.0;
    /// Whether every shorter step is proven safe as well, with its own rounded positions. For deforming meshes this is
    /// so if every pair keeps a margin for the rounding of positions.
    bool all_shorter_steps = false;
    /// The features that limit the step, if any: a contact, or features of deforming meshes that would lose more of
    /// their distance than they may, with the time, place and normal at which they would.
    std::optional<Contact> limited_by = {};
    /// Deforming meshes: how many steps had to be tested with their rounded positions.
    int tested_steps = 0;

    /// The step to safe_until, for answers in which safe_until already accounts for rounding.
    [[nodiscard]] static SafeStep to_safe_until(Answer answer)
    {
        SafeStep result{std::move(answer)};
        result.step = result.safe_until;
        result.all_shorter_steps = result.step > 0.0;
        result.limited_by = result.contact;
        return result;
    }
};

}  // namespace tocca
