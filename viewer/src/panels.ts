// SPDX-License-Identifier: Apache-2.0
// The texts beside the picture: the verdict, the selected contact, what to show, and the report about itself.
import { element, facts, make } from './element.ts';
import type { StepManifest } from './manifest.ts';
import { bodyColour, timeColours } from './palette.ts';
import { normalGrid, type Report } from './report.ts';
import type { Change, State, Store } from './state.ts';
import * as text from './text.ts';

/** One sentence about the whole. The colour beside it is that of the verdict, which the report says. */
export function verdictSentence(report: Report): string {
    const sentence = sentenceOfAnswers(report);
    return report.manifest.complete !== false ? sentence : `Interrupted; until then: ${sentence}`;
}

function sentenceOfAnswers(report: Report): string {
    const { steps } = report.manifest;
    const word = text.stepWord(report);
    if (steps.length === 0) return `No ${word} was checked`;
    const touching = steps.filter(({ outcome }) => text.isContact(outcome));
    if (touching.length > 0) return sentenceOfContact(report, touching);
    const unchecked = steps.filter(({ checked }) => checked === false).length;
    const undecided = steps.filter(({ outcome }) => outcome === 'undecided').length - unchecked;
    const of = `of ${text.counted(steps.length, word)}`;
    if (undecided > 0) return `Undecided in ${text.count(undecided)} ${of}`;
    if (unchecked > 0) {
        const others = unchecked < steps.length ? '; the others are proven free' : '';
        return `${text.count(unchecked)} ${of} not checked, since the triangles change${others}`;
    }
    const whole = steps.length === 1 ? `over the whole ${word}` : `in all ${text.count(steps.length)} ${word}s`;
    const assumed = report.manifest.start_assumed_free === true ? ', assuming that nothing crosses at the start' : '';
    return `Proven free of contact ${whole}${assumed}`;
}

/** About steps that are not free, by what is found in the first of them. */
function sentenceOfContact(report: Report, touching: readonly StepManifest[]): string {
    const { steps } = report.manifest;
    const word = text.stepWord(report);
    const [first] = touching;
    const atStart = {
        touching_at_start: 'Touching at the start',
        crossing_at_start: 'Crossing at the start',
        inside: 'Inside at the start',
        near_at_start: 'Within the clearance at the start',
    }[first.outcome];
    // A contact that is not there was not asked for, only whether there is one.
    const isKnown = first.contact_count > 0;
    const when = text.time(first.safe_until);
    const number = steps.indexOf(first);
    const many = `${text.count(touching.length)} of ${text.counted(steps.length, word)}`;
    if (atStart !== undefined) {
        const crossings = first.crossing_count ?? 0;
        const amount = crossings > 0 ? `: ${text.counted(crossings, 'edge')} through faces` : '';
        return steps.length === 1 ? `${atStart}${amount}` : `${atStart} of ${word} ${number}${amount}; ${many} not free`;
    }
    if (steps.length === 1) return isKnown ? `First contact at ${when}` : 'Contact, at some time';
    return `Contact in ${many}, first in ${word} ${number}${isKnown ? ` at ${when}` : ''}`;
}

export function showVerdict(report: Report): void {
    const sentence = verdictSentence(report);
    const place = element('verdict');
    place.textContent = sentence;
    place.title = sentence;
    place.classList.add(report.manifest.verdict);
    element('title').textContent = report.manifest.title;
    document.title = `${report.manifest.title} – tocca`;
}

/** What there is to say about a contact. */
export function showContact(report: Report, contact: number | null): void {
    const place = element('details');
    const { contacts } = report;
    if (contact === null) {
        const sentence = contacts.count === 0 ? 'There is no contact to show.' : 'Choose a contact to see it.';
        place.replaceChildren(make('p', 'none', sentence));
        return;
    }
    const [first, second] = text.features(report, contact);
    const lower = contacts.tocLower[contact];
    const upper = contacts.tocUpper[contact];
    const hasNormal = contacts.normal.subarray(3 * contact, 3 * contact + 3).some((number) => number !== 0);
    const rows: [string, string][] = [
        ['touches', first],
        ['and', second],
        ['free until', text.exactTime(lower)],
        ...(upper > lower ? [['touches by', text.exactTime(upper)] as [string, string]] : []),
        ['point', text.coordinates(contacts.point, 3 * contact, contacts.pointGrid)],
        ['normal', hasNormal ? text.coordinates(contacts.normal, 3 * contact, normalGrid) : 'none'],
    ];
    const distance = contacts.distance?.[contact];
    if (distance !== undefined && !Number.isNaN(distance)) rows.push(['distance', text.length(distance)]);
    const heading = make('h2', '', text.kind(contacts.kind[contact]));
    const place1 = text.count(contacts.byTime.indexOf(contact) + 1);
    heading.append(make('span', '', `${place1} of ${text.count(contacts.count)}`));
    place.replaceChildren(heading, facts(rows));
}

function downloadLink(answers: string): HTMLElement {
    const link = make('a', '', 'the JSON inside');
    link.href = URL.createObjectURL(new Blob([answers], { type: 'application/json' }));
    link.download = 'answers.json';
    const line = make('p');
    line.append(link, ` (${text.count(Math.ceil(answers.length / 1024))} KiB)`);
    return line;
}

/** The report about itself. */
export function showReport(report: Report, answers: string | null): void {
    const { manifest } = report;
    const place = element('panel-report');
    const add = (heading: string, ...content: Node[]) => place.append(make('h2', '', heading), ...content);
    const triangles = report.bodies.reduce((sum, { faces }) => sum + faces.length / 3, 0);
    const size: [string, string][] = [
        ['bodies', text.count(report.bodies.length)],
        ['triangles', text.count(triangles)],
        [`${text.stepWord(report)}s`, text.count(manifest.steps.length)],
    ];
    if (manifest.command !== undefined) add('Command', make('div', 'command', manifest.command));
    add('Model', facts(size));
    const named = (values: typeof manifest.settings) => facts(values.map(({ name, value }) => [name, value]));
    if (manifest.settings.length > 0) add('Settings', named(manifest.settings));
    if (manifest.statistics.length > 0) add('Statistics', named(manifest.statistics));
    if (answers !== null) add('Answers', downloadLink(answers));
    const sentences = make('ul');
    for (const sentence of manifest.reduced) sentences.append(make('li', '', sentence));
    if (manifest.reduced.length > 0) add('What this page holds less of', sentences);
    place.append(make('p', 'version', `made by tocca ${manifest.version}`));
}

/** Switches of what is shown. */
export class DisplayPanel {
    private readonly store: Store;

    constructor(report: Report, store: Store) {
        this.store = store;
        const choose = (id: string, chosen: (checked: boolean) => Partial<State>) =>
            element<HTMLInputElement>(id).addEventListener('change', (event) =>
                store.set(chosen((event.target as HTMLInputElement).checked)),
            );
        choose('colour-body', (checked) => ({ byTime: !checked }));
        choose('colour-time', (checked) => ({ byTime: checked }));
        choose('up-y', (checked) => ({ up: checked ? 'y' : 'z' }));
        choose('up-z', (checked) => ({ up: checked ? 'z' : 'y' }));
        choose('show-points', (points) => ({ points }));
        choose('show-path', (path) => ({ path }));
        choose('show-ghosts', (ghosts) => ({ ghosts }));
        const bodies = element('bodies');
        report.bodies.forEach((body, number) => bodies.append(this.makeBody(number, body.name, body.faces.length / 3)));
        const ramp = document.querySelector<HTMLElement>('.ramp');
        if (ramp !== null) ramp.style.background = `linear-gradient(to right, ${timeColours.join(', ')})`;
    }

    update(state: Readonly<State>, change: Change): void {
        if (change.has('byTime')) {
            element<HTMLInputElement>('colour-body').checked = !state.byTime;
            element<HTMLInputElement>('colour-time').checked = state.byTime;
            element('legend').hidden = !state.byTime;
        }
        for (const what of ['points', 'path', 'ghosts'] as const) {
            element<HTMLInputElement>(`show-${what}`).checked = state[what];
        }
    }

    private makeBody(number: number, name: string, triangles: number): HTMLElement {
        const line = make('label', 'choice');
        const box = make('input');
        box.type = 'checkbox';
        box.checked = true;
        box.addEventListener('change', () => {
            const hidden = new Set(this.store.state.hidden);
            if (box.checked) hidden.delete(number);
            else hidden.add(number);
            this.store.set({ hidden });
        });
        const swatch = make('span', 'swatch');
        swatch.style.background = bodyColour(number);
        line.append(box, swatch, make('span', 'name', name), make('span', 'amount', text.count(triangles)));
        return line;
    }
}

/** The three tabs, with the arrow keys that tabs have. */
export function makeTabs(): void {
    const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
    const open = (chosen: HTMLElement) => {
        for (const tab of tabs) {
            tab.setAttribute('aria-selected', String(tab === chosen));
            tab.tabIndex = tab === chosen ? 0 : -1;
            element(tab.getAttribute('aria-controls') ?? '').hidden = tab !== chosen;
        }
    };
    tabs.forEach((tab, number) => {
        tab.addEventListener('click', () => open(tab));
        tab.addEventListener('keydown', (event) => {
            const move = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[event.key];
            if (move === undefined) return;
            event.preventDefault();
            event.stopPropagation();
            const next = tabs[(number + move) % tabs.length];
            open(next);
            next.focus();
        });
    });
}
