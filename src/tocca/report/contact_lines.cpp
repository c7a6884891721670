// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/contact_lines.hpp"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "tocca/io/json_text.hpp"
#include "tocca/io/line_text.hpp"

namespace tocca {
namespace {

std::array<double, 3> coordinates(const Eigen::Vector3d& vector) { return {vector.x(), vector.y(), vector.z()}; }
std::array<double, 2> ends(const TimeInterval& time) { return {time.lower, time.upper}; }

}  // namespace

std::string contact_csv_head(const ContactColumns& columns)
{
    std::string text = "step,kind,v0,v1,v2,v3,toc_lower,toc_upper,px,py,pz,nx,ny,nz";
    if (columns.objects) text += ",object_a,object_b";
    if (columns.distance) text += ",distance";
    return text + '\n';
}

void append_contact_csv(std::string& text, const RecordedContact& recorded, const ContactColumns& columns)
{
    const Contact& contact = recorded.contact;
    append_number(text, recorded.step);
    text += ',';
    text += to_string(contact.kind);
    append_csv_numbers(text, contact.vertices);
    append_csv_numbers(text, ends(contact.toc));
    append_csv_numbers(text, coordinates(contact.point));
    append_csv_numbers(text, coordinates(contact.normal));
    if (columns.objects) append_csv_numbers(text, contact.objects);
    if (columns.distance) {
        text += ',';
        if (recorded.distance) append_number(text, *recorded.distance);
    }
    text += '\n';
}

void append_contact_json(std::string& text, const RecordedContact& recorded, const ContactColumns& columns)
{
    const Contact& contact = recorded.contact;
    text += "{\"step\":";
    append_number(text, recorded.step);
    text += ",\"kind\":\"";
    text += to_string(contact.kind);
    text += '"';
    if (columns.objects) append_json_list(text, "objects", contact.objects);
    append_json_list(text, "vertices", contact.vertices);
    append_json_list(text, "toc", ends(contact.toc));
    append_json_list(text, "point", coordinates(contact.point));
    append_json_list(text, "normal", coordinates(contact.normal));
    if (columns.distance) {
        text += ",\"distance\":";
        append_json_number(text, recorded.distance.value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    text += "}\n";
}

std::string contacts_csv(const RecordedMotion& motion)
{
    check(motion);
    std::string text = contact_csv_head({});
    for (const RecordedContact& contact : motion.contacts) append_contact_csv(text, contact, {});
    return text;
}

std::string contacts_jsonl(const RecordedMotion& motion)
{
    check(motion);
    std::string text;
    for (const RecordedContact& contact : motion.contacts) append_contact_json(text, contact, {});
    return text;
}

std::string contacts_json(const RecordedMotion& motion)
{
    check(motion);
    Json names = Json::array();
    for (const RecordedBody& body : motion.bodies) names.push_back(body.name);
    std::string text = json_text({{"schema", "tocca.contacts/1"}, {"objects", std::move(names)}});
    text.back() = ',';
    text += R"("contacts":[)";
    const char* before = "";
    for (const RecordedContact& contact : motion.contacts) {
        text += before;
        append_contact_json(text, contact, {});
        text.pop_back();  // the end of its line
        before = ",\n";
    }
    return text + "]}\n";
}

}  // namespace tocca
