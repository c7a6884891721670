// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The parser of the command line, whose header takes seconds to compile: only the files that declare options include it.
namespace CLI {  // NOLINT(readability-identifier-naming)
class App;
class Option;
}  // namespace CLI
