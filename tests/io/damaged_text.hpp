// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "support/random.hpp"
#include "tocca/base/error.hpp"

namespace tocca::support {

/// What became of damaged copies of a text.
struct DamagedReadings {
    std::size_t read = 0;
    std::size_t refused = 0;
};

/// Damages a text `count` times, each time anew. `read` must read what comes of it, or refuse it with an Error that names
/// `file`.
template <class Read>
DamagedReadings read_damaged(const std::string& good, const std::string& file, std::size_t count, const Read& read)
{
    constexpr std::string_view marks = "[]{}:-\n &*!\"'|#,19";
    Random random(77);
    DamagedReadings readings;
    for (std::size_t i = 0; i < count; ++i) {
        std::string text = good;
        for (int edits = random.between(1, 4); edits > 0; --edits) {
            char& byte = text[random.below(text.size())];
            byte = random.chance(0.5) ? marks[random.below(marks.size())]
                                      : static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << random.below(8)));
        }
        if (random.chance(0.2)) text.resize(random.below(text.size()));
        try {
            read(text);
            ++readings.read;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find(file), std::string::npos) << error.what();
            ++readings.refused;
        }
    }
    EXPECT_GT(readings.refused, count / 4);
    return readings;
}

}  // namespace tocca::support
