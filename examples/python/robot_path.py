#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A robot reaches around a pillar: which edges of its path are proven free, and when does the other one touch?

Usage: robot_path.py [--output PICTURE] [--show]
"""
import argparse

import matplotlib
import numpy as np
import tocca
from numpy.typing import NDArray

LINKS = ['upper', 'fore', 'hand']
LENGTH = 0.5


def arm() -> str:
    """URDF text of an arm of three capsules: the first joint turns about z, the others bend."""
    text = '<robot name="arm"><link name="base"/>'
    parent = 'base'
    for number, name in enumerate(LINKS):
        text += f'''
  <link name="{name}">
    <collision><origin xyz="0 0 {LENGTH / 2}"/><geometry><cylinder radius="0.05" length="{LENGTH - 0.1}"/></geometry>
    </collision>
  </link>
  <joint name="{name} joint" type="revolute">
    <parent link="{parent}"/><child link="{name}"/><origin xyz="0 0 {LENGTH if number else 0}"/>
    <axis xyz="{'0 1 0' if number else '0 0 1'}"/><limit lower="-3.1" upper="3.1" effort="1" velocity="1"/>
  </joint>'''
        parent = name
    return text + '</robot>'


def paths() -> dict[str, NDArray[np.float64]]:
    """Two ways past the pillar: straight through it, and folded."""
    stretched, beside, tucked = [0.0, 1.2, 0.3], [2.5, 1.2, 0.3], [0.0, -0.2, 2.0]
    folded = [2.5, -0.2, 2.0]
    return {'direct': np.array([stretched, [1.25, 1.2, 0.3], beside]),
            'folded': np.array([stretched, tucked, folded, beside])}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--output', default='robot_path.png', help='the picture to write')
    parser.add_argument('--show', action='store_true', help='show the picture, too')
    options = parser.parse_args()
    if not options.show:
        matplotlib.use('Agg')
    import matplotlib.pyplot as plt

    robot = tocca.parse_robot(arm())
    place = np.eye(4)
    place[:3, 3] = 0.4, 0.7, 0.5
    pillar = tocca.Obstacle('pillar', [tocca.cylinder_shape(0.1, 2.0)], place)
    checker = tocca.RobotChecker(robot, tocca.RobotScene([pillar]))

    figure, panels = plt.subplots(1, 2, figsize=(13, 4.5), layout='constrained', sharey=True)
    for panel, (name, path) in zip(panels, paths().items()):
        report = tocca.check_path(checker, path)
        free = sum(edge.outcome == 'free' for edge in report.edges)
        print(f'{name}: {free} of {len(report)} edges are proven free')
        for number, edge in enumerate(report.edges):
            end = number + edge.safe_until
            panel.axvspan(number, end, color='tab:green', alpha=0.2, lw=0)
            if edge.contact is None or edge.pair is None:
                continue
            touching = ' and '.join(checker.body_names[body] for body in edge.pair.objects)
            print(f'  edge {number} is free until {edge.safe_until:.6f}, where {touching} come within '
                  f'{edge.contact.distance:.1e}')
            panel.axvspan(end, number + 1, color='tab:red', alpha=0.2, lw=0)
            panel.axvline(end, color='tab:red', label=f'contact of {touching}')
        for value, joint in enumerate(robot.value_names):
            panel.plot(np.arange(len(path)), path[:, value], marker='o', label=joint)
        panel.set(title=f'{name}: {free} of {len(report)} edges proven free', xlabel='waypoint',
                  ylabel='joint value in radians', xticks=np.arange(len(path)))
        panel.legend(loc='upper left', bbox_to_anchor=(0.0, -0.15), ncols=2)
    figure.savefig(options.output, dpi=110)
    if options.show:
        plt.show()


if __name__ == '__main__':
    main()
