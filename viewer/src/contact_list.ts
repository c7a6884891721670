// SPDX-License-Identifier: Apache-2.0
// The list of contacts in the order of time. Only the rows in sight are elements of the page.
import { element, make } from './element.ts';
import type { Player } from './player.ts';
import type { Report } from './report.ts';
import type { Change, State } from './state.ts';
import * as text from './text.ts';

const rowHeight = 30;
/** Rows above and below those in sight. */
const spare = 8;

export class ContactList {
    private readonly box = element('list');
    private readonly rows = this.box.querySelector('.rows') as HTMLElement;
    private readonly stepFilter = element<HTMLSelectElement>('filter-step');
    private readonly kindFilter = element<HTMLSelectElement>('filter-kind');
    /** The contacts that pass the filters, in the order of time. */
    private shown: Uint32Array = new Uint32Array();
    private selected: number | null = null;

    constructor(
        private readonly report: Report,
        private readonly player: Player,
        private readonly chosen: (contact: number) => void,
    ) {
        element('filter-word').textContent = text.stepWord(report) === 'edge' ? 'Edge' : 'Step';
        this.stepFilter.append(new Option('all', ''));
        report.manifest.steps.forEach((step, number) => {
            if (step.contacts[1] > step.contacts[0]) this.stepFilter.append(new Option(String(number), String(number)));
        });
        // Room for the greatest number of a step, beside its time.
        this.rows.style.setProperty('--digits', String(String(report.manifest.steps.length).length));
        (this.stepFilter.parentElement as HTMLElement).hidden = report.manifest.steps.length < 2;
        for (const filter of [this.stepFilter, this.kindFilter]) {
            filter.addEventListener('change', () => this.filter());
        }
        this.box.addEventListener('scroll', () => this.render(), { passive: true });
        this.box.addEventListener('click', (event) => this.clicked(event));
        this.box.addEventListener('keydown', (event) => this.pressed(event));
        new ResizeObserver(() => this.render()).observe(this.box);
        this.filter();
    }

    update(state: Readonly<State>, change: Change): void {
        if (!change.has('selected')) return;
        this.selected = state.selected;
        const row = state.selected === null ? -1 : this.shown.indexOf(state.selected);
        if (row >= 0) this.reveal(row);
        this.render();
    }

    private filter(): void {
        const { contacts, manifest } = this.report;
        const step = this.stepFilter.value === '' ? null : Number(this.stepFilter.value);
        const kind = this.kindFilter.value === '' ? null : Number(this.kindFilter.value);
        this.shown = contacts.byTime.filter(
            (contact) =>
                (step === null || contacts.step[contact] === step) && (kind === null || contacts.kind[contact] === kind),
        );
        const found = manifest.steps.reduce((sum, { contact_count }) => sum + contact_count, 0);
        const all = found > contacts.count ? `${text.count(contacts.count)} of ${text.count(found)}` : text.count(found);
        element('count').textContent =
            this.shown.length === contacts.count ? all : `${text.count(this.shown.length)} of ${all}`;
        this.rows.style.height = `${this.shown.length * rowHeight}px`;
        this.box.scrollTop = 0;
        this.render();
    }

    private reveal(row: number): void {
        const top = row * rowHeight;
        const sight = this.box.clientHeight;
        if (top < this.box.scrollTop || top + rowHeight > this.box.scrollTop + sight) {
            this.box.scrollTop = top - sight / 2;
        }
    }

    private render(): void {
        const first = Math.max(0, Math.floor(this.box.scrollTop / rowHeight) - spare);
        const end = Math.min(
            this.shown.length,
            Math.ceil((this.box.scrollTop + this.box.clientHeight) / rowHeight) + spare,
        );
        const rows: HTMLElement[] = [];
        for (let row = first; row < end; ++row) rows.push(this.makeRow(row));
        this.rows.replaceChildren(...rows);
        const active = rows.find((row) => row.getAttribute('aria-selected') === 'true');
        if (active === undefined) this.box.removeAttribute('aria-activedescendant');
        else this.box.setAttribute('aria-activedescendant', active.id);
    }

    private makeRow(row: number): HTMLElement {
        const { contacts, manifest } = this.report;
        const contact = this.shown[row];
        const made = make('div', 'row');
        made.id = `contact-${contact}`;
        made.dataset.contact = String(contact);
        made.style.top = `${row * rowHeight}px`;
        made.setAttribute('role', 'option');
        made.setAttribute('aria-selected', String(contact === this.selected));
        made.setAttribute('aria-posinset', String(row + 1));
        made.setAttribute('aria-setsize', String(this.shown.length));
        const toc = contacts.tocLower[contact];
        const isOne = manifest.steps.length === 1;
        const when = isOne ? text.time(toc) : `${contacts.step[contact]} · ${text.shortTime(toc)}`;
        const what = make('span', 'what', text.shortFeatures(this.report, contact));
        what.title = text.features(this.report, contact).join(', ');
        const kind = make('span', 'kind', contacts.kind[contact] === 0 ? 'vf' : 'ee');
        kind.title = text.kind(contacts.kind[contact]);
        made.append(make('span', 'toc', when), kind, what);
        return made;
    }

    private clicked(event: Event): void {
        const row = (event.target as Element).closest<HTMLElement>('.row');
        if (row !== null) this.choose(Number(row.dataset.contact));
    }

    private choose(contact: number): void {
        this.player.select(contact);
        this.chosen(contact);
    }

    private pressed(event: KeyboardEvent): void {
        const page = Math.max(1, Math.floor(this.box.clientHeight / rowHeight) - 1);
        const moves: Record<string, number> = {
            ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
        };
        const move = moves[event.key];
        if (move === undefined || this.shown.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        const row = this.selected === null ? -1 : this.shown.indexOf(this.selected);
        const next = row < 0 ? 0 : Math.max(0, Math.min(this.shown.length - 1, row + move));
        this.choose(this.shown[next]);
    }
}
