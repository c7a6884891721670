// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "tocca/base/error.hpp"
#include "tocca/io/number_text.hpp"
#include "tocca/report/detail/png_file.hpp"
#include "tocca/report/detail/scene_drawing.hpp"
#include "tocca/report/detail/stroke_font.hpp"
#include "tocca/report/shown_moment.hpp"
#include "tocca/report/verdict.hpp"

namespace tocca {
namespace {

using report::detail::Canvas;
using report::detail::Pen;
using report::detail::Place;

constexpr std::size_t least_side = 64, max_side = 16384;
constexpr double usual_height = 1000.0;      // at which a fine line is one pixel wide
constexpr std::size_t least_for_text = 200;  // pixels of height and of width: smaller pictures show bodies alone

/// What hides what, from the bodies to the text; the nearness of bodies is up to 1 above their layer.
enum Layer { scene_layer = 1, mark_layer = 3, ground_of_close_up = 4, close_up_layer = 5, top_layer = 7 };

/// The parts of a picture: bodies, and below them a strip with text and the time line.
struct Layout {
    double unit = 1.0;      ///< pixels of a fine line
    std::size_t strip = 0;  ///< pixels of its height
    report::detail::Window scene = {};
};

Layout layout_of(const PictureOptions& options)
{
    Layout layout;
    layout.unit = std::max(0.5, static_cast<double>(std::min(options.height, options.width)) / usual_height);
    if (std::min(options.width, options.height) >= least_for_text) {
        layout.strip = static_cast<std::size_t>(std::lround(std::max(40.0, 84.0 * layout.unit)));
    }
    layout.scene = {0, 0, options.width, options.height - layout.strip};
    return layout;
}

/// Which step a time is in; the last for its end.
std::size_t step_at(const RecordedMotion& motion, double time)
{
    const double last = static_cast<double>(motion.steps.size()) - 1.0;
    return static_cast<std::size_t>(std::clamp(std::floor(time), 0.0, std::max(0.0, last)));
}

/// What the text says about the moment shown, such as "contact   t = 3.41   step 3 (of 8)   277 contacts".
std::string caption(const RecordedMotion& motion, double time, std::size_t step, const std::string& step_word)
{
    if (motion.steps.empty()) return {};
    const RecordedStep& shown = motion.steps[step];
    std::string text(words(shown.outcome));
    text += fmt::format("   t = {:.6g}", time);
    if (motion.steps.size() > 1) text += fmt::format("   {} {} (of {})", step_word, step, motion.steps.size());
    if (shown.crossing_count > 0) text += "   " + with_commas(shown.crossing_count) + " edges through faces";
    if (shown.contact_count > 1) text += "   " + with_commas(shown.contact_count) + " contacts";
    return text;
}

class Strip {
public:
    Strip(Canvas& canvas, const PictureOptions& options, const Layout& layout, const report::detail::Theme& theme)
        : canvas_(canvas), theme_(theme), unit_(static_cast<double>(layout.strip) / 84.0)
    {
        left_ = 24.0 * unit_;
        right_ = static_cast<double>(options.width) - left_;
        top_ = static_cast<double>(options.height - layout.strip);
        canvas.set_window({0, options.height - layout.strip, options.width, options.height});
    }

    void write(std::string_view title, std::string_view about)
    {
        const double size = 15.0 * unit_, line = top_ + 30.0 * unit_;
        const std::string right = report::detail::shortened(about, size, right_ - left_);
        const double start = right_ - report::detail::text_width(right, size);
        report::detail::add_text(canvas_, {start, line}, right, size, pen(theme_.faint));
        const std::string left = report::detail::shortened(title, size, start - left_ - 30.0 * unit_);
        report::detail::add_text(canvas_, {left_, line}, left, size, pen(theme_.ink));
    }

    void draw_time_line(const RecordedMotion& motion, double time)
    {
        if (motion.steps.empty()) return;
        const double high = top_ + 52.0 * unit_, low = high + 12.0 * unit_;
        steps_ = static_cast<double>(motion.steps.size());
        add_rectangle(canvas_, {left_, high}, {right_, low}, pen(theme_.empty_bar));
        draw_free_spans(motion, high, low);
        draw_blocked_steps(motion, high, low);
        draw_steps(motion.steps.size(), high, low);
        draw_contact_times(motion, high, low);
        const double x = across(time);
        add_rectangle(canvas_, {x - unit_, high - 4.0 * unit_}, {x + unit_, low + 4.0 * unit_}, pen(theme_.ink));
        add_triangle(canvas_,
                     {Place{x, high - 1.0 * unit_},
                      {x - 6.0 * unit_, high - 10.0 * unit_},
                      {x + 6.0 * unit_, high - 10.0 * unit_}},
                     pen(theme_.ink));
    }

private:
    [[nodiscard]] static Pen pen(report::detail::Colour colour) { return {.colour = colour, .nearness = top_layer}; }
    [[nodiscard]] double across(double time) const
    {
        return left_ + (right_ - left_) * std::clamp(time / steps_, 0.0, 1.0);
    }

    void draw_free_spans(const RecordedMotion& motion, double high, double low)
    {
        double start = 0.0;  // of a run of steps that are free to their ends
        for (std::size_t i = 0; i < motion.steps.size(); ++i) {
            const double until =
                is_free_at_start(motion.steps[i].outcome) ? std::clamp(motion.steps[i].safe_until, 0.0, 1.0) : 0.0;
            if (until == 1.0 && i + 1 < motion.steps.size()) continue;
            const double end = static_cast<double>(i) + until;
            if (end > start) {
                add_rectangle(canvas_, {across(start), high}, {across(end), low}, pen(report::detail::free_colour));
            }
            start = static_cast<double>(i + 1);
        }
    }

    void draw_blocked_steps(const RecordedMotion& motion, double high, double low)
    {
        for (std::size_t i = 0; i < motion.steps.size(); ++i) {
            if (is_free_at_start(motion.steps[i].outcome)) continue;
            const double start = static_cast<double>(i);
            add_rectangle(canvas_, {across(start), high}, {across(start + 1.0), low},
                          pen(report::detail::blocked_colour));
        }
    }

    /// Gaps between steps, where there is room for them.
    void draw_steps(std::size_t steps, double high, double low)
    {
        if ((right_ - left_) / static_cast<double>(steps) < 12.0 * unit_) return;
        for (std::size_t i = 1; i < steps; ++i) {
            const double x = across(static_cast<double>(i));
            add_rectangle(canvas_, {x - 0.75 * unit_, high}, {x + 0.75 * unit_, low}, pen(theme_.ground));
        }
    }

    void draw_contact_times(const RecordedMotion& motion, double high, double low)
    {
        std::vector<double> places;
        for (const RecordedContact& contact : motion.contacts) {
            const double x = across(time_of(contact));
            if (std::isfinite(x)) places.push_back(std::round(x));
        }
        std::sort(places.begin(), places.end());
        places.erase(std::unique(places.begin(), places.end()), places.end());
        for (const double x : places) {
            add_rectangle(canvas_, {x - unit_, high}, {x + unit_, low}, pen(report::detail::contact_colour));
        }
    }

    Canvas& canvas_;
    const report::detail::Theme& theme_;
    double unit_;
    double left_ = 0.0, right_ = 0.0, top_ = 0.0, steps_ = 1.0;
};

/// A window at the upper right with the contact so large that its features are seen.
void draw_close_up(Canvas& canvas, const report::detail::PlacedScene& scene, const Layout& layout,
                   const report::detail::Theme& theme)
{
    const auto side =
        static_cast<std::size_t>(0.34 * static_cast<double>(std::min(layout.scene.right, layout.scene.bottom)));
    const auto margin = static_cast<std::size_t>(std::lround(18.0 * layout.unit));
    const report::detail::Window window{layout.scene.right - side - margin, margin, layout.scene.right - margin,
                                        margin + side};
    const Place upper_left{static_cast<double>(window.left), static_cast<double>(window.top)};
    const Place lower_right{static_cast<double>(window.right), static_cast<double>(window.bottom)};
    const double frame = 1.5 * layout.unit;
    add_rectangle(canvas, {upper_left.x - frame, upper_left.y - frame}, {lower_right.x + frame, lower_right.y + frame},
                  {.colour = theme.faint, .nearness = mark_layer});
    add_rectangle(canvas, upper_left, lower_right, {.colour = theme.ground, .nearness = ground_of_close_up});

    canvas.set_window(window);
    constexpr double air = 2.2;  // the ball that is shown, against the features
    const double radius = air * report::detail::contact_radius(*scene.contact);
    const auto view = report::detail::View::close_up(radius, {.target = scene.contact->point, .window = window});
    draw_bodies(canvas, view, scene, close_up_layer);
    draw_contact(canvas, view, *scene.contact,
                 {.theme = &theme, .unit = layout.unit, .layer = top_layer, .arrow = 0.3 * static_cast<double>(side)});
}

}  // namespace

std::string png_of(const RecordedMotion& motion, const PictureOptions& options)
{
    check(motion);
    for (const std::size_t side : {options.width, options.height}) {
        require(side >= least_side && side <= max_side, "the sides of a picture must have 64 to 16384 pixels");
    }
    require(std::isfinite(options.time.value_or(0.0)), "the time of a picture must be finite");

    const report::detail::Theme& theme = options.dark ? report::detail::dark_theme : report::detail::light_theme;
    const ShownMoment shown = shown_moment(motion);
    const double time = options.time.value_or(shown.time);
    const Layout layout = layout_of(options);
    const report::detail::PlacedScene scene = report::detail::placed_scene(motion, time);
    const bool at_contact = scene.contact && shown.contact != nullptr && time == shown.time;
    Canvas canvas(options.width, options.height, theme.ground);

    canvas.set_window(layout.scene);
    const Eigen::Vector3d target = scene.contact ? scene.contact->point : Eigen::Vector3d::Zero();
    const auto view = report::detail::View::around(scene.points(), {.target = target, .window = layout.scene});
    draw_bodies(canvas, view, scene, scene_layer);
    if (at_contact) {
        const double arrow = 0.11 * static_cast<double>(std::min(options.width, options.height));
        draw_contact(canvas, view, *scene.contact,
                     {.theme = &theme, .unit = layout.unit, .layer = mark_layer, .arrow = arrow});
        const double radius = report::detail::contact_radius(*scene.contact);
        if (layout.strip > 0 && radius > 0.0 && view.pixels(radius) < 60.0 * layout.unit) {
            draw_close_up(canvas, scene, layout, theme);
        }
    }
    if (layout.strip > 0) {
        const std::size_t step = time == shown.time ? shown.step : step_at(motion, time);
        Strip strip(canvas, options, layout, theme);
        strip.write(motion.title, caption(motion, time, step, options.step_word));
        strip.draw_time_line(motion, time);
    }
    return png_bytes(canvas.drawn(options.threads));
}

}  // namespace tocca
