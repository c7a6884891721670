// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/mesh_parts.hpp"

#include <limits>

#include "tocca/base/error.hpp"

namespace tocca::io::detail {

void check_vertex_count(std::size_t count, const std::string& file)
{
    if (count == 0) throw Error(ErrorCode::malformed_file, "there are no vertices in it", {.file = file});
    if (count > std::numeric_limits<VertexId>::max()) {
        throw Error(ErrorCode::malformed_file, "it has more vertices than 32 bits can count", {.file = file});
    }
}

}  // namespace tocca::io::detail
