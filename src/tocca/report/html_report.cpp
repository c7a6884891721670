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
    [[nodiscard]] std::string pack(int threads)
    {
        std::vector<std::string> descriptions(work_.size());
        texts_.resize(work_.size());
        for_each_piece(work_.size(), threads, [&](std::size_t i) {
            const PackedBlock block = work_[i]();
            work_[i] = {};
            texts_[i] = base64(block.bytes);
            descriptions[i] =
                fmt::format(R"({{"type":"{}","count":{},"stride":{},"order":{},"shuffled":{},"bytes":{}}})", block.type,
                            block.count, block.stride, block.order, block.shuffled, block.bytes.size());
        });
        return fmt::format("[{}]", fmt::join(descriptions, ",\n"));
    }

    [[nodiscard]] const std::vector<std::string>& texts() const { return texts_; }

private:
    std::vector<std::function<PackedBlock()>> work_;
    std::vector<std::string> texts_;
};

std::string facts_json(const std::vector<ReportFact>& facts)
{
    std::vector<std::string> texts;
    texts.reserve(facts.size());
    for (const auto& [name, value] : facts) {
        texts.push_back(
            fmt::format(R"({{"name":{},"value":{}}})", json_string(printable(name)), json_string(printable(value))));
    }
    return fmt::format("[{}]", fmt::join(texts, ","));
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
        const std::string bodies = bodies_json(), contacts = contacts_json(), steps = steps_json();
        std::vector<double> times;
        for (const std::size_t key : chosen_.keys) times.push_back(motion_.key_times[key]);
        const std::string blocks = blocks_.pack(options_.threads);
        const std::string manifest =
            fmt::format(R"({{"schema":"tocca.report/1","version":{},"kind":{},"title":{}{}{},"verdict":"{}",)"
                        "\n"
                        R"("settings":{},"statistics":{},"reduced":{},)"
                        "\n"
                        R"("key_times":{},"steps":[{}],)"
                        "\n"
                        R"("bodies":[{}],"contacts":{},"blocks":{}}})",
                        json_string(version), json_string(facts.kind), json_string(printable(motion_.title)),
                        facts.command.empty() ? "" : ",\"command\":" + json_string(facts.command),
                        fmt::format("{}{}", facts.complete ? "" : ",\"complete\":false",
                                    facts.start_assumed_free ? ",\"start_assumed_free\":true" : ""),
                        to_string(verdict(facts.complete)), facts_json(facts.settings), facts_json(facts.statistics),
                        reduced_json(), json_numbers(times), steps, bodies, contacts, blocks);

        std::string text;
        append_element(text, "application/json", "tocca-manifest", escaped(manifest));
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

    [[nodiscard]] std::string reduced_json() const
    {
        std::vector<std::string> sentences;
        for (const auto* some : {&motion_.reductions, &chosen_.sentences, &sentences_}) {
            for (const std::string& sentence : *some) sentences.push_back(json_string(sentence));
        }
        return fmt::format("[{}]", fmt::join(sentences, ","));
    }

    [[nodiscard]] std::string bodies_json()
    {
        std::vector<std::string> texts;
        double error = 0.0;
        bool turns = false;
        for (const RecordedBody& body : motion_.bodies) {
            texts.push_back(body_json(body, error));
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
        return fmt::format("{}", fmt::join(texts, ",\n"));
    }

    [[nodiscard]] std::string body_json(const RecordedBody& body, double& error)
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
        const auto low = json_numbers(positions.low), size = json_numbers(positions.size);
        sizes_.push_back(*std::max_element(positions.size.begin(), positions.size.end()));
        const auto numbers = std::make_shared<const std::vector<std::uint16_t>>(std::move(positions.numbers));
        const std::span<const std::uint16_t> all(*numbers);
        const std::size_t first_block =
            blocks_.add([numbers, some = all.first(stride)] { return packed(some, {.stride = 3, .order = 1}); });
        std::string rest_block = "null";
        if (all.size() > stride) {
            rest_block = std::to_string(blocks_.add([numbers, stride, all] {
                const auto rest = all.subspan(stride);
                Prediction prediction{.stride = stride, .order = 1, .before = all.first(stride)};
                prediction.order = better_order(rest, prediction);
                return packed(rest, prediction);
            }));
        }
        return fmt::format(R"({{"name":{},"vertices":{},"first_key":{},"last_key":{},"faces":{},"loose_edges":{},)"
                           R"("positions":{{"low":{},"size":{},"keys":{},"first":{},"rest":{}}},"poses":{}}})",
                           json_string(printable(body.name)), body.positions.front().size(), first_key,
                           first_key + static_cast<std::ptrdiff_t>(keys.size()) - 1,
                           blocks_.add(report::detail::flat(body.faces), Prediction{.stride = 3, .order = 1}),
                           body.loose_edges.empty() ? "null"
                                                    : std::to_string(blocks_.add(report::detail::flat(body.loose_edges),
                                                                                 Prediction{.stride = 2, .order = 1})),
                           low, size, deforms ? keys.size() : 1, first_block, rest_block,
                           poses_json(body, keys, sizes_.back()));
    }

    /// The poses at some keys of a body of this size.
    [[nodiscard]] std::string poses_json(const RecordedBody& body, const std::vector<std::size_t>& keys, double size)
    {
        if (body.poses.empty()) return "null";
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
        return std::to_string(blocks_.add(std::move(numbers)));
    }

    /// Of steps that were not reached nothing is known.
    [[nodiscard]] Verdict verdict(bool complete) const
    {
        Verdict whole = complete ? Verdict::nothing : Verdict::undecided;
        for (const RecordedStep& step : motion_.steps) whole = joined(whole, verdict_of(step.outcome));
        return whole;
    }

    [[nodiscard]] std::string steps_json() const
    {
        std::vector<std::string> texts;
        std::size_t next = 0;
        for (std::size_t step = 0; step < motion_.steps.size(); ++step) {
            const std::size_t first = next;
            while (next < chosen_.contacts.size() && motion_.contacts[chosen_.contacts[next]].step == step) ++next;
            const RecordedStep& what = motion_.steps[step];
            texts.push_back(
                fmt::format(R"({{"name":{},"outcome":"{}","safe_until":{},"contact_count":{},"contacts":[{},{}]{}{}}})",
                            json_string(printable(what.name)), to_string(what.outcome), json_number(what.safe_until),
                            what.contact_count, first, next,
                            what.crossing_count > 0 ? fmt::format(R"(,"crossing_count":{})", what.crossing_count) : "",
                            what.checked ? "" : R"(,"checked":false)"));
        }
        return fmt::format("{}", fmt::join(texts, ",\n"));
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

    [[nodiscard]] std::string contacts_json()
    {
        if (chosen_.contacts.empty()) return "null";
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
        const std::string distance = any_distance ? std::to_string(column<float>([](const auto& c) {
            return std::array{c.distance ? float_of(*c.distance) : std::numeric_limits<float>::quiet_NaN()};
        }))
                                                  : "null";
        return fmt::format(
            R"({{"count":{},"toc_lower":{},"toc_upper":{},"kind":{},"vertices":{},"objects":{},"weights":{},)"
            R"("point":{},"normal":{},"distance":{}}})",
            chosen_.contacts.size(), lower, upper, kind, vertices, objects, weights, point, normal, distance);
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
