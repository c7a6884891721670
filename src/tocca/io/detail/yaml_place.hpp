// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/io/note.hpp"

namespace tocca::io::detail {

/// A value of a YAML document, and the line on which it begins, counted from 1.
struct YamlValue {
    enum class Kind : unsigned char { null, scalar, list, map };

    Kind kind = Kind::null;
    std::size_t line = 1;
    std::string text = {};               ///< of a scalar
    std::vector<std::string> keys = {};  ///< of a map, each once
    std::vector<std::size_t> key_lines = {};
    std::vector<YamlValue> elements = {};  ///< of a list, or of a map in the order of its keys
};

/// The only YAML document in a text; empty ones before and after it, as the lines `---` that ROS prints between messages
/// make them, do not count. Anchors and aliases, by which a short text may stand for a document of any size, are refused,
/// and so is a member that a map has twice.
///
/// Throws: Error (malformed_file) with `file` and the line.
[[nodiscard]] YamlValue parse_yaml(std::string_view text, const std::string& file);

/// A value in a YAML document with what it is called, so that a fault can name it and its line: "dimensions[2]".
///
/// Throws: all readings that fail throw Error (malformed_file) with the file and the line.
/// Assumes: the document, the name of its file and the notes outlive it.
class YamlPlace {
public:
    /// Notes about the document go to `notes`.
    YamlPlace(const YamlValue& value, const std::string& file, std::vector<Note>& notes)
        : YamlPlace(value, file, notes, "the document")
    {}

    /// A member of a map that must be there.
    [[nodiscard]] YamlPlace at(std::string_view key) const;
    /// A member of a map, if it is there and not null.
    [[nodiscard]] std::optional<YamlPlace> find(std::string_view key) const;
    /// An element of a list that must be there.
    [[nodiscard]] YamlPlace at(std::size_t index) const;
    /// An element of a list that must have that many.
    [[nodiscard]] YamlPlace at(std::size_t index, std::size_t count) const;
    /// The length of a list.
    [[nodiscard]] std::size_t size() const;

    /// Fails unless it is a map whose members are all among these: a misspelt one must not be passed over.
    void know(std::span<const std::string_view> members) const;
    void know(std::initializer_list<std::string_view> members) const { know({members.begin(), members.size()}); }

    [[nodiscard]] bool is_list() const { return value_->kind == YamlValue::Kind::list; }
    /// A map or a list of nothing, or no value at all.
    [[nodiscard]] bool is_empty() const { return value_->elements.empty() && value_->text.empty(); }
    [[nodiscard]] bool is_map() const { return value_->kind == YamlValue::Kind::map; }
    /// A finite number. Throws: Error (not_finite) too.
    [[nodiscard]] double number() const;
    [[nodiscard]] std::size_t natural_number() const;
    [[nodiscard]] bool truth() const;
    [[nodiscard]] const std::string& text() const;

    [[nodiscard]] ErrorPlace place() const { return {.file = *file_, .line = value_->line}; }
    [[noreturn]] void fail(const std::string& is_wrong, ErrorCode code = ErrorCode::malformed_file) const;
    /// Says what was made of it.
    void note(const std::string& is_so) const;

private:
    YamlPlace(const YamlValue& value, const std::string& file, std::vector<Note>& notes, std::string name)
        : value_(&value), file_(&file), notes_(&notes), name_(std::move(name))
    {}

    const YamlValue* value_;
    const std::string* file_;
    std::vector<Note>* notes_;
    std::string name_;
};

}  // namespace tocca::io::detail
