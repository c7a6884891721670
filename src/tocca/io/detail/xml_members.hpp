// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "tocca/io/detail/xml_place.hpp"
#include "tocca/io/note.hpp"

namespace tocca::io::detail {

/// What may be in an element. Lists are of names.
struct XmlRule {
    std::string_view element;
    std::vector<std::string_view> once = {};     ///< read, at most one of each
    std::vector<std::string_view> many = {};     ///< read, any number
    std::vector<std::string_view> ignored = {};  ///< of other programs and harmless, whatever is in them
    /// All that have a meaning; not checked when empty, for elements whose attributes are required or mean nothing.
    std::vector<std::string_view> attributes = {};
};

/// Fails for elements and attributes that no rule names, and for those given twice, because what is misspelt must not be
/// passed over. Elements of foreign namespaces, such as drake:member, are passed over with a note; those of xacro are faults.
///
/// Throws: Error (malformed_file) with the file and the line.
void check_members(const XmlPlace& root, std::span<const XmlRule> rules, std::vector<Note>& notes);

}  // namespace tocca::io::detail
