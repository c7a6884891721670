// SPDX-License-Identifier: Apache-2.0
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <sstream>

#include "tocca/io/detail/document.hpp"
#include "tocca/io/detail/text_lines.hpp"

namespace tocca::io::detail {
namespace {

using Kind = Document::Kind;

std::size_t line_of(const YAML::Mark& mark) { return mark.line < 0 ? 1 : static_cast<std::size_t>(mark.line) + 1; }

/// Builds a document of what the parser reports.
class YamlReader : public YAML::EventHandler {
public:
    YamlReader(const std::string& file, std::vector<Note>& notes)
        : file_(file), builder_(Document::Format::yaml, file, &notes)
    {}

    Document read(std::istream& stream)
    {
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(*this)) {
        }
        return builder_.take();
    }

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        if (!builder_.is_open() && has_document() && anchor == YAML::NullAnchor) return;  // after the last `---`
        check_start(mark, anchor);
        builder_.add({.line = static_cast<std::uint32_t>(line_of(mark))});
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { refuse_anchor(mark); }
    void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, const std::string& text) override
    {
        if (builder_.wants_name()) {
            if (anchor != YAML::NullAnchor) refuse_anchor(mark);
            builder_.add_name(text, line_of(mark));
            return;
        }
        check_start(mark, anchor);
        builder_.add_text(Kind::word, text, line_of(mark));
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override
    {
        check_start(mark, anchor);
        builder_.open(Kind::list, line_of(mark));
    }
    void OnSequenceEnd() override { builder_.close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override
    {
        check_start(mark, anchor);
        builder_.open(Kind::map, line_of(mark));
    }
    void OnMapEnd() override { builder_.close(); }

private:
    [[noreturn]] void fail(const YAML::Mark& mark, const std::string& sentence) const
    {
        throw Error(ErrorCode::malformed_file, sentence, {.file = file_, .line = line_of(mark)});
    }
    [[noreturn]] void refuse_anchor(const YAML::Mark& mark) const
    {
        fail(mark, "anchors and aliases are not supported");
    }
    [[nodiscard]] bool has_document() const { return builder_.root().kind != Kind::null; }
    /// Refuses a value that is not to begin here.
    void check_start(const YAML::Mark& mark, YAML::anchor_t anchor) const
    {
        if (anchor != YAML::NullAnchor) refuse_anchor(mark);
        if (builder_.wants_name()) fail(mark, "a member has no name");
        if (!builder_.is_open() && has_document()) {
            fail(mark, "a second document begins: only one can be read, so keep the one that is meant");
        }
    }

    const std::string& file_;
    DocumentBuilder builder_;
};

}  // namespace

Document parse_yaml(std::string_view text, const std::string& file, std::vector<Note>& notes)
{
    std::istringstream stream{std::string(without_byte_order_mark(text))};
    try {
        return YamlReader(file, notes).read(stream);
    } catch (const YAML::Exception& error) {
        throw Error(ErrorCode::malformed_file, "this is not YAML: " + error.msg,
                    {.file = file, .line = line_of(error.mark)});
    }
}

}  // namespace tocca::io::detail
