// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "report/unpacked_block.hpp"

namespace tocca::support {

/// Reads the elements of a report as docs/report_format.md tells; anything else throws.
class HtmlReading {
public:
    explicit HtmlReading(std::string page)
        : page_(std::move(page)),
          manifest_(nlohmann::json::parse(element("tocca-manifest"))),
          answers_(nlohmann::json::parse(element("tocca-answers")))
    {}

    [[nodiscard]] const nlohmann::json& manifest() const { return manifest_; }
    [[nodiscard]] const nlohmann::json& answers() const { return answers_; }

    /// What stands in an element of this name.
    [[nodiscard]] std::string element(const std::string& id) const
    {
        const std::string begin = "id=\"" + id + "\">";
        const std::size_t at = page_.find(begin);
        if (at == std::string::npos) throw std::runtime_error("no element " + id);
        return page_.substr(at + begin.size(), page_.find("</script>", at) - at - begin.size());
    }

    /// The numbers of the block that the manifest names, which must be of this type.
    template <class Number>
    [[nodiscard]] std::vector<Number> numbers(const nlohmann::json& block, std::span<const Number> before = {}) const
    {
        const nlohmann::json& about = manifest_.at("blocks").at(block.get<std::size_t>());
        constexpr std::string_view type = std::is_same_v<Number, double>          ? "f64"
                                          : std::is_same_v<Number, float>         ? "f32"
                                          : std::is_same_v<Number, std::uint8_t>  ? "u8"
                                          : std::is_same_v<Number, std::uint16_t> ? "u16"
                                                                                  : "u32";
        EXPECT_EQ(about.at("type"), type);
        const PackedBlock packed{.type = type,
                                 .count = about.at("count"),
                                 .stride = about.at("stride"),
                                 .order = about.at("order"),
                                 .shuffled = about.at("shuffled"),
                                 .bytes = decoded(element("tocca-block-" + std::to_string(block.get<std::size_t>())))};
        EXPECT_EQ(packed.bytes.size(), about.at("bytes").get<std::size_t>());
        return unpacked<Number>(packed, before);
    }

private:
    /// Base64 of RFC 4648.
    [[nodiscard]] static std::string decoded(std::string_view text)
    {
        constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        std::string bytes;
        std::uint32_t bits = 0;
        std::size_t count = 0;
        for (const char letter : text.substr(0, text.find('='))) {
            const std::size_t value = letters.find(letter);
            if (value == std::string_view::npos) throw std::runtime_error("not base64");
            bits = bits << 6U | static_cast<std::uint32_t>(value);
            count += 6;
            if (count < 8) continue;
            count -= 8;
            bytes += static_cast<char>(bits >> count & 255U);
        }
        return bytes;
    }

    std::string page_;
    nlohmann::json manifest_;
    nlohmann::json answers_;
};

}  // namespace tocca::support
