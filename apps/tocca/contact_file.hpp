// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "tocca/answer/first_contact.hpp"
#include "tocca/io/whole_file.hpp"

namespace tocca::app {

enum class ContactFormat { csv, jsonl };

/// The format that the name of a file stands for: .csv or .jsonl.
///
/// Throws: std::invalid_argument for another name.
[[nodiscard]] ContactFormat contact_format_of(const std::string& file);

/// A contact of a step as a line of a file, with the objects or, where there is but one, without.
void append_contact(std::string& text, const Contact& contact, std::size_t step, ContactFormat format,
                    bool with_objects);

/// The contacts of many steps, a line each, in a file that appears whole or not at all.
class ContactFile {
public:
    /// Throws: as WholeFile does; std::invalid_argument for a name of no format.
    ContactFile(const std::string& file, bool with_objects);

    /// Writes the contacts of a step, in the order given.
    void write(std::size_t step, std::span<const Contact> contacts, int threads);
    void commit() { file_.commit(); }

private:
    ContactFormat format_;
    bool with_objects_;
    WholeFile file_;
};

}  // namespace tocca::app
