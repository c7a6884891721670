// SPDX-License-Identifier: Apache-2.0
// The picture: bodies, ghosts and marks, drawn when something has changed and not otherwise.
import {
    BufferAttribute,
    BufferGeometry,
    Color,
    ColorManagement,
    Group,
    LinearSRGBColorSpace,
    Points,
    Scene as ThreeScene,
    type ShaderMaterial,
    Vector3,
    WebGLRenderer,
} from 'three';
import { BodyMesh } from './body_mesh.ts';
import { Camera, openingDirections } from './camera.ts';
import { Frame, middleAt } from './frame.ts';
import { FirstTouch } from './first_touch.ts';
import { dotMaterial, Marks } from './marks.ts';
import { placeAt, timeOf, type Vec3, visitVertices } from './motion.ts';
import { bodyColour, contactColour, sceneColours } from './palette.ts';
import type { Report } from './report.ts';
import { clearest, type Surface } from './sight.ts';
import type { Change, State } from './state.ts';

// Colours go to the screen as they are written.
ColorManagement.enabled = false;

/** Ghosts are made when first wanted: they cost as much memory as the bodies. */
interface Ghosts {
    start: BodyMesh[];
    end: BodyMesh[];
}

export class Scene {
    readonly camera: Camera;
    private readonly renderer: WebGLRenderer;
    private readonly scene = new ThreeScene();
    /** All that is drawn, turned so that what points upwards is the z axis of the camera. */
    private readonly world = new Group();
    private readonly frame: Frame;
    private readonly bodies: BodyMesh[];
    private readonly marks: Marks;
    private readonly dots: Points<BufferGeometry, ShaderMaterial>;
    private readonly firstTouch: FirstTouch;
    private ghosts: Ghosts | null = null;
    private colouredStep = -1;
    private isRequested = false;
    private state: Readonly<State>;
    private drawn: (() => void) | null = null;

    /** Throws: an Error when the browser has no WebGL 2. */
    constructor(
        private readonly canvas: HTMLCanvasElement,
        private readonly report: Report,
        state: Readonly<State>,
    ) {
        this.state = state;
        this.renderer = new WebGLRenderer({ canvas, antialias: true });
        this.renderer.outputColorSpace = LinearSRGBColorSpace;
        this.frame = Frame.of(report, state.time);
        this.bodies = report.bodies.map((body) => new BodyMesh(body, this.frame));
        this.marks = new Marks(report, this.frame);
        this.dots = this.makeDots();
        this.firstTouch = new FirstTouch(report);
        this.world.add(...this.bodies.map((body) => body.object), this.dots, this.marks.object);
        this.scene.add(this.world);
        this.camera = new Camera(canvas, () => this.request());
        this.resize();
        new ResizeObserver(() => this.resize()).observe(canvas.parentElement as Element);
        this.update(state, new Set(Object.keys(state) as (keyof State)[]));
    }

    /** Calls back once the next picture is on the screen. */
    whenDrawn(callback: () => void): void {
        this.drawn = callback;
        this.request();
    }

    update(state: Readonly<State>, change: Change): void {
        this.state = state;
        const step = this.step;
        if (change.has('theme')) {
            this.renderer.setClearColor(new Color(sceneColours[state.theme].background));
            this.marks.setNormalColour(sceneColours[state.theme].normal);
        }
        if (state.byTime && this.colouredStep !== step) {
            this.colouredStep = step;
            this.firstTouch.times(step).forEach((times, body) => this.bodies[body].setTimes(times));
        }
        if (change.has('theme') || change.has('byTime')) this.setLooks();
        if (change.has('up')) this.turn();
        if (change.has('time') || change.has('hidden') || change.has('ghosts')) this.move(step);
        this.showDots(step);
        this.marks.show(state.selected, state.time, state.path);
        this.request();
    }

    /** The opening view: all bodies as they are now, about the first contact. */
    resetCamera(): void {
        const { contacts } = this.report;
        const now = this.state.time;
        const target =
            contacts.count > 0
                ? this.marks.placeOf(contacts.byTime[0])
                : this.frame.place(...middleAt(this.report, now));
        const surface = this.surfaceAt(now);
        const middle = this.turned(target);
        const direction = contacts.count > 0 ? clearest(surface, middle, openingDirections) : openingDirections[0];
        this.camera.fit(middle, direction, surface.points);
        this.request();
    }

    /** All bodies at a time, in the coordinates of the camera. */
    private surfaceAt(time: number): Surface {
        const there = this.report.bodies.filter(
            (body) => placeAt(this.report.manifest.key_times, body, time) !== null,
        );
        const points = new Float64Array(3 * there.reduce((sum, { vertices }) => sum + vertices, 0));
        const corners = new Uint32Array(there.reduce((sum, { faces }) => sum + faces.length, 0));
        let at = 0;
        visitVertices(this.report, time, (x, y, z) => {
            points.set(this.turned(this.frame.place(x, y, z)), at);
            at += 3;
        });
        let first = 0;
        at = 0;
        for (const { faces, vertices } of there) {
            for (const corner of faces) corners[at++] = first + corner;
            first += vertices;
        }
        return { points, corners };
    }

    /** Brings a contact to the middle; `near` as large as its features allow, otherwise with its surroundings. */
    lookAt(contact: number, near: boolean): void {
        const reach = this.marks.reachOf(contact);
        this.camera.lookAt(this.turned(this.marks.placeOf(contact)), near ? 12 * reach : Math.max(150 * reach, 1e-3));
    }

    /** A point of the picture in the coordinates of the camera. */
    private turned([x, y, z]: Vec3): Vec3 {
        return this.state.up === 'y' ? [x, -z, y] : [x, y, z];
    }

    private turn(): void {
        this.world.rotation.x = this.state.up === 'y' ? Math.PI / 2 : 0;
        this.resetCamera();
    }

    private get step(): number {
        const last = this.report.manifest.steps.length - 1;
        return Math.max(0, Math.min(last, Math.floor(this.state.time)));
    }

    private makeDots(): Points<BufferGeometry, ShaderMaterial> {
        const { contacts } = this.report;
        const places = new Float32Array(3 * contacts.count);
        const times = new Float32Array(contacts.count);
        for (let i = 0; i < contacts.count; ++i) {
            places.set(this.marks.placeOf(i), 3 * i);
            times[i] = contacts.tocLower[i];
        }
        const geometry = new BufferGeometry();
        geometry.setAttribute('position', new BufferAttribute(places, 3));
        geometry.setAttribute('time', new BufferAttribute(times, 1));
        const dots = new Points(geometry, dotMaterial(contactColour, contactColour, 4));
        dots.material.depthTest = true;
        dots.frustumCulled = false;
        dots.renderOrder = 5;
        return dots;
    }

    private showDots(step: number): void {
        const { points, time } = this.state;
        const [first, end] = this.report.manifest.steps[step]?.contacts ?? [0, 0];
        this.dots.visible = points && end > first;
        this.dots.geometry.setDrawRange(first, end - first);
        // Times are rounded to single precision on the card.
        this.dots.material.uniforms.now.value = Math.fround(time - step) + 1e-7;
    }

    private setLooks(): void {
        const { theme, byTime } = this.state;
        const { untouched, wire } = sceneColours[theme];
        const look = (body: number) => ({ colour: bodyColour(body), opacity: 1, untouched, wire, byTime });
        this.bodies.forEach((body, number) => body.setLook(look(number)));
        for (const ghosts of this.ghosts === null ? [] : [this.ghosts.start, this.ghosts.end]) {
            ghosts.forEach((ghost, number) => ghost.setLook({ ...look(number), opacity: 0.13, byTime: false }));
        }
    }

    private move(step: number): void {
        const { time, ghosts, hidden } = this.state;
        const times = this.report.manifest.key_times;
        if (ghosts && this.ghosts === null) this.makeGhosts();
        this.report.bodies.forEach((body, number) => {
            const place = hidden.has(number) ? null : placeAt(times, body, time);
            this.bodies[number].moveTo(place);
            if (this.ghosts === null) return;
            const ghosted = ghosts && place !== null && this.bodies[number].isMoving;
            this.ghosts.start[number].moveTo(ghosted ? placeAt(times, body, step) : null);
            this.ghosts.end[number].moveTo(ghosted ? placeAt(times, body, step + 1, step) : null);
        });
    }

    private makeGhosts(): void {
        const make = () => this.report.bodies.map((body) => new BodyMesh(body, this.frame));
        this.ghosts = { start: make(), end: make() };
        this.world.add(...[...this.ghosts.start, ...this.ghosts.end].map((ghost) => ghost.object));
        this.setLooks();
    }

    private resize(): void {
        const box = (this.canvas.parentElement as Element).getBoundingClientRect();
        const width = Math.max(1, Math.floor(box.width));
        const height = Math.max(1, Math.floor(box.height));
        const scale = Math.min(2, window.devicePixelRatio || 1);
        this.renderer.setPixelRatio(scale);
        this.renderer.setSize(width, height, false);
        this.camera.setAspect(width / height);
        this.marks.setSize(width, height, scale);
        this.dots.material.uniforms.scale.value = scale;
        this.request();
    }

    private request(): void {
        if (this.isRequested) return;
        this.isRequested = true;
        requestAnimationFrame(() => this.draw());
    }

    private draw(): void {
        this.isRequested = false;
        const { selected } = this.state;
        const { eye } = this.camera;
        eye.updateMatrixWorld();
        if (selected !== null) {
            const height = this.renderer.domElement.clientHeight || 1;
            const depth = new Vector3(...this.turned(this.marks.placeOf(selected))).applyMatrix4(eye.matrixWorldInverse).z;
            this.marks.scaleNormal((2 * Math.abs(depth) * Math.tan((eye.fov * Math.PI) / 360)) / height);
        }
        this.renderer.render(this.scene, eye);
        const { drawn } = this;
        this.drawn = null;
        drawn?.();
    }
}

/** The contact to begin with: the first of the first step that has one. */
export function openingContact(report: Report): number | null {
    return report.contacts.count > 0 ? report.contacts.byTime[0] : null;
}

export function openingTime(report: Report): number {
    const contact = openingContact(report);
    return contact === null ? 0 : timeOf(report.contacts, contact);
}
