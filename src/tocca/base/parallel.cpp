// SPDX-License-Identifier: Apache-2.0
#include "tocca/base/parallel.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"

#ifdef TOCCA_PARALLEL_STD_THREAD
#include <thread>
#else
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace tocca {
namespace {

/// Keeps the exception of the lowest piece, so that which error is reported does not depend on scheduling.
class FirstFailure {
public:
    void run(std::size_t piece, const std::function<void(std::size_t)>& body)
    {
        try {
            body(piece);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (piece < piece_) {
                piece_ = piece;
                exception_ = std::current_exception();
            }
        }
    }

    void rethrow() const
    {
        if (exception_) std::rethrow_exception(exception_);
    }

private:
    std::mutex mutex_;
    std::size_t piece_ = std::numeric_limits<std::size_t>::max();
    std::exception_ptr exception_;
};

#ifdef TOCCA_PARALLEL_STD_THREAD

void run_on(int threads, std::size_t pieces, const std::function<void(std::size_t)>& body)
{
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t piece = next++; piece < pieces; piece = next++) body(piece);
    };
    std::vector<std::jthread> helpers;
    for (int i = 1; i < threads; ++i) helpers.emplace_back(work);
    work();
}

#else

/// Arenas of one number of threads that no call is using.
///
/// oneTBB keeps some 7 KB of every arena that was ever made (2021.8 does), and takes longer for each; so arenas are used
/// again. A call has its arena for itself: nested calls and those of other threads take others, wait for nobody, and
/// find no work of each other to run in between. So there are as many as there ever were calls at the same time.
class IdleArenas {
public:
    [[nodiscard]] oneapi::tbb::task_arena* take()
    {
        for (Slot& slot : slots_) {
            if (oneapi::tbb::task_arena* arena = slot.exchange(nullptr)) return arena;
        }
        return nullptr;
    }

    void put_back(oneapi::tbb::task_arena* arena)
    {
        for (Slot& slot : slots_) {
            oneapi::tbb::task_arena* empty = nullptr;
            if (slot.compare_exchange_strong(empty, arena)) return;
        }
        delete arena;
    }

private:
    // No lock: a process may fork while another of its threads is in here.
    using Slot = std::atomic<oneapi::tbb::task_arena*>;
    std::array<Slot, 64> slots_ = {};
};

IdleArenas& idle_arenas(int threads)
{
    // Never destroyed: threads may still be working when the process ends.
    static auto* const of_each = new std::vector<IdleArenas>(static_cast<std::size_t>(available_threads()) + 1);
    return of_each->at(static_cast<std::size_t>(threads));
}

/// An arena for one call.
class BorrowedArena {
public:
    explicit BorrowedArena(int threads) : idle_(idle_arenas(threads)), arena_(idle_.take())
    {
        if (arena_ == nullptr) arena_ = new oneapi::tbb::task_arena(threads);
    }
    ~BorrowedArena() { idle_.put_back(arena_); }
    BorrowedArena(const BorrowedArena&) = delete;
    BorrowedArena& operator=(const BorrowedArena&) = delete;

    [[nodiscard]] oneapi::tbb::task_arena& operator*() const { return *arena_; }

private:
    IdleArenas& idle_;
    oneapi::tbb::task_arena* arena_;
};

void run_on(int threads, std::size_t pieces, const std::function<void(std::size_t)>& body)
{
    // oneTBB complains on standard error about more workers than it has; the answers do not depend on the number.
    const BorrowedArena arena(std::min(threads, available_threads()));
    (*arena).execute([&] {
        // Every piece on its own: a thread that is done may take any that was not begun.
        oneapi::tbb::parallel_for(
            oneapi::tbb::blocked_range<std::size_t>(0, pieces, 1),
            [&](const auto& range) {
                for (std::size_t piece = range.begin(); piece != range.end(); ++piece) body(piece);
            },
            oneapi::tbb::simple_partitioner());
    });
}

#endif

}  // namespace

int available_threads()
{
#ifdef TOCCA_PARALLEL_STD_THREAD
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
#else
    return std::max(1, oneapi::tbb::info::default_concurrency());
#endif
}

void for_each_piece(std::size_t pieces, int threads, const std::function<void(std::size_t)>& body)
{
    require(threads >= 0, "the number of threads must be positive, or 0 for all available");
    const int used = threads == 0 ? available_threads() : threads;
    if (used == 1 || pieces <= 1) {
        for (std::size_t piece = 0; piece < pieces; ++piece) body(piece);
        return;
    }
    FirstFailure failure;
    // A thread of a pool may compute in a mode that somebody else has set; what the caller relies on is to hold there too.
    const bool as_assumed = floating_point_as_assumed();
    const std::function<void(std::size_t)> checked = [&](std::size_t piece) {
        if (as_assumed) require_floating_point();
        body(piece);
    };
    run_on(used, pieces, [&](std::size_t piece) { failure.run(piece, checked); });
    failure.rethrow();
}

BackgroundTask::BackgroundTask(std::function<void()> work)
    : done_(std::async(std::launch::async | std::launch::deferred, std::move(work)))
{}

BackgroundTask::~BackgroundTask()
{
    if (done_.valid()) done_.wait();
}

bool BackgroundTask::has_thread() const
{
    return done_.valid() && done_.wait_for(std::chrono::seconds(0)) != std::future_status::deferred;
}

void BackgroundTask::finish()
{
    if (done_.valid()) done_.get();
}

}  // namespace tocca
