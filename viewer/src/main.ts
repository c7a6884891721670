// SPDX-License-Identifier: Apache-2.0
// The page of a report: reads what the page holds, in a worker, then shows it.
import workerSource from 'worker-source';
import { ContactList } from './contact_list.ts';
import { element, make } from './element.ts';
import { listenToKeys } from './keyboard.ts';
import { DisplayPanel, makeTabs, showContact, showReport, showVerdict } from './panels.ts';
import type { Theme } from './palette.ts';
import { Player } from './player.ts';
import type { Report } from './report.ts';
import { openingContact, openingTime, Scene } from './scene.ts';
import { type State, Store } from './state.ts';
import { Timeline } from './timeline.ts';
import { Transport } from './transport.ts';
import type { WorkerAnswer, WorkerRequest } from './worker.ts';

/** What tests and scripts may use. */
interface ToccaPage {
    /** The present, in steps. */
    readonly time: number;
    /** The number of the selected contact, or null. */
    readonly selected: number | null;
    readonly contactCount: number;
    readonly stepCount: number;
    readonly isPlaying: boolean;
    setTime(time: number): void;
    play(): void;
    pause(): void;
    /** Goes to a contact, by its number in the order of the answers. */
    selectContact(contact: number): void;
}

declare global {
    interface Window {
        /** True once the scene is on the screen. */
        toccaReady?: boolean;
        tocca?: ToccaPage;
    }
}

const rememberedTheme = 'tocca-theme';

/** Shows a sentence in place of the picture. */
function showMessage(sentence: string): void {
    const place = element('message');
    place.replaceChildren(make('p', '', sentence));
    place.hidden = false;
    element('wait').hidden = true;
}

function textOf(id: string): string | null {
    return document.getElementById(id)?.textContent ?? null;
}

/** The texts of the report's blocks; their elements are removed, to free the memory. */
function takeBlocks(): string[] {
    const blocks: string[] = [];
    for (;;) {
        const found = document.getElementById(`tocca-block-${blocks.length}`);
        if (found === null) return blocks;
        blocks.push(found.textContent ?? '');
        found.remove();
    }
}

function decode(request: WorkerRequest): Promise<WorkerAnswer> {
    return new Promise((resolve, reject) => {
        const address = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
        const worker = new Worker(address);
        worker.onmessage = (event: MessageEvent<WorkerAnswer>) => {
            resolve(event.data);
            worker.terminate();
            URL.revokeObjectURL(address);
        };
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(request);
    });
}

function preferredTheme(): Theme {
    let remembered: string | null = null;
    try {
        remembered = localStorage.getItem(rememberedTheme);
    } catch {
        // A page on disk may have no storage; then nothing is remembered.
    }
    if (remembered === 'light' || remembered === 'dark') return remembered;
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function switchTheme(store: Store): void {
    const theme = store.state.theme === 'dark' ? 'light' : 'dark';
    store.set({ theme });
    try {
        localStorage.setItem(rememberedTheme, theme);
    } catch {
        // As above.
    }
}

function setPageTheme(theme: Theme): void {
    document.documentElement.dataset.theme = theme;
}

function makeScene(report: Report, store: Store): Scene | null {
    try {
        return new Scene(element<HTMLCanvasElement>('canvas'), report, store.state);
    } catch {
        showMessage('This browser offers no WebGL 2, so the scene cannot be drawn. The contacts are still listed.');
        return null;
    }
}

function show(report: Report, answers: string | null): void {
    const store = new Store({
        time: openingTime(report),
        playing: false,
        speed: 1,
        selected: openingContact(report),
        ghosts: false,
        path: true,
        points: true,
        byTime: false,
        up: 'z',
        theme: preferredTheme(),
        hidden: new Set(),
    });
    const player = new Player(report, store);
    element('app').classList.remove('loading');
    const scene = makeScene(report, store);

    const look = () => {
        if (store.state.selected === null) return;
        player.select(store.state.selected);
        scene?.lookAt(store.state.selected, true);
    };
    const goTo = (direction: 1 | -1) => {
        player.selectNext(direction);
        if (store.state.selected !== null) scene?.lookAt(store.state.selected, false);
    };
    const timeline = new Timeline(element('timeline'), report, player, store.state);
    const transport = new Transport(report, player, store, goTo);
    const list = new ContactList(report, player, (contact) => scene?.lookAt(contact, false));
    const display = new DisplayPanel(report, store);
    const update = (state: Readonly<State>, change: ReadonlySet<keyof State>) => {
        if (change.has('theme')) setPageTheme(state.theme);
        scene?.update(state, change);
        timeline.update(state, change);
        transport.update(state, change);
        list.update(state, change);
        display.update(state, change);
        if (change.has('selected')) showContact(report, state.selected);
    };
    store.subscribe(update);
    update(store.state, new Set(Object.keys(store.state) as (keyof State)[]));

    showVerdict(report);
    showReport(report, answers);
    listenToKeys(store, player, scene, goTo, look);
    element('look').addEventListener('click', look);
    element<HTMLButtonElement>('look').disabled = report.contacts.count === 0;
    element('reset').addEventListener('click', () => scene?.resetCamera());
    element('theme').addEventListener('click', () => switchTheme(store));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => store.set({ theme: preferredTheme() }));

    window.tocca = {
        get time() { return store.state.time; },
        get selected() { return store.state.selected; },
        get isPlaying() { return store.state.playing; },
        contactCount: report.contacts.count,
        stepCount: report.manifest.steps.length,
        setTime: (time) => player.setTime(time),
        play: () => store.set({ playing: true }),
        pause: () => store.set({ playing: false }),
        selectContact: (contact) => player.select(contact),
    };
    scene?.whenDrawn(() => (window.toccaReady = true));
}

async function start(): Promise<void> {
    setPageTheme(preferredTheme());
    makeTabs();
    element('help').addEventListener('click', () => element<HTMLDialogElement>('keys').showModal());
    const manifest = textOf('tocca-manifest');
    if (manifest === null) {
        showMessage('This page holds no report: it is the empty page that tocca puts reports into.');
        return;
    }
    try {
        const answer = await decode({ manifest, blocks: takeBlocks() });
        if ('error' in answer) showMessage(`This report cannot be shown: ${answer.error}.`);
        else show(answer.report, textOf('tocca-answers'));
    } catch (error) {
        showMessage(`This report cannot be shown: ${error instanceof Error ? error.message : String(error)}.`);
    }
}

void start();
