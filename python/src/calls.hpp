// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <stop_token>
#include <utility>

namespace tocca::python {

namespace py = pybind11;

/// Whether a call may take so long that a person wants to interrupt it. Watching costs a thread, some 20 microseconds.
enum class Duration { short_, maybe_long };

/// One call into the library: other Python threads go on meanwhile, Ctrl-C and failing callbacks end it.
///
/// Assumes: made, run and destroyed by a thread that holds the interpreter's lock.
class Call {
public:
    /// Hands on requests to stop.
    [[nodiscard]] std::stop_token stop() const { return source_.get_token(); }

    /// The callback for the library, nothing for None. It may be called from any thread. When it raises, the call ends
    /// with what it raised. `Argument` is what the library says, such as a fraction.
    template <class Argument>
    [[nodiscard]] std::function<void(Argument)> progress(const py::object& callback)
    {
        if (callback.is_none()) return {};
        // Bare: the library may copy the function without the interpreter's lock. The caller's argument keeps it alive.
        PyObject* const bare = callback.ptr();
        return [this, bare](Argument argument) {
            const py::handle function(bare);
            guarded([&] { function(argument); });
        };
    }

    /// Runs something that calls Python, with the interpreter's lock; what it raises ends the call.
    void guarded(const std::function<void()>& python_code);

    /// Runs `work` without the interpreter's lock and returns what it returns.
    template <class Work>
    auto run(Duration duration, Work&& work)
    {
        std::optional<decltype(work())> result;
        run_void(duration, [&] { result.emplace(work()); });
        return std::move(*result);
    }

private:
    void run_void(Duration duration, const std::function<void()>& work);
    void run_beside(const std::function<void()>& work);
    void fail(std::exception_ptr failure);

    std::stop_source source_;
    std::exception_ptr failure_;  // guarded by the interpreter's lock
};

/// Keeps an object that changes from being changed by one Python thread while another asks about it: the second is
/// refused, since waiting could last forever where a callback is the second.
///
/// Assumes: the interpreter's lock is held whenever a use begins or ends.
class InUse {
public:
    /// A use of the object as long as this lives.
    class Asked {
    public:
        explicit Asked(InUse& use);
        ~Asked() { --use_.readers_; }
        Asked(const Asked&) = delete;
        Asked& operator=(const Asked&) = delete;

    private:
        InUse& use_;
    };
    class Changed {
    public:
        explicit Changed(InUse& use);
        /// What is refused with an exception has changed nothing.
        ~Changed()
        {
            use_.changing_ = false;
            if (std::uncaught_exceptions() > exceptions_) --use_.changes_;
        }
        Changed(const Changed&) = delete;
        Changed& operator=(const Changed&) = delete;

    private:
        InUse& use_;
        int exceptions_ = std::uncaught_exceptions();
    };

    /// How often the object has been changed.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }

private:
    int readers_ = 0;
    bool changing_ = false;
    std::uint64_t changes_ = 0;
};

}  // namespace tocca::python
