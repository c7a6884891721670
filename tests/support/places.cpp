// SPDX-License-Identifier: Apache-2.0
#include "support/places.hpp"

namespace tocca::support {

std::filesystem::path source_folder() { return TOCCA_SOURCE_DIR; }

std::filesystem::path test_data_folder() { return source_folder() / "tests" / "data"; }

std::string command_path() { return TOCCA_EXECUTABLE; }

}  // namespace tocca::support
