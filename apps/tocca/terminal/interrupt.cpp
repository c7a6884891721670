// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/terminal/interrupt.hpp"

#include <csignal>

#include "tocca/base/error.hpp"

namespace tocca::app {
namespace {

std::stop_source& interrupt_source()
{
    static std::stop_source source;
    return source;
}

/// No callback is ever registered on the source, so the request is one lock-free exchange, fit for a handler.
extern "C" void request_stop(int) { interrupt_source().request_stop(); }

}  // namespace

std::stop_token stop_on_interrupt()
{
    std::stop_source& source = interrupt_source();  // made here, so that the handler never makes it
    struct sigaction action = {};
    action.sa_handler = request_stop;
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // no SA_RESTART: a read that waits ends with EINTR
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    return source.get_token();
}

void throw_if_stopped(const std::stop_token& stop)
{
    if (stop.stop_requested()) throw Error(ErrorCode::interrupted, "interrupted");
}

void run_until_interrupted(const std::function<void()>& work)
{
    try {
        work();
    } catch (const Error& error) {
        if (error.code() != ErrorCode::interrupted) throw;
    }
}

}  // namespace tocca::app
