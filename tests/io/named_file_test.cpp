// SPDX-License-Identifier: Apache-2.0
// Files that are named by other files: only those beside, below, in the package or in a package path are read.
#include "tocca/io/detail/named_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <functional>
#include <string>

#include "io/gltf_text.hpp"
#include "io/temporary_folder.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/gltf_motion.hpp"
#include "tocca/io/planning_scene.hpp"
#include "tocca/io/rigid_world_file.hpp"
#include "tocca/io/robot_file.hpp"

namespace tocca::named_file_test {
namespace {

using support::TemporaryFolder;

const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// A way in which a file names another: reads a file in `own`, a folder below `folder`, that names `reference`.
struct Way {
    std::string name;
    std::function<void(const TemporaryFolder& folder, const std::string& own, const std::string& reference,
                       const std::vector<std::string>& package_paths)>
        read;
    bool has_packages = true;
};

std::vector<Way> ways()
{
    return {
        {"glTF buffer",
         [](const TemporaryFolder& folder, const std::string& own, const std::string& reference, const auto&) {
             support::GltfText text;
             text.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 0, 1, 0});
             const std::string rest =
                 R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}])";
             (void)GltfMotion(folder.write(own + "a.gltf", text.text_beside(reference, rest)));
         },
         false},
        {"URDF mesh",
         [](const TemporaryFolder& folder, const std::string& own, const std::string& reference, const auto& paths) {
             const std::string text = "<robot name='r'><link name='a'><collision><geometry><mesh filename='" +
                                      reference + "'/></geometry></collision></link></robot>";
             (void)read_robot(folder.write(own + "r.urdf", text), {.package_paths = paths});
         }},
        {"scene JSON mesh",
         [](const TemporaryFolder& folder, const std::string& own, const std::string& reference, const auto& paths) {
             const std::string text =
                 R"({"schema":"tocca.robot-scene/1","objects":[{"name":"o","mesh":")" + reference + R"("}]})";
             (void)load_scene(folder.write(own + "s.json", text), {.package_paths = paths});
         }},
        {"scene YAML mesh",
         [](const TemporaryFolder& folder, const std::string& own, const std::string& reference, const auto& paths) {
             const std::string text =
                 "world:\n  collision_objects:\n    - id: o\n      mesh:\n        resource: '" + reference + "'\n";
             (void)load_scene(folder.write(own + "s.yaml", text), {.package_paths = paths});
         }},
        {"world mesh",
         [](const TemporaryFolder& folder, const std::string& own, const std::string& reference, const auto& paths) {
             const std::string text = R"({"schema":"tocca.world/1","bodies":[{"mesh":")" + reference + R"("}]})";
             (void)read_rigid_world(folder.write(own + "w.json", text), {.package_paths = paths});
         }},
    };
}

/// The data of each way, in files that end as each wants it.
void write_targets(const TemporaryFolder& folder, const std::string& where)
{
    folder.write(where + "m.obj", triangle);
    folder.write(where + "m.bin", std::string(36, '\0'));
}

std::string target(const Way& way) { return way.has_packages ? "m.obj" : "m.bin"; }

TEST(NamedFile, LiesBesideOrBelow)
{
    for (const Way& way : ways()) {
        SCOPED_TRACE(way.name);
        const TemporaryFolder folder;
        for (const char* where : {"own/", "own/below/", "own/below/x y/", "elsewhere/"}) write_targets(folder, where);
        std::filesystem::create_directory_symlink("below", folder.path() / "own/link");
        const std::string file = target(way);
        EXPECT_NO_THROW(way.read(folder, "own/", file, {}));
        EXPECT_NO_THROW(way.read(folder, "own/", "below/" + file, {}));
        EXPECT_NO_THROW(way.read(folder, "own/", "./below/../" + file, {}));
        EXPECT_NO_THROW(way.read(folder, "own/", "link/" + file, {}));  // a link that stays below
        EXPECT_NO_THROW(way.read(folder, "own/", way.has_packages ? "below/x y/" + file : "below/x%20y/" + file, {}));
    }
}

TEST(NamedFile, LiesNowhereElse)
{
    for (const Way& way : ways()) {
        SCOPED_TRACE(way.name);
        const TemporaryFolder folder;
        for (const char* where : {"", "own/", "elsewhere/", "own-not/"}) write_targets(folder, where);
        const std::string file = target(way), place = folder.path().string();
        std::filesystem::create_directory_symlink("../elsewhere", folder.path() / "own/way_out");
        std::filesystem::create_symlink("../elsewhere/" + file, folder.path() / "own/out_" += file);
        std::vector<std::string> references = {"../" + file,   "../elsewhere/" + file,      "../own-not/" + file,
                                               "./../" + file, "below/../../" + file,       "way_out/" + file,
                                               "out_" + file,  place + "/elsewhere/" + file};
        if (way.has_packages) {
            for (const std::string& more :
                 {"package://elsewhere/" + file, "package://../elsewhere/" + file, "package://own/../elsewhere/" + file,
                  "package://" + folder.path().filename().string() + "/elsewhere/" + file,
                  "file://" + place + "/elsewhere/" + file}) {
                references.push_back(more);
            }
        } else {
            for (const char* dots : {"%2e%2e/", "%2E%2e%2f", "..%2f", "%2e./", "way_out%2f"}) {
                references.push_back(dots + file);
            }
        }
        for (const std::string& reference : references) {
            // A name that is taken as it is leads nowhere, or outside: either way nothing is read.
            try {
                way.read(folder, "own/", reference, {});
                if (way.name == "world mesh" && reference.starts_with("package")) continue;  // a name like any other
                if (way.name == "world mesh" && reference.starts_with("file")) continue;
                ADD_FAILURE() << reference << " was read";
            } catch (const Error& error) {
                EXPECT_TRUE(error.code() == ErrorCode::unreadable_file || error.code() == ErrorCode::malformed_file)
                    << error.what();
            }
        }
    }
}

TEST(NamedFile, LiesInAFolderThatIsGiven)
{
    for (const Way& way : ways()) {
        if (!way.has_packages) continue;
        SCOPED_TRACE(way.name);
        const TemporaryFolder folder;
        write_targets(folder, "elsewhere/");
        std::filesystem::create_directory_symlink("elsewhere", folder.path() / "link");
        try {
            way.read(folder, "own/", "../elsewhere/m.obj", {});
            ADD_FAILURE() << "was read";
        } catch (const Error& error) {
            EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(ErrorCode::unreadable_file)) << error.what();
            EXPECT_NE(std::string(error.what()).find("--package-path"), std::string::npos) << error.what();
        }
        EXPECT_NO_THROW(way.read(folder, "own/", "../elsewhere/m.obj", {(folder.path() / "elsewhere").string()}));
        EXPECT_NO_THROW(way.read(folder, "own/", "../elsewhere/m.obj", {folder.path().string() + "/"}));
        EXPECT_NO_THROW(way.read(folder, "own/", "../elsewhere/m.obj", {(folder.path() / "link").string()}));
        EXPECT_THROW(way.read(folder, "own/", "../elsewhere/m.obj", {(folder.path() / "else").string()}), Error);
    }
}

TEST(NamedFile, LiesInThePackage)
{
    for (const Way& way : ways()) {
        if (!way.has_packages) continue;
        SCOPED_TRACE(way.name);
        const TemporaryFolder folder;
        write_targets(folder, "pack/meshes/");
        write_targets(folder, "usual/meshes/");
        write_targets(folder, "other/meshes/");
        folder.write("pack/package.xml", "<package><name>pack</name></package>");
        folder.write("other/package.xml", "<package><name>other</name></package>");
        EXPECT_NO_THROW(way.read(folder, "pack/config/deep/", "../../meshes/m.obj", {}));
        EXPECT_THROW(way.read(folder, "pack/config/", "../../usual/meshes/m.obj", {}), Error);
        EXPECT_NO_THROW(way.read(folder, "usual/urdf/", "../meshes/m.obj", {}));
        EXPECT_THROW(way.read(folder, "usual/any/", "../meshes/m.obj", {}), Error);
        EXPECT_THROW(way.read(folder, "usual/urdf/", "../../pack/meshes/m.obj", {}), Error);
        if (way.name == "world mesh") continue;
        EXPECT_NO_THROW(way.read(folder, "usual/urdf/", "package://other/meshes/m.obj", {}));
        EXPECT_THROW(way.read(folder, "usual/urdf/", "package://other/../usual/any/../../pack/meshes/m.obj", {}),
                     Error);
    }
}

/// The description itself may be a link into its package, as build tools install it.
TEST(NamedFile, IsFoundFromWhereALinkLeads)
{
    const TemporaryFolder folder;
    write_targets(folder, "src/pack/meshes/");
    folder.write("src/pack/package.xml", "<package/>");
    folder.write("src/pack/urdf/r.urdf",
                 "<robot name='r'><link name='a'><collision><geometry><mesh filename='../meshes/m.obj'/>"
                 "</geometry></collision></link></robot>");
    for (const char* name : {"install/pack/urdf", "install/pack/meshes"}) {
        std::filesystem::create_directories(folder.path() / name);
    }
    std::filesystem::create_symlink("../../../src/pack/urdf/r.urdf", folder.path() / "install/pack/urdf/r.urdf");
    std::filesystem::create_symlink("../../../src/pack/meshes/m.obj", folder.path() / "install/pack/meshes/m.obj");
    EXPECT_EQ(read_robot(folder.path() / "install/pack/urdf/r.urdf").parts.links.size(), 1U);
}

TEST(NamedFile, IsAPlainFile)
{
    for (const Way& way : ways()) {
        SCOPED_TRACE(way.name);
        const TemporaryFolder folder;
        std::filesystem::create_directories(folder.path() / "own/folder.obj");
        ASSERT_EQ(::mkfifo((folder.path() / "own/pipe.obj").c_str(), 0600), 0);
        for (const char* name : {"pipe.obj", "folder.obj"}) {
            EXPECT_THROW(way.read(folder, "own/", name, {}), Error) << name;
        }
        std::filesystem::create_symlink("/dev/zero", folder.path() / "own/zero.obj");
        EXPECT_THROW(way.read(folder, "own/", "zero.obj", {}), Error);
        EXPECT_THROW(way.read(folder, "own/", "zero.obj", {"/dev"}), Error);
        EXPECT_THROW(way.read(folder, "own/", way.has_packages ? "" : "%00", {}), Error);
    }
}

}  // namespace
}  // namespace tocca::named_file_test
