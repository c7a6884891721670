// SPDX-License-Identifier: Apache-2.0
// libFuzzer: any 193 bytes are a query. The first byte tells the kind and how the others are read; the fast path, the
// batch and the exact path must agree, and what is not finite must be refused.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>

#include "tocca/base/error.hpp"
#include "tocca/elementary/all_contacts.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/elementary/collides.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace {

using tocca::PairKind;
using tocca::PairRows;

/// The doubles as they stand in the input; what is missing is zero.
PairRows raw_doubles(const std::uint8_t* data, std::size_t size)
{
    PairRows rows{};
    if (size > 0) std::memcpy(rows.data(), data, std::min(size, sizeof rows));
    return rows;
}

/// The same with all exponents near 0, as in ordinary meshes, so that the filters are tried and not only the integers.
PairRows ordinary_doubles(const std::uint8_t* data, std::size_t size)
{
    PairRows rows = raw_doubles(data, size);
    for (double& x : rows) {
        std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
        const std::uint64_t exponent = 1019 + (bits >> 52) % 8;
        bits = (bits & 0x800fffffffffffffU) | exponent << 52;
        x = std::bit_cast<double>(bits);
    }
    return rows;
}

/// One byte a coordinate: a small integer, and in its upper half a power of two.
PairRows small_integers(const std::uint8_t* data, std::size_t size, bool scaled)
{
    PairRows rows{};
    for (std::size_t i = 0; i < std::min(size, rows.size()); ++i) {
        const int integer = data[i] % 8 - 4;
        rows[i] = scaled ? std::ldexp(integer, (data[i] >> 3) - 16) : integer;
    }
    return rows;
}

PairRows read_rows(int mode, const std::uint8_t* data, std::size_t size)
{
    if (mode == 0) return raw_doubles(data, size);
    if (mode == 1) return ordinary_doubles(data, size);
    return small_integers(data, size, mode == 2);
}

void check(bool holds)
{
    if (!holds) std::abort();
}

void check_refused(const PairRows& rows, PairKind kind)
{
    int refusals = 0;
    const auto count_refusal = [&](auto&& call) {
        try {
            call();
        } catch (const tocca::Error& error) {
            check(error.code() == tocca::ErrorCode::not_finite);
            ++refusals;
        }
    };
    count_refusal([&] { (void)tocca::collides(rows, kind); });
    count_refusal([&] { (void)tocca::first_contact(rows, kind); });
    count_refusal([&] { (void)tocca::all_contacts(rows, kind); });
    count_refusal([&] { (void)tocca::collides(std::span(&rows, 1), kind, {.threads = 1}); });
    check(refusals == 4);
}

void check_answers(const PairRows& rows, PairKind kind)
{
    const tocca::Answer exact = tocca::first_contact_exact(rows, kind), fast = tocca::first_contact(rows, kind);
    const bool hit = exact.contact.has_value();
    check(tocca::collides_exact(rows, kind) == hit);
    check(tocca::collides(rows, kind) == hit);
    check(fast.outcome == exact.outcome && fast.safe_until == exact.safe_until);
    check(fast.contact.has_value() == hit);
    if (hit) check(fast.contact->toc == exact.contact->toc);

    const auto batch = tocca::first_contact(std::span(&rows, 1), kind, {.threads = 1});
    check(batch.size() == (hit ? 1U : 0U));
    if (hit) check(batch.front().toc == exact.contact->toc);
    check((tocca::collides(std::span(&rows, 1), kind, {.threads = 1}).front() != 0) == hit);

    const tocca::Answers all = tocca::all_contacts(rows, kind);
    check(all.outcome == exact.outcome && all.contacts.empty() != hit);
    if (hit) check(all.contacts.front().toc == exact.contact->toc);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) return 0;
    const PairKind kind = data[0] % 2 == 0 ? PairKind::vertex_face : PairKind::edge_edge;
    const PairRows rows = read_rows(data[0] / 2 % 4, data + 1, size - 1);
    if (std::all_of(rows.begin(), rows.end(), [](double x) { return std::isfinite(x); })) {
        check_answers(rows, kind);
    } else {
        check_refused(rows, kind);
    }
    return 0;
}
