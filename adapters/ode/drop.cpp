// SPDX-License-Identifier: Apache-2.0
// Drops models on models in the Open Dynamics Engine, with tocca keeping them apart and with ODE alone, and tests all
// triangles for crossings after every step. Ends with 1 if there is a crossing with tocca.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "adapters/ode/drop_scene.hpp"
#include "scenes/rigid_models.hpp"
#include "tocca/io/load_mesh.hpp"

namespace {

using namespace tocca;
using namespace tocca::ode;

struct Options {
    std::size_t drops = 200;
    std::size_t triangles = 8'000;
    std::uint64_t seed = 1;
    std::vector<std::string> models;
    bool quick = false;
    bool without_ode_alone = false;
    DropOptions drop;
};

struct NamedModel {
    std::string name;
    TriangleMesh mesh;
};

std::vector<NamedModel> models_of(const Options& options)
{
    std::vector<NamedModel> models;
    models.push_back({"knot", scenes::scaled_to_radius(scenes::trefoil_knot(options.triangles), 1.0)});
    models.push_back({"blob", scenes::scaled_to_radius(scenes::blob(options.triangles), 1.0)});
    for (const std::string& path : options.models)
        models.push_back({std::filesystem::path(path).stem().string(), scenes::scaled_to_radius(load_mesh(path), 1.0)});
    return models;
}

DropTally run(const DropScene& scene, Keeper keeper, const Options& options)
{
    DropTally total;
    DropOptions drop = options.drop;
    for (std::size_t i = 0; i < options.drops; ++i) {
        drop.seed = options.seed * 1'000'003 + i;
        total.add(scene.drop(keeper, drop));
    }
    return total;
}

void print_seen(const char* keeper, const DropTally& tally)
{
    const auto steps = static_cast<double>(tally.steps);
    fmt::print("  {:<10} {} drops, {} with contact, {} steps of {:.2f} ms\n", keeper, tally.drops,
               tally.drops_with_contact, tally.steps, 1e3 * tally.seconds / steps);
    fmt::print("  {:<10} penetrations: {} steps in {} drops\n", "", tally.steps_with_crossing,
               tally.drops_with_crossing);
}

void print_queries(const DropTally& tally, double step)
{
    const auto queries = static_cast<double>(tally.queries);
    fmt::print("  {:<10} query: {:.3f} ms on average, {:.3f} ms at worst\n", "", 1e3 * tally.query_seconds / queries,
               1e3 * tally.slowest_query_seconds);
    fmt::print("  {:<10} sub-steps: {:.2f} per step, {} at most; {} steps lost {:.1f} ms, {:.4f} % of the time\n", "",
               static_cast<double>(tally.substeps) / static_cast<double>(tally.steps), tally.most_substeps,
               tally.steps_cut_short, 1e3 * tally.seconds_lost,
               100.0 * tally.seconds_lost / (step * static_cast<double>(tally.steps)));
}

int drop_all(const Options& options)
{
    const Engine engine;
    std::size_t crossings = 0;
    for (const NamedModel& model : models_of(options)) {
        const DropScene scene(model.mesh, model.mesh);
        fmt::print("{} on {}, {} triangles each\n", model.name, model.name, model.mesh.faces().size());
        const DropTally kept = run(scene, Keeper::tocca, options);
        print_seen("tocca", kept);
        print_queries(kept, options.drop.step);
        crossings += kept.steps_with_crossing;
        if (!options.without_ode_alone) print_seen("ODE alone", run(scene, Keeper::ode_alone, options));
    }
    fmt::print("penetrations with tocca: {}\n", crossings);
    return crossings == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
    Options options;
    CLI::App app(
        "Drops models on models in the Open Dynamics Engine, with tocca and with ODE alone.\n"
        "Example: ode_drop --drops 20 --model bunny.obj");
    app.add_option("--drops", options.drops, "drops of each model")->capture_default_str();
    app.add_option("--triangles", options.triangles, "of the generated models")->capture_default_str();
    app.add_option("--seed", options.seed, "of orientations and paths")->capture_default_str();
    app.add_option("--model", options.models, "mesh file of a further model");
    app.add_option("--steps", options.drop.greatest_steps, "of a drop, at most")->capture_default_str();
    app.add_option("--speed", options.drop.speed, "of the fall at its start, per second")->capture_default_str();
    app.add_flag("--tocca-only", options.without_ode_alone, "leave out the runs with ODE alone");
    app.add_flag("--quick", options.quick, "5 drops of 2,000 triangles each");
    CLI11_PARSE(app, argc, argv);
    if (options.quick) {
        options.drops = 5;
        options.triangles = 2'000;
    }
    try {
        return drop_all(options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "ode_drop: {}\n", error.what());
        return 2;
    }
}
