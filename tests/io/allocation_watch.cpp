// SPDX-License-Identifier: Apache-2.0
#include "io/allocation_watch.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t largest = 0;

}  // namespace

// In place of the standard ones for the whole program; those for arrays call these.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    largest = std::max(largest, size);
    return std::malloc(size == 0 ? 1 : size);
}

void* operator new(std::size_t size)
{
    if (void* memory = operator new(size, std::nothrow)) return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace tocca::support {

std::size_t largest_allocation() { return largest; }
void forget_allocations() { largest = 0; }

}  // namespace tocca::support
