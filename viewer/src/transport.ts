// SPDX-License-Identifier: Apache-2.0
// The buttons beneath the picture: play, contacts, speed, steps, and the present in numbers.
import { element } from './element.ts';
import { type Player, speeds } from './player.ts';
import type { Report } from './report.ts';
import type { Change, State, Store } from './state.ts';
import * as text from './text.ts';

export class Transport {
    private readonly play = element('play');
    private readonly now = element('now');
    private readonly step = element<HTMLInputElement>('step');

    constructor(
        private readonly report: Report,
        private readonly player: Player,
        store: Store,
        goTo: (direction: 1 | -1) => void,
    ) {
        const { steps } = report.manifest;
        const click = (id: string, action: () => void) => element(id).addEventListener('click', action);
        click('play', () => player.toggle());
        click('previous', () => goTo(-1));
        click('next', () => goTo(1));
        click('step-back', () => player.setStep(player.step - 1));
        click('step-on', () => player.setStep(player.step + 1));
        element('step-box').hidden = steps.length < 2;
        element('step-word').textContent = text.stepWord(report);
        element('step-count').textContent = `/ ${steps.length - 1}`;
        this.step.max = String(steps.length - 1);
        this.step.addEventListener('change', () => player.setStep(Number(this.step.value)));
        for (const id of ['previous', 'next']) element<HTMLButtonElement>(id).disabled = report.contacts.count === 0;
        element<HTMLButtonElement>('play').disabled = steps.length === 0;
        const speed = element<HTMLSelectElement>('speed');
        for (const factor of speeds) speed.append(new Option(`${factor}×`, String(factor)));
        speed.value = String(store.state.speed);
        speed.addEventListener('change', () => store.set({ speed: Number(speed.value) }));
    }

    update(state: Readonly<State>, change: Change): void {
        if (change.has('playing')) {
            this.play.classList.toggle('playing', state.playing);
            this.play.setAttribute('aria-label', state.playing ? 'Pause' : 'Play');
        }
        if (change.has('time')) this.showTime(state.time);
    }

    private showTime(time: number): void {
        const { step } = this.player;
        const about = this.report.manifest.steps[step];
        if (about === undefined) return;
        const within = time - step;
        // Compared as times of the whole motion, in which the time of a contact is rounded, too.
        const isFree = time <= step + about.safe_until && !text.isNotFreeAtStart(about.outcome);
        this.now.textContent = `t = ${text.time(within)}`;
        this.now.title = isFree ? 'Proven free up to here' : 'Beyond what is proven free';
        this.now.className = isFree ? 'free' : about.outcome === 'undecided' ? '' : 'touched';
        if (document.activeElement !== this.step) this.step.value = String(step);
        const found = about.contact_count > 0 ? [text.counted(about.contact_count, 'contact')] : [];
        if ((about.crossing_count ?? 0) > 0) found.unshift(`${text.counted(about.crossing_count ?? 0, 'edge')} through faces`);
        const said = about.checked === false ? 'not checked' : text.outcome(about.outcome);
        const outcome = about.outcome === 'contact' && found.length > 0 ? [] : [said];
        const name = element('step-name');
        name.textContent = `${[...outcome, ...found].join(', ')}${about.name === '' ? '' : ` · ${about.name}`}`;
        name.title = name.textContent;
    }
}
