// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/srdf_file.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/xml_members.hpp"
#include "tocca/io/file_bytes.hpp"

namespace tocca {
namespace {

using io::detail::excerpt;
using io::detail::XmlPlace;

/// What SRDF files may hold. Listed as ignored is what MoveIt knows and has no meaning here, and what Pinocchio and HPP add.
const std::vector<io::detail::XmlRule>& srdf_rules()
{
    static const std::vector<io::detail::XmlRule> rules = {
        {.element = "robot",
         .many = {"group", "group_state", "disable_collisions", "enable_collisions", "disable_default_collisions",
                  "virtual_joint", "end_effector", "passive_joint"},
         .ignored = {"link_sphere_approximation", "joint_property", "gripper", "handle", "contact", "rotor_params",
                     "specificities"}},
        {.element = "group", .many = {"joint", "link", "chain", "group"}, .ignored = {"passive_joint"}},
        {.element = "group_state", .many = {"joint"}},
        {.element = "disable_collisions", .attributes = {"link1", "link2", "reason"}},
        {.element = "enable_collisions", .attributes = {"link1", "link2", "reason"}},
        {.element = "disable_default_collisions", .attributes = {"link", "reason"}},
        {.element = "virtual_joint", .attributes = {"name", "type", "parent_frame", "child_link"}},
        {.element = "end_effector", .attributes = {"name", "parent_link", "group", "parent_group"}},
        {.element = "passive_joint", .attributes = {"name"}},
        {.element = "joint", .attributes = {"name", "value"}},
        {.element = "link", .attributes = {"name"}},
        {.element = "chain", .attributes = {"base_link", "tip_link"}},
    };
    return rules;
}

/// Fails for a name that an element of the kind before it has.
void refuse_again(const XmlPlace& element, const std::string& name, std::set<std::string>& given)
{
    if (!given.insert(name).second) element.fail("is there twice: " + excerpt(name));
}

SrdfPair read_pair(const XmlPlace& element, const char* otherwise)
{
    return {.link1 = element.required_attribute("link1"),
            .link2 = element.required_attribute("link2"),
            .reason = element.attribute("reason").value_or(otherwise),
            .line = element.line()};
}

SrdfGroup read_group(const XmlPlace& element)
{
    SrdfGroup group = {.name = element.required_attribute("name"), .line = element.line()};
    for (const XmlPlace& part : element.called("group " + excerpt(group.name)).children()) {
        if (part.name() == "joint") group.joints.push_back(part.required_attribute("name"));
        if (part.name() == "link") group.links.push_back(part.required_attribute("name"));
        if (part.name() == "group") group.groups.push_back(part.required_attribute("name"));
        if (part.name() == "chain") {
            group.chains.push_back({part.required_attribute("base_link"), part.required_attribute("tip_link")});
        }
    }
    return group;
}

SrdfState read_state(const XmlPlace& element)
{
    SrdfState state = {.name = element.required_attribute("name"),
                       .group = element.required_attribute("group"),
                       .line = element.line()};
    std::set<std::string> given;
    for (const XmlPlace& joint : element.called("group state " + excerpt(state.name)).children("joint")) {
        refuse_again(joint, joint.required_attribute("name"), given);
        auto values = joint.numbers("value");
        if (!values || values->empty()) joint.fail("has no value");
        state.joints.push_back({joint.required_attribute("name"), *std::move(values)});
    }
    return state;
}

/// Its name.
std::string read_virtual_joint(const XmlPlace& element)
{
    for (const char* attribute : {"parent_frame", "child_link"}) (void)element.required_attribute(attribute);
    const std::string type = element.required_attribute("type");
    if (type != "fixed" && type != "planar" && type != "floating") {
        element.fail("must be of type fixed, planar or floating, not " + excerpt(type));
    }
    return element.required_attribute("name");
}

/// Its name.
std::string read_end_effector(const XmlPlace& element)
{
    for (const char* attribute : {"parent_link", "group"}) (void)element.required_attribute(attribute);
    return element.required_attribute("name");
}

/// The joints that groups stand for.
class GroupJoints {
public:
    GroupJoints(const Robot& robot, const SrdfFile& srdf) : robot_(robot), srdf_(srdf)
    {
        for (const SrdfGroup& group : srdf.groups) groups_.emplace(group.name, &group);
    }

    /// A group and those in it, each once.
    void add(const std::string& name)
    {
        std::vector<Named> waiting = {{name, 0}};
        std::set<const SrdfGroup*> added;
        while (!waiting.empty()) {
            const Named next = waiting.back();
            waiting.pop_back();
            const auto found = groups_.find(next.name);
            if (found == groups_.end()) fail("there is no group " + excerpt(next.name), next.line);
            const SrdfGroup& group = *found->second;
            if (!added.insert(&group).second) continue;
            for (const std::string& joint : group.joints) add_joint(joint, group);
            for (const std::string& link : group.links) add_joint_above(link_of(link, group));
            for (const SrdfGroup::Chain& chain : group.chains) add_chain(chain, group);
            for (const std::string& each : group.groups) waiting.push_back({each, group.line});
        }
    }

    [[nodiscard]] const std::set<std::size_t>& joints() const { return joints_; }

private:
    struct Named {
        std::string name;
        std::size_t line;  ///< where it is named; 0 if not in the file
    };

    [[noreturn]] void fail(const std::string& sentence, std::size_t line) const
    {
        const auto known = line > 0 ? std::optional(line) : std::nullopt;
        throw Error(ErrorCode::malformed_robot, sentence, {.file = srdf_.file, .line = known});
    }

    void add_joint(const std::string& name, const SrdfGroup& group)
    {
        if (const auto joint = robot_.find_joint(name)) {
            joints_.insert(*joint);
            return;
        }
        if (srdf_.virtual_joints.contains(name)) return;
        fail("group " + excerpt(group.name) + " names the joint " + excerpt(name) + ", which does not exist",
             group.line);
    }

    LinkId link_of(const std::string& name, const SrdfGroup& group) const
    {
        if (const auto link = robot_.find_link(name)) return *link;
        fail("group " + excerpt(group.name) + " names the link " + excerpt(name) + ", which does not exist",
             group.line);
    }

    void add_joint_above(LinkId link)
    {
        if (const auto joint = robot_.joint_above(link)) joints_.insert(*joint);
    }

    void add_chain(const SrdfGroup::Chain& chain, const SrdfGroup& group)
    {
        const LinkId base = link_of(chain.base_link, group);
        std::optional<LinkId> link = link_of(chain.tip_link, group);
        for (; link && *link != base; link = robot_.parent(*link)) add_joint_above(*link);
        if (link) return;
        fail("group " + excerpt(group.name) + " has a chain whose tip " + excerpt(chain.tip_link) +
                 " is not below its base " + excerpt(chain.base_link),
             group.line);
    }

    const Robot& robot_;
    const SrdfFile& srdf_;
    std::map<std::string, const SrdfGroup*> groups_;
    std::set<std::size_t> joints_;
};

}  // namespace

SrdfFile parse_srdf(std::string_view text, const std::string& file)
{
    const io::detail::XmlDocument document(text, file);
    const XmlPlace root = document.root();
    if (root.name() != "robot") root.fail("is not <robot>: this is not an SRDF file");
    SrdfFile srdf = {.file = file, .name = root.attribute("name").value_or("")};
    io::detail::check_members(root, srdf_rules(), srdf.notes);
    std::set<std::string> groups, states, end_effectors;
    for (const XmlPlace& element : root.children()) {
        const std::string_view name = element.name();
        if (name == "disable_collisions") srdf.disabled.push_back(read_pair(element, "disabled"));
        if (name == "enable_collisions") srdf.enabled.push_back(read_pair(element, "enabled"));
        if (name == "disable_default_collisions") {
            srdf.disabled_by_default.push_back({.link1 = element.required_attribute("link"),
                                                .link2 = {},
                                                .reason = "disabled by default",
                                                .line = element.line()});
        }
        if (name == "group") {
            srdf.groups.push_back(read_group(element));
            refuse_again(element, srdf.groups.back().name, groups);
        }
        if (name == "group_state") {
            srdf.states.push_back(read_state(element));
            refuse_again(element, srdf.states.back().group + "/" + srdf.states.back().name, states);
        }
        if (name == "virtual_joint") refuse_again(element, read_virtual_joint(element), srdf.virtual_joints);
        if (name == "end_effector") refuse_again(element, read_end_effector(element), end_effectors);
        if (name == "passive_joint") srdf.passive_joints.push_back(element.required_attribute("name"));
    }
    return srdf;
}

SrdfFile read_srdf(const std::filesystem::path& path, const std::stop_token& stop)
{
    return parse_srdf(read_text_file(path, stop), path.string());
}

SrdfAllowed allowed_pairs(const SrdfFile& srdf, std::span<const Link> links)
{
    std::set<std::string> known;
    for (const Link& link : links) known.insert(link.name);

    SrdfAllowed allowed;
    for (const SrdfPair& pair : srdf.disabled) {
        if (known.count(pair.link1) == 0 || known.count(pair.link2) == 0) {
            allowed.unknown.push_back(pair);
        } else {
            allowed.pairs.push_back({pair.link1, pair.link2, pair.reason});
        }
    }
    std::set<std::pair<std::string, std::string>> enabled;
    for (const SrdfPair& pair : srdf.enabled) {
        enabled.emplace(pair.link1, pair.link2);
        enabled.emplace(pair.link2, pair.link1);
    }
    for (const SrdfPair& each : srdf.disabled_by_default) {
        if (known.count(each.link1) == 0) {
            allowed.unknown.push_back(each);
            continue;
        }
        for (const Link& link : links) {
            if (link.name == each.link1 || enabled.count({each.link1, link.name}) > 0) continue;
            allowed.pairs.push_back({each.link1, link.name, each.reason});
        }
    }
    return allowed;
}

std::vector<RobotParts::State> named_states(const SrdfFile& srdf, std::span<const Joint> joints,
                                            std::vector<Note>& notes)
{
    std::unordered_map<std::string, Joint::Type> types;
    for (const Joint& joint : joints) types.emplace(joint.name, joint.type);
    std::vector<RobotParts::State> states;
    for (const SrdfState& each : srdf.states) {
        const ErrorPlace place = {.file = srdf.file, .line = each.line};
        RobotParts::State state = {.name = each.name, .group = each.group};
        std::string unknown;
        for (const SrdfState::Values& values : each.joints) {
            const auto type = types.find(values.joint);
            if (type == types.end()) {
                if (srdf.virtual_joints.contains(values.joint)) continue;
                unknown += (unknown.empty() ? "" : ", ") + excerpt(values.joint);
                continue;
            }
            const std::size_t count = value_count(type->second);
            if (count == 0) continue;
            if (values.values.size() != count) {
                throw Error(ErrorCode::malformed_robot,
                            "state " + excerpt(each.name) + " has " + std::to_string(values.values.size()) +
                                " values for joint " + excerpt(values.joint) + ", not " + std::to_string(count),
                            place);
            }
            state.joints.push_back({values.joint, values.values});
        }
        if (!unknown.empty()) {
            notes.push_back({"state " + excerpt(each.name) +
                                 " names joints that the robot does not have, which are ignored: " + unknown,
                             place});
        }
        states.push_back(std::move(state));
    }
    return states;
}

std::vector<std::size_t> group_values(const Robot& robot, const SrdfFile& srdf, const std::string& group)
{
    GroupJoints found(robot, srdf);
    found.add(group);
    std::vector<std::size_t> values;
    for (const std::size_t joint : found.joints()) {
        const Joint& each = robot.joints()[joint];
        const auto& passive = srdf.passive_joints;
        if (each.mimic || std::find(passive.begin(), passive.end(), each.name) != passive.end()) continue;
        for (std::size_t i = 0; i < value_count(each.type); ++i) values.push_back(robot.first_value(joint) + i);
    }
    std::sort(values.begin(), values.end());
    return values;
}

}  // namespace tocca
