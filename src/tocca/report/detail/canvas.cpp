// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/detail/canvas.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/base/parallel.hpp"

namespace tocca::report::detail {
namespace {

constexpr std::size_t samples = 3;       // a side of a pixel
constexpr std::int64_t fineness = 256;   // steps of a corner from one sample to the next
constexpr std::size_t band_pixels = 16;  // rows that one thread draws at a time
constexpr double farthest = 4.0;         // sides of the canvas

constexpr auto signed_samples = static_cast<std::int64_t>(samples);

/// Where sample number `index` lies, in steps of corners: samples lie in the middles of their cells.
constexpr std::int64_t middle(std::int64_t index) { return index * fineness + fineness / 2; }

/// The number of the first sample whose middle is not before `place`.
std::int64_t first_sample_from(std::int64_t place)
{
    const std::int64_t shifted = place - fineness / 2;
    return shifted >= 0 ? (shifted + fineness - 1) / fineness : -(-shifted / fineness);
}

/// Samples of a row, from `begin` up to but not including `end`.
struct Span {
    std::int64_t begin;
    std::int64_t end;
};

/// One side of a triangle: at least 0 at the samples that lie on the inner side of it, or on it where it is a left or a
/// top edge, so that a sample on a common edge belongs to one of two triangles.
class Side {
public:
    Side(std::int64_t ax, std::int64_t ay, std::int64_t bx, std::int64_t by)
        : across_((ay - by) * fineness), down_((bx - ax) * fineness)
    {
        at_origin_ = (bx - ax) * (middle(0) - ay) - (by - ay) * (middle(0) - ax);
        const bool owns_edge = across_ > 0 || (across_ == 0 && down_ > 0);
        if (!owns_edge) --at_origin_;
        if (across_ != 0) inverse_ = 1.0 / static_cast<double>(across_);
    }

    /// Shrinks a span of a row to what is on the inner side.
    void clip(std::int64_t row, Span& span) const
    {
        const std::int64_t start = at_origin_ + row * down_;
        if (across_ == 0) {
            if (start < 0) span.end = span.begin;
            return;
        }
        // The quotient in doubles is one off at most; integers set it right.
        const double estimate = std::clamp(std::floor(static_cast<double>(-start) * inverse_),
                                           static_cast<double>(span.begin) - 2.0, static_cast<double>(span.end) + 2.0);
        auto column = static_cast<std::int64_t>(estimate);
        const auto inside = [&](std::int64_t x) { return start + x * across_ >= 0; };
        if (across_ > 0) {
            while (column < span.end && !inside(column)) ++column;
            while (column > span.begin && inside(column - 1)) --column;
            span.begin = std::max(span.begin, column);
        } else {
            while (column > span.begin && !inside(column - 1)) --column;
            while (column < span.end && inside(column)) ++column;
            span.end = std::min(span.end, column);
        }
    }

private:
    std::int64_t across_;  ///< the change from one sample to the next of its row
    std::int64_t down_;    ///< the change from one row to the next
    std::int64_t at_origin_;
    double inverse_ = 0.0;
};

}  // namespace

/// Some rows of samples on their way to pixels.
struct Canvas::Band {
    std::int64_t first_row;  ///< of samples
    std::int64_t end_row;
    std::vector<double> nearness;
    std::vector<Colour> colours;
};

Canvas::Canvas(std::size_t width, std::size_t height, Colour ground)
    : width_(width), height_(height), ground_(ground), windows_{{0, 0, width, height}}
{}

void Canvas::set_window(const Window& window) { windows_.push_back(window); }

void Canvas::add(const std::array<Corner, 3>& corners, Colour colour)
{
    constexpr double scale = static_cast<double>(samples) * static_cast<double>(fineness);
    const double max_x = farthest * static_cast<double>(width_), max_y = farthest * static_cast<double>(height_);
    Triangle triangle{.x = {}, .y = {}, .nearness = {}, .window = 0, .colour = colour};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& [place, nearness] = corners[i];
        // Written so that NaN is left out.
        if (!(std::abs(place.x) <= max_x && std::abs(place.y) <= max_y && std::isfinite(nearness))) return;
        triangle.x[i] = std::llround(place.x * scale);
        triangle.y[i] = std::llround(place.y * scale);
        triangle.nearness[i] = nearness;
    }
    const std::int64_t area = (triangle.x[1] - triangle.x[0]) * (triangle.y[2] - triangle.y[0]) -
                              (triangle.y[1] - triangle.y[0]) * (triangle.x[2] - triangle.x[0]);
    if (area == 0) return;
    if (area < 0) {
        std::swap(triangle.x[1], triangle.x[2]);
        std::swap(triangle.y[1], triangle.y[2]);
        std::swap(triangle.nearness[1], triangle.nearness[2]);
    }
    triangle.window = static_cast<std::uint32_t>(windows_.size() - 1);
    triangles_.push_back(triangle);
}

std::vector<std::vector<std::uint32_t>> Canvas::triangles_of_bands() const
{
    constexpr auto band_rows = static_cast<std::int64_t>(band_pixels) * signed_samples;
    std::vector<std::vector<std::uint32_t>> bands((height_ + band_pixels - 1) / band_pixels);
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
        const auto [top, bottom] = std::minmax_element(triangles_[i].y.begin(), triangles_[i].y.end());
        const std::int64_t first = std::max<std::int64_t>(0, first_sample_from(*top) / band_rows);
        const std::int64_t last =
            std::min(static_cast<std::int64_t>(bands.size()) - 1, first_sample_from(*bottom) / band_rows);
        for (std::int64_t band = first; band <= last; ++band) {
            bands[static_cast<std::size_t>(band)].push_back(static_cast<std::uint32_t>(i));
        }
    }
    return bands;
}

void Canvas::draw(const Triangle& triangle, Band& band) const
{
    const auto& [x, y, nearness, window_number, colour] = triangle;
    const Window& window = windows_[window_number];
    const auto sample_row = [](std::size_t pixel) { return static_cast<std::int64_t>(pixel) * signed_samples; };
    const auto [left, right] = std::minmax_element(x.begin(), x.end());
    const auto [top, bottom] = std::minmax_element(y.begin(), y.end());
    const Span columns{std::max(sample_row(window.left), first_sample_from(*left)),
                       std::min(sample_row(window.right), first_sample_from(*right) + 1)};
    const Span rows{std::max({sample_row(window.top), first_sample_from(*top), band.first_row}),
                    std::min({sample_row(window.bottom), first_sample_from(*bottom) + 1, band.end_row})};
    if (columns.begin >= columns.end || rows.begin >= rows.end) return;

    const std::array<Side, 3> sides = {Side(x[0], y[0], x[1], y[1]), Side(x[1], y[1], x[2], y[2]),
                                       Side(x[2], y[2], x[0], y[0])};
    // Nearness is linear over the triangle. Slivers have steep slopes: what comes of them is kept within the corners.
    const auto [least, most] = std::minmax_element(nearness.begin(), nearness.end());
    const auto x1 = static_cast<double>(x[1] - x[0]), x2 = static_cast<double>(x[2] - x[0]);
    const auto y1 = static_cast<double>(y[1] - y[0]), y2 = static_cast<double>(y[2] - y[0]);
    const double n1 = nearness[1] - nearness[0], n2 = nearness[2] - nearness[0], area = x1 * y2 - x2 * y1;
    const double across = (n1 * y2 - n2 * y1) / area, down = (n2 * x1 - n1 * x2) / area;

    const auto row_size = static_cast<std::int64_t>(width_) * signed_samples;
    for (std::int64_t row = rows.begin; row < rows.end; ++row) {
        Span span = columns;
        for (const Side& side : sides) side.clip(row, span);
        const double at_row = nearness[0] + down * static_cast<double>(middle(row) - y[0]);
        const std::int64_t row_start = (row - band.first_row) * row_size;
        for (std::int64_t column = span.begin; column < span.end; ++column) {
            const double here = std::clamp(at_row + across * static_cast<double>(middle(column) - x[0]), *least, *most);
            const auto at = static_cast<std::size_t>(row_start + column);
            if (here < band.nearness[at]) continue;
            band.nearness[at] = here;
            band.colours[at] = colour;
        }
    }
}

void Canvas::resolve(const Band& band, Image& image) const
{
    const auto first = static_cast<std::size_t>(band.first_row) / samples;
    const auto end = static_cast<std::size_t>(band.end_row) / samples;
    constexpr unsigned count = samples * samples;
    for (std::size_t row = first; row < end; ++row) {
        for (std::size_t column = 0; column < width_; ++column) {
            unsigned red = count / 2, green = count / 2, blue = count / 2;
            for (std::size_t i = 0; i < samples; ++i) {
                const std::size_t line = (row - first) * samples + i;
                const Colour* colour = &band.colours[(line * width_ + column) * samples];
                for (std::size_t j = 0; j < samples; ++j, ++colour) {
                    red += colour->red;
                    green += colour->green;
                    blue += colour->blue;
                }
            }
            std::uint8_t* pixel = &image.bytes[(row * width_ + column) * 3];
            pixel[0] = static_cast<std::uint8_t>(red / count);
            pixel[1] = static_cast<std::uint8_t>(green / count);
            pixel[2] = static_cast<std::uint8_t>(blue / count);
        }
    }
}

Image Canvas::drawn(int threads) const
{
    Image image{.width = width_, .height = height_, .bytes = std::vector<std::uint8_t>(width_ * height_ * 3)};
    const auto bands = triangles_of_bands();
    for_each_piece(bands.size(), threads, [&](std::size_t number) {
        const std::size_t first = number * band_pixels, end = std::min(first + band_pixels, height_);
        const std::size_t size = (end - first) * samples * width_ * samples;
        Band band{.first_row = static_cast<std::int64_t>(first * samples),
                  .end_row = static_cast<std::int64_t>(end * samples),
                  .nearness = std::vector<double>(size, 0.0),
                  .colours = std::vector<Colour>(size, ground_)};
        for (const std::uint32_t triangle : bands[number]) draw(triangles_[triangle], band);
        resolve(band, image);
    });
    return image;
}

}  // namespace tocca::report::detail
