import { type Box3, type PerspectiveCamera, Vector3 } from "three";
import {
  add,
  clamp,
  ease,
  farthestSeen,
  fitStartView,
  fovForAspect,
  fromLookPose,
  fromOrbitPose,
  interpolateLook,
  interpolateOrbit,
  isInsideBounds,
  type LookPose,
  lookDirection,
  type OrbitPose,
  orbitRange,
  panOrbit,
  radiusOf,
  toLookPose,
  toOrbitPose,
  turnLook,
  turnOrbit,
  type ViewBounds,
  zoomOrbit,
} from "../camera-pose.ts";
import type { CameraPose, Vector3Tuple, ViewMode } from "../viewer.ts";
import { eyeHeight, isStanding, standOnFloor, stepWalk, type WalkState, type WalkWorld } from "../walk-physics.ts";

/** `look` stands still in the middle of a panorama. */
export type RigMode = ViewMode | "look";

/** What held keys, sticks and pads ask for, −1 to 1 each. */
export interface HeldMotion {
  readonly turnLeft: number;
  readonly turnUp: number;
  readonly forward: number;
  readonly right: number;
  /** Only flying goes up by itself. */
  readonly up: number;
  readonly zoomIn: number;
  readonly run: boolean;
}

export const restingMotion: HeldMotion = {
  turnLeft: 0,
  turnUp: 0,
  forward: 0,
  right: 0,
  up: 0,
  zoomIn: 0,
  run: false,
};

const motionNames = ["turnLeft", "turnUp", "forward", "right", "up", "zoomIn"] as const;

/** Where a wish to move comes from; they add up. */
export type MotionSource = "keys" | "stick" | "gamepad";

const lensMin = 0.4;
const lensMax = 1.3;
const orbitDistanceMin = 0.15;
const travelMs = 240;
// Held keys, per second.
const turnSpeed = 1.4;
const zoomSpeed = 1.6;
// Metres per second: slow enough for a shelf, fast enough for a city.
const flySpeedMin = 0.2;
const flySpeedMax = 200;
const flySpeedUsual = 2.5;
const flyRunFactor = 3;
/** Of the radius of the scene. */
const flyReach = 8;

/**
 * Moves one camera. Gestures and keys change its pose at once; `advance` carries on what takes time (held keys,
 * gravity, a flight) and tells whether another frame is needed.
 */
export class CameraRig {
  readonly #camera: PerspectiveCamera;
  readonly #world: WalkWorld;
  #mode: RigMode = "orbit";
  #orbit: OrbitPose = { target: [0, 0, 0], azimuth: 0, polar: 1, distance: 5 };
  #look: LookPose = { position: [0, eyeHeight, 0], yaw: 0, pitch: 0 };
  #fallSpeed = 0;
  #aspect = 1.6;
  /** Zoom of the lens while standing; orbiting comes nearer instead. */
  #lens = 1;
  #held: HeldMotion = restingMotion;
  readonly #wishes = new Map<MotionSource, HeldMotion>();
  #flySpeed = flySpeedUsual;
  #travel: { readonly from: OrbitPose | LookPose; readonly to: OrbitPose | LookPose; elapsedMs: number } | null = null;
  #startView: CameraPose = { position: [3, 2, 3], target: [0, 0, 0] };
  #bounds: ViewBounds = { min: [-5, 0, -5], max: [5, 3, 5] };
  #centre: Vector3Tuple = [0, 0, 0];
  #radius = 10;
  /** With reduced motion a flight arrives in the frame it starts in. */
  isMotionReduced = false;

  constructor(camera: PerspectiveCamera, world: WalkWorld) {
    this.#camera = camera;
    this.#world = world;
  }

  get mode(): RigMode {
    return this.#mode;
  }

  get isOrbiting(): boolean {
    return this.#mode === "orbit";
  }

  /** On foot or in a panorama the eye has its place; else it may be anywhere. */
  get isFree(): boolean {
    return this.#mode === "orbit" || this.#mode === "fly";
  }

  /** Metres per second while flying. */
  get flySpeed(): number {
    return this.#flySpeed;
  }

  /** Vertical angle of view, radians. */
  get #fov(): number {
    return 2 * Math.atan(Math.tan(fovForAspect(this.#aspect) / 2) * (this.isOrbiting ? 1 : this.#lens));
  }

  /** Width of the view over its height. */
  setAspect(aspect: number): void {
    this.#aspect = aspect;
  }

  /** Distance at which pointers drag the scene, metres. */
  get reach(): number {
    return this.isOrbiting ? this.#orbit.distance : 2;
  }

  /** The scene's extent: how far the camera may go, and what it must be able to see. */
  setBounds(bounds: Box3): void {
    this.#bounds = { min: bounds.min.toArray(), max: bounds.max.toArray() };
    const centre = bounds.getCenter(new Vector3());
    this.#centre = [centre.x, centre.y, centre.z];
    this.#radius = radiusOf(this.#bounds);
  }

  /** From outside, a narrow window begins further away, so that the whole scan is in the picture. */
  setStartView(pose: CameraPose): void {
    this.#startView = pose;
  }

  placeAtStart(): void {
    this.#lens = 1;
    this.placeAt(this.#fittingStartView());
  }

  getPose(): CameraPose {
    return this.isOrbiting ? fromOrbitPose(this.#orbit) : fromLookPose(this.#look, this.reach);
  }

  /** Takes a pose at once, without a flight. */
  placeAt(pose: CameraPose): void {
    this.#travel = null;
    this.#fallSpeed = 0;
    this.#orbit = toOrbitPose(pose);
    this.#look = this.#mode === "look" ? { ...toLookPose(pose), position: this.#look.position } : toLookPose(pose);
    this.apply();
  }

  /** Flies to a pose within 240 ms. A panorama has one place to stand: there only the direction counts. */
  travelTo(pose: CameraPose): void {
    this.#fallSpeed = 0;
    if (this.isOrbiting) {
      this.#startTravel(this.#orbit, this.#limitOrbit(toOrbitPose(pose)));
      return;
    }
    const to = toLookPose(this.#mode === "look" ? { ...pose, position: this.#look.position } : pose);
    this.#startTravel(this.#look, to);
  }

  travelToStart(): void {
    this.#lens = 1;
    this.travelTo(this.#fittingStartView());
  }

  /** Walks to a spot on the floor, keeping the heading. */
  travelToFloor(spot: Vector3Tuple): void {
    this.travelTo(fromLookPose({ ...this.#look, position: add(spot, [0, eyeHeight, 0]) }));
  }

  /** Where the eye of a person is who stands below or at a point; the point itself where there is no floor. */
  findStandingEye(point: Vector3Tuple): Vector3Tuple {
    if (this.isFree) return point;
    return this.#mode === "walk" ? (standOnFloor(point, this.#world) ?? point) : this.#look.position;
  }

  /** The eye of somebody who stands in the scene: below the camera, or where the start view stands or looks at. */
  findWayIn(): Vector3Tuple {
    return this.#findWayIn(this.getPose().position);
  }

  /** Keeps the view while the way of moving changes; from outside the scene walking begins at the start view. */
  setMode(mode: RigMode): void {
    if (mode === this.#mode) return;
    const pose = this.getPose();
    this.#travel = null;
    this.#lens = 1;
    this.#fallSpeed = 0;
    this.#mode = mode;
    if (mode === "orbit") {
      this.#orbit = this.#limitOrbit(toOrbitPose(pose));
    } else if (mode === "look") {
      this.#look = { ...toLookPose(pose), position: this.#startView.position };
    } else if (mode === "fly") {
      this.#look = toLookPose(pose);
    } else {
      this.#look = { ...toLookPose(pose), pitch: 0, position: this.#findWayIn(pose.position) };
    }
    this.apply();
  }

  /** Drags by pixels of a view `heightPx` high. */
  turnBy(dxPx: number, dyPx: number, heightPx: number): void {
    this.#travel = null;
    if (this.isOrbiting) {
      const perPixel = (1.4 * Math.PI) / heightPx;
      this.#orbit = turnOrbit(this.#orbit, -dxPx * perPixel, -dyPx * perPixel);
    } else {
      const perPixel = this.#fov / heightPx;
      this.#look = turnLook(this.#look, dxPx * perPixel, dyPx * perPixel);
    }
    this.apply();
  }

  panBy(dxPx: number, dyPx: number, heightPx: number): void {
    if (this.#mode === "fly") {
      // As if one pulled oneself along what is two metres away.
      const pulled = (2 * Math.tan(this.#fov / 2) * this.reach) / heightPx;
      this.#flyBy({ ...restingMotion, right: -dxPx * pulled, up: dyPx * pulled });
      this.apply();
      return;
    }
    if (!this.isOrbiting) {
      this.turnBy(dxPx, dyPx, heightPx);
      return;
    }
    this.#travel = null;
    const perPixel = (2 * Math.tan(this.#fov / 2) * this.#orbit.distance) / heightPx;
    this.#orbit = this.#limitOrbit(panOrbit(this.#orbit, -dxPx * perPixel, dyPx * perPixel));
    this.apply();
  }

  /** `factor` below 1 comes nearer. `focus` stays where it is on the screen; without it the middle does. */
  zoomBy(factor: number, focus: Vector3Tuple | null): void {
    this.#travel = null;
    if (this.isOrbiting) {
      this.#orbit = this.#limitOrbit(
        zoomOrbit(this.#orbit, factor, focus ?? this.#orbit.target, this.#distanceLimits()),
      );
    } else {
      this.#lens = clamp(this.#lens * factor, lensMin, lensMax);
    }
    this.apply();
  }

  /** Flying: how fast; else the same as `zoomBy`. */
  quickenBy(factor: number, focus: Vector3Tuple | null): void {
    if (this.#mode === "fly") this.#flySpeed = clamp(this.#flySpeed / factor, flySpeedMin, flySpeedMax);
    else this.zoomBy(factor, focus);
  }

  hold(motion: HeldMotion, source: MotionSource = "keys"): void {
    if (motion === restingMotion) this.#wishes.delete(source);
    else this.#wishes.set(source, motion);
    const sum = { ...restingMotion, run: false };
    for (const wish of this.#wishes.values()) {
      for (const name of motionNames) sum[name] = clamp(sum[name] + wish[name], -1, 1);
      sum.run ||= wish.run;
    }
    this.#held = sum;
  }

  /** One frame. @returns whether something is still moving. */
  advance(seconds: number): boolean {
    // The first frame after a rest carries the whole rest in its clock.
    const dt = clamp(seconds, 0, 0.1);
    const isTravelling = this.#advanceTravel(seconds);
    const isHeld = this.#advanceHeld(dt);
    const isWalking = !isTravelling && this.#advanceWalk(dt);
    this.apply();
    return isTravelling || isHeld || isWalking;
  }

  /** Writes the pose into the camera. */
  apply(): void {
    const pose = this.getPose();
    const camera = this.#camera;
    camera.position.set(...pose.position);
    camera.up.set(0, 1, 0);
    camera.lookAt(...pose.target);
    const { near, far } = this.isOrbiting
      ? orbitRange(pose, this.#bounds)
      : { near: 0.05, far: farthestSeen(pose.position, this.#bounds) };
    const fov = (this.#fov * 180) / Math.PI;
    const aspect = this.#aspect;
    if (camera.fov !== fov || camera.aspect !== aspect || camera.near !== near || camera.far !== far) {
      camera.fov = fov;
      // The first picture is drawn before anybody else tells the camera.
      camera.aspect = aspect;
      camera.near = near;
      camera.far = far;
      camera.updateProjectionMatrix();
    }
    camera.updateMatrixWorld();
  }

  #startTravel(from: OrbitPose | LookPose, to: OrbitPose | LookPose): void {
    this.#travel = { from, to, elapsedMs: this.isMotionReduced ? travelMs : 0 };
    if (this.isMotionReduced) this.#advanceTravel(0);
    this.apply();
  }

  #advanceTravel(seconds: number): boolean {
    const travel = this.#travel;
    if (travel === null) return false;
    // The first frame's clock counts from the last drawn one, long before the flight began.
    travel.elapsedMs += Math.min(seconds * 1000, travel.elapsedMs === 0 ? 16 : travelMs);
    const t = ease(travel.elapsedMs / travelMs);
    if ("distance" in travel.from && "distance" in travel.to) {
      this.#orbit = interpolateOrbit(travel.from, travel.to, t);
    } else if ("yaw" in travel.from && "yaw" in travel.to) {
      this.#look = interpolateLook(travel.from, travel.to, t);
    }
    if (travel.elapsedMs >= travelMs) this.#travel = null;
    return this.#travel !== null;
  }

  #advanceHeld(dt: number): boolean {
    const { turnLeft, turnUp, forward, right, up, zoomIn, run } = this.#held;
    const isTurning = turnLeft !== 0 || turnUp !== 0;
    const isMoving = forward !== 0 || right !== 0 || (up !== 0 && this.#mode === "fly");
    if (!isTurning && !isMoving && zoomIn === 0) return false;
    this.#travel = null;
    const turn = turnSpeed * dt;
    if (this.isOrbiting) {
      this.#orbit = turnOrbit(this.#orbit, -turnLeft * turn, -turnUp * turn);
      const slide = this.#orbit.distance * dt;
      if (isMoving) this.#orbit = this.#limitOrbit(panOrbit(this.#orbit, right * slide, forward * slide));
    } else {
      this.#look = turnLook(this.#look, turnLeft * turn, turnUp * turn);
    }
    if (isMoving && this.#mode === "fly") {
      const metres = this.#flySpeed * (run ? flyRunFactor : 1) * dt;
      this.#flyBy({ ...restingMotion, forward: forward * metres, right: right * metres, up: up * metres });
    }
    if (zoomIn !== 0) this.zoomBy(Math.exp(-zoomIn * zoomSpeed * dt), null);
    return true;
  }

  /** Along the view, sideways and straight up, metres; as far as the scene can still be seen. */
  #flyBy({ forward, right, up }: HeldMotion): void {
    this.#travel = null;
    const { position, yaw, pitch } = this.#look;
    const ahead = add(position, lookDirection(yaw, pitch), forward);
    const [x, y, z] = add(ahead, [Math.cos(yaw) * right, up, -Math.sin(yaw) * right]);
    const away = add([x, y, z], this.#centre, -1);
    const reach = this.#radius * flyReach + 10;
    const length = Math.hypot(...away);
    this.#look = {
      ...this.#look,
      position: length > reach ? add(this.#centre, away, reach / length) : [x, y, z],
    };
  }

  #advanceWalk(dt: number): boolean {
    if (this.#mode !== "walk") return false;
    const before: WalkState = { position: this.#look.position, fallSpeed: this.#fallSpeed };
    const after = stepWalk(before, this.#held, this.#look.yaw, dt, this.#world);
    this.#look = { ...this.#look, position: after.position };
    this.#fallSpeed = after.fallSpeed;
    return !isStanding(before, after);
  }

  #fittingStartView(): CameraPose {
    return this.isOrbiting ? fitStartView(this.#startView, this.#bounds, this.#aspect) : this.#startView;
  }

  #distanceLimits() {
    return { min: Math.min(orbitDistanceMin, this.#radius / 5), max: this.#radius * 8 };
  }

  #limitOrbit(pose: OrbitPose): OrbitPose {
    const { min, max } = this.#distanceLimits();
    const reach = this.#radius * 2;
    const [cx, cy, cz] = this.#centre;
    const [x, y, z] = pose.target;
    const target: Vector3Tuple = [
      clamp(x, cx - reach, cx + reach),
      clamp(y, cy - reach, cy + reach),
      clamp(z, cz - reach, cz + reach),
    ];
    return { ...pose, target, distance: clamp(pose.distance, min, max) };
  }

  /** Where feet first touch the floor: below the camera, or where the start view stands or looks at. */
  #findWayIn(from: Vector3Tuple): Vector3Tuple {
    const { position, target } = this.#startView;
    const spot = this.#isInside(from)
      ? from
      : this.#isInside(position)
        ? position
        : add([target[0], Math.max(target[1], this.#bounds.min[1]), target[2]], [0, eyeHeight, 0]);
    return standOnFloor(spot, this.#world) ?? spot;
  }

  #isInside(point: Vector3Tuple): boolean {
    return isInsideBounds(point, this.#bounds);
  }
}
