// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "tocca/base/error.hpp"

namespace tocca::io::detail {

/// A value in a JSON document that knows its way from the root, so that a fault can name it: "nodes[3].mesh".
///
/// Throws: all readings that fail throw Error (malformed_file) with the file and the way.
/// Assumes: the document and the name of its file outlive it.
class JsonPlace {
public:
    JsonPlace(const nlohmann::json& value, const std::string& file) : value_(&value), file_(&file) {}

    /// A member of an object that must be there.
    [[nodiscard]] JsonPlace at(const char* key) const;
    /// A member of an object, if it is there.
    [[nodiscard]] std::optional<JsonPlace> find(const char* key) const;
    /// An element of an array that must be there.
    [[nodiscard]] JsonPlace at(std::size_t index) const;
    /// Elements of an array; 0 for no such member.
    [[nodiscard]] std::size_t size_of(const char* key) const;

    [[nodiscard]] bool is_object() const;
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] std::size_t natural_number() const;
    /// A natural number below `count`, the number of what it names.
    [[nodiscard]] std::size_t index_below(std::size_t count) const;
    [[nodiscard]] double number() const;
    [[nodiscard]] bool truth() const;
    [[nodiscard]] const std::string& text() const;

    [[noreturn]] void fail(const std::string& is_wrong, ErrorCode code = ErrorCode::malformed_file) const;

private:
    JsonPlace(const nlohmann::json& value, const std::string& file, std::string way)
        : value_(&value), file_(&file), way_(std::move(way))
    {}

    const nlohmann::json* value_;
    const std::string* file_;
    std::string way_;
};

/// The JSON document in a text. Throws: Error (malformed_file) with `file` and the line.
[[nodiscard]] nlohmann::json parse_json(std::string_view text, const std::string& file);

}  // namespace tocca::io::detail
