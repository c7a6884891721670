// SPDX-License-Identifier: Apache-2.0
#include "study/detail/pair_decider.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "study/local_advancement.hpp"
#include "tocca/elementary/contact_place.hpp"

namespace tocca::study::detail {

PairDecider::PairDecider(const SceneFeatures& features, const StudyOptions& options, Verb verb, StudyCounts& counts)
    : features_(features),
      options_(options),
      verb_(verb),
      by_time_(verb == Verb::first_contact && options.temporal_culling),
      counts_(counts),
      kernel_(elementary::filter_kernel({}))
{
    if (verb != Verb::collides) grid_ = grid_exponent(options.tolerance);
}

bool PairDecider::Found::before(const Found& other) const
{
    return std::tie(bracket.lower, bracket.upper, kind, vertices) <
           std::tie(other.bracket.lower, other.bracket.upper, other.kind, other.vertices);
}

void PairDecider::take(PairKind kind, std::uint32_t first, std::uint32_t second)
{
    // Edges in the order of Contact.
    if (kind == PairKind::edge_edge && features_.edges[second] < features_.edges[first]) std::swap(first, second);
    const Pair pair{first, second};
    if (options_.local_advancement == LocalAdvancement::judge) {
        judge(kind, pair);
        return;
    }
    if (options_.local_advancement == LocalAdvancement::accelerator) {
        const PairRows rows = features_.rows_of(features_.vertices_of(kind, first, second));
        const AdvancementBound bound = local_advancement(rows, kind, {.until = until()});
        ++counts_.advanced;
        counts_.advancement_steps += static_cast<std::uint64_t>(bound.steps);
        if (bound.free || bound.free_until > until()) return;
    }
    Block& block = kind == PairKind::vertex_face ? vertex_face_ : edge_edge_;
    block.pairs[block.size++] = pair;
    if (block.size == block.pairs.size()) decide(kind, block);
}

void PairDecider::finish()
{
    decide(PairKind::vertex_face, vertex_face_);
    decide(PairKind::edge_edge, edge_edge_);
}

void PairDecider::decide(PairKind kind, Block& block)
{
    if (enough()) block.size = 0;
    (kind == PairKind::vertex_face ? counts_.vertex_face_tests : counts_.edge_edge_tests) += block.size;
    const auto vertices_of = [&](std::size_t i) {
        return features_.vertices_of(kind, block.pairs[i].first, block.pairs[i].second);
    };
    for (std::size_t i = 0; i < block.size; ++i) rows_[i] = features_.rows_of(vertices_of(i));
    Statistics::StageCounts stages = {};
    filter_.run(kernel_, rows_.data(), block.size, 0, kind, grid_, stages,
                [&](std::size_t i, const DyadicBracket& bracket) {
                    keep({kind, block.pairs[i].first, block.pairs[i].second, vertices_of(i), bracket});
                });
    block.size = 0;
}

void PairDecider::judge(PairKind kind, const Pair& pair)
{
    ++(kind == PairKind::vertex_face ? counts_.vertex_face_tests : counts_.edge_edge_tests);
    ++counts_.advanced;
    const auto vertices = features_.vertices_of(kind, pair.first, pair.second);
    const AdvancementVerdict verdict = local_advancement_verdict(features_.rows_of(vertices), kind, options_.threshold);
    counts_.advancement_steps += static_cast<std::uint64_t>(verdict.steps);
    if (verdict.gave_up) ++counts_.gave_up;
    if (verdict.contact) keep({kind, pair.first, pair.second, vertices, {*verdict.contact, *verdict.contact}});
}

void PairDecider::keep(const Found& found)
{
    if (verb_ == Verb::all_contacts)
        found_.push_back(found);
    else if (!best_ || found.before(*best_))
        best_ = found;
}

Contact PairDecider::contact_of(const Found& found) const
{
    const double gap = options_.local_advancement == LocalAdvancement::judge ? 1.0 : 0.0;
    Contact contact = elementary::contact_of(features_.rows_of(found.vertices), found.kind, found.bracket, gap);
    features_.name(found.kind, found.vertices, contact);
    return contact;
}

std::vector<Contact> PairDecider::contacts()
{
    const auto key = [](const Found& found) { return std::tie(found.kind, found.vertices, found.first, found.second); };
    std::sort(found_.begin(), found_.end(), [&](const Found& a, const Found& b) { return key(a) < key(b); });
    found_.erase(
        std::unique(found_.begin(), found_.end(), [&](const Found& a, const Found& b) { return key(a) == key(b); }),
        found_.end());
    std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
        return std::tie(a.bracket.lower, a.bracket.upper) < std::tie(b.bracket.lower, b.bracket.upper);
    });
    std::vector<Contact> contacts;
    contacts.reserve(found_.size());
    for (const Found& found : found_) contacts.push_back(contact_of(found));
    return contacts;
}

StudyFirstContact PairDecider::first() const
{
    StudyFirstContact result;
    if (!best_) return result;
    result.outcome = best_->bracket.upper == 0.0 ? Outcome::touching_at_start : Outcome::contact;
    result.safe_until = best_->bracket.lower;
    result.contact = contact_of(*best_);
    return result;
}

}  // namespace tocca::study::detail
