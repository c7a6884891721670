// SPDX-License-Identifier: Apache-2.0
// A strip of cloth folds over: when does it first touch itself, where, and how far may a simulator step?
#include <cmath>
#include <iostream>
#include <tocca/tocca.hpp>

namespace {

constexpr int rows = 41, columns = 9;

/// A strip of unit length whose second half is bent up by an angle.
Eigen::MatrixXd strip(double angle)
{
    Eigen::MatrixXd positions(rows * columns, 3);
    for (int i = 0; i < rows; ++i) {
        const double along = static_cast<double>(i) / (rows - 1), past = std::max(0.0, along - 0.5);
        for (int j = 0; j < columns; ++j) {
            const double across = 0.2 * j / (columns - 1);
            positions.row(i * columns + j) << std::min(along, 0.5) + past * std::cos(angle), across + 0.05 * past,
                past * std::sin(angle);
        }
    }
    return positions;
}

Eigen::MatrixXi strip_faces()
{
    Eigen::MatrixXi faces(2 * (rows - 1) * (columns - 1), 3);
    int face = 0;
    for (int i = 0; i + 1 < rows; ++i) {
        for (int j = 0; j + 1 < columns; ++j) {
            const int a = i * columns + j, b = a + columns;
            faces.row(face++) << a, b, b + 1;
            faces.row(face++) << a, b + 1, a + 1;
        }
    }
    return faces;
}

}  // namespace

int main()
{
    tocca::MovingMesh cloth(strip(2.8), strip_faces());
    cloth.move_to(strip(3.3));  // every vertex in a straight line; the tree is refitted

    const auto first = tocca::first_contact(cloth);
    std::cout << "free until " << first.safe_until << '\n';
    if (!first.contact) return 1;
    std::cout << "touches at " << first.contact->point.transpose() << '\n';

    const auto all = tocca::all_contacts(cloth);
    std::cout << all.contacts.size() << " pairs of features touch during the step\n";

    const auto step = tocca::safe_step(cloth, {.clearance = 1e-3});
    std::cout << "a step of " << step.step << " keeps a gap of 1e-3\n";
    return step.step < first.contact->toc.upper ? 0 : 1;
}
