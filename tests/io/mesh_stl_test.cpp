// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/mesh_format.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "io/expect_error.hpp"
#include "io/stl_bytes.hpp"

namespace tocca::mesh_stl_test {
namespace {

using support::ascii_stl;
using support::binary_stl;
using support::expect_error;
using support::Facet;

MeshFile parse(const std::string& bytes) { return parse_mesh_stl(bytes, "some.stl"); }

void expect_fault(const std::string& bytes, std::optional<std::size_t> line, const std::string& says,
                  ErrorCode code = ErrorCode::malformed_file)
{
    expect_error({.code = code, .line = line, .says = says}, [&] { (void)parse(bytes); });
}

const std::vector<Facet> square = {Facet{Point{0, 0, 0}, Point{1, 0, 0}, Point{1, 1, 0}},
                                   Facet{Point{1, 1, -0.0}, Point{0, 1, 0}, Point{-0.0, 0, 0}}};

TEST(ParseMeshStl, WeldsEqualCorners)
{
    for (const std::string& bytes : {binary_stl(square), ascii_stl(square), ascii_stl(square, true)}) {
        const MeshFile mesh = parse(bytes);
        EXPECT_EQ(mesh.positions, (std::vector<Point>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
        EXPECT_EQ(mesh.faces, (std::vector<FaceVertices>{{0, 1, 2}, {2, 3, 0}}));
    }
}

TEST(ParseMeshStl, WeldsAsAPlainSearchWould)
{
    support::Random random(36);
    for (int round = 0; round < 5; ++round) {
        std::vector<Facet> facets(400);
        for (Facet& facet : facets) {
            for (Point& point : facet) {
                for (double& x : point) x = random.chance(0.1) ? -0.0 : random.between(-4, 4) * 0.5;
            }
        }
        MeshFile wanted;
        for (const Facet& facet : facets) {
            FaceVertices& face = wanted.faces.emplace_back();
            for (std::size_t corner = 0; corner < 3; ++corner) {
                std::size_t i = 0;
                while (i < wanted.positions.size() && wanted.positions[i] != facet[corner]) ++i;
                if (i == wanted.positions.size()) wanted.positions.push_back(facet[corner]);
                face[corner] = static_cast<VertexId>(i);
            }
        }
        EXPECT_EQ(parse(binary_stl(facets)), wanted);
        EXPECT_EQ(parse(ascii_stl(facets)), wanted);
    }
}

TEST(ParseMeshStl, ReadsTextExactly)
{
    support::Random random(37);
    std::vector<Facet> facets(3000);  // enough for the table of vertices to grow
    for (Facet& facet : facets) {
        for (Point& point : facet) point = {support::any_double(random), random.unit(), 1.0};
    }
    for (const bool hexadecimal : {false, true}) {
        const MeshFile mesh = parse(ascii_stl(facets, hexadecimal));
        for (std::size_t i = 0; i < facets.size(); ++i) {
            for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(mesh.positions[mesh.faces[i][k]], facets[i][k]);
        }
    }
}

TEST(ParseMeshStl, TellsBinaryFilesBySize)
{
    EXPECT_EQ(parse(binary_stl(square, "solid, or so it says")), parse(binary_stl(square)));
    expect_fault(binary_stl(square) + "x", {}, "neither begins with 'solid' nor has the size of the 2 facets");
    expect_fault(binary_stl(square).substr(0, 150), {}, "nor has the size");
    expect_fault(binary_stl(square, "solid") + "x", 1, "");
    expect_fault("soli", {}, "too short");
    expect_fault("", {}, "too short");
    expect_fault(binary_stl({}), {}, "no vertices");
    std::string huge = binary_stl(square);
    huge.replace(80, 4, "\xff\xff\xff\xff");
    expect_fault(huge, {}, "4294967295 facets");
}

TEST(ParseMeshStl, ReadsTextWithAnyCapitalsAndSeveralSolids)
{
    const std::string text = ascii_stl({square[0]}) + "\r\n" + ascii_stl({square[1]});
    EXPECT_EQ(parse(text), parse(ascii_stl(square)));
    std::string capitals =
        "SOLID\nFACET NORMAL 0 0 1\nOUTER LOOP\nVERTEX 0 0 0\nVertex 1 0 0\nvertex 0 1 0\nENDLOOP\n"
        "ENDFACET\nENDSOLID\n";
    EXPECT_EQ(parse(capitals).faces.size(), 1U);
}

TEST(ParseMeshStl, NamesThePlaceOfAFault)
{
    const std::string start = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n";
    expect_fault(start, 5, "ends within a solid");
    expect_fault(start + "vertex 0 1 0\nvertex 1 1 1\n", 7, "'vertex' stands where 'endloop' should");
    expect_fault(start + "endloop\n", 6, "'endloop' stands where 'vertex' should");
    expect_fault(start + "vertex 0 1\n", 6, "ends before all its coordinates");
    expect_fault(start + "vertex 0 1 2 3\n", 6, "goes on with '3'");
    expect_fault(start + "vertex 0 1 x\n", 6, "'x' is not a number");
    expect_fault(start + "vertex 0 1 inf\n", 6, "inf", ErrorCode::not_finite);
    expect_fault("solid\nfoo\n", 2, "'foo' stands where a facet");
    expect_fault("solid\nfacet\nouter space\n", 3, "'space' stands where 'loop' should");
    expect_fault(ascii_stl(square) + "more\n", 17, "'more' stands where a solid should begin");
    expect_fault("solid\nendsolid\n", {}, "no vertices");
    std::vector<Facet> infinite = square;
    infinite[1][2][1] = std::numeric_limits<double>::infinity();
    expect_fault(binary_stl(infinite), {}, "facet 1: a coordinate is NaN or infinite", ErrorCode::not_finite);
}

/// Points that fall on one place of every table of up to a million, under a plain multiplicative hash of their bits.
std::vector<support::Facet> crowded_facets(std::size_t count)
{
    constexpr std::uint64_t factor = 0x9e3779b97f4a7c15U;
    std::uint64_t inverse = factor;
    for (int i = 0; i < 6; ++i) inverse *= 2 - factor * inverse;
    std::vector<support::Facet> facets;
    Point corners[3];
    for (std::uint64_t i = 1, filled = 0; facets.size() < count; ++i) {
        const std::uint64_t hash = i << 20U;
        const double z = std::bit_cast<double>((hash ^ hash >> 32U) * inverse);
        if (!std::isfinite(z)) continue;
        corners[filled++] = {0.0, 0.0, z};
        if (filled == 3) facets.push_back({corners[0], corners[1], corners[2]});
        filled %= 3;
    }
    return facets;
}

TEST(ParseMeshStl, TakesNoLongerForAFileMadeToBeSlow)
{
    const std::size_t count = 20000;
    const std::string crowded = support::ascii_stl(crowded_facets(count), true);
    std::vector<support::Facet> spread;
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = static_cast<double>(3 * i);
        spread.push_back({Point{0, 0, at * 1.1}, Point{0, 0, (at + 1) * 1.1}, Point{0, 0, (at + 2) * 1.1}});
    }
    const std::string usual = support::ascii_stl(spread, true);
    const auto seconds = [](const std::string& text) {
        const auto begin = std::chrono::steady_clock::now();
        EXPECT_EQ(parse_mesh_stl(text, "a.stl").positions.size(), 3 * count);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    EXPECT_LT(seconds(crowded), 10.0 * seconds(usual) + 0.5);
}

}  // namespace
}  // namespace tocca::mesh_stl_test
