// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/contact_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/random_recording.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::contact_lines_test {
namespace {

using support::RandomRecording;

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
    if (!text.empty() && text.back() == separator && separator == ',') parts.emplace_back();
    return parts;
}

TEST(ContactLines, CsvHoldsTheNumbersOfEveryContact)
{
    std::size_t contacts = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        SCOPED_TRACE(seed);
        const RecordedMotion motion = RandomRecording(seed).make();
        const auto lines = split(contacts_csv(motion), '\n');
        ASSERT_EQ(lines.size(), motion.contacts.size() + 1);
        const auto names = split(lines[0], ',');
        for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
            const auto values = split(lines[i + 1], ',');
            ASSERT_EQ(values.size(), names.size());
            const auto value = [&](const std::string& name) {
                return values.at(static_cast<std::size_t>(std::ranges::find(names, name) - names.begin()));
            };
            const Contact& contact = motion.contacts[i].contact;
            EXPECT_EQ(value("step"), std::to_string(motion.contacts[i].step));
            EXPECT_EQ(value("kind"), to_string(contact.kind));
            for (std::size_t k = 0; k < 4; ++k) {
                EXPECT_EQ(value("v" + std::to_string(k)), std::to_string(contact.vertices[k]));
            }
            EXPECT_EQ(value("object_a"), std::to_string(contact.objects[0]));
            EXPECT_EQ(value("object_b"), std::to_string(contact.objects[1]));
            EXPECT_EQ(double_of(value("toc_lower")), contact.toc.lower);
            EXPECT_EQ(double_of(value("toc_upper")), contact.toc.upper);
            for (Eigen::Index axis = 0; axis < 3; ++axis) {
                const char letter = "xyz"[axis];
                EXPECT_EQ(double_of(value(std::string("p") + letter)), contact.point[axis]);
                EXPECT_EQ(double_of(value(std::string("n") + letter)), contact.normal[axis]);
            }
            ASSERT_EQ(value("distance").empty(), !motion.contacts[i].distance.has_value());
            if (motion.contacts[i].distance) {
                EXPECT_EQ(double_of(value("distance")), *motion.contacts[i].distance);
            }
            ++contacts;
        }
    }
    EXPECT_GT(contacts, 50U);
}

TEST(ContactLines, JsonHoldsTheNumbersOfEveryContact)
{
    std::size_t contacts = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        SCOPED_TRACE(seed);
        const RecordedMotion motion = RandomRecording(seed).make();
        const auto lines = split(contacts_jsonl(motion), '\n');
        ASSERT_EQ(lines.size(), motion.contacts.size());
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const auto object = nlohmann::json::parse(lines[i]);
            const Contact& contact = motion.contacts[i].contact;
            const auto list = [](const Eigen::Vector3d& v) { return nlohmann::json{v.x(), v.y(), v.z()}; };
            const auto distance = motion.contacts[i].distance;
            const nlohmann::json expected = {
                {"step", motion.contacts[i].step},
                {"kind", to_string(contact.kind)},
                {"objects", contact.objects},
                {"vertices", contact.vertices},
                {"toc", {contact.toc.lower, contact.toc.upper}},
                {"point", list(contact.point)},
                {"normal", list(contact.normal)},
                {"distance", distance ? nlohmann::json(*distance) : nlohmann::json(nullptr)}};
            EXPECT_EQ(object, expected);
            ++contacts;
        }
    }
    EXPECT_GT(contacts, 50U);
}

}  // namespace
}  // namespace tocca::contact_lines_test
