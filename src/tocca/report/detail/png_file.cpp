// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/detail/png_file.hpp"

#include <png.h>

#include <stdexcept>

namespace tocca::report::detail {

std::string png_bytes(const Image& image)
{
    png_image description = {};
    description.version = PNG_IMAGE_VERSION;
    description.width = static_cast<png_uint_32>(image.width);
    description.height = static_cast<png_uint_32>(image.height);
    description.format = PNG_FORMAT_RGB;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(description);
    std::string file(size, '\0');
    if (png_image_write_to_memory(&description, file.data(), &size, 0, image.bytes.data(), 0, nullptr) == 0) {
        throw std::runtime_error(std::string("the picture cannot be written: ") + description.message);
    }
    file.resize(size);
    return file;
}

}  // namespace tocca::report::detail
