// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/body_members.hpp"

#include <filesystem>
#include <limits>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/named_file.hpp"
#include "tocca/io/pose_file.hpp"
#include "tocca/io/pose_text.hpp"

namespace tocca::io::detail {

Eigen::Isometry3d pose_at(const DocumentPlace& place)
{
    if (place.is_text()) {
        const auto reading = pose_of_text(place.text());
        if (!reading.fault.empty()) place.fail("is not a pose: " + reading.fault);
        return reading.value;
    }
    if (!place.is_list()) place.fail("is neither a text nor the four rows of a matrix");
    Eigen::Matrix4d matrix;
    for (std::size_t row = 0; row < 4; ++row) {
        const DocumentPlace numbers = place.at(row, 4);
        for (std::size_t column = 0; column < 4; ++column) {
            matrix(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) = numbers.at(column, 4).number();
        }
    }
    try {
        return pose_of_matrix(matrix);
    } catch (const Error& error) {
        place.fail(std::string("is not a pose: ") + error.what(), error.code());
    }
}

std::uint32_t group_at(const DocumentPlace& place)
{
    const std::size_t number = place.natural_number();
    if (number > std::numeric_limits<std::uint32_t>::max()) place.fail("does not fit in 32 bits");
    return static_cast<std::uint32_t>(number);
}

std::string file_named_at(const DocumentPlace& place, const NamedFileOptions& options)
{
    if (place.text().empty()) place.fail("is an empty file name");
    const auto path = (std::filesystem::path(options.file).parent_path() / place.text()).lexically_normal();
    const std::string fault = naming_fault(path, {.file = options.file, .package_paths = options.package_paths});
    if (!fault.empty()) place.fail("is " + excerpt(place.text()) + ", which " + fault, ErrorCode::unreadable_file);
    return path.string();
}

void read_body_motion(const DocumentPlace& place, SceneFile::Body& body)
{
    if (const auto screw = place.find("screw")) body.screw = screw->truth();
    if (const auto reference = place.find("reference")) {
        if (body.screw) reference->fail("cannot be combined with 'screw'");
        for (std::size_t i = 0; i < 3; ++i) {
            body.reference[static_cast<Eigen::Index>(i)] = reference->at(i, 3).number();
        }
    }
    const auto one = place.find("pose"), many = place.find("poses");
    if (one && many) place.fail("has both 'pose' and 'poses'");
    if (!many) {
        body.poses.push_back(one ? pose_at(*one) : Eigen::Isometry3d::Identity());
        return;
    }
    if (many->size() == 0) many->fail("is empty");
    for (std::size_t i = 0; i < many->size(); ++i) body.poses.push_back(pose_at(many->at(i)));
}

}  // namespace tocca::io::detail
