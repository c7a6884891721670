// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/xml_place.hpp"

#include <tinyxml2.h>

#include <algorithm>
#include <cmath>

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::io::detail {
namespace {

constexpr std::string_view blanks = " \t\n\v\f\r";

/// Takes the next word off a text; empty after the last.
std::string_view take_word(std::string_view& text)
{
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(blanks));
    text.remove_prefix(word.size());
    return word;
}

std::size_t newlines(std::string_view text)
{
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// The number that a word is, or why it is none.
struct NumberReading {
    double value = 0.0;
    std::string fault = {};
    ErrorCode code = ErrorCode::malformed_file;
};

NumberReading read_number(std::string_view word)
{
    const auto value = double_of(word);
    if (!value) return {.fault = excerpt(word) + " is not a number"};
    if (!std::isfinite(*value)) return {.fault = excerpt(word) + " is not finite", .code = ErrorCode::not_finite};
    return {.value = *value};
}

[[noreturn]] void fail_in(const std::string& file, std::size_t line, const std::string& sentence)
{
    throw Error(ErrorCode::malformed_file, sentence, {.file = file, .line = line});
}

/// The reader of XML compares each attribute of an element with all before it, which must not take for ever.
void check_attribute_counts(std::string_view text, const std::string& file)
{
    constexpr std::size_t most = 1000;
    const auto after = [&](std::string_view mark, std::size_t from) {
        const std::size_t found = text.find(mark, from);
        return found == std::string_view::npos ? text.size() : found + mark.size();
    };
    std::size_t at = text.find('<');
    while (at < text.size()) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with("<!--")) {
            at = after("-->", at + 4);
        } else if (rest.starts_with("<![CDATA[")) {
            at = after("]]>", at);
        } else if (rest.starts_with("<?")) {
            at = after("?>", at);
        } else if (rest.starts_with("<!")) {
            at = after(">", at);
        } else {
            const std::size_t begin = at;
            std::size_t count = 0;
            for (at = text.find_first_of("\"'>", at); at < text.size() && text[at] != '>';) {
                const std::size_t end = text.find(text[at], at + 1);
                if (++count > most) {
                    fail_in(file, 1 + newlines(text.substr(0, begin)),
                            "an element has more than " + std::to_string(most) + " attributes");
                }
                at = end == std::string_view::npos ? end : text.find_first_of("\"'>", end + 1);
            }
        }
        at = at < text.size() ? text.find('<', at) : at;
    }
}

std::string sentence_of(const tinyxml2::XMLDocument& document)
{
    switch (document.ErrorID()) {
        case tinyxml2::XML_ERROR_EMPTY_DOCUMENT: return "there is no XML in it";
        case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT: return "an element is not closed, or is closed by another name";
        case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE: return "an attribute is malformed, or given twice";
        case tinyxml2::XML_ERROR_PARSING_COMMENT: return "a comment does not end";
        case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
            return "elements are nested more than " + std::to_string(TINYXML2_MAX_ELEMENT_DEPTH) + " deep";
        default: return "is not well-formed XML, or ends too early";
    }
}

}  // namespace

XmlPlace XmlPlace::called(const std::string& owner) const
{
    XmlPlace place = *this;
    place.owner_ = owner + ": ";
    return place;
}

std::string_view XmlPlace::name() const { return element_->Name(); }

bool XmlPlace::is_root() const { return element_->Parent()->ToElement() == nullptr; }

std::size_t XmlPlace::line() const { return static_cast<std::size_t>(element_->GetLineNum()); }

std::vector<XmlPlace> XmlPlace::children(const char* name) const
{
    std::vector<XmlPlace> found;
    for (const auto* each = element_->FirstChildElement(name); each != nullptr; each = each->NextSiblingElement(name)) {
        XmlPlace& place = found.emplace_back(*each, *file_);
        place.owner_ = owner_;
    }
    return found;
}

std::optional<XmlPlace> XmlPlace::child(const char* name) const
{
    const auto found = children(name);
    if (found.empty()) return std::nullopt;
    if (found.size() > 1) found[1].fail("is there twice");
    return found.front();
}

XmlPlace XmlPlace::required_child(const char* name) const
{
    auto found = child(name);
    if (!found) fail("has no <" + std::string(name) + ">");
    return *std::move(found);
}

std::vector<std::string> XmlPlace::attribute_names() const
{
    std::vector<std::string> names;
    for (const auto* each = element_->FirstAttribute(); each != nullptr; each = each->Next())
        names.emplace_back(each->Name());
    return names;
}

std::optional<std::string> XmlPlace::attribute(const char* name) const
{
    const char* text = element_->Attribute(name);
    return text != nullptr ? std::optional<std::string>(text) : std::nullopt;
}

std::string XmlPlace::required_attribute(const char* name) const
{
    auto text = attribute(name);
    if (!text) fail("has no attribute '" + std::string(name) + "'");
    if (text->empty()) fail("has an empty attribute '" + std::string(name) + "'");
    return *std::move(text);
}

std::optional<std::vector<double>> XmlPlace::numbers(const char* name) const
{
    const char* text = element_->Attribute(name);
    if (text == nullptr) return std::nullopt;
    std::vector<double> values;
    std::string_view rest = text;
    for (auto word = take_word(rest); !word.empty(); word = take_word(rest)) {
        const NumberReading reading = read_number(word);
        if (!reading.fault.empty())
            fail("has an attribute '" + std::string(name) + "': " + reading.fault, reading.code);
        values.push_back(reading.value);
    }
    return values;
}

std::optional<double> XmlPlace::number(const char* name) const
{
    const auto values = numbers(name);
    if (!values) return std::nullopt;
    if (values->size() != 1) {
        fail("has an attribute '" + std::string(name) + "' of " + std::to_string(values->size()) + " values, not 1");
    }
    return values->front();
}

double XmlPlace::required_number(const char* name) const
{
    const auto value = number(name);
    if (!value) fail("has no attribute '" + std::string(name) + "'");
    return *value;
}

std::optional<Eigen::Vector3d> XmlPlace::vector(const char* name) const
{
    const auto values = numbers(name);
    if (!values) return std::nullopt;
    if (values->size() != 3) {
        fail("has an attribute '" + std::string(name) + "' of " + std::to_string(values->size()) + " values, not 3");
    }
    return Eigen::Vector3d(values->data());
}

std::optional<std::size_t> XmlPlace::natural_number(const char* name) const
{
    const auto text = attribute(name);
    if (!text) return std::nullopt;
    const auto value = natural_number_of(*text);
    if (!value) {
        fail("has an attribute '" + std::string(name) + "' that is not a natural number: " + excerpt(*text));
    }
    return *value;
}

void XmlPlace::fail(const std::string& is_wrong, ErrorCode code) const { fail_at(line(), is_wrong, code); }

void XmlPlace::fail_at(std::size_t line, const std::string& is_wrong, ErrorCode code) const
{
    // The element is named as it stands in the file, cut and without what cannot be printed.
    const std::string quoted = excerpt(name());
    throw Error(code, owner_ + "<" + quoted.substr(1, quoted.size() - 2) + "> " + is_wrong,
                {.file = *file_, .line = line});
}

XmlWords::XmlWords(const XmlPlace& place) : place_(place), node_(place.element_->FirstChild()), line_(place.line()) {}

void XmlWords::take_text()
{
    for (; node_ != nullptr && rest_.empty(); node_ = node_->NextSibling()) {
        if (node_->ToText() == nullptr) continue;
        rest_ = node_->Value();
        // The line of a text is that of its first word.
        rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
        line_ = static_cast<std::size_t>(node_->GetLineNum());
    }
}

bool XmlWords::next()
{
    for (;;) {
        if (rest_.empty()) take_text();
        if (rest_.empty()) return false;
        const std::string_view before = rest_;
        word_ = take_word(rest_);
        const std::size_t skipped = before.size() - rest_.size() - word_.size();
        line_ += newlines(before.substr(0, skipped));
        if (!word_.empty()) return true;
    }
}

double XmlWords::number() const
{
    const NumberReading reading = read_number(word_);
    if (!reading.fault.empty()) fail("has in it: " + reading.fault, reading.code);
    return reading.value;
}

std::size_t XmlWords::natural_number() const
{
    const auto value = natural_number_of(word_);
    if (!value) fail("has in it: " + excerpt(word_) + " is not a natural number");
    return *value;
}

void XmlWords::fail(const std::string& is_wrong, ErrorCode code) const { place_.fail_at(line_, is_wrong, code); }

std::vector<double> numbers_in(const XmlPlace& place)
{
    std::vector<double> numbers;
    for (XmlWords words(place); words.next();) numbers.push_back(words.number());
    return numbers;
}

XmlDocument::XmlDocument(std::string_view text, const std::string& file)
    : file_(file), document_(std::make_unique<tinyxml2::XMLDocument>())
{
    while (!text.empty() && text.back() == '\0') text.remove_suffix(1);  // some files end in one
    if (text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE")) {
        fail_in(file_, 1, "is written in UTF-16, not in UTF-8");
    }
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
        fail_in(file_, 1 + newlines(text.substr(0, zero)), "contains a zero byte, which XML does not allow");
    }
    check_attribute_counts(text, file_);
    document_->Parse(text.data(), text.size());
    if (document_->Error()) {
        const int line = document_->ErrorLineNum();
        fail_in(file_, line > 0 ? static_cast<std::size_t>(line) : 1, sentence_of(*document_));
    }
    const tinyxml2::XMLElement* root = document_->RootElement();
    if (root == nullptr) fail_in(file_, 1, "there is no element in it");
    for (const auto* node = document_->FirstChild(); node != nullptr; node = node->NextSibling()) {
        if (node == root || (node->ToElement() == nullptr && node->ToText() == nullptr)) continue;
        fail_in(file_, static_cast<std::size_t>(node->GetLineNum()), "there is content outside of the root element");
    }
}

XmlDocument::~XmlDocument() = default;

XmlPlace XmlDocument::root() const { return {*document_->RootElement(), file_}; }

}  // namespace tocca::io::detail
