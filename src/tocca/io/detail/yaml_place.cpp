// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/yaml_place.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <sstream>

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/detail/unknown_member.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::io::detail {
namespace {

using Kind = YamlValue::Kind;

/// Makes values of what the parser tells.
class Builder : public YAML::EventHandler {
public:
    explicit Builder(const std::string& file) : file_(file) {}

    [[nodiscard]] YamlValue take() { return std::move(root_); }

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(mark, anchor, {.kind = Kind::null}); }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { refuse_anchor(mark); }
    void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, const std::string& text) override
    {
        if (wants_key()) {
            take_key(mark, anchor, text);
        } else {
            add(mark, anchor, {.kind = Kind::scalar, .text = text});
        }
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override
    {
        open(mark, anchor, Kind::list);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override
    {
        open(mark, anchor, Kind::map);
    }
    void OnMapEnd() override { close(); }

private:
    [[noreturn]] void fail(const YAML::Mark& mark, const std::string& sentence) const
    {
        throw Error(ErrorCode::malformed_file, sentence, {.file = file_, .line = line_of(mark)});
    }
    [[noreturn]] void refuse_anchor(const YAML::Mark& mark) const
    {
        fail(mark, "there is an anchor or an alias, which are not read");
    }
    static std::size_t line_of(const YAML::Mark& mark)
    {
        return mark.line < 0 ? 1 : static_cast<std::size_t>(mark.line) + 1;
    }

    [[nodiscard]] bool wants_key() const
    {
        return !open_.empty() && open_.back().kind == Kind::map &&
               open_.back().keys.size() == open_.back().elements.size();
    }
    void take_key(const YAML::Mark& mark, YAML::anchor_t anchor, const std::string& key)
    {
        if (anchor != YAML::NullAnchor) refuse_anchor(mark);
        if (!keys_.back().insert(key).second) fail(mark, "the member " + excerpt(key) + " is there twice");
        open_.back().keys.push_back(key);
        open_.back().key_lines.push_back(line_of(mark));
    }
    void add(const YAML::Mark& mark, YAML::anchor_t anchor, YamlValue value)
    {
        if (anchor != YAML::NullAnchor) refuse_anchor(mark);
        if (wants_key()) fail(mark, "a member has no name");
        value.line = line_of(mark);
        if (open_.empty() && value.kind == Kind::null && root_.kind != Kind::null) return;  // after the last `---`
        check_single(mark);
        put(std::move(value));
    }
    void open(const YAML::Mark& mark, YAML::anchor_t anchor, Kind kind)
    {
        if (anchor != YAML::NullAnchor) refuse_anchor(mark);
        if (wants_key()) fail(mark, "a member has no name");
        check_single(mark);
        open_.push_back({.kind = kind, .line = line_of(mark)});
        keys_.emplace_back();
    }
    void check_single(const YAML::Mark& mark) const
    {
        if (open_.empty() && root_.kind != Kind::null) {
            fail(mark, "a second document begins: only one can be read, so keep the one that is meant");
        }
    }
    void close()
    {
        YamlValue value = std::move(open_.back());
        open_.pop_back();
        keys_.pop_back();
        put(std::move(value));
    }
    void put(YamlValue value)
    {
        if (open_.empty()) {
            root_ = std::move(value);
        } else {
            open_.back().elements.push_back(std::move(value));
        }
    }

    const std::string& file_;
    YamlValue root_;
    std::vector<YamlValue> open_;              ///< lists and maps that have begun, the outermost first
    std::vector<std::set<std::string>> keys_;  ///< of each of them
};

}  // namespace

YamlValue parse_yaml(std::string_view text, const std::string& file)
{
    std::istringstream stream{std::string(without_byte_order_mark(text))};
    Builder builder(file);
    try {
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) {
        }
    } catch (const YAML::Exception& error) {
        const std::size_t line = error.mark.line < 0 ? 1 : static_cast<std::size_t>(error.mark.line) + 1;
        throw Error(ErrorCode::malformed_file, "this is not YAML: " + error.msg, {.file = file, .line = line});
    }
    return builder.take();
}

YamlPlace YamlPlace::at(std::string_view key) const
{
    if (auto member = find(key)) return *member;
    fail("has no member '" + std::string(key) + "'");
}

std::optional<YamlPlace> YamlPlace::find(std::string_view key) const
{
    if (!is_map()) fail("is not a map of names and values");
    const auto found = std::find(value_->keys.begin(), value_->keys.end(), key);
    if (found == value_->keys.end()) return std::nullopt;
    const YamlValue& member = value_->elements[static_cast<std::size_t>(found - value_->keys.begin())];
    if (member.kind == Kind::null) return std::nullopt;
    return YamlPlace(member, *file_, *notes_, *found);
}

YamlPlace YamlPlace::at(std::size_t index) const
{
    if (index >= size()) fail("has no element " + std::to_string(index));
    return {value_->elements[index], *file_, *notes_, name_ + "[" + std::to_string(index) + "]"};
}

YamlPlace YamlPlace::at(std::size_t index, std::size_t count) const
{
    if (size() != count) fail("has " + std::to_string(size()) + " elements, not " + std::to_string(count));
    return at(index);
}

std::size_t YamlPlace::size() const
{
    if (!is_list()) fail("is not a list");
    return value_->elements.size();
}

void YamlPlace::know(std::span<const std::string_view> members) const
{
    if (!is_map()) fail("is not a map of names and values");
    for (std::size_t i = 0; i < value_->keys.size(); ++i) {
        if (std::find(members.begin(), members.end(), value_->keys[i]) != members.end()) continue;
        throw Error(ErrorCode::malformed_file, name_ + " " + unknown_member(value_->keys[i], members),
                    {.file = *file_, .line = value_->key_lines[i]});
    }
}

double YamlPlace::number() const
{
    std::string_view digits = text();
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const auto number = double_of(digits);
    if (!number) fail("is no number: " + excerpt(text()));
    if (!std::isfinite(*number)) fail("is not finite", ErrorCode::not_finite);
    return *number;
}

std::size_t YamlPlace::natural_number() const
{
    const auto number = natural_number_of(text());
    if (!number) fail("is not a natural number: " + excerpt(text()));
    return static_cast<std::size_t>(*number);
}

bool YamlPlace::truth() const
{
    constexpr std::array<std::string_view, 4> yes = {"true", "True", "TRUE", "1"};
    constexpr std::array<std::string_view, 4> no = {"false", "False", "FALSE", "0"};
    if (std::find(yes.begin(), yes.end(), text()) != yes.end()) return true;
    if (std::find(no.begin(), no.end(), text()) != no.end()) return false;
    fail("is neither true nor false");
}

const std::string& YamlPlace::text() const
{
    if (value_->kind != Kind::scalar) fail("is not a single value");
    return value_->text;
}

void YamlPlace::note(const std::string& is_so) const { notes_->push_back({name_ + " " + is_so, place()}); }

void YamlPlace::fail(const std::string& is_wrong, ErrorCode code) const
{
    throw Error(code, name_ + " " + is_wrong, place());
}

}  // namespace tocca::io::detail
