// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/help.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

namespace tocca::app {
namespace {

class ExamplesFirst : public CLI::Formatter {
public:
    explicit ExamplesFirst(std::string examples) : examples_(std::move(examples)) { column_width(26); }

    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override
    {
        return "Example:\n" + examples_ + "\n" + CLI::Formatter::make_help(app, std::move(name), mode);
    }

    /// Only what the description does not say already: the name of the value.
    std::string make_option_opts(const CLI::Option* option) const override
    {
        return option->get_type_name().empty() ? "" : " " + option->get_type_name();
    }

private:
    std::string examples_;
};

}  // namespace

void show_examples_first(CLI::App& command, const std::string& examples)
{
    command.formatter(std::make_shared<ExamplesFirst>(examples));
}

}  // namespace tocca::app
