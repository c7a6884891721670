// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "tocca/answer/contact.hpp"
#include "tocca/deformable/intersections.hpp"
#include "tocca/io/whole_file.hpp"

namespace tocca::app {

enum class LineFormat { csv, jsonl };

/// The format that the name of a file stands for: .csv or .jsonl.
///
/// Throws: std::invalid_argument for another name.
[[nodiscard]] LineFormat line_format_of(const std::string& file);

/// What is found in many steps, a line each, in a file that appears whole or not at all. Lines name objects or, where
/// there is but one, not. `Item` is Contact or Intersection.
template <class Item>
class LineFile {
public:
    /// Throws: as WholeFile does; std::invalid_argument for a name of no format.
    LineFile(const std::string& file, bool with_objects);

    /// Writes what was found in a step, in the order given.
    void write(std::size_t step, std::span<const Item> items, int threads);
    void commit() { file_.commit(); }

private:
    LineFormat format_;
    bool with_objects_;
    WholeFile file_;
};

using ContactFile = LineFile<Contact>;
using IntersectionFile = LineFile<Intersection>;

}  // namespace tocca::app
