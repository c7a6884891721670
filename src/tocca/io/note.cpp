// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/note.hpp"

namespace tocca {

std::string Note::text() const { return Error(ErrorCode::malformed_file, sentence, place).what(); }

}  // namespace tocca
