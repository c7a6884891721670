// SPDX-License-Identifier: Apache-2.0
#include "tocca/base/parallel.hpp"

#include <gtest/gtest.h>

#include <future>
#include <stdexcept>
#include <string>
#include <vector>

namespace tocca {
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

TEST(ForEachPiece, RefusesANegativeNumberOfThreads)
{
    EXPECT_THROW(for_each_piece(3, -1, [](std::size_t) {}), std::invalid_argument);
}

TEST(BackgroundTask, RunsBesideTheCaller)
{
    // The task waits for the caller and the caller for the task: neither could end if they ran one after the other.
    std::promise<void> caller;
    std::promise<void> task;
    BackgroundTask background([&] {
        task.set_value();
        caller.get_future().wait();
    });
    task.get_future().wait();
    caller.set_value();
    background.finish();
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
    const BackgroundTask forgotten([] { throw std::runtime_error("nobody asks"); });
}

TEST(AvailableThreads, AreAtLeastOne) { EXPECT_GE(available_threads(), 1); }

}  // namespace
}  // namespace tocca
