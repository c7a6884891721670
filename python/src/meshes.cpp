// SPDX-License-Identifier: Apache-2.0
// Triangle meshes: made of arrays, read from files, or of a named shape.
#include "meshes.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "answers.hpp"
#include "arrays.hpp"
#include "calls.hpp"
#include "options.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/load_mesh.hpp"
#include "tocca/io/read_limits.hpp"
#include "tocca/io/write_mesh.hpp"
#include "tocca/mesh/adjacency.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::python {

TriangleMesh mesh_of(const py::object& positions, const py::object& faces, const py::object& loose_edges)
{
    std::vector<Point> points = Positions(positions, "positions").copy();
    std::vector<FaceVertices> corners = indices_of<3>(faces, "faces");
    std::vector<EdgeVertices> edges;
    if (!loose_edges.is_none()) edges = indices_of<2>(loose_edges, "loose edges");
    const py::gil_scoped_release unlocked;
    return {std::move(points), std::move(corners), std::move(edges)};
}

std::filesystem::path path_of(const py::object& path)
{
    const auto bytes = py::module_::import("os").attr("fsencode")(path).cast<std::string>();
    // The system would take what is before it for the name.
    require(bytes.find('\0') == std::string::npos, "a path must not hold a null character");
    return bytes;
}

namespace {

void write(const py::object& path, const py::object& positions, const py::object& faces, const py::kwargs& given)
{
    Options options(given, "write_mesh");
    bool ascii = false;
    options.read("ascii", ascii);
    std::vector<EdgeVertices> edges;
    options.read("edges", edges);
    options.finish();
    const Positions points(positions, "positions");
    const std::vector<FaceVertices> corners = indices_of<3>(faces, "faces");
    const std::filesystem::path file = path_of(path);
    Call().run(Duration::short_, [&] {
        write_mesh(file, points.points(), corners, {.ascii = ascii, .edges = edges});
        return true;
    });
}

/// A member of a size by its name.
template <class Size, class Value>
struct Measure {
    const char* name;
    Value Size::*member;
};
template <class Size, class Value>
Measure(const char*, Value Size::*) -> Measure<Size, Value>;

/// Adds a function that makes a shape of a size with these members.
template <class Size, class... Values>
void add_shape(py::module_& module, const char* name, const char* doc, Shape (*make)(const Size&),
               Measure<Size, Values>... measures)
{
    module.def(
        name,
        [=](const py::kwargs& given) {
            Options options(given, name);
            Size size;
            (options.read(measures.name, size.*measures.member), ...);
            options.finish();
            return make(size).mesh();
        },
        doc);
}

void add_shapes(py::module_& module)
{
    add_shape(module, "sheet",
              "sheet(*, columns=1, rows=1, width=1.0, depth=1.0)\n\nA rectangle of cells in the plane z = 0, from the "
              "origin; vertices row by row, x first.",
              sheet, Measure{"columns", &SheetSize::columns}, Measure{"rows", &SheetSize::rows},
              Measure{"width", &SheetSize::width}, Measure{"depth", &SheetSize::depth});
    add_shape(module, "uv_sphere",
              "uv_sphere(*, radius=1.0, segments=16, rings=8)\n\nA sphere of meridians and parallels.", uv_sphere,
              Measure{"radius", &UvSphereSize::radius}, Measure{"segments", &UvSphereSize::segments},
              Measure{"rings", &UvSphereSize::rings});
    add_shape(module, "ico_sphere",
              "ico_sphere(*, radius=1.0, subdivisions=2)\n\nAn icosahedron with every triangle cut into four so many "
              "times and blown up.",
              ico_sphere, Measure{"radius", &IcoSphereSize::radius},
              Measure{"subdivisions", &IcoSphereSize::subdivisions});
    add_shape(module, "torus", "torus(*, radius=1.0, tube_radius=0.3, segments=32, sides=12)\n\nA torus about z.",
              torus, Measure{"radius", &TorusSize::radius}, Measure{"tube_radius", &TorusSize::tube_radius},
              Measure{"segments", &TorusSize::segments}, Measure{"sides", &TorusSize::sides});
    add_shape(module, "torus_knot",
              "torus_knot(*, turns=2, windings=3, radius=1.0, tube_radius=0.15, segments=128, sides=12)\n\nA tube "
              "around a curve that winds on a torus.",
              torus_knot, Measure{"turns", &TorusKnotSize::turns}, Measure{"windings", &TorusKnotSize::windings},
              Measure{"radius", &TorusKnotSize::radius}, Measure{"tube_radius", &TorusKnotSize::tube_radius},
              Measure{"segments", &TorusKnotSize::segments}, Measure{"sides", &TorusKnotSize::sides});
    add_shape(module, "box",
              "box(*, lengths=(1.0, 1.0, 1.0), cells=(1, 1, 1))\n\nA box with a grid of cells on every side.", box,
              Measure{"lengths", &BoxSize::lengths}, Measure{"cells", &BoxSize::cells});
    const auto add_round = [&](const char* name, const char* doc, Shape (*make)(const CylinderSize&)) {
        add_shape(module, name, doc, make, Measure{"radius", &CylinderSize::radius},
                  Measure{"height", &CylinderSize::height}, Measure{"segments", &CylinderSize::segments},
                  Measure{"rings", &CylinderSize::rings});
    };
    add_round("cylinder",
              "cylinder(*, radius=0.5, height=1.0, segments=16, rings=1)\n\nA cylinder along z, closed at both ends.",
              cylinder);
    add_round("tube", "tube(*, radius=0.5, height=1.0, segments=16, rings=1)\n\nA cylinder open at both ends.", tube);
    add_round("capsule",
              "capsule(*, radius=0.5, height=1.0, segments=16, rings=1)\n\nA cylinder closed by half-spheres; height "
              "is that between them.",
              capsule);
}

py::dict counts_of(const TriangleMesh& mesh)
{
    const MeshCounts all = counts(mesh);
    py::dict dict;
    dict["vertices"] = all.vertices;
    dict["edges"] = all.edges;
    dict["faces"] = all.faces;
    dict["boundary_edges"] = all.boundary_edges;
    dict["non_manifold_edges"] = all.non_manifold_edges;
    dict["loose_edges"] = all.loose_edges;
    dict["isolated_vertices"] = all.isolated_vertices;
    dict["degenerate_faces"] = all.degenerate_faces;
    return dict;
}

/// What shows numbers of a mesh as an array that keeps the mesh.
template <class Number>
auto view_of(std::span<const Number> (TriangleMesh::*numbers)() const)
{
    return [numbers](const py::object& self) { return view((self.cast<const TriangleMesh&>().*numbers)(), self); };
}

}  // namespace

void add_meshes(py::module_& module)
{
    py::class_<TriangleMesh>(module, "TriangleMesh",
                             "TriangleMesh(positions, faces, loose_edges=None)\n\n"
                             "A triangle mesh, checked once: any triangles, closed or not, manifold or not, with loose "
                             "edges and isolated vertices. Its arrays are read-only views.")
        .def(py::init(&mesh_of), py::arg("positions"), py::arg("faces"), py::arg("loose_edges") = py::none(),
             "Positions of shape (n, 3), faces (m, 3) and loose edges (k, 2) by vertex numbers.")
        .def_property_readonly("positions", view_of(&TriangleMesh::positions), "The positions of the vertices, (n, 3).")
        .def_property_readonly("faces", view_of(&TriangleMesh::faces), "The corners of the faces, (m, 3).")
        .def_property_readonly("edges", view_of(&TriangleMesh::edges),
                               "Every edge once, sorted by its two vertices, (k, 2).")
        .def_property_readonly("face_edges", view_of(&TriangleMesh::face_edges),
                               "The edges ab, bc, ca of each face abc; 4294967295 for one that the face lacks.")
        .def_property_readonly("loose_edges", view_of(&TriangleMesh::loose_edges),
                               "The numbers of the edges without a face.")
        .def_property_readonly("isolated_vertices", view_of(&TriangleMesh::isolated_vertices),
                               "The vertices without an edge or a face.")
        .def_property_readonly("degenerate_faces", view_of(&TriangleMesh::degenerate_faces),
                               "The faces that name a vertex twice or have no area.")
        .def("counts", counts_of, "How many features of each sort the mesh has, by name.")
        .def("__repr__", [](const TriangleMesh& self) {
            return fmt::format("<tocca.TriangleMesh {} vertices, {} faces>", self.vertex_count(), self.faces().size());
        });
    module.def(
        "load_mesh",
        [](const py::object& path) {
            Call call;
            const std::filesystem::path file = path_of(path);
            return call.run(Duration::maybe_long, [&] { return load_mesh(file, call.stop()); });
        },
        py::arg("path"),
        "load_mesh(path)\n\nThe triangle mesh in an OBJ, PLY, STL, OFF, DAE, glTF or NumPy file.\n\n"
        "Raises Error with the file and the line.");
    module.def("write_mesh", write,
               "write_mesh(path, positions, faces, *, ascii=False, edges=())\n\nWrites a mesh as PLY or OBJ, whichever "
               "the name says, whole or not at all. Reading it gives the same doubles.");
    module.def(
        "read_limits",
        [] {
            const ReadLimits limits = read_limits();
            py::dict dict;
            dict["max_file_bytes"] = limits.max_file_bytes;
            dict["max_expanded_bytes"] = limits.max_expanded_bytes;
            return dict;
        },
        "read_limits()\n\nWhat reading a file may cost in this process: max_file_bytes, the size of a file, and "
        "max_expanded_bytes, what one may expand to by using the same data many times.");
    module.def(
        "set_read_limits",
        [](const py::kwargs& given) {
            Options options(given, "set_read_limits");
            ReadLimits limits;
            options.read("max_file_bytes", limits.max_file_bytes);
            options.read("max_expanded_bytes", limits.max_expanded_bytes);
            options.finish();
            set_read_limits(limits);
        },
        "set_read_limits(*, max_file_bytes=2147483648, max_expanded_bytes=67108864)\n\nChanges the limits for all that "
        "this process reads from now on; what is not given is as by default.");
    add_shapes(module);
}

}  // namespace tocca::python
