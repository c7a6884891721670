// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/document.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::io::detail {
namespace {

using Kind = Document::Kind;
using Value = Document::Value;

/// The end of a sentence about a member that is none of those that are known: misspelt, or of another format.
std::string unknown_member(std::string_view name, std::span<const std::string_view> known)
{
    std::string text = "has an unknown member " + excerpt(name);
    for (std::size_t i = 0; i < known.size(); ++i) {
        text += i == 0 ? "; known are " : i + 1 == known.size() ? " and " : ", ";
        text += known[i];
    }
    return text;
}

}  // namespace

DocumentBuilder::DocumentBuilder(Document::Format format, const std::string& file, std::vector<Note>* notes)
{
    document_.file_ = file;
    document_.notes_ = notes;
    document_.format_ = format;
}

bool DocumentBuilder::wants_name() const
{
    return is_open() && open_.back().kind == Kind::map && !open_.back().is_named;
}

void DocumentBuilder::add_name(std::string text, std::size_t line)
{
    named_.name = static_cast<std::uint32_t>(document_.texts_.size());
    named_.name_line = static_cast<std::uint32_t>(line);
    document_.texts_.push_back(std::move(text));
    open_.back().is_named = true;
}

void DocumentBuilder::add(Value value)
{
    if (!is_open()) {
        document_.root_ = value;
        return;
    }
    if (has_name()) {
        value.name = named_.name;
        value.name_line = named_.name_line;
        open_.back().is_named = false;
    }
    pending_.push_back(value);
}

void DocumentBuilder::add_text(Kind kind, std::string text, std::size_t line)
{
    add({.kind = kind, .line = static_cast<std::uint32_t>(line), .begin = document_.texts_.size()});
    document_.texts_.push_back(std::move(text));
}

void DocumentBuilder::open(Kind list_or_map, std::size_t line)
{
    // Added now, so that it gets its name; what is in it is pending after it.
    add({.kind = list_or_map, .line = static_cast<std::uint32_t>(line)});
    open_.push_back({.kind = list_or_map, .first = pending_.size()});
}

void DocumentBuilder::close()
{
    const std::size_t first = open_.back().first;
    open_.pop_back();
    const std::span inner = std::span(pending_).subspan(first);
    Value& closed = is_open() ? pending_[first - 1] : document_.root_;
    if (closed.kind == Kind::map) sort_members(inner);
    closed.begin = document_.values_.size();
    closed.size = inner.size();
    document_.values_.insert(document_.values_.end(), inner.begin(), inner.end());
    pending_.resize(first);
}

void DocumentBuilder::sort_members(std::span<Value> members) const
{
    const auto name = [&](const Value& member) -> const std::string& { return document_.texts_[member.name]; };
    std::sort(members.begin(), members.end(),
              [&](const Value& a, const Value& b) { return name(a) != name(b) ? name(a) < name(b) : a.name < b.name; });
    const auto twice = std::adjacent_find(members.begin(), members.end(),
                                          [&](const Value& a, const Value& b) { return name(a) == name(b); });
    if (twice == members.end()) return;
    throw Error(ErrorCode::malformed_file, "the member " + excerpt(name(*twice)) + " is there twice",
                {.file = document_.file_, .line = (twice + 1)->name_line});
}

DocumentPlace DocumentPlace::member(const Value& value) const
{
    const std::string& name = name_of(value);
    return {*document_, value, way_.empty() ? name : way_ + "." + name};
}

DocumentPlace DocumentPlace::at(std::string_view name) const
{
    if (auto member = find(name)) return *std::move(member);
    fail("has no member '" + std::string(name) + "'");
}

std::optional<DocumentPlace> DocumentPlace::find(std::string_view name) const
{
    require_map();
    const auto members = values();
    const auto found =
        std::lower_bound(members.begin(), members.end(), name,
                         [&](const Value& each, std::string_view wanted) { return name_of(each) < wanted; });
    if (found == members.end() || name_of(*found) != name) return std::nullopt;
    if (found->kind == Kind::null && document_->format_ == Document::Format::yaml) return std::nullopt;
    return member(*found);
}

DocumentPlace DocumentPlace::at(std::size_t index) const
{
    if (index >= size()) fail("has no element " + std::to_string(index));
    return {*document_, values()[index], way_ + "[" + std::to_string(index) + "]"};
}

DocumentPlace DocumentPlace::at(std::size_t index, std::size_t count) const
{
    if (size() != count) fail("has " + std::to_string(size()) + " elements, not " + std::to_string(count));
    return at(index);
}

std::size_t DocumentPlace::size_of(std::string_view name) const
{
    const auto member = find(name);
    return member ? member->size() : 0;
}

std::vector<std::pair<std::string, DocumentPlace>> DocumentPlace::members() const
{
    require_map();
    std::vector<std::pair<std::string, DocumentPlace>> all;
    for (const Value& each : values()) all.emplace_back(name_of(each), member(each));
    return all;
}

void DocumentPlace::know(std::span<const std::string_view> members) const
{
    require_map();
    const Value* unknown = nullptr;  // the first in the text
    for (const Value& each : values()) {
        if (unknown != nullptr && unknown->name < each.name) continue;
        if (std::find(members.begin(), members.end(), name_of(each)) == members.end()) unknown = &each;
    }
    if (unknown == nullptr) return;
    throw Error(ErrorCode::malformed_file, sentence(unknown_member(name_of(*unknown), members)),
                at_line(unknown->name_line));
}

bool DocumentPlace::is_empty() const
{
    switch (value_->kind) {
        case Kind::null: return true;
        case Kind::list:
        case Kind::map: return value_->size == 0;
        case Kind::text:
        case Kind::word: return text().empty();
        default: return false;
    }
}

std::size_t DocumentPlace::size() const
{
    if (!is_list()) fail(document_->format_ == Document::Format::json ? "is not an array" : "is not a list");
    return value_->size;
}

double DocumentPlace::number() const
{
    if (is_number()) return value_->number;
    if (value_->kind != Kind::word) fail("is not a number");
    std::string_view digits = text();
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const auto number = double_of(digits);
    if (!number) fail("is not a number: " + excerpt(text()));
    if (!std::isfinite(*number)) fail("is not finite", ErrorCode::not_finite);
    return *number;
}

std::size_t DocumentPlace::natural_number() const
{
    if (value_->kind == Kind::word) {
        const auto number = natural_number_of(text());
        if (!number) fail("is not a natural number: " + excerpt(text()));
        return static_cast<std::size_t>(*number);
    }
    if (value_->is_natural) return value_->begin;
    // Some programs write 3.0 for 3.
    constexpr double below_this_all_integers_are_doubles = 0x1p53;
    const double number = is_number() ? value_->number : -1.0;
    if (!(number >= 0.0) || number >= below_this_all_integers_are_doubles || std::floor(number) != number) {
        fail("is not a natural number");
    }
    return static_cast<std::size_t>(number);
}

std::size_t DocumentPlace::index_below(std::size_t count) const
{
    const std::size_t index = natural_number();
    if (index >= count) {
        fail("is " + std::to_string(index) + ", but there are only " + std::to_string(count) + ", counted from 0",
             ErrorCode::index_out_of_range);
    }
    return index;
}

bool DocumentPlace::truth() const
{
    if (is_boolean()) return value_->begin == 1;
    constexpr std::array<std::string_view, 4> yes = {"true", "True", "TRUE", "1"};
    constexpr std::array<std::string_view, 4> no = {"false", "False", "FALSE", "0"};
    const std::string_view word = value_->kind == Kind::word ? std::string_view(text()) : "";
    if (std::find(yes.begin(), yes.end(), word) != yes.end()) return true;
    if (std::find(no.begin(), no.end(), word) == no.end()) fail("is neither true nor false");
    return false;
}

const std::string& DocumentPlace::text() const
{
    if (value_->kind != Kind::text && value_->kind != Kind::word) {
        fail(document_->format_ == Document::Format::json ? "is not a text" : "is not a single value");
    }
    return document_->texts_[value_->begin];
}

void DocumentPlace::require_map() const
{
    if (is_map()) return;
    fail(document_->format_ == Document::Format::json ? "is not an object" : "is not a map of names and values");
}

ErrorPlace DocumentPlace::at_line(std::size_t line) const
{
    return {.file = document_->file_, .line = document_->has_lines_ ? std::optional(line) : std::nullopt};
}

std::string DocumentPlace::sentence(const std::string& is_wrong) const
{
    return (way_.empty() ? "the document" : way_) + " " + is_wrong;
}

void DocumentPlace::note(const std::string& is_so) const { document_->notes_->push_back({sentence(is_so), place()}); }

void DocumentPlace::fail(const std::string& is_wrong, ErrorCode code) const
{
    throw Error(code, sentence(is_wrong), place());
}

}  // namespace tocca::io::detail
