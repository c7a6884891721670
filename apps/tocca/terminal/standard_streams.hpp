// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tocca::app {

/// Takes the places of standard streams that are closed, so that no file opened later is written to in their stead.
/// Writing to such a stream fails.
void hold_standard_streams() noexcept;

/// Writes to standard output; control characters but the ends of lines as printable() does.
///
/// Throws: Error (unwritable_file).
void print(std::string_view text);

/// Writes what is pending on standard output.
///
/// Throws: Error (unwritable_file), also for a write that failed before.
void flush_output();

/// Writes "tocca: `sentence`" to standard error; where that cannot be written nobody hears it.
void complain(std::string_view sentence) noexcept;

}  // namespace tocca::app
