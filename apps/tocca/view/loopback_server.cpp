// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/view/loopback_server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>
#include <vector>

#include "tocca/base/error.hpp"

namespace tocca::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t max_clients = 32;
constexpr std::size_t max_request_bytes = 16384;
constexpr auto patience = std::chrono::seconds(10);  // with a client that neither sends nor reads
constexpr auto linger = std::chrono::seconds(1);     // with one that has its answer but does not hang up
constexpr int tick = 200;                            // milliseconds between looks at the stop token

/// A connection: first its request is read, then the answer written.
struct Client {
    int socket = -1;
    std::string request = {};
    std::string answer = {};  ///< empty while the request is read
    std::size_t sent = 0;
    Clock::time_point until = Clock::now() + patience;
    bool leaving = false;  ///< the answer is sent: what the client still sends is ignored until it hangs up
    bool done = false;
};

/// The part of an address after the host, as a client sends it.
std::string encoded(std::string_view name)
{
    std::string text;
    for (const char letter : name) {
        const auto byte = static_cast<unsigned char>(letter);
        const bool plain = byte < 128 && (std::isalnum(byte) != 0 || std::strchr("-_.~", letter) != nullptr);
        text += plain ? std::string(1, letter) : fmt::format("%{:02X}", byte);
    }
    return text;
}

std::string lower_case(std::string_view text)
{
    std::string lower(text);
    for (char& letter : lower) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return lower;
}

/// The value of the header Host; empty when there is none.
std::string host_of(std::string_view request)
{
    for (std::size_t line = request.find("\r\n"); line != std::string_view::npos;) {
        const std::size_t begin = line + 2, end = request.find("\r\n", begin);
        if (end == std::string_view::npos) break;
        const std::string text = lower_case(request.substr(begin, end - begin));
        if (text.starts_with("host:")) {
            const std::size_t first = text.find_first_not_of(" \t", 5);
            return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
        }
        line = end;
    }
    return "";
}

/// Whether the header Host names this machine and port, or is missing; port 80 may be left out.
bool is_own(std::string_view host, std::uint16_t port)
{
    constexpr std::uint16_t usual_port = 80;
    if (host.empty()) return true;
    for (const std::string_view name : {"127.0.0.1", "localhost"}) {
        if (host == fmt::format("{}:{}", name, port) || (port == usual_port && host == name)) return true;
    }
    return false;
}

std::string refusal(std::string_view status, std::string_view more = "")
{
    const std::string body = fmt::format("{}\n", status);
    return fmt::format(
        "HTTP/1.1 {}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n{}Connection: close\r\n\r\n{}",
        status, body.size(), more, body);
}

[[noreturn]] void fail(const std::string& what)
{
    throw Error(ErrorCode::unwritable_file, fmt::format("{}: {}", what, std::generic_category().message(errno)));
}

/// Whether a call would block or was interrupted, and may be tried again.
bool can_retry() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

void send_more(Client& client)
{
    const ssize_t count = ::send(client.socket, client.answer.data() + client.sent, client.answer.size() - client.sent,
                                 MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0) {
        client.done = !can_retry();
        return;
    }
    client.sent += static_cast<std::size_t>(count);
    client.until = Clock::now() + patience;
    if (client.sent < client.answer.size()) return;
    // Closing before everything is read could discard what was sent.
    ::shutdown(client.socket, SHUT_WR);
    client.leaving = true;
    client.until = Clock::now() + linger;
}

}  // namespace

LoopbackServer::LoopbackServer(std::string name, std::string page, std::uint16_t port)
    : name_(std::move(name)), page_(std::move(page)), port_(port)
{
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener_ < 0) fail("cannot create a socket");
    const int yes = 1;
    ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in place = {};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof place;
    auto* const address = reinterpret_cast<sockaddr*>(&place);
    if (::bind(listener_, address, size) != 0 || ::listen(listener_, 16) != 0 ||
        ::getsockname(listener_, address, &size) != 0) {
        const int error = errno;
        ::close(listener_);
        errno = error;
        fail(fmt::format("cannot use port {} of 127.0.0.1", port));
    }
    port_ = ntohs(place.sin_port);
}

LoopbackServer::~LoopbackServer() { ::close(listener_); }

std::string LoopbackServer::address() const { return fmt::format("http://127.0.0.1:{}/{}", port_, encoded(name_)); }

std::string LoopbackServer::answer(std::string_view request) const
{
    const std::string_view line = request.substr(0, request.find("\r\n"));
    const std::size_t first = line.find(' '), second = line.rfind(' ');
    if (first == std::string_view::npos || second <= first || !line.substr(second + 1).starts_with("HTTP/1.")) {
        return refusal("400 Bad Request");
    }
    // A page of another site may have a name of its own for this machine: it gets nothing.
    if (!is_own(host_of(request), port_)) return refusal("403 Forbidden");
    const std::string_view method = line.substr(0, first);
    if (method != "GET" && method != "HEAD") return refusal("405 Method Not Allowed", "Allow: GET, HEAD\r\n");
    std::string_view path = line.substr(first + 1, second - first - 1);
    path = path.substr(0, path.find('?'));
    if (path != "/" && path != "/" + encoded(name_)) return refusal("404 Not Found");
    std::string text = fmt::format(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n"
        "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        page_.size());
    if (method == "GET") text += page_;
    return text;
}

void LoopbackServer::run(const std::stop_token& stop)
{
    std::vector<Client> clients;
    std::vector<pollfd> waits;
    while (!stop.stop_requested()) {
        waits.assign(1, {.fd = clients.size() < max_clients ? listener_ : -1, .events = POLLIN, .revents = 0});
        for (const Client& client : clients) {
            const short events = client.answer.empty() || client.leaving ? POLLIN : POLLOUT;
            waits.push_back({.fd = client.socket, .events = events, .revents = 0});
        }
        if (::poll(waits.data(), waits.size(), tick) < 0 && errno != EINTR) break;
        for (std::size_t i = 0; i < clients.size(); ++i) {
            Client& client = clients[i];
            if (Clock::now() > client.until) client.done = true;
            if (client.done || waits[i + 1].revents == 0) continue;
            if (!client.answer.empty() && !client.leaving) {
                send_more(client);
                continue;
            }
            std::array<char, 4096> bytes;
            const ssize_t count = ::recv(client.socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
            if (count <= 0) {
                client.done = count == 0 || !can_retry();
                continue;
            }
            if (client.leaving) continue;
            client.request.append(bytes.data(), static_cast<std::size_t>(count));
            if (client.request.find("\r\n\r\n") != std::string::npos) {
                client.answer = answer(client.request);
            } else if (client.request.size() > max_request_bytes) {
                client.answer = refusal("431 Request Header Fields Too Large");
            }
        }
        std::erase_if(clients, [](const Client& client) {
            if (client.done) ::close(client.socket);
            return client.done;
        });
        if ((waits.front().revents & POLLIN) != 0) {
            const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
            if (socket >= 0) clients.push_back({.socket = socket});
        }
    }
    for (const Client& client : clients) ::close(client.socket);
}

}  // namespace tocca::app
