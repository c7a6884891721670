// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/viewer_page.hpp"

#include <cstddef>

// TOCCA_VIEWER_PAGE is the path of the page; an empty file when there is none. The assembler takes it in as it is: an
// array in C++ of this size would cost the compiler seconds.
__asm__(
    ".pushsection .rodata\n"
    ".global tocca_viewer_page_begin\n"
    ".global tocca_viewer_page_end\n"
    "tocca_viewer_page_begin:\n"
    ".incbin \"" TOCCA_VIEWER_PAGE
    "\"\n"
    "tocca_viewer_page_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const char tocca_viewer_page_begin[];
extern const char tocca_viewer_page_end[];
}

namespace tocca::report {

std::string_view viewer_page()
{
    return {tocca_viewer_page_begin, static_cast<std::size_t>(tocca_viewer_page_end - tocca_viewer_page_begin)};
}

}  // namespace tocca::report
