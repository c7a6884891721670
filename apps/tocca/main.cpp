// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/command_line.hpp"

int main(int argc, char** argv) { return tocca::app::run(argc, argv); }
