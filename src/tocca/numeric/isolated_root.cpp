// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/isolated_root.hpp"

#include <cmath>
#include <utility>

namespace tocca {
namespace {

constexpr unsigned least_exponent = 1074;  ///< of a double: 2^-1074

/// p / x for p(0) = 0.
IntegerPolynomial without_root_at_0(const IntegerPolynomial& p)
{
    return IntegerPolynomial(std::vector<Integer>(p.coefficients().begin() + 1, p.coefficients().end()));
}

}  // namespace

void IsolatedRoot::halve()
{
    if (local_.is_zero()) return;
    const IntegerPolynomial right = local_.on_right_half();
    j_ <<= 1;
    ++m_;
    const Sign middle = right.sign_at_0();
    if (middle == Sign::zero) {
        local_ = {};
        j_ += 1;
    } else if (middle == local_.sign_at_0()) {
        local_ = right;
        j_ += 1;
    } else {
        local_ = local_.on_left_half();
    }
}

Sign IsolatedRoot::sign_of(const IntegerPolynomial& q)
{
    if (q.degree() < 1) return q.sign_at_0();
    bool may_vanish = true;
    for (unsigned steps = 1;; steps *= 2) {
        const IntegerPolynomial here = q.on_dyadic_interval(j_, m_);
        if (local_.is_zero()) return here.sign_at_0();
        const SignChanges changes = sign_changes(here);
        if (changes.count == 0) return changes.after_0;
        if (may_vanish) {
            // The common roots of q and the squarefree polynomial are roots of the latter: in the interval only this
            // one, which is simple, so that the divisor changes its sign there.
            const IntegerPolynomial common = greatest_common_divisor(whole_, q);
            if (common.degree() >= 1 && sign_changes(common.on_dyadic_interval(j_, m_)).count % 2 == 1) {
                return Sign::zero;
            }
            may_vanish = false;
        }
        for (unsigned i = 0; i < steps; ++i) halve();
    }
}

DyadicBracket IsolatedRoot::cell(int k)
{
    const auto grid = static_cast<unsigned>(k);
    while (!local_.is_zero() && (m_ < grid || (j_.is_zero() && m_ < least_exponent))) halve();

    // The root is j / 2^m, or in the open interval from there to (j + 1) / 2^m: it is above `below` / 2^m and at most
    // one more.
    if (local_.is_zero() && j_.is_zero()) return {};
    Integer below = local_.is_zero() ? Integer(j_ - 1) : j_;
    unsigned level = m_;
    if (level < grid) {
        below = ((below + 1) << (grid - level)) - 1;
        level = grid;
    }
    const Integer index = below >> (level - grid);
    if (!index.is_zero()) {
        const auto lower = static_cast<double>(index);
        return {std::ldexp(lower, -k), std::ldexp(lower + 1.0, -k)};
    }
    // The first cell: between powers of two. A root at a power of two belongs to the cell that ends there.
    const int top = below.is_zero() ? -1 : static_cast<int>(msb(below));
    const int exponent = top - static_cast<int>(level);
    if (exponent < -static_cast<int>(least_exponent)) return {0.0, std::ldexp(1.0, -1074), true};
    return {std::ldexp(1.0, exponent), std::ldexp(1.0, exponent + 1)};
}

std::vector<IsolatedRoot> roots_in_unit_interval(const IntegerPolynomial& p)
{
    const IntegerPolynomial whole = squarefree_part(p);
    std::vector<IsolatedRoot> roots;
    const auto append = [&](IntegerPolynomial local, const Integer& j, unsigned m) {
        IsolatedRoot root;
        root.whole_ = whole;
        root.local_ = std::move(local);
        root.j_ = j;
        root.m_ = m;
        roots.push_back(std::move(root));
    };

    struct Piece {
        IntegerPolynomial local;
        Integer j;
        unsigned m;
    };
    std::vector<Piece> open{{whole, 0, 0}};
    while (!open.empty()) {
        Piece piece = std::move(open.back());
        open.pop_back();
        if (piece.local.sign_at_0() == Sign::zero) {
            append({}, piece.j, piece.m);
            piece.local = without_root_at_0(piece.local);
        }
        const int changes = sign_changes(piece.local).count;
        if (changes == 0) continue;
        if (changes == 1) {
            append(piece.local, piece.j, piece.m);
            continue;
        }
        open.push_back({piece.local.on_right_half(), 2 * piece.j + 1, piece.m + 1});
        open.push_back({piece.local.on_left_half(), 2 * piece.j, piece.m + 1});
    }
    if (whole.degree() >= 1 && whole.sign_at_1() == Sign::zero) append({}, 1, 0);
    return roots;
}

}  // namespace tocca
