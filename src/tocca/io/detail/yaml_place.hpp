// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tocca/base/error.hpp"

namespace tocca::io::detail {

/// A value of a YAML document, and the line on which it begins, counted from 1.
struct YamlValue {
    enum class Kind : unsigned char { null, scalar, list, map };

    Kind kind = Kind::null;
    std::size_t line = 1;
    std::string text = {};                 ///< of a scalar
    std::vector<std::string> keys = {};    ///< of a map, each once
    std::vector<YamlValue> elements = {};  ///< of a list, or of a map in the order of its keys
};

/// The only YAML document in a text. Anchors and aliases, by which a short text may stand for a document of any size, are
/// refused.
///
/// Throws: Error (malformed_file) with `file` and the line.
[[nodiscard]] YamlValue parse_yaml(std::string_view text, const std::string& file);

/// A value in a YAML document with what it is called, so that a fault can name it and its line: "dimensions[2]".
///
/// Throws: all readings that fail throw Error (malformed_file) with the file and the line.
/// Assumes: the document and the name of its file outlive it.
class YamlPlace {
public:
    YamlPlace(const YamlValue& value, const std::string& file) : YamlPlace(value, file, "the document") {}

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

    [[nodiscard]] bool is_list() const { return value_->kind == YamlValue::Kind::list; }
    [[nodiscard]] bool is_map() const { return value_->kind == YamlValue::Kind::map; }
    /// A finite number. Throws: Error (not_finite) too.
    [[nodiscard]] double number() const;
    [[nodiscard]] std::size_t natural_number() const;
    [[nodiscard]] bool truth() const;
    [[nodiscard]] const std::string& text() const;

    [[nodiscard]] ErrorPlace place() const { return {.file = *file_, .line = value_->line}; }
    [[noreturn]] void fail(const std::string& is_wrong, ErrorCode code = ErrorCode::malformed_file) const;

private:
    YamlPlace(const YamlValue& value, const std::string& file, std::string name)
        : value_(&value), file_(&file), name_(std::move(name))
    {}

    const YamlValue* value_;
    const std::string* file_;
    std::string name_;
};

}  // namespace tocca::io::detail
