// SPDX-License-Identifier: Apache-2.0
// The eye: the opening view, orbiting, panning, zooming, looking at a place. Points are those of the picture (frame.ts).
import { PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Vec3 } from './motion.ts';

const fieldOfView = 35;
/** Part of the picture that a fitted scene fills, to either side. */
const filled = 0.9;
/** Directions to the eye, the best first: from the front and above, from other sides, nearer to the floor, from above. */
export const openingDirections: readonly Vec3[] = [Math.atan2(0.8, Math.hypot(1, -1.4)), 0.1, 1.1].flatMap((height) =>
    [0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1].map((side): Vec3 => {
        const heading = Math.atan2(-1.4, 1) + Math.PI * side;
        return [Math.cos(height) * Math.cos(heading), Math.cos(height) * Math.sin(heading), Math.sin(height)];
    }),
);

export class Camera {
    readonly eye = new PerspectiveCamera(fieldOfView, 1, 0.01, 100);
    private readonly controls: OrbitControls;
    private reach = 1;

    constructor(surface: HTMLElement, changed: () => void) {
        this.eye.up.set(0, 0, 1);
        this.controls = new OrbitControls(this.eye, surface);
        this.controls.enableDamping = false;
        this.controls.screenSpacePanning = true;
        this.controls.zoomToCursor = true;
        this.controls.addEventListener('change', () => {
            this.setPlanes();
            changed();
        });
    }

    setAspect(aspect: number): void {
        this.eye.aspect = aspect;
        this.eye.updateProjectionMatrix();
    }

    /** Looks at a target from a direction, from so far that all points (three coordinates each) are in the picture. */
    fit(target: Vec3, direction: Vec3, points: Float64Array): void {
        const toEye = new Vector3(...direction);
        const right = new Vector3(0, 0, 1).cross(toEye).normalize();
        const up = new Vector3().crossVectors(toEye, right);
        const tangent = Math.tan((fieldOfView * Math.PI) / 360) * filled;
        const slopes = [tangent * this.eye.aspect, tangent];
        let distance = 0;
        let reach = 0;
        for (let i = 0; i < points.length; i += 3) {
            const x = points[i] - target[0];
            const y = points[i + 1] - target[1];
            const z = points[i + 2] - target[2];
            const across = Math.abs(x * right.x + y * right.y + z * right.z);
            const above = Math.abs(x * up.x + y * up.y + z * up.z);
            const nearer = x * toEye.x + y * toEye.y + z * toEye.z;
            distance = Math.max(distance, nearer + across / slopes[0], nearer + above / slopes[1]);
            reach = Math.max(reach, x * x + y * y + z * z);
        }
        this.reach = Math.sqrt(reach) || 1;
        this.controls.maxDistance = 50 * this.reach;
        this.controls.minDistance = 1e-5 * this.reach;
        this.place(target, toEye, distance || 3 * this.reach);
    }

    /** Brings a place to the middle, keeping the direction; no further away than `distance`. */
    lookAt(target: Vec3, distance: number): void {
        const offset = this.eye.position.clone().sub(this.controls.target);
        const length = offset.length();
        this.place(target, offset.divideScalar(length), Math.max(this.controls.minDistance, Math.min(length, distance)));
    }

    get distance(): number {
        return this.eye.position.distanceTo(this.controls.target);
    }

    /** Turns about the target by angles in radians: to the right, and upwards. */
    orbit(right: number, upwards: number): void {
        const offset = this.eye.position.clone().sub(this.controls.target);
        const length = offset.length();
        const height = Math.asin(Math.max(-1, Math.min(1, offset.z / length)));
        const lifted = Math.max(-1.55, Math.min(1.55, height + upwards));
        const heading = Math.atan2(offset.y, offset.x) + right;
        offset.set(Math.cos(lifted) * Math.cos(heading), Math.cos(lifted) * Math.sin(heading), Math.sin(lifted));
        this.place(this.controls.target.toArray(), offset, length);
    }

    /** Moves across the picture by parts of its height. */
    pan(right: number, upwards: number): void {
        const height = 2 * this.distance * Math.tan((fieldOfView * Math.PI) / 360);
        const move = new Vector3(right * height, upwards * height, 0).applyQuaternion(this.eye.quaternion);
        this.eye.position.add(move);
        this.controls.target.add(move);
        this.controls.update();
    }

    zoom(factor: number): void {
        const offset = this.eye.position.clone().sub(this.controls.target);
        const length = offset.length();
        const distance = Math.max(this.controls.minDistance, Math.min(this.controls.maxDistance, length / factor));
        this.place(this.controls.target.toArray(), offset.divideScalar(length), distance);
    }

    private place(target: Vec3, direction: Vector3, distance: number): void {
        this.controls.target.set(...target);
        this.eye.position.copy(this.controls.target).addScaledVector(direction, distance);
        this.controls.update();
    }

    private setPlanes(): void {
        const { distance } = this;
        this.eye.near = distance / 100;
        this.eye.far = distance + 4 * this.reach;
        this.eye.updateProjectionMatrix();
    }
}
