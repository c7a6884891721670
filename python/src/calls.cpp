// SPDX-License-Identifier: Apache-2.0
#include "calls.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>

#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"

namespace tocca::python {
namespace {

/// How often Ctrl-C is looked for.
constexpr std::chrono::milliseconds patience{50};

/// Tells the caller that work beside it has begun and has ended.
class Progress {
public:
    void set_begun() { set(begun_); }
    void set_ended() { set(ended_); }
    bool wait_begun() { return wait(begun_); }
    bool wait_ended() { return wait(ended_); }

private:
    void set(bool& flag)
    {
        const std::lock_guard lock(mutex_);
        flag = true;
        changed_.notify_all();
    }

    bool wait(const bool& flag)
    {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, patience, [&] { return flag; });
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    bool begun_ = false;
    bool ended_ = false;
};

}  // namespace

void Call::fail(std::exception_ptr failure)
{
    if (!failure_) failure_ = std::move(failure);
    source_.request_stop();
}

void Call::guarded(const std::function<void()>& python_code)
{
    const py::gil_scoped_acquire lock;
    if (failure_) return;
    try {
        python_code();
    } catch (...) {
        fail(std::current_exception());
    }
}

void Call::run_beside(const std::function<void()>& work)
{
    Progress progress;
    BackgroundTask task([&] {
        struct Ending {
            Progress& progress;
            ~Ending() { progress.set_ended(); }
        } const ending{progress};
        progress.set_begun();
        work();
    });
    // Where no thread is to be had, the work does not begin before finish().
    if (progress.wait_begun()) {
        while (!progress.wait_ended()) {
            const py::gil_scoped_acquire lock;
            if (!failure_ && PyErr_CheckSignals() != 0) fail(std::make_exception_ptr(py::error_already_set()));
        }
    }
    task.finish();
}

void Call::run_void(Duration duration, const std::function<void()>& work)
{
    try {
        const py::gil_scoped_release unlocked;
        if (duration == Duration::maybe_long) {
            run_beside(work);
        } else {
            work();
        }
    } catch (const Error& error) {
        if (error.code() != ErrorCode::interrupted || !failure_) throw;
    }
    if (failure_) std::rethrow_exception(failure_);
}

InUse::Asked::Asked(InUse& use) : use_(use)
{
    if (use.changing_) throw std::runtime_error("the object is being changed by another thread");
    ++use.readers_;
}

InUse::Changed::Changed(InUse& use) : use_(use)
{
    if (use.changing_ || use.readers_ > 0) throw std::runtime_error("the object is in use by another call");
    use.changing_ = true;
    ++use.changes_;
}

}  // namespace tocca::python
