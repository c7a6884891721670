// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
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
///
/// After a mesh was replaced, proofs hold for pairs of edges and faces without an open vertex: such a pair was there before,
/// with the same vertices in the same places.
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

    /// Vertices by object.
    using Vertices = std::vector<std::vector<std::uint32_t>>;

    CrossingProofs() = default;
    CrossingProofs(const CrossingProofs& other);
    CrossingProofs& operator=(const CrossingProofs& other);
    ~CrossingProofs() = default;

    /// Whether it is proven that nothing that is to be checked crosses at the start.
    [[nodiscard]] bool start_is_uncrossed(const QueryOptions& options) const;
    /// The open vertices, if that is proven but for pairs that have one of them.
    [[nodiscard]] std::optional<Vertices> open_at_start(const QueryOptions& options) const;
    /// By object; empty if there are none.
    [[nodiscard]] const Vertices& open_vertices() const { return state_.open; }
    void note_start(const QueryOptions& options) const;
    /// Notes the same about the positions after a fraction of the step, by position_at.
    ///
    /// Assumes: there is no `accept`: a contact that it rejects may end in a crossing that counts.
    void note_after(const QueryOptions& options, double step) const;

    /// The fraction of the step after which nothing crosses, if that is known.
    [[nodiscard]] std::optional<double> proven_step() const;
    [[nodiscard]] bool empty() const;

    /// To be called when an object out of `objects` got another mesh: `old_vertices` are the numbers that its vertices had,
    /// or new_vertex; `open` those of its vertices that have a part in an edge or a face that was not there, or are elsewhere.
    void replace(std::uint32_t object, std::size_t objects, std::span<const std::uint32_t> old_vertices,
                 std::vector<std::uint32_t> open);

    /// Begins the next step, which starts where this one does (`at_start`), or where it is after proven_step
    /// (`at_proven_step`), or neither.
    void advance(bool at_start, bool at_proven_step);

private:
    struct State {
        std::optional<Scope> start;
        std::optional<Scope> after;  ///< at `step`
        double step = 1.0;
        Vertices open;
    };

    [[nodiscard]] State state() const;

    mutable std::mutex mutex_;
    mutable State state_;
};

}  // namespace tocca::deformable::detail
