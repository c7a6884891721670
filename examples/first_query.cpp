// SPDX-License-Identifier: Apache-2.0
// A vertex falls through a triangle that rises to meet it.
// docs: query
#include <iostream>
#include <tocca/tocca.hpp>

int main()
{
    const tocca::VertexFace query{.vertex = {{0.25, 0.25, 1.0}, {0.25, 0.25, -1.0}},
                                  .a = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.5}},  // each point at t=0 and at t=1
                                  .b = {{1.0, 0.0, 0.0}, {1.0, 0.0, 0.5}},
                                  .c = {{0.0, 1.0, 0.0}, {0.0, 1.0, 0.5}}};
    if (!tocca::collides(query)) return 1;
    const auto answer = tocca::first_contact(query);
    std::cout << "free until " << answer.safe_until << ", touches at " << answer.contact->point.transpose() << '\n';
}
// docs: end
