// SPDX-License-Identifier: Apache-2.0
// The time line: for each step the span that is proven free and how many contacts there are when; the present on top.
import { timeOf } from './motion.ts';
import { contactColour, freeColour, type Theme } from './palette.ts';
import type { Player } from './player.ts';
import type { Report } from './report.ts';
import type { Change, State } from './state.ts';
import * as text from './text.ts';

/** Pixels left free at either end, so that the mark of the present is never cut. */
const margin = 8;
const bandHeight = 6;

const inks: Record<Theme, { band: string; mark: string; limit: string }> = {
    light: { band: '#d9d6cd', mark: '#1f2328', limit: '#fdfcfa' },
    dark: { band: '#3a3f47', mark: '#e6e7e8', limit: '#1b1e22' },
};

export class Timeline {
    private readonly canvas: HTMLCanvasElement;
    /** Everything but the mark of the present, which alone changes while time passes. */
    private readonly fixed = document.createElement('canvas');
    private width = 1;
    private height = 1;
    private state: Readonly<State>;
    private isDragging = false;

    constructor(
        private readonly box: HTMLElement,
        private readonly report: Report,
        private readonly player: Player,
        state: Readonly<State>,
    ) {
        this.state = state;
        this.canvas = box.querySelector('canvas') as HTMLCanvasElement;
        box.setAttribute('aria-valuemin', '0');
        box.setAttribute('aria-valuemax', String(player.end));
        box.addEventListener('pointerdown', (event) => this.dragStarts(event));
        box.addEventListener('pointermove', (event) => this.dragged(event));
        for (const end of ['pointerup', 'pointercancel'] as const) {
            box.addEventListener(end, () => (this.isDragging = false));
        }
        box.addEventListener('keydown', (event) => this.pressed(event));
        new ResizeObserver(() => this.resize()).observe(box);
        this.resize();
    }

    update(state: Readonly<State>, change: Change): void {
        this.state = state;
        if (change.has('theme')) this.drawFixed();
        if (change.has('time') || change.has('theme')) this.draw();
    }

    private resize(): void {
        const scale = Math.min(2, window.devicePixelRatio || 1);
        const box = this.box.getBoundingClientRect();
        this.width = Math.max(1, box.width);
        this.height = Math.max(1, box.height);
        for (const canvas of [this.canvas, this.fixed]) {
            canvas.width = Math.round(this.width * scale);
            canvas.height = Math.round(this.height * scale);
            canvas.getContext('2d')?.scale(scale, scale);
        }
        this.drawFixed();
        this.draw();
    }

    private place(time: number): number {
        return margin + (time / Math.max(1, this.player.end)) * (this.width - 2 * margin);
    }

    private timeAt(event: PointerEvent): number {
        const x = event.clientX - this.box.getBoundingClientRect().left - margin;
        return (x / Math.max(1, this.width - 2 * margin)) * this.player.end;
    }

    private dragStarts(event: PointerEvent): void {
        this.isDragging = true;
        this.box.setPointerCapture(event.pointerId);
        this.dragged(event);
    }

    private dragged(event: PointerEvent): void {
        if (this.isDragging) this.player.setTime(this.timeAt(event));
    }

    private pressed(event: KeyboardEvent): void {
        const little = this.player.end / 200;
        const moves: Record<string, number> = {
            ArrowLeft: -little, ArrowDown: -little, ArrowRight: little, ArrowUp: little,
            PageDown: -10 * little, PageUp: 10 * little, Home: -Infinity, End: Infinity,
        };
        const move = moves[event.key];
        if (move === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        this.player.setTime(Math.max(0, Math.min(this.player.end, this.state.time + move)));
    }

    private drawFixed(): void {
        const context = this.fixed.getContext('2d');
        if (context === null) return;
        context.clearRect(0, 0, this.width, this.height);
        this.drawSteps(context);
        this.drawContacts(context);
    }

    private drawSteps(context: CanvasRenderingContext2D): void {
        const { steps } = this.report.manifest;
        const { band, limit } = inks[this.state.theme];
        const top = this.height - bandHeight - 4;
        context.fillStyle = band;
        context.beginPath();
        context.roundRect(margin, top, this.width - 2 * margin, bandHeight, bandHeight / 2);
        context.fill();
        context.save();
        context.clip();
        steps.forEach((step, number) => {
            const from = this.place(number);
            const isBlocked = text.isNotFreeAtStart(step.outcome);
            context.fillStyle = isBlocked ? contactColour : freeColour;
            context.globalAlpha = isBlocked ? 0.45 : 1;
            context.fillRect(from, top, this.place(number + (isBlocked ? 1 : step.safe_until)) - from, bandHeight);
        });
        context.restore();
        if ((this.width - 2 * margin) / steps.length < 5) return;
        context.fillStyle = limit;
        for (let step = 1; step < steps.length; ++step) {
            context.fillRect(this.place(step) - 0.5, top - 1, 1, bandHeight + 2);
        }
    }

    /** Bars of two pixels; heights go with the logarithm, so that a single contact is seen beside thousands. */
    private drawContacts(context: CanvasRenderingContext2D): void {
        const { contacts } = this.report;
        const barWidth = 2;
        const bars = new Uint32Array(Math.ceil(this.width / barWidth) + 1);
        let most = 0;
        for (let i = 0; i < contacts.count; ++i) {
            const bar = Math.floor(this.place(timeOf(contacts, i)) / barWidth);
            most = Math.max(most, ++bars[bar]);
        }
        const full = this.height - bandHeight - 10;
        context.fillStyle = contactColour;
        bars.forEach((amount, bar) => {
            if (amount === 0) return;
            const height = 7 + (full - 7) * (most > 1 ? Math.log(amount) / Math.log(most) : 0.4);
            context.fillRect(bar * barWidth, this.height - bandHeight - 6 - height, barWidth - 0.4, height);
        });
    }

    private draw(): void {
        const context = this.canvas.getContext('2d');
        if (context === null) return;
        const { time, theme } = this.state;
        const x = this.place(time);
        context.clearRect(0, 0, this.width, this.height);
        context.drawImage(this.fixed, 0, 0, this.width, this.height);
        context.fillStyle = inks[theme].mark;
        context.fillRect(x - 0.75, 2, 1.5, this.height - 7);
        context.beginPath();
        context.arc(x, this.height - 7, 6, 0, 2 * Math.PI);
        context.fill();
        this.box.setAttribute('aria-valuenow', String(time));
        this.box.setAttribute('aria-valuetext', `step ${this.player.step}, ${text.time(time - this.player.step)}`);
    }
}
