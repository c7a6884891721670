// SPDX-License-Identifier: Apache-2.0
#include "support/agreement.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/elementary/collides.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::support {
namespace {

std::string text(const TimeInterval& toc) { return fmt::format("[{:a}, {:a}]", toc.lower, toc.upper); }

/// The batch's word on one query.
struct BatchAnswer {
    bool hit = false;
    std::optional<BatchContact> contact;
};

/// Empty when `fast`, a first contact, is right about a query that the exact path calls free.
std::string against_free(const Answer& fast)
{
    if (fast.outcome != Outcome::free || fast.contact) return "first_contact finds a contact that is none";
    if (fast.safe_until != 1.0) return fmt::format("safe_until is {:a} and not 1 for a free motion", fast.safe_until);
    return {};
}

std::string against_contact(const Answer& fast, const Answer& exact)
{
    if (!fast.contact || !exact.contact) return "first_contact misses a contact";
    const TimeInterval toc = fast.contact->toc, right = exact.contact->toc;
    if (fast.outcome != exact.outcome) {
        return fmt::format("outcome {} and not {}", to_string(fast.outcome), to_string(exact.outcome));
    }
    if (!(toc == right)) return fmt::format("bracket {} and not {}", text(toc), text(right));
    if (fast.safe_until != exact.safe_until || fast.safe_until != toc.lower) {
        return fmt::format("safe_until {:a}, exactly {:a}", fast.safe_until, exact.safe_until);
    }
    if (fast.contact->sooner_than_any_double != exact.contact->sooner_than_any_double)
        return "sooner_than_any_double differs";
    return {};
}

std::string against_batch(const BatchAnswer& batch, const Answer& exact)
{
    if (!exact.contact) return "the exact path contradicts itself";
    const TimeInterval toc = batch.contact->toc, right = exact.contact->toc;
    if (!(toc == right)) return fmt::format("batch bracket {} and not {}", text(toc), text(right));
    if (batch.contact->touching_at_start != (exact.outcome == Outcome::touching_at_start)) {
        return "batch touching_at_start differs";
    }
    return {};
}

/// What is wrong about the single verbs on one query, or nothing.
std::string complaint_about_single(const PairRows& rows, PairKind kind, bool hit, double tolerance)
{
    if (collides(rows, kind) != hit) return fmt::format("collides does not say {}", hit);
    const Answer fast = first_contact(rows, kind, {.tolerance = tolerance});
    return hit ? against_contact(fast, first_contact_exact(rows, kind, {.tolerance = tolerance})) : against_free(fast);
}

/// What is wrong about the batch verbs on one query, or nothing.
std::string complaint_about_batch(const PairRows& rows, PairKind kind, bool hit, const BatchAnswer& batch,
                                  double tolerance)
{
    if (batch.hit != hit) return fmt::format("batch collides says {}, exactly {}", batch.hit, hit);
    if (batch.contact.has_value() != hit) return fmt::format("batch first_contact does not say {}", hit);
    return hit ? against_batch(batch, first_contact_exact(rows, kind, {.tolerance = tolerance})) : std::string();
}

}  // namespace

AgreementResult compare_with_exact(std::span<const PairRows> queries, PairKind kind, const QueryOptions& options,
                                   std::size_t single_stride)
{
    const std::vector<std::uint8_t> hits = collides(queries, kind, options);
    const std::vector<BatchContact> contacts = first_contact(queries, kind, options);
    const double tolerance = bracket_width(options);
    AgreementResult result;
    auto next = contacts.begin();
    for (std::size_t i = 0; i < queries.size(); ++i) {
        BatchAnswer batch{.hit = hits[i] != 0, .contact = {}};
        if (next != contacts.end() && next->query == i) batch.contact = *next++;
        const bool hit = collides_exact(queries[i], kind);
        if (hit) ++result.contacts;
        std::string sentence = complaint_about_batch(queries[i], kind, hit, batch, tolerance);
        if (sentence.empty() && i % single_stride == 0) {
            sentence = complaint_about_single(queries[i], kind, hit, tolerance);
        }
        if (!sentence.empty()) result.disagreements.push_back({i, std::move(sentence)});
    }
    return result;
}

}  // namespace tocca::support
