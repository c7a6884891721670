// SPDX-License-Identifier: Apache-2.0
// A body on the graphics card. The two keys around the present lie there as they are in the report, quantised, and the
// vertex shader goes from one to the other; normals are made in the fragment shader. A change of time costs a number,
// and of keys a copy.
import {
    BufferAttribute,
    BufferGeometry,
    Color,
    DoubleSide,
    GLSL3,
    LineSegments,
    Mesh,
    Object3D,
    ShaderMaterial,
    Vector3,
} from 'three';
import type { Frame } from './frame.ts';
import { type Place, poseAt } from './motion.ts';
import { timeColours } from './palette.ts';
import type { Body } from './report.ts';

const vertexShader = `
in vec3 after;
in float touched;
uniform vec3 low;
uniform vec3 size;
uniform float fraction;
out vec3 seen;
out vec3 corner;
flat out float touch;
void main() {
    vec4 place = modelViewMatrix * vec4(low + size * mix(position, after, fraction), 1.0);
    int which = gl_VertexID % 3;
    corner = vec3(which == 0, which == 1, which == 2);
    seen = place.xyz;
    touch = touched;
    gl_Position = projectionMatrix * place;
}`;

const fragmentShader = `
in vec3 seen;
in vec3 corner;
flat in float touch;
uniform vec3 colour;
uniform vec3 untouched;
uniform vec3 wire;
uniform vec3 ramp[${timeColours.length}];
uniform float byTime;
uniform float opacity;
uniform float isLine;
out vec4 pixel;
vec3 rampColour(float time) {
    float place = clamp(time, 0.0, 1.0) * ${(timeColours.length - 1).toFixed(1)};
    int first = min(int(place), ${timeColours.length - 2});
    return mix(ramp[first], ramp[first + 1], place - float(first));
}
void main() {
    vec3 base = byTime < 0.5 ? colour : touch > 0.0 ? rampColour(1.0 - touch) : untouched;
    if (isLine > 0.5) {
        pixel = vec4(base, opacity);
        return;
    }
    // Light from the upper left of the camera; a face is lit alike from both sides.
    vec3 normal = normalize(cross(dFdx(seen), dFdy(seen)));
    float light = 0.42 + 0.58 * max(0.0, dot(normal, normalize(vec3(-0.45, 0.65, 1.0))));
    // Lines along the edges, where triangles are large enough to tell them apart.
    vec3 width = fwidth(corner);
    vec3 pixels = corner / width;
    float line = 1.0 - smoothstep(0.3, 1.2, min(pixels.x, min(pixels.y, pixels.z)));
    float fade = 1.0 - smoothstep(0.03, 0.16, max(width.x, max(width.y, width.z)));
    pixel = vec4(mix(base * light, wire, 0.3 * line * fade), opacity);
}`;

/** The step of a touch's code: 0 is no touch, and times from 0 to 1 go from 1 down to this. */
const lastTouch = 1 / 255;

/** What a body looks like, apart from where it is. */
export interface Look {
    colour: string;
    opacity: number;
    untouched: string;
    wire: string;
    byTime: boolean;
}

function makeMaterial(isLine: boolean): ShaderMaterial {
    const ramp = timeColours.map((colour) => new Color(colour));
    return new ShaderMaterial({
        glslVersion: GLSL3,
        vertexShader,
        fragmentShader,
        side: DoubleSide,
        uniforms: {
            low: { value: new Vector3() },
            size: { value: new Vector3() },
            fraction: { value: 0 },
            colour: { value: new Color() },
            untouched: { value: new Color() },
            wire: { value: new Color() },
            ramp: { value: ramp },
            byTime: { value: 0 },
            opacity: { value: 1 },
            isLine: { value: isLine ? 1 : 0 },
        },
        // Marks on a face are drawn at its very depth.
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
    });
}

/** The faces or the loose edges of a body, with two of its keys. */
class Primitives {
    readonly material: ShaderMaterial;
    readonly object: Mesh | LineSegments;
    private readonly geometry = new BufferGeometry();
    private before: BufferAttribute;
    private after: BufferAttribute;
    private readonly keys: [number, number] = [-1, -1];

    constructor(
        private readonly body: Body,
        private readonly indices: Uint32Array,
        isLine: boolean,
    ) {
        this.material = makeMaterial(isLine);
        this.object = isLine
            ? new LineSegments(this.geometry, this.material)
            : new Mesh(this.geometry, this.material);
        this.object.frustumCulled = false;
        this.before = this.makeAttribute();
        this.after = body.keys.length === 1 ? this.before : this.makeAttribute();
        this.attach();
    }

    show(place: Place): void {
        this.material.uniforms.fraction.value = place.fraction;
        if (this.body.keys.length === 1) {
            this.fill(this.before, 0, 0);
            return;
        }
        if (this.keys[0] !== place.before && (this.keys[1] === place.before || this.keys[0] === place.after)) {
            [this.before, this.after] = [this.after, this.before];
            this.keys.reverse();
            this.attach();
        }
        this.fill(this.before, 0, place.before);
        if (place.fraction > 0) this.fill(this.after, 1, place.after);
    }

    /** Colours by times in [0, 1], Infinity for none, of each face. */
    setTimes(times: Float32Array): void {
        const codes = new Float32Array(3 * times.length);
        for (let face = 0; face < times.length; ++face) {
            codes.fill(Number.isFinite(times[face]) ? Math.max(lastTouch, 1 - times[face]) : 0, 3 * face, 3 * face + 3);
        }
        this.geometry.setAttribute('touched', new BufferAttribute(codes, 1));
    }

    dispose(): void {
        this.geometry.dispose();
        this.material.dispose();
    }

    private makeAttribute(): BufferAttribute {
        return new BufferAttribute(new Uint16Array(3 * this.indices.length), 3, true);
    }

    private attach(): void {
        this.geometry.setAttribute('position', this.before);
        this.geometry.setAttribute('after', this.after);
    }

    private fill(attribute: BufferAttribute, which: 0 | 1, key: number): void {
        if (this.keys[which] === key) return;
        this.keys[which] = key;
        const to = attribute.array as Uint16Array;
        const from = this.body.keys[key];
        const { indices } = this;
        for (let i = 0, at = 0; i < indices.length; ++i, at += 3) {
            const vertex = 3 * indices[i];
            to[at] = from[vertex];
            to[at + 1] = from[vertex + 1];
            to[at + 2] = from[vertex + 2];
        }
        attribute.needsUpdate = true;
    }
}

/** A body, or its ghost. */
export class BodyMesh {
    readonly object = new Object3D();
    private readonly parts: Primitives[] = [];
    private readonly faces: Primitives;

    constructor(
        private readonly body: Body,
        private readonly frame: Frame,
    ) {
        this.faces = new Primitives(body, body.faces, false);
        this.parts.push(this.faces);
        if (body.looseEdges.length > 0) this.parts.push(new Primitives(body, body.looseEdges, true));
        this.object.matrixAutoUpdate = false;
        for (const part of this.parts) {
            // With poses, positions are about the body's own origin.
            const { scale } = frame;
            const low = body.poses === null ? frame.place(...body.low) : body.low.map((value) => value * scale);
            part.material.uniforms.low.value.set(...low);
            part.material.uniforms.size.value.set(...body.size.map((value) => value * scale));
            this.object.add(part.object);
        }
    }

    get isMoving(): boolean {
        return this.body.poses !== null || this.body.keys.length > 1;
    }

    setLook(look: Look): void {
        for (const { material, object } of this.parts) {
            material.uniforms.colour.value.set(look.colour);
            material.uniforms.untouched.value.set(look.untouched);
            material.uniforms.wire.value.set(look.wire);
            material.uniforms.opacity.value = look.opacity;
            material.uniforms.byTime.value = look.byTime ? 1 : 0;
            material.transparent = look.opacity < 1;
            material.depthWrite = look.opacity === 1;
            // A ghost where its body is gives way to it.
            material.polygonOffsetFactor = look.opacity < 1 ? 3 : 1;
            object.renderOrder = look.opacity < 1 ? 1 : 0;
        }
    }

    setTimes(times: Float32Array): void {
        this.faces.setTimes(times);
    }

    /** Moves the body to a place among its keys; null hides it. */
    moveTo(place: Place | null): void {
        this.object.visible = place !== null;
        if (place === null) return;
        for (const part of this.parts) part.show(place);
        const pose = poseAt(this.body, place);
        if (pose === null) return;
        const [x, y, z, w] = pose.turn;
        this.object.quaternion.set(x, y, z, w);
        this.object.position.set(...this.frame.place(...pose.origin));
        this.object.updateMatrix();
    }

    dispose(): void {
        for (const part of this.parts) part.dispose();
    }
}
