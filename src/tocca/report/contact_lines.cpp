// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/contact_lines.hpp"

#include <array>

#include "tocca/io/json_text.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca {
namespace {

std::array<double, 3> coordinates(const Eigen::Vector3d& vector) { return {vector.x(), vector.y(), vector.z()}; }

std::string text_of(double value) { return shortest_text(value); }
std::string text_of(std::uint32_t value) { return std::to_string(value); }

template <class Numbers>
std::string columns(const Numbers& numbers)
{
    std::string text;
    for (const auto number : numbers) text += ',' + text_of(number);
    return text;
}

template <class Numbers>
std::string json_integers(const Numbers& numbers)
{
    std::string text = columns(numbers);
    text.front() = '[';
    return text + ']';
}

}  // namespace

std::string contacts_csv(const RecordedMotion& motion)
{
    check(motion);
    std::string text = "step,kind,v0,v1,v2,v3,toc_lower,toc_upper,px,py,pz,nx,ny,nz,object_a,object_b,distance\n";
    for (const RecordedContact& recorded : motion.contacts) {
        const Contact& contact = recorded.contact;
        text += std::to_string(recorded.step) + ',';
        text += to_string(contact.kind);
        text += columns(contact.vertices) + columns(std::array{contact.toc.lower, contact.toc.upper}) +
                columns(coordinates(contact.point)) + columns(coordinates(contact.normal)) + columns(contact.objects) +
                ',' + (recorded.distance ? shortest_text(*recorded.distance) : "") + '\n';
    }
    return text;
}

std::string contacts_jsonl(const RecordedMotion& motion)
{
    check(motion);
    std::string text;
    for (const RecordedContact& recorded : motion.contacts) {
        const Contact& contact = recorded.contact;
        text += "{\"step\":" + std::to_string(recorded.step) + ",\"kind\":\"";
        text += to_string(contact.kind);
        text += "\",\"objects\":" + json_integers(contact.objects) +
                ",\"vertices\":" + json_integers(contact.vertices) +
                ",\"toc\":" + json_numbers(std::array{contact.toc.lower, contact.toc.upper}) +
                ",\"point\":" + json_numbers(coordinates(contact.point)) +
                ",\"normal\":" + json_numbers(coordinates(contact.normal)) +
                ",\"distance\":" + (recorded.distance ? json_number(*recorded.distance) : "null") + "}\n";
    }
    return text;
}

}  // namespace tocca
