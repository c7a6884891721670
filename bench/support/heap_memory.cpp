// SPDX-License-Identifier: Apache-2.0
#include "support/heap_memory.hpp"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> held_now{0};
std::atomic<std::size_t> greatest{0};

void* counted(void* block)
{
    if (block == nullptr) throw std::bad_alloc();
    const std::size_t size = malloc_usable_size(block);
    const std::size_t now = held_now.fetch_add(size, std::memory_order_relaxed) + size;
    std::size_t before = greatest.load(std::memory_order_relaxed);
    while (before < now && !greatest.compare_exchange_weak(before, now, std::memory_order_relaxed)) {
    }
    return block;
}

void release(void* block) noexcept
{
    if (block == nullptr) return;
    held_now.fetch_sub(malloc_usable_size(block), std::memory_order_relaxed);
    std::free(block);
}

}  // namespace

// The other forms of new and delete call these.
void* operator new(std::size_t size) { return counted(std::malloc(std::max<std::size_t>(1, size))); }
void* operator new(std::size_t size, std::align_val_t alignment)
{
    const auto step = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(step, (std::max<std::size_t>(1, size) + step - 1) / step * step));
}
void operator delete(void* block) noexcept { release(block); }
void operator delete(void* block, std::size_t) noexcept { release(block); }
void operator delete(void* block, std::align_val_t) noexcept { release(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { release(block); }

namespace tocca::bench {

HeapMemory::HeapMemory() : before_(held_now.load()) { greatest.store(before_); }

std::size_t HeapMemory::held() const
{
    const std::size_t now = held_now.load();
    return now > before_ ? now - before_ : 0;
}

std::size_t HeapMemory::peak() const { return greatest.load() - before_; }

}  // namespace tocca::bench
