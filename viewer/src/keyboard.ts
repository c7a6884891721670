// SPDX-License-Identifier: Apache-2.0
// The keys of the page; those of a list, a slider or a field are its own.
import { element } from './element.ts';
import type { Player } from './player.ts';
import type { Scene } from './scene.ts';
import type { Store } from './state.ts';

const turn = Math.PI / 24;

export function listenToKeys(
    store: Store,
    player: Player,
    scene: Scene | null,
    goTo: (direction: 1 | -1) => void,
    look: () => void,
): void {
    const arrows: Record<string, [number, number]> = {
        ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
    };
    const actions: Record<string, () => void> = {
        ' ': () => player.toggle(),
        n: () => goTo(1),
        p: () => goTo(-1),
        ',': () => player.setTime(store.state.time - 0.01),
        '.': () => player.setTime(store.state.time + 0.01),
        '[': () => player.setStep(player.step - 1),
        ']': () => player.setStep(player.step + 1),
        '+': () => scene?.camera.zoom(1.25),
        '=': () => scene?.camera.zoom(1.25),
        '-': () => scene?.camera.zoom(0.8),
        l: look,
        home: () => scene?.resetCamera(),
        c: () => store.set({ byTime: !store.state.byTime }),
        g: () => store.set({ ghosts: !store.state.ghosts }),
        '?': () => element<HTMLDialogElement>('keys').showModal(),
    };
    document.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (element<HTMLDialogElement>('keys').open) return;
        const focused = event.target as Element;
        if (focused.matches('input:not([type=checkbox], [type=radio]), select')) return;
        if (event.key === ' ' && focused.matches('button, input, a')) return;
        const arrow = arrows[event.key];
        if (arrow !== undefined && !focused.matches('input')) {
            event.preventDefault();
            if (event.shiftKey) scene?.camera.pan(0.05 * arrow[0], 0.05 * arrow[1]);
            else scene?.camera.orbit(turn * arrow[0], turn * arrow[1]);
            return;
        }
        const action = actions[event.key.toLowerCase()];
        if (action === undefined) return;
        event.preventDefault();
        action();
    });
}
