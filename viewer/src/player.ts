// SPDX-License-Identifier: Apache-2.0
// The passing of time: playing, and going from step to step and from contact to contact.
import { timeOf } from './motion.ts';
import type { Report } from './report.ts';
import type { Store } from './state.ts';

export const speeds = [0.1, 0.25, 0.5, 1, 2, 4];

export class Player {
    private last: number | null = null;
    /** Steps a second at speed 1: a short recording takes four seconds a step, a long one twenty in all. */
    private readonly pace: number;

    constructor(
        private readonly report: Report,
        private readonly store: Store,
    ) {
        this.pace = Math.max(0.25, this.end / 20);
        store.subscribe((state, change) => {
            if (!change.has('playing') || !state.playing) return;
            this.last = null;
            requestAnimationFrame(this.tick);
        });
    }

    get end(): number {
        return this.report.manifest.steps.length;
    }

    /** The step that a time belongs to; the last time belongs to the last step. */
    get step(): number {
        return Math.max(0, Math.min(this.end - 1, Math.floor(this.store.state.time)));
    }

    setTime(time: number): void {
        if (!Number.isFinite(time)) return;
        this.store.set({ time: Math.min(this.end, Math.max(0, time)) });
    }

    toggle(): void {
        const { playing, time } = this.store.state;
        if (!playing && time >= this.end) this.setTime(0);
        this.store.set({ playing: !playing });
    }

    setStep(step: number): void {
        if (!Number.isFinite(step)) return;
        this.store.set({ playing: false });
        this.setTime(Math.min(this.end - 1, Math.max(0, Math.round(step))));
    }

    /** Selects a contact and goes to its time. */
    select(contact: number): void {
        const { contacts } = this.report;
        if (!Number.isInteger(contact) || contact < 0 || contact >= contacts.count) return;
        this.store.set({ playing: false, selected: contact, time: timeOf(contacts, contact) });
    }

    /** The next contact in time, or the one before; from the selected one, if the time is still its own. */
    selectNext(direction: 1 | -1): void {
        const { contacts } = this.report;
        if (contacts.count === 0) return;
        const { selected, time } = this.store.state;
        const order = contacts.byTime;
        let place: number;
        if (selected !== null && timeOf(contacts, selected) === time) {
            place = order.indexOf(selected) + direction;
        } else {
            // The first contact that is after the time; before it is the last that is not.
            let low = 0;
            let high = order.length;
            while (low < high) {
                const middle = (low + high) >> 1;
                if (timeOf(contacts, order[middle]) > time) high = middle;
                else low = middle + 1;
            }
            place = direction === 1 ? low : low - 1;
        }
        if (place >= 0 && place < order.length) this.select(order[place]);
    }

    private readonly tick = (now: number): void => {
        const { state } = this.store;
        if (!state.playing) return;
        if (this.last !== null) {
            const time = state.time + ((now - this.last) / 1000) * this.pace * state.speed;
            this.setTime(time);
            if (time >= this.end) {
                this.store.set({ playing: false });
                return;
            }
        }
        this.last = now;
        requestAnimationFrame(this.tick);
    };
}
