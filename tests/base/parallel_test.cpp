// SPDX-License-Identifier: Apache-2.0
#include "tocca/base/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <sched.h>

namespace tocca::parallel_test {
namespace {

TEST(ForEachPiece, RunsEveryPieceOnceForAnyNumberOfThreads)
{
    for (const int threads : {0, 1, 2, 3, 8}) {
        for (const std::size_t pieces : {0U, 1U, 2U, 1000U}) {
            std::vector<int> runs(pieces, 0);
            for_each_piece(pieces, threads, [&](std::size_t piece) { ++runs[piece]; });
            EXPECT_EQ(runs, std::vector<int>(pieces, 1)) << threads << " threads, " << pieces << " pieces";
        }
    }
}

TEST(ForEachPiece, ReportsTheFailureOfTheLowestPiece)
{
    for (const int threads : {1, 2, 4}) {
        for (int repeat = 0; repeat < 20; ++repeat) {
            try {
                for_each_piece(200, threads, [](std::size_t piece) {
                    if (piece % 7 == 5) throw std::runtime_error(std::to_string(piece));
                });
                FAIL() << "did not throw";
            } catch (const std::runtime_error& failure) {
                EXPECT_EQ(std::string(failure.what()), "5") << threads << " threads";
            }
        }
    }
}

TEST(ForEachPiece, WithinItselfRunsNoOuterPieceInBetween)
{
    // A thread that waits for its inner pieces must not begin another outer one: what it keeps for the outer piece, here
    // its number, would be another's.
    thread_local int depth = 0;
    for (int repeat = 0; repeat < 50; ++repeat) {
        std::vector<int> runs(8 * 16, 0);
        for_each_piece(8, 4, [&](std::size_t outer) {
            EXPECT_EQ(depth++, 0);
            for_each_piece(16, 4, [&](std::size_t inner) { ++runs[16 * outer + inner]; });
            --depth;
        });
        ASSERT_EQ(runs, std::vector<int>(8 * 16, 1));
    }
}

TEST(ForEachPiece, OfSeveralCallersWaitsForNone)
{
    // Each of many callers, of one or another number of threads, holds a piece until all of them are in one: none could
    // end if one waited for another.
    constexpr int callers = 80;
    std::atomic<int> inside = 0;
    std::vector<std::thread> threads;
    threads.reserve(callers);
    for (int i = 0; i < callers; ++i) {
        threads.emplace_back([&, i] {
            for_each_piece(2, 2 + i % 2, [&](std::size_t piece) {
                if (piece != 0) return;
                ++inside;
                while (inside < callers) std::this_thread::yield();
            });
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(inside, callers);
}

TEST(ForEachPiece, RefusesANegativeNumberOfThreads)
{
    EXPECT_THROW(for_each_piece(3, -1, [](std::size_t) {}), std::invalid_argument);
}

TEST(BackgroundTask, RunsBesideTheCaller)
{
    // The task waits for the caller and the caller for the task: neither could end if they ran one after the other.
    // A wait that is given up in vain means they did.
    std::promise<void> caller;
    std::promise<void> task;
    std::future_status caller_came = std::future_status::timeout;
    BackgroundTask background([&] {
        task.set_value();
        caller_came = caller.get_future().wait_for(std::chrono::seconds(30));
    });
    EXPECT_TRUE(background.has_thread());  // from the first moment on, however late the thread begins
    EXPECT_EQ(task.get_future().wait_for(std::chrono::seconds(30)), std::future_status::ready);
    caller.set_value();
    background.finish();
    EXPECT_FALSE(background.has_thread());
    EXPECT_EQ(caller_came, std::future_status::ready);
}

TEST(BackgroundTask, IsDoneWhenItIsFinishedOrDestroyed)
{
    int value = 0;
    {
        BackgroundTask background([&] { value = 1; });
        background.finish();
        EXPECT_EQ(value, 1);
        background.finish();
    }
    {
        const BackgroundTask background([&] { value = 2; });
    }
    EXPECT_EQ(value, 2);
}

TEST(BackgroundTask, HandsOverWhatTheWorkThrew)
{
    BackgroundTask background([] { throw std::runtime_error("no frame"); });
    EXPECT_THROW(background.finish(), std::runtime_error);
    EXPECT_NO_THROW(background.finish());
    bool ran = false;
    {
        const BackgroundTask forgotten([&] {
            ran = true;
            throw std::runtime_error("nobody asks");
        });
    }
    EXPECT_TRUE(ran);
}

/// The processors this process may run on, as the system counts them.
TEST(AvailableThreads, AreThoseOfThisProcess)
{
    cpu_set_t processors;
    ASSERT_EQ(sched_getaffinity(0, sizeof processors, &processors), 0);
    EXPECT_EQ(available_threads(), CPU_COUNT(&processors));
}

}  // namespace
}  // namespace tocca::parallel_test
