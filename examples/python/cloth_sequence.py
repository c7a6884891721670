#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A cloth falls over a ball: the contacts of every frame over time, and how far each step may go.

Usage: cloth_sequence.py [--output PICTURE] [--show]
"""
import argparse

import matplotlib
import numpy as np
import tocca
from numpy.typing import NDArray

FRAMES = 31
RADIUS = 0.35
CLEARANCE = 2e-3


def cloth_frames(flat: NDArray[np.float64]) -> NDArray[np.float64]:
    """Positions (T, n, 3) of a sheet that falls, drapes and folds, with no regard to what is in its way."""
    x, y = flat[:, 0] - 0.5, flat[:, 1] - 0.5
    distance = np.hypot(x, y)
    frames = []
    for time in np.linspace(0, 1, FRAMES):
        height = 0.55 - 0.45 * time
        drape = 1.6 * time * np.maximum(distance - 0.3 * (1 - time), 0.0)
        ripple = 0.04 * time * np.sin(14 * np.arctan2(y, x)) * distance
        shrink = 1 - 0.35 * time * distance
        frames.append(np.column_stack([x * shrink, y * shrink, height - drape + ripple]))
    return np.array(frames)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--output', default='cloth_sequence.png', help='the picture to write')
    parser.add_argument('--show', action='store_true', help='show the picture, too')
    options = parser.parse_args()
    if not options.show:
        matplotlib.use('Agg')
    import matplotlib.pyplot as plt

    sheet, ball = tocca.sheet(columns=40, rows=40), tocca.ico_sphere(radius=RADIUS, subdivisions=3)
    frames = cloth_frames(sheet.positions)
    scene = tocca.Scene()
    cloth_part = scene.add(frames[0], sheet.faces, name='cloth', thickness=1e-3)
    scene.add(ball, name='ball', self_contact=False)

    times, heights, kinds, safe = [], [], [], []
    touches = np.full(len(sheet.faces), np.inf)  # when each face first does, in frames
    for frame in range(1, FRAMES):
        scene.move(cloth_part, frames[frame])
        answer = tocca.all_contacts(scene)
        safe.append(tocca.safe_step(scene, clearance=CLEARANCE).step)
        times.append(frame - 1 + answer.contacts['toc'][:, 1])
        heights.append(answer.contacts['point'][:, 2])
        kinds.append(answer.contacts['kind'])
        free = tocca.free_times(scene, answer, cloth_part).faces
        touches = np.where(free < 1, np.minimum(touches, frame - 1 + free), touches)
        scene.advance()
    time, height, kind = np.concatenate(times), np.concatenate(heights), np.concatenate(kinds)
    first = int(np.argmin(np.array(safe) == 1.0))
    print(f'{len(time)} contacts in {FRAMES - 1} steps; the first step that must be cut short is {first}, '
          f'to {safe[first]:.4f} of it')

    figure, (contacts, steps, cloth) = plt.subplots(1, 3, figsize=(15, 4.5), layout='constrained')
    for name, colour in (('vf', 'tab:blue'), ('ee', 'tab:orange')):
        chosen = kind == name
        contacts.scatter(time[chosen], height[chosen], s=3, color=colour, label=f'{chosen.sum()} {name}')
    contacts.set(title='Contacts', xlabel='time in frames', ylabel='height of the contact')
    contacts.legend()
    steps.bar(np.arange(FRAMES - 1), [len(step) for step in times], color='lightgrey')
    steps.set(title=f'Contacts a step, and the part that keeps a gap of {CLEARANCE:g}', xlabel='step',
              ylabel='contacts')
    part = steps.twinx()
    part.plot(np.arange(FRAMES - 1), safe, color='tab:green', marker='o')
    part.set_ylabel('proven part of the step', color='tab:green')
    touched = np.isfinite(touches)
    cloth.triplot(sheet.positions[:, 0], sheet.positions[:, 1], sheet.faces, color='lightgrey', linewidth=0.3)
    shown = cloth.tripcolor(sheet.positions[:, 0], sheet.positions[:, 1], sheet.faces[touched],
                            facecolors=touches[touched])
    cloth.set(title='When each triangle first touches', xlabel='x of the flat cloth', ylabel='y', aspect='equal')
    figure.colorbar(shown, ax=cloth, label='frame')
    figure.savefig(options.output, dpi=110)
    if options.show:
        plt.show()


if __name__ == '__main__':
    main()
