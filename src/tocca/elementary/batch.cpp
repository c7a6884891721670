// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/batch.hpp"

#include <algorithm>
#include <mutex>
#include <string>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/elementary/block_filter.hpp"
#include "tocca/elementary/clearance.hpp"
#include "tocca/elementary/filter_kernel.hpp"

namespace tocca {
namespace {

constexpr std::size_t block_size = elementary::BlockFilter::block_size;
/// Blocks a thread takes at a time.
constexpr std::size_t blocks_per_piece = 16;
constexpr std::size_t piece_size = block_size * blocks_per_piece;

/// Queries given as rows.
class RowSource {
public:
    explicit RowSource(std::span<const PairRows> rows) : rows_(rows) {}
    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    [[nodiscard]] const PairRows* block(std::size_t first, std::size_t) { return rows_.data() + first; }

private:
    std::span<const PairRows> rows_;
};

/// Queries given by vertex numbers; a block's rows are collected into a buffer.
class IndexSource {
public:
    explicit IndexSource(const IndexedPairs& pairs) : pairs_(pairs)
    {
        require(pairs.start.size() == pairs.end.size(), "start and end must have the same number of positions");
    }
    [[nodiscard]] std::size_t size() const { return pairs_.pairs.size(); }

    [[nodiscard]] const PairRows* block(std::size_t first, std::size_t count)
    {
        rows_.resize(block_size);
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t corner = 0; corner < 4; ++corner) {
                const std::size_t vertex = pairs_.pairs[first + i][corner];
                if (vertex >= pairs_.start.size()) {
                    throw Error(ErrorCode::index_out_of_range,
                                "vertex " + std::to_string(vertex) + " does not exist; there are " +
                                    std::to_string(pairs_.start.size()) + " vertices",
                                {.query = first + i});
                }
                std::copy_n(pairs_.start[vertex].data(), 3, rows_[i].data() + 3 * corner);
                std::copy_n(pairs_.end[vertex].data(), 3, rows_[i].data() + 12 + 3 * corner);
            }
        }
        return rows_.data();
    }

private:
    IndexedPairs pairs_;
    std::vector<PairRows> rows_;
};

/// Reports progress to the caller, one call at a time, and checks for a stop request.
class Watch {
public:
    Watch(const QueryOptions& options, std::size_t queries) : options_(options), queries_(queries) {}

    void finished(std::size_t queries)
    {
        if (!options_.progress) return;
        const std::lock_guard lock(mutex_);
        done_ += queries;
        options_.progress(static_cast<double>(done_) / static_cast<double>(queries_));
    }

    void check() const
    {
        if (options_.stop.stop_requested()) throw Error(ErrorCode::interrupted, "stopped on request");
    }

private:
    const QueryOptions& options_;
    std::size_t queries_;
    std::mutex mutex_;
    std::size_t done_ = 0;
};

/// Runs `block(source, first, size, filter, piece)` over all blocks, `piece` being the result of the current piece;
/// returns the results of the pieces in order.
template <class Piece, class Source, class Block>
std::vector<Piece> run_pieces(const Source& source, const QueryOptions& options, const Block& block)
{
    const std::size_t queries = source.size();
    std::vector<Piece> pieces((queries + piece_size - 1) / piece_size);
    Watch watch(options, queries);
    for_each_piece(pieces.size(), options.threads, [&](std::size_t p) {
        watch.check();
        require_floating_point();
        Source local = source;
        thread_local elementary::BlockFilter filter;
        const std::size_t end = std::min(queries, (p + 1) * piece_size);
        for (std::size_t first = p * piece_size; first < end; first += block_size) {
            block(local, first, std::min(block_size, end - first), filter, pieces[p]);
        }
        watch.finished(end - p * piece_size);
    });
    return pieces;
}

/// Decides queries one by one with a gap; calls `on_near(i, approach)` for those that fall to it or start within it.
template <class OnNear>
void run_with_gap(const PairRows* rows, std::size_t size, std::size_t first, PairKind kind, const QueryOptions& options,
                  Statistics::StageCounts& stages, const OnNear& on_near)
{
    const elementary::GapRule rule = {options.clearance, options.near_fraction.value_or(default_near_fraction)};
    const int k = grid_exponent(bracket_width(options));
    for (std::size_t i = 0; i < size; ++i) {
        elementary::require_finite(rows[i], first + i);
        const elementary::Approach approach = elementary::first_approach(rows[i], kind, rule, k, 1.0, stages);
        if (approach.decision.contact || approach.near) on_near(i, approach);
    }
}

template <class Source>
std::vector<std::uint8_t> collides_batch(const Source& source, PairKind kind, const QueryOptions& options)
{
    check_options(options, Subject::batch);
    const elementary::FilterKernel& kernel = elementary::filter_kernel(options.target);
    std::vector<std::uint8_t> hits(source.size());
    const auto block = [&](Source& local, std::size_t first, std::size_t size, elementary::BlockFilter& filter,
                           Statistics::StageCounts& stages) {
        std::uint8_t* hit = hits.data() + first;
        if (options.clearance > 0.0) {
            run_with_gap(local.block(first, size), size, first, kind, options, stages,
                         [&](std::size_t i, const elementary::Approach&) { hit[i] = 1; });
            return;
        }
        filter.run(kernel, local.block(first, size), size, first, kind, std::nullopt, stages,
                   [&](std::size_t i, const DyadicBracket&) { hit[i] = 1; });
    };
    for (const Statistics::StageCounts& part : run_pieces<Statistics::StageCounts>(source, options, block))
        add_work(options, {.stages = part});
    return hits;
}

struct ContactPiece {
    std::vector<BatchContact> contacts;
    Statistics::StageCounts stages = {};
};

template <class Source>
std::vector<BatchContact> first_contact_batch(const Source& source, PairKind kind, const QueryOptions& options)
{
    check_options(options, Subject::batch);
    const int k = grid_exponent(bracket_width(options));
    const elementary::FilterKernel& kernel = elementary::filter_kernel(options.target);
    const auto block = [&](Source& local, std::size_t first, std::size_t size, elementary::BlockFilter& filter,
                           ContactPiece& piece) {
        if (options.clearance > 0.0) {
            const auto add = [&](std::size_t i, const elementary::Approach& approach) {
                const bool contact = approach.decision.contact;
                const DyadicBracket& bracket = approach.decision.bracket;
                piece.contacts.push_back({first + i,
                                          contact ? TimeInterval{bracket.lower, bracket.upper} : TimeInterval{1.0, 1.0},
                                          contact && bracket.upper == 0.0, approach.near.has_value()});
            };
            run_with_gap(local.block(first, size), size, first, kind, options, piece.stages, add);
            return;
        }
        filter.run(
            kernel, local.block(first, size), size, first, kind, k, piece.stages,
            [&](std::size_t i, const DyadicBracket& bracket) {
                piece.contacts.push_back({first + i, {bracket.lower, bracket.upper}, bracket.upper == 0.0, false});
            });
    };
    std::vector<BatchContact> contacts;
    for (const ContactPiece& piece : run_pieces<ContactPiece>(source, options, block)) {
        contacts.insert(contacts.end(), piece.contacts.begin(), piece.contacts.end());
        add_work(options, {.stages = piece.stages});
    }
    return contacts;
}

}  // namespace

std::vector<std::string> simd_targets()
{
    std::vector<std::string> names;
    for (const elementary::FilterKernel& kernel : elementary::filter_kernels()) names.emplace_back(kernel.name);
    return names;
}

std::vector<std::uint8_t> collides(std::span<const PairRows> queries, PairKind kind, const QueryOptions& options)
{
    return collides_batch(RowSource(queries), kind, options);
}

std::vector<std::uint8_t> collides(const IndexedPairs& queries, PairKind kind, const QueryOptions& options)
{
    return collides_batch(IndexSource(queries), kind, options);
}

std::vector<BatchContact> first_contact(std::span<const PairRows> queries, PairKind kind, const QueryOptions& options)
{
    return first_contact_batch(RowSource(queries), kind, options);
}

std::vector<BatchContact> first_contact(const IndexedPairs& queries, PairKind kind, const QueryOptions& options)
{
    return first_contact_batch(IndexSource(queries), kind, options);
}

}  // namespace tocca
