// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tocca/base/error.hpp"

namespace tocca::support {

/// What an Error is expected to say.
struct ExpectedError {
    ErrorCode code = ErrorCode::malformed_file;
    std::optional<std::size_t> line = {};
    std::string says = {};  ///< part of the sentence
};

/// Runs `work`, which must throw the Error expected.
template <class Work>
void expect_error(const ExpectedError& expected, Work work)
{
    try {
        work();
    } catch (const Error& error) {
        EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(expected.code)) << error.what();
        EXPECT_EQ(error.place().line, expected.line) << error.what();
        EXPECT_NE(std::string(error.what()).find(expected.says), std::string::npos)
            << error.what() << " does not say " << expected.says;
        return;
    }
    ADD_FAILURE() << "no Error, expected one that says: " << expected.says;
}

}  // namespace tocca::support
