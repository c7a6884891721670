// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/html_report.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/base/printable_text.hpp"
#include "tocca/base/version.hpp"
#include "tocca/io/base64.hpp"
#include "tocca/io/json_text.hpp"
#include "tocca/report/detail/flat_numbers.hpp"
#include "tocca/report/packed_block.hpp"
#include "tocca/report/quantised_positions.hpp"
#include "tocca/report/report_limits.hpp"
#include "tocca/report/verdict.hpp"

namespace tocca {
namespace {

// What a page shows needs no more; numbers with few digits are small when packed.
constexpr double weight_grid = 0x1p-14;
constexpr double normal_grid = 0x1p-12;
constexpr double turn_grid = 0x1p-19;   // of the components of quaternions
constexpr double place_grid = 0x1p-18;  // of the extent of what is placed

/// The grid that places of an extent are rounded to, wherever that is, a power of two so that they have few digits; 0 for
/// none.
double grid_of(double extent) { return extent > 0.0 ? std::exp2(std::floor(std::log2(extent * place_grid))) : 0.0; }

/// The blocks of a report. They are packed all at once in the end, on several threads.
class Blocks {
public:
    /// The number of a block whose numbers are packed as told; they are kept until then.
    template <class Number, class... Prediction>
    std::size_t add(std::vector<Number> numbers, Prediction... prediction)
    {
        auto kept = std::make_shared<const std::vector<Number>>(std::move(numbers));
        return add([kept, prediction...] { return packed(std::span<const Number>(*kept), prediction...); });
    }
    std::size_t add(std::function<PackedBlock()> work)
    {
        work_.push_back(std::move(work));
        return work_.size() - 1;
    }

    /// Packs all of them, and gives what the manifest says of each; the texts are in texts().
    [[nodiscard]] Json pack(int threads)
    {
        std::vector<Json> descriptions(work_.size());
        texts_.resize(work_.size());
        for_each_piece(work_.size(), threads, [&](std::size_t i) {
            const PackedBlock block = work_[i]();
            work_[i] = {};
            texts_[i] = base64(block.bytes);
            descriptions[i] = {{"type", block.type},   {"count", block.count},       {"stride", block.stride},
                               {"order", block.order}, {"shuffled", block.shuffled}, {"bytes", block.bytes.size()}};
        });
        return descriptions;
    }

    [[nodiscard]] const std::vector<std::string>& texts() const { return texts_; }

private:
    std::vector<std::function<PackedBlock()>> work_;
    std::vector<std::string> texts_;
};

Json facts_json(const std::vector<ReportFact>& facts)
{
    Json list = Json::array();
    for (const auto& [name, value] : facts) list.push_back({{"name", printable(name)}, {"value", printable(value)}});
    return list;
}

/// The largest floats stand for what is larger.
float float_of(double value)
{
    constexpr double greatest = std::numeric_limits<float>::max();
    return static_cast<float>(std::clamp(value, -greatest, greatest));
}

/// A report in the making.
class Report {
public:
    Report(const RecordedMotion& motion, const ReportOptions& options)
        : motion_(motion), options_(options), chosen_(select_for_report(motion, options))
    {}

    [[nodiscard]] std::string data(const ReportFacts& facts)
    {
        Json bodies = bodies_json(), contacts = contacts_json(), steps = steps_json();
        Json times = Json::array();
        for (const std::size_t key : chosen_.keys) times.push_back(motion_.key_times[key]);
        Json manifest = {{"schema", "tocca.report/1"},
                         {"version", version},
                         {"kind", facts.kind},
                         {"title", printable(motion_.title)}};
        if (!facts.command.empty()) manifest["command"] = facts.command;
        if (!facts.complete) manifest["complete"] = false;
        if (facts.start_assumed_free) manifest["start_assumed_free"] = true;
        manifest["verdict"] = to_string(verdict(facts.complete));
        manifest["settings"] = facts_json(facts.settings);
        manifest["statistics"] = facts_json(facts.statistics);
        manifest["reduced"] = reduced_json();
        manifest["key_times"] = std::move(times);
        manifest["steps"] = std::move(steps);
        manifest["bodies"] = std::move(bodies);
        manifest["contacts"] = std::move(contacts);
        manifest["blocks"] = blocks_.pack(options_.threads);

        std::string text;
        append_element(text, "application/json", "tocca-manifest", escaped(json_text(manifest)));
        append_element(text, "application/json", "tocca-answers", escaped(facts.answers));
        for (std::size_t i = 0; i < blocks_.texts().size(); ++i) {
            append_element(text, "application/octet-stream", fmt::format("tocca-block-{}", i), blocks_.texts()[i]);
        }
        return text;
    }

private:
    /// JSON in which no text can end the element that holds it.
    [[nodiscard]] static std::string escaped(std::string_view document)
    {
        std::string text;
        text.reserve(document.size());
        for (const char letter : document) {
            if (letter == '<') {
                text += "\\u003c";
            } else {
                text += letter;
            }
        }
        return text;
    }

    static void append_element(std::string& text, std::string_view type, std::string_view id, std::string_view content)
    {
        text += fmt::format("<script type=\"{}\" id=\"{}\">", type, id);
        text += content;
        text += "</script>\n";
    }

    [[nodiscard]] Json reduced_json() const
    {
        Json sentences = Json::array();
        for (const auto* some : {&motion_.reductions, &chosen_.sentences, &sentences_}) {
            for (const std::string& sentence : *some) sentences.push_back(sentence);
        }
        return sentences;
    }

    [[nodiscard]] Json bodies_json()
    {
        Json bodies = Json::array();
        double error = 0.0;
        bool turns = false;
        for (const RecordedBody& body : motion_.bodies) {
            bodies.push_back(body_json(body, error));
            turns = turns || !body.poses.empty();
        }
        if (error > 0.0) {
            sentences_.push_back(
                fmt::format("positions are rounded to 1/65535 of the extent of each body, by {:.2g} at most", error));
        }
        if (turns) {
            sentences_.push_back(fmt::format("poses of bodies are rounded by {:.2g} and {:.2g} degrees at most",
                                             place_error_, 2.0 * turn_grid * 180.0 / std::numbers::pi));
        }
        return bodies;
    }

    [[nodiscard]] Json body_json(const RecordedBody& body, double& error)
    {
        // The keys of the body that stay: their numbers in the body, and that of the first in the report.
        const auto first = std::lower_bound(chosen_.keys.begin(), chosen_.keys.end(), body.first_key);
        const auto end = std::upper_bound(first, chosen_.keys.end(), body.last_key);
        std::vector<std::size_t> keys;
        for (auto key = first; key != end; ++key) keys.push_back(*key - body.first_key);
        const auto first_key = first - chosen_.keys.begin();

        const bool deforms = body.positions.size() > 1 && !body.positions.front().empty();
        const std::vector<std::size_t> only = {0};
        QuantisedPositions positions = quantised(body.positions, deforms ? keys : only);
        error = std::max(error, positions.error());
        const std::size_t stride = 3 * body.positions.front().size();
        const auto low = positions.low, size = positions.size;
        sizes_.push_back(*std::max_element(positions.size.begin(), positions.size.end()));
        const auto numbers = std::make_shared<const std::vector<std::uint16_t>>(std::move(positions.numbers));
        const std::span<const std::uint16_t> all(*numbers);
        const std::size_t first_block =
            blocks_.add([numbers, some = all.first(stride)] { return packed(some, {.stride = 3, .order = 1}); });
        Json rest_block;
        if (all.size() > stride) {
            rest_block = blocks_.add([numbers, stride, all] {
                const auto rest = all.subspan(stride);
                Prediction prediction{.stride = stride, .order = 1, .before = all.first(stride)};
                prediction.order = better_order(rest, prediction);
                return packed(rest, prediction);
            });
        }
        Json poses = poses_json(body, keys, sizes_.back());
        Json loose_edges;
        if (!body.loose_edges.empty()) {
            loose_edges = blocks_.add(report::detail::flat(body.loose_edges), Prediction{.stride = 2, .order = 1});
        }
        const std::size_t faces = blocks_.add(report::detail::flat(body.faces), Prediction{.stride = 3, .order = 1});
        return {{"name", printable(body.name)},
                {"vertices", body.positions.front().size()},
                {"first_key", first_key},
                {"last_key", first_key + static_cast<std::ptrdiff_t>(keys.size()) - 1},
                {"faces", faces},
                {"loose_edges", std::move(loose_edges)},
                {"positions",
                 {{"low", low},
                  {"size", size},
                  {"keys", deforms ? keys.size() : 1},
                  {"first", first_block},
                  {"rest", std::move(rest_block)}}},
                {"poses", std::move(poses)}};
    }

    /// The poses at some keys of a body of this size.
    [[nodiscard]] Json poses_json(const RecordedBody& body, const std::vector<std::size_t>& keys, double size)
    {
        if (body.poses.empty()) return nullptr;
        // Neither the way nor the body is to look coarse.
        Eigen::AlignedBox3d way;
        for (const std::size_t key : keys) way.extend(Eigen::Vector3d(body.poses[key].translation()));
        const double side = way.sizes().maxCoeff();
        const double grid = grid_of(size > 0.0 && side > 0.0 ? std::min(side, size) : std::max(side, size));
        place_error_ = std::max(place_error_, grid / 2.0);
        std::vector<double> numbers;
        for (const std::size_t key : keys) {
            const Eigen::Quaterniond turn(body.poses[key].linear());
            for (const double number : on_grid(body.poses[key].translation(), grid)) numbers.push_back(number);
            for (const double number : on_grid(turn.vec(), turn_grid)) numbers.push_back(number);
            numbers.push_back(std::round(turn.w() / turn_grid) * turn_grid);
        }
        return blocks_.add(std::move(numbers));
    }

    /// Of steps that were not reached nothing is known.
    [[nodiscard]] Verdict verdict(bool complete) const
    {
        Verdict whole = complete ? Verdict::nothing : Verdict::undecided;
        for (const RecordedStep& step : motion_.steps) whole = joined(whole, verdict_of(step.outcome));
        return whole;
    }

    [[nodiscard]] Json steps_json() const
    {
        Json steps = Json::array();
        std::size_t next = 0;
        for (std::size_t step = 0; step < motion_.steps.size(); ++step) {
            const std::size_t first = next;
            while (next < chosen_.contacts.size() && motion_.contacts[chosen_.contacts[next]].step == step) ++next;
            const RecordedStep& what = motion_.steps[step];
            Json& recorded = steps.emplace_back(Json{{"name", printable(what.name)},
                                                     {"outcome", to_string(what.outcome)},
                                                     {"safe_until", what.safe_until},
                                                     {"contact_count", what.contact_count},
                                                     {"contacts", {first, next}}});
            if (what.crossing_count > 0) recorded["crossing_count"] = what.crossing_count;
            if (!what.checked) recorded["checked"] = false;
        }
        return steps;
    }

    /// A column of the contacts: what `values` gives of each, in one block.
    template <class Number, class Values, class... More>
    std::size_t column(const Values& values, More... more)
    {
        std::vector<Number> numbers;
        for (const std::size_t i : chosen_.contacts) {
            for (const auto value : values(motion_.contacts[i])) numbers.push_back(value);
        }
        return blocks_.add(std::move(numbers), more...);
    }

    /// Three numbers, rounded to a grid unless the grid is too fine or too coarse to be one.
    [[nodiscard]] static std::array<double, 3> on_grid(const Eigen::Vector3d& vector, double grid)
    {
        std::array<double, 3> numbers;
        for (std::size_t i = 0; i < 3; ++i) {
            const double value = vector[static_cast<Eigen::Index>(i)], rounded = std::round(value / grid) * grid;
            numbers[i] = std::isfinite(rounded) ? rounded : value;
        }
        return numbers;
    }

    [[nodiscard]] Json contacts_json()
    {
        if (chosen_.contacts.empty()) return nullptr;
        const double grid = grid_of(least_size());
        sentences_.push_back(
            fmt::format("points of contact are rounded by {:.2g} at most, their weights by {:.2g}, normals by {:.2g}",
                        grid / 2.0, weight_grid / 2.0, normal_grid / 2.0));

        const std::size_t lower = column<double>([](const auto& c) { return std::array{c.contact.toc.lower}; });
        const std::size_t upper = column<double>([](const auto& c) { return std::array{c.contact.toc.upper}; });
        const std::size_t kind = column<std::uint8_t>([](const auto& c) {
            return std::array{static_cast<std::uint8_t>(c.contact.kind == PairKind::vertex_face ? 0 : 1)};
        });
        const std::size_t vertices = column<std::uint32_t>([](const auto& c) { return c.contact.vertices; },
                                                           Prediction{.stride = 4, .order = 1});
        const std::size_t objects = objects_column();
        const std::size_t weights = column<float>([](const auto& c) {
            std::array<float, 4> numbers;
            for (std::size_t i = 0; i < 4; ++i) {
                numbers[i] = float_of(std::round(c.contact.weights[i] / weight_grid) * weight_grid);
            }
            return numbers;
        });
        const std::size_t point = column<double>([&](const auto& c) { return on_grid(c.contact.point, grid); });
        const std::size_t normal = column<float>([](const auto& c) {
            const auto [x, y, z] = on_grid(c.contact.normal, normal_grid);
            return std::array{float_of(x), float_of(y), float_of(z)};
        });
        const bool any_distance = std::any_of(motion_.contacts.begin(), motion_.contacts.end(),
                                              [](const RecordedContact& c) { return c.distance.has_value(); });
        Json distance;
        if (any_distance) {
            distance = column<float>([](const auto& c) {
                return std::array{c.distance ? float_of(*c.distance) : std::numeric_limits<float>::quiet_NaN()};
            });
        }
        return {{"count", chosen_.contacts.size()},
                {"toc_lower", lower},
                {"toc_upper", upper},
                {"kind", kind},
                {"vertices", vertices},
                {"objects", objects},
                {"weights", weights},
                {"point", point},
                {"normal", normal},
                {"distance", std::move(distance)}};
    }

    [[nodiscard]] std::size_t objects_column()
    {
        const Prediction prediction{.stride = 2, .order = 1};
        if (motion_.bodies.size() > 65'536) {
            return column<std::uint32_t>([](const auto& c) { return c.contact.objects; }, prediction);
        }
        return column<std::uint16_t>(
            [](const auto& c) {
                return std::array{static_cast<std::uint16_t>(c.contact.objects[0]),
                                  static_cast<std::uint16_t>(c.contact.objects[1])};
            },
            prediction);
    }

    /// The size of the smallest body that touches another, apart from those that are points; 0 for none.
    [[nodiscard]] double least_size() const
    {
        double least = 0.0;
        for (const std::size_t i : chosen_.contacts) {
            for (const std::uint32_t body : motion_.contacts[i].contact.objects) {
                const double size = sizes_[body];
                if (size > 0.0) least = least > 0.0 ? std::min(least, size) : size;
            }
        }
        return least;
    }

    const RecordedMotion& motion_;
    const ReportOptions& options_;
    ReportSelection chosen_;
    Blocks blocks_;
    std::vector<std::string> sentences_;
    std::vector<double> sizes_;  ///< of the bodies, the longest side of the box around all positions
    double place_error_ = 0.0;   ///< of poses
};

}  // namespace

std::string html_report(const RecordedMotion& motion, const ReportFacts& facts, std::string_view page,
                        const ReportOptions& options)
{
    check(motion);
    const std::size_t place = page.find(report_place);
    require(place != std::string_view::npos, "a page for a report must have the line <!--tocca-report-->");
    std::string text(page.substr(0, place));
    text += Report(motion, options).data(facts);
    text += page.substr(place + report_place.size());
    return text;
}

}  // namespace tocca
