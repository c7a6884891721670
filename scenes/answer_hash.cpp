// SPDX-License-Identifier: Apache-2.0
#include "scenes/answer_hash.hpp"

#include <fmt/format.h>

#include <bit>

namespace tocca::scenes {
namespace {

class Fnv1a {
public:
    void add(std::uint8_t byte) { state_ = (state_ ^ byte) * 0x100000001b3U; }

    void add(std::uint64_t word)
    {
        for (int shift = 0; shift < 64; shift += 8) add(static_cast<std::uint8_t>(word >> shift));
    }

    void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }

    void add(const Contact& contact)
    {
        add(static_cast<std::uint8_t>(contact.kind));
        for (const std::uint32_t vertex : contact.vertices) add(std::uint64_t{vertex});
        for (const std::uint32_t object : contact.objects) add(std::uint64_t{object});
        add(contact.toc.lower);
        add(contact.toc.upper);
        for (const double x : contact.point) add(x);
        for (const double x : contact.normal) add(x);
    }

    [[nodiscard]] std::string text() const { return fmt::format("{:016x}", state_); }

private:
    std::uint64_t state_ = 0xcbf29ce484222325U;
};

}  // namespace

std::string hash_of(std::string_view text)
{
    Fnv1a hash;
    for (const char c : text) hash.add(static_cast<std::uint8_t>(c));
    return hash.text();
}

std::string hash_of(std::span<const std::uint8_t> answers)
{
    Fnv1a hash;
    for (const std::uint8_t hit : answers) hash.add(hit);
    return hash.text();
}

std::string hash_of(std::span<const BatchContact> answers)
{
    Fnv1a hash;
    for (const BatchContact& contact : answers) {
        hash.add(static_cast<std::uint64_t>(contact.query));
        hash.add(contact.toc.lower);
        hash.add(contact.toc.upper);
        hash.add(static_cast<std::uint8_t>(contact.touching_at_start));
    }
    return hash.text();
}

std::string hash_of(std::span<const Contact> contacts)
{
    Fnv1a hash;
    for (const Contact& contact : contacts) hash.add(contact);
    return hash.text();
}

std::string hash_of(const Answer& answer)
{
    Fnv1a hash;
    for (const char c : to_string(answer.outcome)) hash.add(static_cast<std::uint8_t>(c));
    hash.add(answer.safe_until);
    if (answer.contact) hash.add(*answer.contact);
    return hash.text();
}

std::string hash_of(std::span<const Point> points)
{
    Fnv1a hash;
    for (const Point& point : points) {
        for (const double x : point) hash.add(x);
    }
    return hash.text();
}

}  // namespace tocca::scenes
