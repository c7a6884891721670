// SPDX-License-Identifier: Apache-2.0
#include "tocca/base/keyed_hash.hpp"

#include <chrono>
#include <exception>
#include <random>

namespace tocca {
namespace {

std::uint64_t random_bits()
{
    try {
        std::random_device device;
        return static_cast<std::uint64_t>(device()) << 32U | device();
    } catch (const std::exception&) {  // a system without a source of randomness: the clock is hard to guess too
        return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) *
               0x9e3779b97f4a7c15U;
    }
}

}  // namespace

const HashKey& HashKey::of_process()
{
    static const HashKey key = {random_bits(), random_bits() | 1U};
    return key;
}

}  // namespace tocca
