// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/contact_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/random_recording.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca {
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
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        SCOPED_TRACE(seed);
        const RecordedMotion motion = RandomRecording(seed).make();
        const auto lines = split(contacts_csv(motion), '\n');
        ASSERT_EQ(lines.size(), motion.contacts.size() + 1);
        const auto names = split(lines[0], ',');
        for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
            const auto values = split(lines[i + 1], ',');
            ASSERT_EQ(values.size(), names.size());
            const auto value = [&](const char* name) {
                return values[static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin())];
            };
            const Contact& contact = motion.contacts[i].contact;
            EXPECT_EQ(value("step"), std::to_string(motion.contacts[i].step));
            EXPECT_EQ(value("kind"), to_string(contact.kind));
            EXPECT_EQ(value("v2"), std::to_string(contact.vertices[2]));
            EXPECT_EQ(value("object_b"), std::to_string(contact.objects[1]));
            EXPECT_EQ(double_of(value("toc_lower")), contact.toc.lower);
            EXPECT_EQ(double_of(value("pz")), contact.point.z());
            EXPECT_EQ(double_of(value("nx")), contact.normal.x());
            EXPECT_EQ(value("distance").empty(), !motion.contacts[i].distance.has_value());
        }
    }
}

TEST(ContactLines, JsonHoldsTheNumbersOfEveryContact)
{
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        SCOPED_TRACE(seed);
        const RecordedMotion motion = RandomRecording(seed).make();
        const auto lines = split(contacts_jsonl(motion), '\n');
        ASSERT_EQ(lines.size(), motion.contacts.size());
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const auto object = nlohmann::json::parse(lines[i]);
            const Contact& contact = motion.contacts[i].contact;
            EXPECT_EQ(object.at("step"), motion.contacts[i].step);
            EXPECT_EQ(object.at("kind"), to_string(contact.kind));
            EXPECT_EQ(object.at("vertices").get<std::vector<std::uint32_t>>(),
                      std::vector<std::uint32_t>(contact.vertices.begin(), contact.vertices.end()));
            EXPECT_EQ(object.at("objects").at(1), contact.objects[1]);
            EXPECT_EQ(object.at("toc").at(1), contact.toc.upper);
            EXPECT_EQ(object.at("point").at(2), contact.point.z());
            EXPECT_EQ(object.at("normal").at(0), contact.normal.x());
            EXPECT_EQ(object.at("distance").is_null(), !motion.contacts[i].distance.has_value());
        }
    }
}

}  // namespace
}  // namespace tocca
