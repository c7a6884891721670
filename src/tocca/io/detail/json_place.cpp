// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/json_place.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/unknown_member.hpp"

namespace tocca::io::detail {
namespace {

using nlohmann::json;

/// How far a parser has come. A number ends only with the character after it, so that the last one taken does not count yet.
struct Progress {
    std::size_t line = 1;
    char last = ' ';
};

/// The characters of a text, which tells its progress to those who watch.
class Characters {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Characters(const char* at, Progress& progress) : at_(at), progress_(&progress) {}

    reference operator*() const { return *at_; }
    Characters& operator++()
    {
        progress_->line += progress_->last == '\n' ? 1 : 0;
        progress_->last = *at_++;
        return *this;
    }
    Characters operator++(int)
    {
        const Characters before = *this;
        ++*this;
        return before;
    }
    bool operator==(const Characters& other) const { return at_ == other.at_; }
    bool operator!=(const Characters& other) const { return at_ != other.at_; }

private:
    const char* at_;
    Progress* progress_;
};

/// Tells the way and the line of each value of a text, or of its name if it is a member, until it is enough.
class Walker : public nlohmann::json_sax<json> {
public:
    /// Gets a way, its depth and the line; returns whether to go on.
    using Visit = std::function<bool(const std::string&, std::size_t, std::size_t)>;

    Walker(const Progress& progress, Visit visit) : progress_(progress), visit_(std::move(visit)) {}

    bool null() override { return go_to_value(); }
    bool boolean(bool) override { return go_to_value(); }
    bool number_integer(number_integer_t) override { return go_to_value(); }
    bool number_unsigned(number_unsigned_t) override { return go_to_value(); }
    bool number_float(number_float_t, const string_t&) override { return go_to_value(); }
    bool string(string_t&) override { return go_to_value(); }
    bool binary(binary_t&) override { return go_to_value(); }
    bool start_object(std::size_t) override { return open(false); }
    bool start_array(std::size_t) override { return open(true); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override
    {
        way_.resize(open_.back().way_size);
        if (!way_.empty()) way_ += '.';
        way_ += name;
        return visit();
    }
    bool parse_error(std::size_t, const std::string&, const json::exception&) override { return false; }

private:
    struct Level {
        std::size_t way_size;
        bool is_array;
        std::size_t next = 0;
    };

    bool visit() { return visit_(way_, open_.size(), progress_.line); }
    bool go_to_value()
    {
        if (!open_.empty() && open_.back().is_array) {
            way_.resize(open_.back().way_size);
            way_ += "[" + std::to_string(open_.back().next++) + "]";
            return visit();
        }
        return !open_.empty() || visit();  // a member was visited with its name
    }
    bool open(bool is_array)
    {
        if (!go_to_value()) return false;
        open_.push_back({way_.size(), is_array});
        return true;
    }
    bool close()
    {
        open_.pop_back();
        return true;
    }

    const Progress& progress_;
    Visit visit_;
    std::string way_ = {};
    std::vector<Level> open_ = {};
};

void walk(std::string_view text, Walker::Visit visit)
{
    Progress progress;
    Walker walker(progress, std::move(visit));
    (void)json::sax_parse(Characters(text.data(), progress), Characters(text.data() + text.size(), progress), &walker);
}

std::optional<std::size_t> line_of(std::string_view wanted, std::string_view text)
{
    std::optional<std::size_t> line;
    walk(text, [&](const std::string& way, std::size_t, std::size_t at) {
        if (way == wanted) line = at;
        return !line;
    });
    return line;
}

std::string sentence_about(const std::string& way, const std::string& is_wrong)
{
    return (way.empty() ? "the document" : way) + " " + is_wrong;
}

}  // namespace

std::string JsonPlace::way_to(std::string_view key) const
{
    return way_.empty() ? std::string(key) : way_ + "." + std::string(key);
}

JsonPlace JsonPlace::at(const char* key) const
{
    if (auto member = find(key)) return *member;
    fail("has no member '" + std::string(key) + "'");
}

std::optional<JsonPlace> JsonPlace::find(const char* key) const
{
    if (!value_->is_object()) fail("is not an object");
    const auto member = value_->find(key);
    if (member == value_->end()) return std::nullopt;
    return JsonPlace(*member, *this, way_to(key));
}

JsonPlace JsonPlace::at(std::size_t index) const
{
    if (index >= size()) fail("has no element " + std::to_string(index));
    return {(*value_)[index], *this, way_ + "[" + std::to_string(index) + "]"};
}

JsonPlace JsonPlace::at(std::size_t index, std::size_t count) const
{
    if (size() != count) fail("has " + std::to_string(size()) + " elements, not " + std::to_string(count));
    return at(index);
}

std::size_t JsonPlace::size_of(const char* key) const
{
    const auto member = find(key);
    return member ? member->size() : 0;
}

void JsonPlace::know(std::initializer_list<std::string_view> members) const
{
    if (!value_->is_object()) fail("is not an object");
    for (const auto& [name, ignored] : value_->items()) {
        if (std::find(members.begin(), members.end(), name) != members.end()) continue;
        throw Error(ErrorCode::malformed_file,
                    sentence_about(way_, unknown_member(name, {members.begin(), members.size()})),
                    {.file = *file_, .line = line_of(way_to(name), text_)});
    }
}

bool JsonPlace::is_object() const { return value_->is_object(); }
bool JsonPlace::is_array() const { return value_->is_array(); }
bool JsonPlace::is_string() const { return value_->is_string(); }

std::size_t JsonPlace::size() const
{
    if (!value_->is_array()) fail("is not an array");
    return value_->size();
}

std::size_t JsonPlace::natural_number() const
{
    if (value_->is_number_unsigned()) return value_->get<std::size_t>();
    // Some programs write 3.0 for 3.
    constexpr double below_this_all_integers_are_doubles = 0x1p53;
    const double value = value_->is_number_float() ? value_->get<double>() : -1.0;
    if (!(value >= 0.0) || value >= below_this_all_integers_are_doubles || std::floor(value) != value) {
        fail("is not a natural number");
    }
    return static_cast<std::size_t>(value);
}

std::size_t JsonPlace::index_below(std::size_t count) const
{
    const std::size_t index = natural_number();
    if (index >= count) {
        fail("is " + std::to_string(index) + ", but there are only " + std::to_string(count) + ", counted from 0",
             ErrorCode::index_out_of_range);
    }
    return index;
}

double JsonPlace::number() const
{
    if (!value_->is_number()) fail("is not a number");
    return value_->get<double>();
}

bool JsonPlace::truth() const
{
    if (!value_->is_boolean()) fail("is neither true nor false");
    return value_->get<bool>();
}

const std::string& JsonPlace::text() const
{
    if (!value_->is_string()) fail("is not a text");
    return value_->get_ref<const std::string&>();
}

ErrorPlace JsonPlace::place() const { return {.file = *file_, .line = line_of(way_, text_)}; }

void JsonPlace::fail(const std::string& is_wrong, ErrorCode code) const
{
    throw Error(code, sentence_about(way_, is_wrong), place());
}

nlohmann::json parse_json(std::string_view text, const std::string& file)
{
    Progress progress;
    std::vector<std::set<std::string>> open;  // the members of the objects that have begun
    const auto watch = [&](int, json::parse_event_t event, json& parsed) {
        if (event == json::parse_event_t::object_start) open.emplace_back();
        if (event == json::parse_event_t::object_end) open.pop_back();
        if (event == json::parse_event_t::key && !open.back().insert(parsed.get<std::string>()).second) {
            throw Error(ErrorCode::malformed_file,
                        "the member " + excerpt(parsed.get_ref<const std::string&>()) + " is there twice",
                        {.file = file, .line = progress.line});
        }
        return true;
    };
    try {
        return json::parse(Characters(text.data(), progress), Characters(text.data() + text.size(), progress), watch);
    } catch (const json::parse_error& error) {
        const auto read = static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
        const auto line = 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + read, '\n'));
        throw Error(ErrorCode::malformed_file, "this is not JSON", {.file = file, .line = line});
    } catch (const json::exception&) {  // it is JSON, but not for this library
        throw Error(ErrorCode::malformed_file, "there is a number beyond the doubles in it",
                    {.file = file, .line = progress.line});
    }
}

std::unordered_map<std::string, std::size_t> json_lines(std::string_view text, std::size_t depth)
{
    std::unordered_map<std::string, std::size_t> lines;
    walk(text, [&](const std::string& way, std::size_t at_depth, std::size_t line) {
        if (at_depth <= depth) lines.emplace(way, line);
        return true;
    });
    return lines;
}

}  // namespace tocca::io::detail
