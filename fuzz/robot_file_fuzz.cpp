// SPDX-License-Identifier: Apache-2.0
// libFuzzer: any bytes as URDF, as SRDF, and cut at the first zero byte as one of each. They are read or refused with
// an Error, nothing else; what is read makes a robot whose links have places.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/io/robot_file.hpp"

namespace {

void read_semantics(std::string_view text, tocca::RobotFile* robot)
{
    const tocca::SrdfFile srdf = tocca::parse_srdf(text, "fuzzed");
    if (robot == nullptr) return;
    tocca::SrdfAllowed allowed = tocca::allowed_pairs(srdf, robot->parts.links);
    if (allowed.unknown.size() > srdf.disabled.size() + srdf.disabled_by_default.size()) std::abort();
    robot->parts.allowed = std::move(allowed.pairs);
    robot->srdf = srdf;
}

void make_robot(tocca::RobotFile file)
{
    const tocca::Robot robot(std::move(file.parts));
    if (robot.poses(robot.zero()).size() != robot.links().size()) std::abort();
    for (const tocca::SrdfGroup& group : file.srdf.groups) {
        for (const std::size_t value : tocca::group_values(robot, file.srdf, group.name)) {
            if (value >= robot.value_count()) std::abort();
        }
    }
}

template <class Work>
void run_or_refuse(Work work)
{
    try {
        work();
    } catch (const tocca::Error&) {
        return;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    run_or_refuse([&] { make_robot(tocca::parse_robot(bytes, "fuzzed")); });
    run_or_refuse([&] { read_semantics(bytes, nullptr); });
    const std::size_t zero = bytes.find('\0');
    if (zero == std::string_view::npos) return 0;
    run_or_refuse([&] {
        tocca::RobotFile robot = tocca::parse_robot(bytes.substr(0, zero), "fuzzed");
        read_semantics(bytes.substr(zero + 1), &robot);
        make_robot(std::move(robot));
    });
    return 0;
}
