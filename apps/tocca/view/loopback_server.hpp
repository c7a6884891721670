// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>

namespace tocca::app {

/// Serves one page over HTTP to programs on this machine, and to no other machine.
///
/// GET and HEAD of / and of the page's name are answered; clients that are slow, silent or broken are left after some
/// seconds, and hold up no other.
class LoopbackServer {
public:
    /// Takes a port of 127.0.0.1; 0: a free one.
    ///
    /// Throws: Error (unwritable_file) when the port cannot be had.
    LoopbackServer(std::string name, std::string page, std::uint16_t port);
    ~LoopbackServer();
    LoopbackServer(const LoopbackServer&) = delete;
    LoopbackServer& operator=(const LoopbackServer&) = delete;

    /// Where a browser finds the page.
    [[nodiscard]] std::string address() const;

    /// Answers until a stop is requested, which it notices within a fraction of a second.
    void run(const std::stop_token& stop);

private:
    [[nodiscard]] std::string answer(std::string_view request) const;

    std::string name_;
    std::string page_;
    std::uint16_t port_;
    int listener_ = -1;
};

}  // namespace tocca::app
