// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/integer_polynomial.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace tocca {
namespace {

using Coefficients = std::vector<Integer>;

void drop_leading_zeros(Coefficients& c)
{
    while (!c.empty() && c.back().is_zero()) c.pop_back();
}

void make_primitive(Coefficients& c)
{
    Integer divisor = 0;
    for (const Integer& x : c) {
        divisor = gcd(divisor, x);
        if (divisor == 1) return;
    }
    if (divisor > 1) {
        for (Integer& x : c) x /= divisor;
    }
}

/// p(x + 1), by repeated synthetic division.
void shift_by_one(Coefficients& c)
{
    for (std::size_t i = 0; i + 1 < c.size(); ++i) {
        for (std::size_t k = c.size() - 1; k-- > i;) c[k] += c[k + 1];
    }
}

/// The remainder of a / b times a positive number, primitive.
Coefficients remainder(Coefficients a, const Coefficients& b)
{
    const Integer magnitude = abs(b.back());
    const bool flip = b.back() < 0;
    while (a.size() >= b.size()) {
        const Integer leading = flip ? Integer(-a.back()) : a.back();
        const std::size_t shift = a.size() - b.size();
        for (Integer& x : a) x *= magnitude;
        for (std::size_t i = 0; i < b.size(); ++i) a[shift + i] -= leading * b[i];
        drop_leading_zeros(a);
    }
    make_primitive(a);
    return a;
}

// Arithmetic modulo a prime below 2^31, whose products fit 64 bits.

constexpr std::uint64_t prime = 2147483647;
using Residues = std::vector<std::uint64_t>;

Residues residues_of(const Coefficients& c)
{
    Residues out;
    out.reserve(c.size());
    for (const Integer& x : c) {
        const auto r = static_cast<std::uint64_t>(Integer(abs(x) % prime));
        out.push_back(x < 0 && r != 0 ? prime - r : r);
    }
    return out;
}

std::uint64_t inverse(std::uint64_t x)
{
    std::uint64_t result = 1;
    for (std::uint64_t e = prime - 2; e != 0; e /= 2, x = x * x % prime) {
        if (e % 2 == 1) result = result * x % prime;
    }
    return result;
}

/// Whether a common divisor of positive degree is ruled out modulo the prime: if the leading coefficient of one of
/// the two survives, a common divisor keeps its degree. False decides nothing.
bool certainly_coprime(const Coefficients& a, const Coefficients& b)
{
    Residues r = residues_of(a), s = residues_of(b);
    if (r.back() == 0 && s.back() == 0) return false;
    const auto trim = [](Residues& x) {
        while (!x.empty() && x.back() == 0) x.pop_back();
    };
    trim(r);
    trim(s);
    while (!s.empty()) {
        const std::uint64_t scale = inverse(s.back());
        while (r.size() >= s.size()) {
            const std::uint64_t factor = r.back() * scale % prime;
            const std::size_t shift = r.size() - s.size();
            for (std::size_t i = 0; i < s.size(); ++i) r[shift + i] = (r[shift + i] + (prime - factor) * s[i]) % prime;
            trim(r);
        }
        std::swap(r, s);
    }
    return r.size() == 1;
}

/// a / b for a divisor b, up to a positive or negative number.
Coefficients exact_quotient(Coefficients a, const Coefficients& b)
{
    Coefficients quotient(a.size() - b.size() + 1);
    for (std::size_t k = quotient.size(); k-- > 0;) {
        const Integer leading = a[k + b.size() - 1];
        for (Integer& x : a) x *= b.back();
        for (Integer& x : quotient) x *= b.back();
        quotient[k] = leading;
        for (std::size_t i = 0; i < b.size(); ++i) a[k + i] -= leading * b[i];
    }
    make_primitive(quotient);
    return quotient;
}

}  // namespace

IntegerPolynomial::IntegerPolynomial(std::vector<Integer> coefficients) : coefficients_(std::move(coefficients))
{
    drop_leading_zeros(coefficients_);
}

IntegerPolynomial IntegerPolynomial::derivative() const
{
    Coefficients d;
    for (std::size_t i = 1; i < coefficients_.size(); ++i) d.push_back(coefficients_[i] * static_cast<unsigned>(i));
    return IntegerPolynomial(std::move(d));
}

IntegerPolynomial IntegerPolynomial::on_dyadic_interval(const Integer& j, unsigned m) const
{
    Coefficients c = coefficients_;
    // First x -> x / 2^m, times 2^(m degree), then x -> x + j by repeated synthetic division.
    for (std::size_t i = 0; i < c.size(); ++i) c[i] <<= static_cast<unsigned>(c.size() - 1 - i) * m;
    for (std::size_t i = 0; i + 1 < c.size(); ++i) {
        for (std::size_t k = c.size() - 1; k-- > i;) c[k] += j * c[k + 1];
    }
    return IntegerPolynomial(std::move(c));
}

IntegerPolynomial IntegerPolynomial::on_left_half() const
{
    Coefficients c = coefficients_;
    for (std::size_t i = 0; i < c.size(); ++i) c[i] <<= static_cast<unsigned>(c.size() - 1 - i);
    return IntegerPolynomial(std::move(c));
}

IntegerPolynomial IntegerPolynomial::on_right_half() const
{
    Coefficients c = on_left_half().coefficients_;
    shift_by_one(c);
    return IntegerPolynomial(std::move(c));
}

Sign IntegerPolynomial::sign_at_0() const { return is_zero() ? Sign::zero : sign_of(coefficients_.front()); }

Sign IntegerPolynomial::sign_at_1() const
{
    Integer sum = 0;
    for (const Integer& x : coefficients_) sum += x;
    return sign_of(sum);
}

IntegerPolynomial operator+(const IntegerPolynomial& a, const IntegerPolynomial& b)
{
    Coefficients c(std::max(a.coefficients_.size(), b.coefficients_.size()));
    for (std::size_t i = 0; i < a.coefficients_.size(); ++i) c[i] += a.coefficients_[i];
    for (std::size_t i = 0; i < b.coefficients_.size(); ++i) c[i] += b.coefficients_[i];
    return IntegerPolynomial(std::move(c));
}

IntegerPolynomial operator-(const IntegerPolynomial& a, const IntegerPolynomial& b)
{
    Coefficients c(std::max(a.coefficients_.size(), b.coefficients_.size()));
    for (std::size_t i = 0; i < a.coefficients_.size(); ++i) c[i] += a.coefficients_[i];
    for (std::size_t i = 0; i < b.coefficients_.size(); ++i) c[i] -= b.coefficients_[i];
    return IntegerPolynomial(std::move(c));
}

IntegerPolynomial operator*(const IntegerPolynomial& a, const IntegerPolynomial& b)
{
    if (a.is_zero() || b.is_zero()) return {};
    Coefficients c(a.coefficients_.size() + b.coefficients_.size() - 1);
    for (std::size_t i = 0; i < a.coefficients_.size(); ++i) {
        for (std::size_t k = 0; k < b.coefficients_.size(); ++k) c[i + k] += a.coefficients_[i] * b.coefficients_[k];
    }
    return IntegerPolynomial(std::move(c));
}

SignChanges sign_changes(const IntegerPolynomial& p)
{
    // (1 + x)^n p(1 / (1 + x)): its coefficients, from the highest down, are the Bernstein coefficients of p times
    // binomials.
    Coefficients c(p.coefficients().rbegin(), p.coefficients().rend());
    shift_by_one(c);
    SignChanges out;
    Sign last = Sign::zero;
    for (std::size_t i = c.size(); i-- > 0;) {
        const Sign sign = sign_of(c[i]);
        if (sign == Sign::zero) continue;
        if (out.after_0 == Sign::zero) out.after_0 = sign;
        if (last != Sign::zero && sign != last) ++out.count;
        last = sign;
    }
    return out;
}

IntegerPolynomial greatest_common_divisor(const IntegerPolynomial& a, const IntegerPolynomial& b)
{
    if (!a.is_zero() && !b.is_zero() && certainly_coprime(a.coefficients(), b.coefficients())) {
        return IntegerPolynomial({Integer(1)});
    }
    Coefficients c = a.coefficients(), d = b.coefficients();
    make_primitive(c);
    make_primitive(d);
    while (!d.empty()) {
        Coefficients rest = remainder(std::move(c), d);
        c = std::exchange(d, std::move(rest));
    }
    return IntegerPolynomial(std::move(c));
}

IntegerPolynomial squarefree_part(const IntegerPolynomial& p)
{
    if (p.degree() < 2) return p;
    const IntegerPolynomial repeated = greatest_common_divisor(p, p.derivative());
    if (repeated.degree() < 1) return p;
    return IntegerPolynomial(exact_quotient(p.coefficients(), repeated.coefficients()));
}

}  // namespace tocca
