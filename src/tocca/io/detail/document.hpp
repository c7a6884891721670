// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
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

/// A JSON or YAML document as a tree of values, each with its line. DocumentPlace reads it.
class Document {
public:
    enum class Format : unsigned char { json, yaml };
    /// A word is a scalar of YAML: a text, a number or a truth value, whichever is asked for.
    enum class Kind : unsigned char { null, boolean, number, text, word, list, map };

    /// The elements of a list follow each other among the values of the document; so do the members of a map, sorted by
    /// name. Texts have numbers; 2^32 texts would take more memory than there is.
    struct Value {
        Kind kind = Kind::null;
        bool is_natural = false;      ///< of a number: `begin` is its exact value
        std::uint32_t line = 1;       ///< counted from 1; in JSON, of a member, that of its name
        std::uint32_t name = 0;       ///< of a member: the number of a text
        std::uint32_t name_line = 1;  ///< of a member
        std::size_t begin = 0;        ///< the first value of a list or map; the number of a text; 0 or 1 for a boolean
        std::size_t size = 0;         ///< of a list or map
        double number = 0.0;
    };

    [[nodiscard]] const std::string& file() const { return file_; }
    /// Errors name no lines from now on: those of a text within a binary file mean nothing.
    void forget_lines() { has_lines_ = false; }

private:
    friend class DocumentBuilder;
    friend class DocumentPlace;

    std::string file_ = {};
    std::vector<Note>* notes_ = nullptr;
    Format format_ = Format::json;
    bool has_lines_ = true;
    Value root_ = {};
    std::vector<Value> values_ = {};
    std::deque<std::string> texts_ = {};
};

/// Makes a document from what a parser reports, in the order of the text.
class DocumentBuilder {
public:
    DocumentBuilder(Document::Format format, const std::string& file, std::vector<Note>* notes = nullptr);

    void add(Document::Value value);
    void add_text(Document::Kind kind, std::string text, std::size_t line);
    void add_name(std::string text, std::size_t line);
    void open(Document::Kind list_or_map, std::size_t line);
    /// Throws: Error (malformed_file) for two members of one name.
    void close();

    [[nodiscard]] bool is_open() const { return !open_.empty(); }
    /// Whether the name of a member comes next,
    [[nodiscard]] bool wants_name() const;
    /// or has come, and on which line.
    [[nodiscard]] bool has_name() const { return is_open() && open_.back().is_named; }
    [[nodiscard]] std::size_t name_line() const { return named_.name_line; }
    [[nodiscard]] const Document::Value& root() const { return document_.root_; }
    [[nodiscard]] Document take() { return std::move(document_); }

private:
    struct Open {
        Document::Kind kind;
        std::size_t first;      ///< of its own among the pending values
        bool is_named = false;  ///< whether the name of its next member is known
    };

    void sort_members(std::span<Document::Value> members) const;

    Document document_ = {};
    std::vector<Open> open_ = {};                ///< the outermost first
    std::vector<Document::Value> pending_ = {};  ///< of those that are open
    Document::Value named_ = {};                 ///< has the last name
};

/// The only JSON document in a text.
///
/// Throws: Error (malformed_file) with `file` and the line, also for a member that an object has twice: neither is the
///         right one.
[[nodiscard]] Document parse_json(std::string_view text, const std::string& file);

/// The only YAML document in a text; empty ones before and after it, as the lines `---` that ROS prints between messages
/// make them, do not count. Anchors and aliases, by which a short text may stand for a document of any size, are refused,
/// and so is a member that a map has twice. Notes about the document go to `notes`.
///
/// Throws: Error (malformed_file) with `file` and the line.
[[nodiscard]] Document parse_yaml(std::string_view text, const std::string& file, std::vector<Note>& notes);

/// A value in a document that knows its way from the root, so that an error can name it: "nodes[3].mesh".
///
/// Throws: all readings that fail throw Error (malformed_file) with the file, the line and the way.
/// Assumes: the document outlives it and stays where it is.
class DocumentPlace {
public:
    explicit DocumentPlace(const Document& document) : document_(&document), value_(&document.root_) {}

    /// A member of a map that must be there.
    [[nodiscard]] DocumentPlace at(std::string_view name) const;
    /// A member of a map, if it is there; in YAML a null is as good as none.
    [[nodiscard]] std::optional<DocumentPlace> find(std::string_view name) const;
    /// An element of a list that must be there.
    [[nodiscard]] DocumentPlace at(std::size_t index) const;
    /// An element of a list that must have that many.
    [[nodiscard]] DocumentPlace at(std::size_t index, std::size_t count) const;
    /// Elements of a list; 0 for no such member.
    [[nodiscard]] std::size_t size_of(std::string_view name) const;
    /// Calls work(element) for each element of the list that a member is, if it is there.
    template <class Work>
    void each(std::string_view name, const Work& work) const
    {
        const auto list = find(name);
        for (std::size_t i = 0; list && i < list->size(); ++i) work(list->at(i));
    }
    /// All members of a map, with their names.
    [[nodiscard]] std::vector<std::pair<std::string, DocumentPlace>> members() const;

    /// Fails unless it is a map whose members are all among these: a misspelt one must not be passed over.
    void know(std::span<const std::string_view> members) const;
    void know(std::initializer_list<std::string_view> members) const { know({members.begin(), members.size()}); }

    [[nodiscard]] bool is_map() const { return value_->kind == Document::Kind::map; }
    [[nodiscard]] bool is_list() const { return value_->kind == Document::Kind::list; }
    [[nodiscard]] bool is_number() const { return value_->kind == Document::Kind::number; }
    [[nodiscard]] bool is_boolean() const { return value_->kind == Document::Kind::boolean; }
    [[nodiscard]] bool is_text() const { return value_->kind == Document::Kind::text; }
    /// A map or a list of nothing, an empty text, or no value at all.
    [[nodiscard]] bool is_empty() const;
    [[nodiscard]] std::size_t size() const;
    /// A finite number. Throws: Error (not_finite) too.
    [[nodiscard]] double number() const;
    [[nodiscard]] std::size_t natural_number() const;
    /// A natural number below `count`, the number of what it names.
    [[nodiscard]] std::size_t index_below(std::size_t count) const;
    [[nodiscard]] bool truth() const;
    [[nodiscard]] const std::string& text() const;

    [[nodiscard]] ErrorPlace place() const { return at_line(value_->line); }
    [[noreturn]] void fail(const std::string& is_wrong, ErrorCode code = ErrorCode::malformed_file) const;
    /// Notes what was made of it.
    void note(const std::string& is_so) const;

private:
    DocumentPlace(const Document& document, const Document::Value& value, std::string way)
        : document_(&document), value_(&value), way_(std::move(way))
    {}

    [[nodiscard]] std::span<const Document::Value> values() const
    {
        return std::span(document_->values_).subspan(value_->begin, value_->size);
    }
    [[nodiscard]] const std::string& name_of(const Document::Value& member) const
    {
        return document_->texts_[member.name];
    }
    [[nodiscard]] DocumentPlace member(const Document::Value& value) const;
    [[nodiscard]] ErrorPlace at_line(std::size_t line) const;
    [[nodiscard]] std::string sentence(const std::string& is_wrong) const;
    void require_map() const;

    const Document* document_;
    const Document::Value* value_;
    std::string way_ = {};  ///< empty for the whole document
};

}  // namespace tocca::io::detail
