// SPDX-License-Identifier: Apache-2.0
#include "support/polynomial.hpp"

#include <algorithm>
#include <utility>

namespace tocca::support {
namespace {

void drop_leading_zeros(std::vector<Integer>& coefficients)
{
    while (!coefficients.empty() && coefficients.back() == 0) coefficients.pop_back();
}

void make_primitive(std::vector<Integer>& coefficients)
{
    Integer divisor = 0;
    for (const Integer& c : coefficients) {
        divisor = boost::multiprecision::gcd(divisor, c);
        if (divisor == 1) return;
    }
    if (divisor == 0) return;
    for (Integer& c : coefficients) c /= divisor;
}

}  // namespace

Polynomial::Polynomial(std::vector<Integer> coefficients) : coefficients_(std::move(coefficients))
{
    drop_leading_zeros(coefficients_);
}

int Polynomial::sign_at(const Rational& x) const
{
    if (is_zero()) return 0;
    const Integer n = numerator(x), d = denominator(x);
    Integer value = coefficients_.back(), power = 1;
    for (std::size_t i = coefficients_.size() - 1; i-- > 0;) {
        power *= d;
        value = value * n + coefficients_[i] * power;
    }
    return value.sign();
}

Polynomial Polynomial::derivative() const
{
    std::vector<Integer> result;
    for (std::size_t i = 1; i < coefficients_.size(); ++i)
        result.push_back(coefficients_[i] * static_cast<unsigned>(i));
    return Polynomial(std::move(result));
}

Polynomial Polynomial::primitive() const
{
    Polynomial result = *this;
    make_primitive(result.coefficients_);
    return result;
}

Polynomial Polynomial::squarefree() const
{
    const Polynomial repeated = gcd(*this, derivative());
    if (repeated.degree() < 1) return primitive();

    // Long division by the repeated part, which leaves no remainder; scaled so that every step stays in the integers.
    const std::vector<Integer>& divisor = repeated.coefficients_;
    std::vector<Integer> rest = coefficients_, quotient(coefficients_.size() - divisor.size() + 1);
    for (std::size_t k = quotient.size(); k-- > 0;) {
        for (Integer& c : rest) c *= divisor.back();
        for (Integer& c : quotient) c *= divisor.back();
        quotient[k] = rest[k + divisor.size() - 1] / divisor.back();
        for (std::size_t i = 0; i < divisor.size(); ++i) rest[k + i] -= quotient[k] * divisor[i];
    }
    make_primitive(quotient);
    return Polynomial(std::move(quotient));
}

Polynomial operator+(const Polynomial& a, const Polynomial& b)
{
    std::vector<Integer> sum(std::max(a.coefficients_.size(), b.coefficients_.size()));
    for (std::size_t i = 0; i < a.coefficients_.size(); ++i) sum[i] += a.coefficients_[i];
    for (std::size_t i = 0; i < b.coefficients_.size(); ++i) sum[i] += b.coefficients_[i];
    return Polynomial(std::move(sum));
}

Polynomial operator-(const Polynomial& a)
{
    Polynomial result = a;
    for (Integer& c : result.coefficients_) c = -c;
    return result;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + -b; }

Polynomial operator*(const Polynomial& a, const Polynomial& b)
{
    if (a.is_zero() || b.is_zero()) return {};
    std::vector<Integer> product(a.coefficients_.size() + b.coefficients_.size() - 1);
    for (std::size_t i = 0; i < a.coefficients_.size(); ++i) {
        for (std::size_t k = 0; k < b.coefficients_.size(); ++k) {
            product[i + k] += a.coefficients_[i] * b.coefficients_[k];
        }
    }
    return Polynomial(std::move(product));
}

Polynomial remainder(const Polynomial& a, const Polynomial& b)
{
    const std::vector<Integer>& divisor = b.coefficients_;
    const Integer magnitude = abs(divisor.back());
    const int sign = divisor.back().sign();
    std::vector<Integer> rest = a.coefficients_;
    while (rest.size() >= divisor.size()) {
        const Integer leading = sign * rest.back();
        const std::size_t shift = rest.size() - divisor.size();
        for (Integer& c : rest) c *= magnitude;
        for (std::size_t i = 0; i < divisor.size(); ++i) rest[shift + i] -= leading * divisor[i];
        drop_leading_zeros(rest);
        make_primitive(rest);
    }
    make_primitive(rest);
    return Polynomial(std::move(rest));
}

Polynomial gcd(Polynomial a, Polynomial b)
{
    while (!b.is_zero()) {
        Polynomial rest = remainder(a, b);
        a = std::exchange(b, std::move(rest));
    }
    return a.primitive();
}

SturmChain::SturmChain(const Polynomial& p) : chain_{p.primitive()}
{
    for (Polynomial next = p.derivative().primitive(); !next.is_zero();) {
        chain_.push_back(next);
        next = -remainder(chain_[chain_.size() - 2], chain_.back());
    }
}

int SturmChain::variations(const Rational& x) const
{
    int count = 0, last = 0;
    for (const Polynomial& p : chain_) {
        const int sign = p.sign_at(x);
        if (sign == 0) continue;
        if (sign == -last) ++count;
        last = sign;
    }
    return count;
}

}  // namespace tocca::support
