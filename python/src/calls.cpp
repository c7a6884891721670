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

/// Tells the caller that work beside it has ended.
class Ending {
public:
    void set()
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        changed_.notify_all();
    }

    /// Whether it has ended, after some patience.
    bool wait()
    {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, patience, [&] { return ended_; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
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
    Ending ending;
    BackgroundTask task([&] {
        struct Guard {
            Ending& ending;
            ~Guard() { ending.set(); }
        } const guard{ending};
        work();
    });
    while (task.has_thread() && !ending.wait()) {
        const py::gil_scoped_acquire lock;
        if (!failure_ && PyErr_CheckSignals() != 0) fail(std::make_exception_ptr(py::error_already_set()));
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
