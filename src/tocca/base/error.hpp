// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

namespace tocca {

/// What kind of bad data an Error is about.
enum class ErrorCode {
    not_finite,          ///< a coordinate is NaN or infinite
    index_out_of_range,  ///< a pair, edge or face names a vertex that does not exist
    not_a_rotation,      ///< a pose scales, shears or reflects, or a body turns too many times
    malformed_mesh,      ///< a mesh breaks a rule of its own, such as an edge from a vertex to itself
    malformed_robot,     ///< links and joints do not make a robot, or something names a link that does not exist
    joint_limit,         ///< a configuration is outside the limits of a joint
    mismatched_frames,   ///< frames of one motion differ in vertices or faces
    malformed_file,      ///< a file's content breaks its format
    unreadable_file,     ///< a file cannot be opened or read
    unwritable_file,     ///< a file cannot be written
    too_many_contacts,   ///< an answer would list more contacts than the caller allows
    interrupted,         ///< the caller asked to stop
};

/// Where the bad data is; what does not apply is left empty.
struct ErrorPlace {
    std::string file = {};                  ///< path, empty when there is no file
    std::optional<std::size_t> line = {};   ///< counted from 1
    std::optional<std::size_t> query = {};  ///< index of the query in its batch, counted from 0
};

/// Bad data from outside: a sentence for people, a code for programs, and the place.
class Error : public std::runtime_error {
public:
    Error(ErrorCode code, const std::string& sentence, ErrorPlace place = {});

    [[nodiscard]] ErrorCode code() const noexcept { return code_; }
    [[nodiscard]] const ErrorPlace& place() const noexcept { return place_; }

private:
    ErrorCode code_;
    ErrorPlace place_;
};

/// Checks a contract with the caller: throws std::invalid_argument with `sentence` unless `holds`.
inline void require(bool holds, const char* sentence)
{
    if (!holds) throw std::invalid_argument(sentence);
}

}  // namespace tocca
