// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace tocca {
struct QueryOptions;
}

namespace tocca::deformable::detail {

/// What queries have proven about the start and the end of a scene's step: that no edge passes through a face there. A
/// step that begins where a free one ended then needs no test of its start.
///
/// A proof is about the pairs of objects that a query checks, and serves queries that check no others. Queries may record
/// proofs concurrently.
class CrossingProofs {
public:
    /// The pairs of objects that a query checks: the ignored ones sorted, the lesser number first.
    struct Scope {
        bool self = false;
        bool between = false;
        std::vector<std::array<std::uint32_t, 2>> ignored_pairs;
        std::vector<std::array<std::uint32_t, 2>> ignored_groups;

        static Scope of(const QueryOptions& options);
        [[nodiscard]] bool covers(const Scope& other) const;
        friend bool operator==(const Scope&, const Scope&) = default;
    };

    CrossingProofs() = default;
    CrossingProofs(const CrossingProofs& other);
    CrossingProofs& operator=(const CrossingProofs& other);
    ~CrossingProofs() = default;

    /// Whether it is proven that nothing that is to be checked crosses at the start.
    [[nodiscard]] bool start_is_uncrossed(const QueryOptions& options) const;
    void note_start(const QueryOptions& options) const;
    /// Notes the same about the positions after a fraction of the step, by position_at.
    ///
    /// Assumes: there is no `accept`: a contact that it rejects may end in a crossing that counts.
    void note_after(const QueryOptions& options, double step) const;

    /// The fraction of the step after which nothing crosses, if that is known.
    [[nodiscard]] std::optional<double> proven_step() const;
    [[nodiscard]] bool empty() const;

    /// Begins the next step, which starts where this one does (`at_start`), or where it is after proven_step
    /// (`at_proven_step`), or neither.
    void advance(bool at_start, bool at_proven_step);

private:
    struct State {
        std::optional<Scope> start;
        std::optional<Scope> after;  ///< at `step`
        double step = 1.0;
    };

    [[nodiscard]] State state() const;

    mutable std::mutex mutex_;
    mutable State state_;
};

}  // namespace tocca::deformable::detail
