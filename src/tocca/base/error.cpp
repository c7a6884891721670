// SPDX-License-Identifier: Apache-2.0
#include "tocca/base/error.hpp"

#include <utility>

#include "tocca/base/printable_text.hpp"

namespace tocca {
namespace {

/// "file:line: query 7: sentence", leaving out what is not known.
std::string with_place(const std::string& sentence, const ErrorPlace& place)
{
    std::string text;
    if (!place.file.empty()) {
        text += place.file;
        if (place.line) text += ":" + std::to_string(*place.line);
        text += ": ";
    }
    if (place.query) text += "query " + std::to_string(*place.query) + ": ";
    return text + sentence;
}

}  // namespace

Error::Error(ErrorCode code, const std::string& sentence, ErrorPlace place)
    : std::runtime_error(printable(with_place(sentence, place))), code_(code), place_(std::move(place))
{}

}  // namespace tocca
