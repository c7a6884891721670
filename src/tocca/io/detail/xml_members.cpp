// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/xml_members.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "tocca/io/detail/excerpt.hpp"

namespace tocca::io::detail {
namespace {

bool has(const std::vector<std::string_view>& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_foreign(std::string_view name) { return name.find(':') != std::string_view::npos; }

std::string listed(std::vector<std::string_view> names, const std::vector<std::string_view>& more = {})
{
    names.insert(names.end(), more.begin(), more.end());
    std::string text;
    for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
    return text.empty() ? "none" : text;
}

class Checker {
public:
    explicit Checker(std::span<const XmlRule> rules) : rules_(rules) {}

    void check(const XmlPlace& place, const XmlRule& rule)
    {
        check_attributes(place, rule);
        std::set<std::string_view> seen;
        for (const XmlPlace& child : place.children()) {
            const std::string_view name = child.name();
            if (name.starts_with("xacro:")) child.fail("belongs to xacro, which has to be run on the file first");
            if (is_foreign(name)) {
                foreign_.try_emplace(std::string(name), Foreign{child.line()}).first->second.count += 1;
                continue;
            }
            if (has(rule.ignored, name)) continue;
            if (!has(rule.once, name) && !has(rule.many, name)) {
                child.fail("is not known in <" + std::string(rule.element) +
                           ">; known are: " + listed(rule.once, rule.many));
            }
            if (!seen.insert(name).second && has(rule.once, name)) child.fail("is there twice");
            const auto below =
                std::find_if(rules_.begin(), rules_.end(), [&](const XmlRule& each) { return each.element == name; });
            if (below == rules_.end()) continue;
            const auto called = place.is_root() ? child.attribute("name") : std::nullopt;
            check(called ? child.called(std::string(name) + " " + excerpt(*called)) : child, *below);
        }
    }

    void add_notes(const std::string& file, std::vector<Note>& notes) const
    {
        for (const auto& [name, foreign] : foreign_) {
            const std::string quoted = excerpt(name);
            notes.push_back({"<" + quoted.substr(1, quoted.size() - 2) + "> is of a foreign namespace and not read" +
                                 (foreign.count > 1 ? ", nor are " + std::to_string(foreign.count - 1) + " more" : ""),
                             {.file = file, .line = foreign.line}});
        }
    }

private:
    static void check_attributes(const XmlPlace& place, const XmlRule& rule)
    {
        if (rule.attributes.empty()) return;
        for (const std::string& name : place.attribute_names()) {
            if (is_foreign(name) || has(rule.attributes, name)) continue;
            place.fail("has an unknown attribute " + excerpt(name) + "; known are: " + listed(rule.attributes));
        }
    }

    struct Foreign {
        std::size_t line = 0;  ///< of the first
        std::size_t count = 0;
    };

    std::span<const XmlRule> rules_;
    std::map<std::string, Foreign> foreign_;
};

}  // namespace

void check_members(const XmlPlace& root, std::span<const XmlRule> rules, std::vector<Note>& notes)
{
    Checker checker(rules);
    checker.check(root, rules.front());
    checker.add_notes(root.file(), notes);
}

}  // namespace tocca::io::detail
