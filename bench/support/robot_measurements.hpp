// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "study/robot_study.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::bench {

/// What a method says about a motion.
struct RobotAnswer {
    bool contact = false;
    bool at_start = false;                ///< the contact is there from the start
    std::optional<double> toc = {};       ///< where the method finds it
    std::optional<Answer> first = {};     ///< all of it, from methods that give it
    std::optional<Statistics> work = {};  ///< what that took
    std::string hash = {};                ///< of the whole answer, where it is always the same
};
[[nodiscard]] RobotAnswer answer_of(const Answer& found);

/// A way to ask about motions.
struct RobotMethod {
    std::string name;  ///< as results are named
    std::function<RobotAnswer(const JointMotion&)> ask;
    int passes = 1;  ///< of which the best counts, motion by motion
};

/// The first contact, and whether there is one, by a checker that outlives the method.
[[nodiscard]] RobotMethod first_contact_method(std::string name, const RobotChecker& checker, int passes);
[[nodiscard]] RobotMethod collides_method(std::string name, const RobotChecker& checker, int passes);
/// The first contact by another way, with hulls that outlive the method as well.
[[nodiscard]] RobotMethod study_method(std::string name, const RobotChecker& checker, int passes,
                                       const study::RobotStudyOptions& options);

/// Which motions a mean is over; those that touch from the start are of the colliding ones.
enum class MotionsOf : unsigned char { all, free, colliding };

struct RobotMeasurement {
    std::vector<RobotAnswer> answers;
    std::vector<double> milliseconds;  ///< processor time of each motion

    /// Nothing when there is no such motion.
    [[nodiscard]] std::optional<double> mean(MotionsOf motions = MotionsOf::all) const;
    [[nodiscard]] double worst() const;
    /// The number of the slowest motion.
    [[nodiscard]] std::size_t slowest() const;
    [[nodiscard]] std::size_t contacts() const;
    [[nodiscard]] std::size_t contacts_at_start() const;
    /// Of the hashes of all answers; empty where they have none.
    [[nodiscard]] std::string hash() const;
};

/// Assumes: at least one motion.
[[nodiscard]] RobotMeasurement measure(const RobotMethod& method, std::span<const JointMotion> motions);

/// Means over all motions of what their first contacts took.
struct MeanPairs {
    double all = 0.0;       ///< before any culling
    double near = 0.0;      ///< whose boxes meet
    double started = 0.0;   ///< followed at all
    double finished = 0.0;  ///< followed to their own end
};
/// Assumes: answers of first_contact_method.
[[nodiscard]] MeanPairs mean_pairs(const RobotMeasurement& measured);

/// How the answers to the same motions differ from those of a sound method.
struct RobotDifference {
    std::size_t missed = 0;    ///< contacts
    std::size_t invented = 0;  ///< contacts
    double latest = 0.0;       ///< the most by which a time is greater
};
[[nodiscard]] RobotDifference difference(const RobotMeasurement& measured, const RobotMeasurement& sound);

}  // namespace tocca::bench
