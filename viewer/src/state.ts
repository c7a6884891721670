// SPDX-License-Identifier: Apache-2.0
// What the user has chosen, in one place; everything that shows it listens.
import type { Theme } from './palette.ts';

export interface State {
    time: number;
    playing: boolean;
    /** A factor; see player.ts. */
    speed: number;
    /** A contact's number, or null. */
    selected: number | null;
    ghosts: boolean;
    path: boolean;
    points: boolean;
    byTime: boolean;
    /** The axis that points upwards in the picture. */
    up: 'y' | 'z';
    theme: Theme;
    /** Bodies that are not shown. */
    hidden: ReadonlySet<number>;
}

export type Change = ReadonlySet<keyof State>;

/** Holds the state and tells of its changes, at once and in the order of subscription. */
export class Store {
    private readonly listeners: ((state: Readonly<State>, change: Change) => void)[] = [];

    constructor(private current: State) {}

    get state(): Readonly<State> {
        return this.current;
    }

    set(values: Partial<State>): void {
        const changed = (Object.keys(values) as (keyof State)[]).filter((key) => values[key] !== this.current[key]);
        if (changed.length === 0) return;
        this.current = { ...this.current, ...values };
        const change = new Set(changed);
        for (const listener of this.listeners) listener(this.current, change);
    }

    subscribe(listener: (state: Readonly<State>, change: Change) => void): void {
        this.listeners.push(listener);
    }
}
