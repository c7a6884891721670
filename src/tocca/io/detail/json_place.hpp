// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "tocca/base/error.hpp"

namespace tocca::io::detail {

/// A value in a JSON document that knows its way from the root, so that a fault can name it: "nodes[3].mesh".
///
/// Throws: all readings that fail throw Error (malformed_file) with the file, the line if the text is given, and the way.
/// Assumes: the document, its text and the name of its file outlive it.
class JsonPlace {
public:
    JsonPlace(const nlohmann::json& value, const std::string& file, std::string_view text = {})
        : value_(&value), file_(&file), text_(text)
    {}

    /// A member of an object that must be there.
    [[nodiscard]] JsonPlace at(const char* key) const;
    /// A member of an object, if it is there.
    [[nodiscard]] std::optional<JsonPlace> find(const char* key) const;
    /// An element of an array that must be there.
    [[nodiscard]] JsonPlace at(std::size_t index) const;
    /// An element of an array that must have that many.
    [[nodiscard]] JsonPlace at(std::size_t index, std::size_t count) const;
    /// Elements of an array; 0 for no such member.
    [[nodiscard]] std::size_t size_of(const char* key) const;

    /// Fails unless it is an object whose members are all among these: a misspelt one must not be passed over.
    void know(std::initializer_list<std::string_view> members) const;

    [[nodiscard]] const nlohmann::json& value() const { return *value_; }
    [[nodiscard]] bool is_object() const;
    [[nodiscard]] bool is_array() const;
    [[nodiscard]] bool is_string() const;
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] std::size_t natural_number() const;
    /// A natural number below `count`, the number of what it names.
    [[nodiscard]] std::size_t index_below(std::size_t count) const;
    [[nodiscard]] double number() const;
    [[nodiscard]] bool truth() const;
    [[nodiscard]] const std::string& text() const;

    /// As faults name it; empty for the document.
    [[nodiscard]] const std::string& way() const { return way_; }
    /// Costs a pass over the text.
    [[nodiscard]] ErrorPlace place() const;
    [[noreturn]] void fail(const std::string& is_wrong, ErrorCode code = ErrorCode::malformed_file) const;

private:
    JsonPlace(const nlohmann::json& value, const JsonPlace& owner, std::string way)
        : value_(&value), file_(owner.file_), text_(owner.text_), way_(std::move(way))
    {}
    [[nodiscard]] std::string way_to(std::string_view key) const;

    const nlohmann::json* value_;
    const std::string* file_;
    std::string_view text_;
    std::string way_;
};

/// The JSON document in a text. A member that an object has twice is a fault: neither is the right one.
///
/// Throws: Error (malformed_file) with `file` and the line.
[[nodiscard]] nlohmann::json parse_json(std::string_view text, const std::string& file);

/// The lines of the values in a JSON text that lie at most so deep, by their ways.
[[nodiscard]] std::unordered_map<std::string, std::size_t> json_lines(std::string_view text, std::size_t depth);

}  // namespace tocca::io::detail
