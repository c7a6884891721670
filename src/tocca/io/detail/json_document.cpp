// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "tocca/io/detail/document.hpp"
#include "tocca/io/detail/text_lines.hpp"

namespace tocca::io::detail {
namespace {

using nlohmann::json;
using Kind = Document::Kind;

/// How far a parser has come. A number ends only with the character after it, so that the last one taken does not count yet.
struct Progress {
    std::size_t line = 1;
    char last = ' ';
};

/// The characters of a text, which report the progress of those who read them.
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

/// Builds a document of what the parser reports. A member is on the line of its name.
class JsonReader : public nlohmann::json_sax<json> {
public:
    JsonReader(std::string_view text, const std::string& file)
        : text_(text), file_(file), builder_(Document::Format::json, file)
    {}

    Document read()
    {
        (void)json::sax_parse(Characters(text_.data(), progress_), Characters(text_.data() + text_.size(), progress_),
                              this);
        return builder_.take();
    }

    bool null() override { return add({}); }
    bool boolean(bool is) override { return add({.kind = Kind::boolean, .begin = is ? std::size_t{1} : 0}); }
    bool number_integer(number_integer_t number) override { return number_float(static_cast<double>(number), {}); }
    bool number_unsigned(number_unsigned_t number) override
    {
        return add({.kind = Kind::number,
                    .is_natural = true,
                    .begin = static_cast<std::size_t>(number),
                    .number = static_cast<double>(number)});
    }
    bool number_float(number_float_t number, const string_t&) override
    {
        return add({.kind = Kind::number, .number = number});
    }
    bool string(string_t& text) override
    {
        builder_.add_text(Kind::text, std::move(text), line());
        return true;
    }
    bool binary(binary_t&) override { return false; }  // JSON has none
    bool start_object(std::size_t) override { return open(Kind::map); }
    bool start_array(std::size_t) override { return open(Kind::list); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override
    {
        builder_.add_name(std::move(name), progress_.line);
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const json::exception& error) override
    {
        const bool is_syntax = dynamic_cast<const json::parse_error*>(&error) != nullptr;
        if (!is_syntax)
            fail("it has a number beyond the range of doubles", progress_.line);  // JSON, but not for this library
        const auto read = static_cast<std::ptrdiff_t>(std::min(position, text_.size()));
        const auto lines = std::count(text_.begin(), text_.begin() + read, '\n');
        fail("this is not JSON", static_cast<std::size_t>(lines) + 1);
    }

private:
    [[noreturn]] void fail(const char* sentence, std::size_t line) const
    {
        throw Error(ErrorCode::malformed_file, sentence, {.file = file_, .line = line});
    }
    [[nodiscard]] std::size_t line() const { return builder_.has_name() ? builder_.name_line() : progress_.line; }
    bool add(Document::Value value)
    {
        value.line = static_cast<std::uint32_t>(line());
        builder_.add(value);
        return true;
    }
    bool open(Kind kind)
    {
        builder_.open(kind, line());
        return true;
    }
    bool close()
    {
        builder_.close();
        return true;
    }

    std::string_view text_;
    const std::string& file_;
    Progress progress_ = {};
    DocumentBuilder builder_;
};

}  // namespace

Document parse_json(std::string_view text, const std::string& file)
{
    return JsonReader(without_byte_order_mark(text), file).read();
}

}  // namespace tocca::io::detail
