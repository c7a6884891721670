// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/document.hpp"
#include "tocca/io/planning_scene.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::io::detail {

/// Makes a shape, or anything else, and adds the place in the file to what is thrown.
template <class Make>
auto made_at(const DocumentPlace& place, const Make& make)
{
    try {
        return make();
    } catch (const Error& error) {
        if (error.code() == ErrorCode::interrupted || !error.place().file.empty()) throw;
        place.fail(std::string("is wrong: ") + error.what(), error.code());
    } catch (const std::invalid_argument& error) {
        place.fail(std::string("is wrong: ") + error.what());
    }
}

/// The mesh that a scene's file names: package://, file://, or a path from the folder of the scene's file.
///
/// Throws: Error as load_mesh; Error (unreadable_file) without a place when it is not found.
[[nodiscard]] TriangleMesh scene_mesh(const std::string& name, const std::string& scene_file,
                                      const ReadOptions& options);

}  // namespace tocca::io::detail
