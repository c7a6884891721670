// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/notes.hpp"

#include <fmt/format.h>

#include "apps/tocca/human_text.hpp"
#include "tocca/io/json_text.hpp"

namespace tocca::app {

std::string notes_text(const std::vector<std::string>& notes)
{
    constexpr std::size_t most = 10;
    std::string text;
    for (std::size_t i = 0; i < notes.size() && i < most; ++i) text += fmt::format("note: {}\n", notes[i]);
    if (notes.size() > most) text += fmt::format("and {}, see --json\n", counted(notes.size() - most, "more note"));
    return text;
}

std::string notes_json(const std::vector<std::string>& notes)
{
    std::vector<std::string> texts;
    for (const std::string& note : notes) texts.push_back(json_string(note));
    return fmt::format("[{}]", fmt::join(texts, ","));
}

}  // namespace tocca::app
