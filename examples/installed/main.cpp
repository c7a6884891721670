// SPDX-License-Identifier: Apache-2.0
// Uses an installed tocca: two edges cross in flight.
#include <iostream>
#include <tocca/tocca.hpp>

int main()
{
    const tocca::EdgeEdge query{.a = {{-1.0, 0.0, 1.0}, {-1.0, 0.0, -1.0}},
                                .b = {{1.0, 0.0, 1.0}, {1.0, 0.0, -1.0}},
                                .c = {{0.0, -1.0, 0.0}, {0.0, -1.0, 0.0}},
                                .d = {{0.0, 1.0, 0.0}, {0.0, 1.0, 0.0}}};
    const auto answer = tocca::first_contact(query);
    std::cout << "tocca " << tocca::version << ": free until " << answer.safe_until << '\n';
    const bool right =
        tocca::collides(query) && answer.contact && answer.contact->toc.lower < 0.5 && answer.contact->toc.upper >= 0.5;
    return right ? 0 : 1;
}
