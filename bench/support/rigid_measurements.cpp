// SPDX-License-Identifier: Apache-2.0
#include "support/rigid_measurements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "scenes/answer_hash.hpp"
#include "scenes/rigid_models.hpp"
#include "support/thread_time.hpp"
#include "tocca/io/load_mesh.hpp"

namespace tocca::bench {
namespace {

constexpr double model_radius = 50.0;

/// Contacts that the authors' own program for conservative advancement and one built on another library both find.
std::optional<std::size_t> known_contacts(const std::string& name)
{
    if (name == "knot35k") return 197;
    if (name == "bunny_69k") return 183;
    if (name == "armadillo_52k") return 188;
    if (name == "dragon_res3_48k") return 182;
    return std::nullopt;
}

RigidModel generated(const scenes::RigidModelEntry& entry, std::size_t triangles)
{
    const std::string name = fmt::format("{}{}k", entry.name, triangles / 1000);
    return {.name = name,
            .mesh = [entry, triangles] { return scenes::scaled_to_radius(entry.make(triangles), model_radius); },
            .known_contacts = known_contacts(name)};
}

}  // namespace

std::vector<RigidModel> rigid_models(const std::filesystem::path& data)
{
    std::vector<RigidModel> models;
    for (const scenes::RigidModelEntry& entry : scenes::rigid_models())
        models.push_back(generated(entry, entry.triangles));
    for (const char* file : {"stanford_bunny_69k.obj", "armadillo_52k.off", "stanford_dragon_res3_48k.ply"}) {
        const std::filesystem::path path = data / "meshes" / file;
        if (!std::filesystem::exists(path)) continue;
        std::string name = path.stem().string();
        if (name.starts_with("stanford_")) name.erase(0, std::string("stanford_").size());
        models.push_back({.name = name,
                          .mesh = [path] { return scenes::scaled_to_radius(load_mesh(path), model_radius); },
                          .known_contacts = known_contacts(name)});
    }
    return models;
}

RigidModel knot_model(std::size_t triangles) { return generated(scenes::rigid_models().front(), triangles); }

double RigidMeasurement::mean() const
{
    return std::accumulate(milliseconds.begin(), milliseconds.end(), 0.0) / static_cast<double>(milliseconds.size());
}

double RigidMeasurement::quantile(double share) const
{
    std::vector<double> sorted = milliseconds;
    std::sort(sorted.begin(), sorted.end());
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return sorted[std::max<std::size_t>(rank, 1) - 1];
}

std::size_t RigidMeasurement::slowest() const
{
    return static_cast<std::size_t>(std::max_element(milliseconds.begin(), milliseconds.end()) - milliseconds.begin());
}

std::size_t RigidMeasurement::contacts() const
{
    return static_cast<std::size_t>(std::count_if(answers.begin(), answers.end(),
                                                  [](const RigidAnswer& answer) { return answer.toc.has_value(); }));
}

double RigidMeasurement::mean_iterations() const
{
    double sum = 0.0;
    for (const RigidAnswer& answer : answers) sum += static_cast<double>(answer.iterations);
    return sum / static_cast<double>(answers.size());
}

double RigidMeasurement::mean_triangle_distances() const
{
    double sum = 0.0;
    for (const RigidAnswer& answer : answers) sum += static_cast<double>(answer.triangle_distances);
    return sum / static_cast<double>(answers.size());
}

std::string RigidMeasurement::hash() const
{
    std::string text;
    for (const RigidAnswer& answer : answers) text += answer.hash;
    return text.empty() ? text : scenes::hash_of(text);
}

RigidMeasurement measure(const RigidMethod& method, std::span<const scenes::RigidShot> shots)
{
    RigidMeasurement measured;
    measured.answers.resize(shots.size());
    measured.milliseconds.assign(shots.size(), std::numeric_limits<double>::infinity());
    for (int pass = 0; pass < method.passes; ++pass) {
        for (std::size_t i = 0; i < shots.size(); ++i) {
            const double seconds = thread_seconds_of([&] { measured.answers[i] = method.first_contact(shots[i]); });
            measured.milliseconds[i] = std::min(measured.milliseconds[i], 1e3 * seconds);
        }
    }
    return measured;
}

RigidDifference difference(const RigidMeasurement& measured, const RigidMeasurement& sound)
{
    RigidDifference result;
    for (std::size_t i = 0; i < measured.answers.size(); ++i) {
        const std::optional<double>&found = measured.answers[i].toc, &right = sound.answers[i].toc;
        if (right && !found) ++result.missed;
        if (found && !right) ++result.invented;
        if (found && right) result.latest = std::max(result.latest, *found - *right);
    }
    return result;
}

}  // namespace tocca::bench
