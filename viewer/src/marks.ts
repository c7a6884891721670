// SPDX-License-Identifier: Apache-2.0
// What is drawn about the selected contact: its features, its point and normal, and the paths of the points that touch.
import {
    BufferAttribute,
    BufferGeometry,
    Color,
    ConeGeometry,
    DoubleSide,
    Group,
    Mesh,
    MeshBasicMaterial,
    Points,
    Quaternion,
    ShaderMaterial,
    Vector3,
} from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import type { Frame } from './frame.ts';
import { featureVertices, materialPoint, type Vec3 } from './motion.ts';
import { contactColour } from './palette.ts';
import type { Report } from './report.ts';

const pathSamples = 128;
/** Length of the normal on the screen. */
const normalPixels = 64;

/** Round dots of a size in pixels, the same at any distance. */
export function dotMaterial(colour: string, rim: string, pixels: number): ShaderMaterial {
    return new ShaderMaterial({
        uniforms: {
            colour: { value: new Color(colour) },
            rim: { value: new Color(rim) },
            pixels: { value: pixels },
            scale: { value: 1 },
            now: { value: Infinity },
        },
        vertexShader: `
            attribute float time;
            uniform float pixels;
            uniform float scale;
            uniform float now;
            void main() {
                gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
                gl_Position.z -= 2e-4 * gl_Position.w;
                if (time > now) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
                gl_PointSize = pixels * scale;
            }`,
        fragmentShader: `
            uniform vec3 colour;
            uniform vec3 rim;
            uniform float pixels;
            uniform float scale;
            void main() {
                float radius = length(gl_PointCoord - 0.5) * 2.0;
                float pixel = 2.0 / (pixels * scale);
                float alpha = 1.0 - smoothstep(1.0 - pixel, 1.0, radius);
                float inner = 1.0 - 3.0 / pixels;
                gl_FragColor = vec4(mix(colour, rim, smoothstep(inner - pixel, inner, radius)), alpha);
            }`,
        transparent: true,
        depthTest: false,
        depthWrite: false,
    });
}

/** Line segments of a width in pixels. */
class Strokes {
    readonly material: LineMaterial;
    readonly object: LineSegments2;

    constructor(width: number, opacity: number, isHideable = false) {
        this.material = new LineMaterial({
            color: contactColour,
            linewidth: width,
            opacity,
            transparent: true,
            depthTest: isHideable,
            depthWrite: false,
            // Nearer by a hair than the faces that the line is on.
            polygonOffset: isHideable,
            polygonOffsetFactor: -2,
            polygonOffsetUnits: -2,
        });
        this.object = new LineSegments2(new LineSegmentsGeometry(), this.material);
        this.object.frustumCulled = false;
    }

    set(segments: readonly [Vec3, Vec3][]): void {
        this.object.visible = segments.length > 0;
        if (segments.length === 0) return;
        this.object.geometry.dispose();
        this.object.geometry = new LineSegmentsGeometry().setPositions(segments.flat(2));
    }
}

function chain(points: readonly (Vec3 | null)[]): [Vec3, Vec3][] {
    const segments: [Vec3, Vec3][] = [];
    for (let i = 1; i < points.length; ++i) {
        const [from, to] = [points[i - 1], points[i]];
        if (from !== null && to !== null) segments.push([from, to]);
    }
    return segments;
}

function same(a: Vec3, b: Vec3): boolean {
    return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

export class Marks {
    readonly object = new Group();
    private readonly edges = new Strokes(3, 1, true);
    /** The same edges, where something hides them. */
    private readonly hiddenEdges = new Strokes(2, 0.35);
    private readonly pathBefore = new Strokes(2, 0.9);
    private readonly pathAfter = new Strokes(2, 0.3);
    private readonly face: Mesh;
    private readonly corners: Points;
    private readonly point: Points;
    private readonly normalLine = new Strokes(2.5, 1);
    private readonly normalTip: Mesh<ConeGeometry, MeshBasicMaterial>;
    private readonly dotMaterials: ShaderMaterial[];
    private contact: number | null = null;

    constructor(
        private readonly report: Report,
        private readonly frame: Frame,
    ) {
        this.face = new Mesh(
            new BufferGeometry(),
            new MeshBasicMaterial({
                color: contactColour, side: DoubleSide, transparent: true, opacity: 0.5, depthWrite: false,
            }),
        );
        this.dotMaterials = [dotMaterial(contactColour, contactColour, 9), dotMaterial(contactColour, '#ffffff', 14)];
        this.corners = new Points(new BufferGeometry(), this.dotMaterials[0]);
        this.point = new Points(new BufferGeometry(), this.dotMaterials[1]);
        this.normalTip = new Mesh(
            new ConeGeometry(0.5, 1, 20),
            new MeshBasicMaterial({ transparent: true, depthTest: false, depthWrite: false }),
        );
        const drawn = [
            this.face, this.hiddenEdges.object, this.edges.object, this.pathAfter.object, this.pathBefore.object,
            this.normalLine.object, this.normalTip, this.corners, this.point,
        ];
        drawn.forEach((object, order) => {
            object.renderOrder = 10 + order;
            object.frustumCulled = false;
            this.object.add(object);
        });
        this.object.visible = false;
    }

    setNormalColour(colour: string): void {
        this.normalLine.material.color.set(colour);
        this.normalTip.material.color.set(colour);
    }

    setSize(width: number, height: number, scale: number): void {
        const strokes = [this.edges, this.hiddenEdges, this.pathBefore, this.pathAfter, this.normalLine];
        for (const { material } of strokes) {
            material.resolution.set(width, height);
        }
        for (const material of this.dotMaterials) material.uniforms.scale.value = scale;
    }

    /** The place of a contact in the picture. */
    placeOf(contact: number): Vec3 {
        const { point } = this.report.contacts;
        return this.frame.place(point[3 * contact], point[3 * contact + 1], point[3 * contact + 2]);
    }

    /** How far a contact's features reach from its point, at its time. */
    reachOf(contact: number): number {
        const { contacts } = this.report;
        const vertices = featureVertices(this.report, contact, contacts.step[contact] + contacts.tocLower[contact]);
        const [x, y, z] = this.placeOf(contact);
        const distances = (vertices ?? []).map((vertex) => {
            const [vx, vy, vz] = this.frame.place(...vertex);
            return Math.hypot(vx - x, vy - y, vz - z);
        });
        return Math.max(0, ...distances);
    }

    /** Shows a contact at a time; nothing when the time is not of its step. */
    show(contact: number | null, time: number, withPath: boolean): void {
        const { contacts } = this.report;
        const step = contact === null ? 0 : contacts.step[contact];
        this.object.visible = contact !== null && time >= step && time <= step + 1;
        if (contact === null || !this.object.visible) return;
        if (contact !== this.contact) {
            this.contact = contact;
            this.setDots(this.point, [this.placeOf(contact)]);
            this.setPath(contact);
        }
        this.pathBefore.object.visible = withPath;
        this.pathAfter.object.visible = withPath;
        this.setFeatures(contact, time);
    }

    /** Keeps the normal's length on the screen, whatever the distance. */
    scaleNormal(pixelSizeAtPoint: number): void {
        if (this.contact === null) return;
        const { normal } = this.report.contacts;
        const direction = new Vector3().fromArray(normal, 3 * this.contact);
        const shown = direction.length() > 0.5;
        this.normalLine.object.visible = shown;
        this.normalTip.visible = shown;
        if (!shown) return;
        const start = new Vector3(...this.placeOf(this.contact));
        const end = start.clone().addScaledVector(direction, normalPixels * pixelSizeAtPoint);
        this.normalLine.set([[start.toArray(), end.toArray()]]);
        this.normalTip.position.copy(end);
        this.normalTip.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), direction.normalize()));
        this.normalTip.scale.set(10, 15, 10).multiplyScalar(pixelSizeAtPoint);
    }

    private setDots(dots: Points, places: readonly Vec3[]): void {
        dots.visible = places.length > 0;
        dots.geometry.dispose();
        dots.geometry = new BufferGeometry();
        dots.geometry.setAttribute('position', new BufferAttribute(new Float32Array(places.flat()), 3));
    }

    private setFeatures(contact: number, time: number): void {
        const vertices = featureVertices(this.report, contact, time)?.map((vertex) => this.frame.place(...vertex));
        this.face.visible = false;
        if (vertices === undefined) {
            this.setEdges([]);
            this.setDots(this.corners, []);
            return;
        }
        const [a, b, c, d] = vertices;
        if (this.report.contacts.kind[contact] === 0) {
            this.setEdges([[b, c], [c, d], [d, b]]);
            this.setDots(this.corners, [a]);
            this.face.geometry.dispose();
            this.face.geometry = new BufferGeometry();
            this.face.geometry.setAttribute('position', new BufferAttribute(new Float32Array([b, c, d].flat()), 3));
            this.face.visible = true;
            return;
        }
        // An edge from a vertex to itself is that vertex.
        const edges: [Vec3, Vec3][] = [[a, b], [c, d]];
        this.setEdges(edges.filter(([from, to]) => !same(from, to)));
        this.setDots(this.corners, edges.filter(([from, to]) => same(from, to)).map(([from]) => from));
    }

    private setEdges(edges: readonly [Vec3, Vec3][]): void {
        this.edges.set(edges);
        this.hiddenEdges.set(edges);
    }

    private setPath(contact: number): void {
        const { contacts } = this.report;
        const step = contacts.step[contact];
        const toc = contacts.tocLower[contact];
        const trace = (side: 0 | 1, from: number, to: number) =>
            chain(
                Array.from({ length: pathSamples + 1 }, (_, i) => {
                    const time = step + from + ((to - from) * i) / pathSamples;
                    const point = materialPoint(this.report, contact, side, time);
                    return point === null ? null : this.frame.place(...point);
                }),
            );
        this.pathBefore.set([...trace(0, 0, toc), ...trace(1, 0, toc)]);
        this.pathAfter.set([...trace(0, toc, 1), ...trace(1, toc, 1)]);
    }
}
