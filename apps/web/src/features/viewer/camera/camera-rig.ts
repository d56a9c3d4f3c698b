import { type Box3, type PerspectiveCamera, Vector3 } from "three";
import { findStorey } from "../plans/plan-window.ts";
import type { CameraPose, Vector3Tuple, ViewMode } from "../scene/scene.ts";
import { type FreeSpot, findFreeSpot, isFoothold } from "../walking/stand-free.ts";
import {
  eyeHeight,
  isStanding,
  keepClear,
  standOnFloor,
  stayOnScan,
  stepWalk,
  type WalkState,
  type WalkWorld,
} from "../walking/walk-physics.ts";
import {
  add,
  clamp,
  distanceBetween,
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
  type StartView,
  toLookPose,
  toOrbitPose,
  turnLook,
  turnOrbit,
  type ViewBounds,
  zoomOrbit,
} from "./camera-pose.ts";

/** `look` is fixed at a panorama's centre. */
export type RigMode = ViewMode | "look";

/** Input from held keys, sticks and pads, −1 to 1 each. */
export interface HeldMotion {
  readonly turnLeft: number;
  readonly turnUp: number;
  readonly forward: number;
  readonly right: number;
  /** Only flying moves up by itself. */
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

/** Source of motion input; sources add up. */
export type MotionSource = "keys" | "stick" | "gamepad";

const lensMin = 0.4;
const lensMax = 1.3;
const orbitDistanceMin = 0.15;
const travelMs = 240;
const floorSearchEveryS = 0.3;
/** Without a floor this long after surfaces can be hit, there is none. */
const floorAwaitedS = 2;
/** Down to the ground where there is nothing at eye level. */
const openPitch = -0.35;
// Held keys, per second.
const turnSpeed = 1.4;
const zoomSpeed = 1.6;
// Metres per second: slow enough for a shelf, fast enough for a city.
const flySpeedMin = 0.2;
const flySpeedMax = 200;
const flySpeedUsual = 2.5;
const flyRunFactor = 3;
/** Multiple of the scene's radius. */
const flyReach = 8;

/**
 * Moves one camera. Gestures and keys change its pose at once; `advance` continues what takes time (held keys, gravity,
 * flights) and returns whether another frame is needed.
 */
export class CameraRig {
  readonly #camera: PerspectiveCamera;
  readonly #world: WalkWorld;
  #mode: RigMode = "orbit";
  #orbit: OrbitPose = { target: [0, 0, 0], azimuth: 0, polar: 1, distance: 5 };
  #look: LookPose = { position: [0, eyeHeight, 0], yaw: 0, pitch: 0 };
  #fallSpeed = 0;
  /** The walker's last position on a floor. */
  #footing: Vector3Tuple | null = null;
  /** The walker has no floor yet: surfaces can be hit only a moment after they are drawn. */
  #isFloorAwaited = false;
  /** Seconds since the last search for a floor, and without one although there are surfaces. */
  #searchedS = 0;
  #awaitedS = 0;
  #floorsM: readonly number[] = [];
  #storeyM: number | null = null;
  #aspect = 1.6;
  /** Lens zoom while standing; orbiting moves closer instead. */
  #lens = 1;
  #held: HeldMotion = restingMotion;
  readonly #wishes = new Map<MotionSource, HeldMotion>();
  #flySpeed = flySpeedUsual;
  #travel: { readonly from: OrbitPose | LookPose; readonly to: OrbitPose | LookPose; elapsedMs: number } | null = null;
  #startView: StartView = { position: [3, 2, 3], target: [0, 0, 0] };
  #bounds: ViewBounds = { min: [-5, 0, -5], max: [5, 3, 5] };
  #centre: Vector3Tuple = [0, 0, 0];
  #radius = 10;
  /** With reduced motion, a flight arrives in its first frame. */
  isMotionReduced = false;
  /** Called when the camera has moved. */
  onMove: ((pose: CameraPose) => void) | null = null;
  /** Called when a walk has ended because nothing can be walked on; the camera then orbits. */
  onNoFloor: (() => void) | null = null;
  #told: CameraPose | null = null;

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

  /** Walking and panoramas fix the eye's position; in other modes it is free. */
  get isFree(): boolean {
    return this.#mode === "orbit" || this.#mode === "fly";
  }

  /** Flight speed in metres per second. */
  get flySpeed(): number {
    return this.#flySpeed;
  }

  /** Vertical field of view, radians. */
  get #fov(): number {
    return 2 * Math.atan(Math.tan(fovForAspect(this.#aspect) / 2) * (this.isOrbiting ? 1 : this.#lens));
  }

  /** View width divided by height. */
  setAspect(aspect: number): void {
    this.#aspect = aspect;
  }

  /** Distance at which pointers drag the scene, metres. */
  get reach(): number {
    return this.isOrbiting ? this.#orbit.distance : 2;
  }

  /** Sets the scene's extent: how far the camera may go, and what must stay within its range. */
  setBounds(bounds: Box3): void {
    this.#bounds = { min: bounds.min.toArray(), max: bounds.max.toArray() };
    const centre = bounds.getCenter(new Vector3());
    this.#centre = [centre.x, centre.y, centre.z];
    this.#radius = radiusOf(this.#bounds);
  }

  /** From outside, the camera starts as far away as the window and everything visible need. */
  setStartView(pose: StartView): void {
    this.#startView = pose;
  }

  /** Sets the heights of the place's floors, and of the chosen one: walking starts there. @param floorsM ascending */
  setFloors(floorsM: readonly number[], storeyM: number | null): void {
    this.#floorsM = floorsM;
    this.#storeyM = storeyM;
  }

  placeAtStart(): void {
    this.#lens = 1;
    this.placeAt(this.#fittingStartView());
  }

  getPose(): CameraPose {
    return this.isOrbiting ? fromOrbitPose(this.#orbit) : fromLookPose(this.#look, this.reach);
  }

  /** Jumps to a pose without a flight. */
  placeAt(pose: CameraPose): void {
    this.#travel = null;
    this.#fallSpeed = 0;
    this.#footing = null;
    this.#orbit = toOrbitPose(pose);
    this.#look = this.#mode === "look" ? { ...toLookPose(pose), position: this.#look.position } : toLookPose(pose);
    this.apply();
  }

  /** Flies to a pose within 240 ms. A panorama has a fixed position: only the direction applies. */
  travelTo(pose: CameraPose): void {
    this.#fallSpeed = 0;
    this.#footing = null;
    this.#isFloorAwaited = false;
    if (this.isOrbiting) {
      this.#startTravel(this.#orbit, this.#limitOrbit(toOrbitPose(pose)));
      return;
    }
    const to = toLookPose(this.#mode === "look" ? { ...pose, position: this.#look.position } : pose);
    this.#startTravel(this.#look, to);
  }

  travelToStart(): void {
    this.#lens = 1;
    if (this.#mode !== "walk") {
      this.travelTo(this.#fittingStartView());
      return;
    }
    const spot = this.#findSpot(this.#startView.position, toLookPose(this.#startView).yaw);
    if (spot !== null) this.travelTo(fromLookPose(toLook(spot)));
  }

  /** Walks to the free floor nearest to a point; false if there is none near it. */
  walkNear([x, y, z]: Vector3Tuple): boolean {
    const floorM = this.#floorsM.length === 0 ? null : this.#floorsM[findStorey(this.#floorsM, y)]!;
    const spot = findFreeSpot([x, y + 1, z], floorM, this.#look.yaw, this.#world);
    if (spot === null) return false;
    this.travelTo(fromLookPose(toLook(spot)));
    return true;
  }

  /** Walks to a point on the floor, keeping the heading. */
  travelToFloor(spot: Vector3Tuple): void {
    const position = keepClear(add(spot, [0, eyeHeight, 0]), this.#world);
    this.travelTo(fromLookPose({ ...this.#look, position }));
  }

  /** Eye position of a person standing at or below a point; the point itself if there is no floor. */
  findStandingEye(point: Vector3Tuple): Vector3Tuple {
    if (this.isFree) return point;
    return this.#mode === "walk" ? (standOnFloor(point, this.#world) ?? point) : this.#look.position;
  }

  /** Eye position where walking starts: below the camera, or at the start view's position or target. */
  findWayIn(): Vector3Tuple {
    const pose = this.getPose();
    return this.#findSpot(pose.position, toLookPose(pose).yaw)?.eye ?? pose.position;
  }

  /** Keeps the view when the mode changes; walking from outside the scene starts at the start view. */
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
      this.#look = toLookPose(pose);
      this.#placeOnFloor(pose.position);
    }
    this.apply();
  }

  /** Drags by pixels in a view `heightPx` high. */
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
      // Like pulling on an object two metres away.
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

  /** `factor` below 1 zooms in. `focus` stays in place on screen; without it, the centre does. */
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

  /** Changes the speed while flying; otherwise the same as `zoomBy`. */
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

  /** Advances one frame. @returns whether anything is still moving. */
  advance(seconds: number): boolean {
    // The first frame after a rest reports the whole rest as elapsed time.
    const dt = clamp(seconds, 0, 0.1);
    const isTravelling = this.#advanceTravel(seconds);
    const isHeld = this.#advanceHeld(dt);
    const isWalking = !isTravelling && this.#advanceWalk(dt, seconds);
    this.apply();
    return isTravelling || isHeld || isWalking;
  }

  /** Applies the pose to the camera. */
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
      // Nothing else updates the camera before the first frame.
      camera.aspect = aspect;
      camera.near = near;
      camera.far = far;
      camera.updateProjectionMatrix();
    }
    camera.updateMatrixWorld();
    if (this.onMove === null || isSamePose(this.#told, pose)) return;
    this.#told = pose;
    this.onMove(pose);
  }

  #startTravel(from: OrbitPose | LookPose, to: OrbitPose | LookPose): void {
    this.#travel = { from, to, elapsedMs: this.isMotionReduced ? travelMs : 0 };
    if (this.isMotionReduced) this.#advanceTravel(0);
    this.apply();
  }

  #advanceTravel(seconds: number): boolean {
    const travel = this.#travel;
    if (travel === null) return false;
    // The first frame's delta counts from the last drawn frame, long before the flight began.
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

  /** Moves along the view, sideways and straight up, metres; stays within view of the scene. */
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

  #advanceWalk(dt: number, seconds: number): boolean {
    if (this.#mode !== "walk") return false;
    this.#searchedS += seconds;
    if (this.#isFloorAwaited) {
      if (this.#searchedS > floorSearchEveryS) this.#placeOnFloor(this.#look.position);
      if (this.#isFloorAwaited) return this.#awaitFloor(seconds);
    }
    const before: WalkState = { position: this.#look.position, fallSpeed: this.#fallSpeed };
    const stepped = stepWalk(before, this.#held, this.#look.yaw, dt, this.#world);
    const after = stayOnScan(before, stepped, this.#footing, this.#bounds, this.#world);
    if (after === null) {
      if (!this.#isFloorAwaited) this.#placeOnFloor(this.#look.position);
      return !this.#isFloorAwaited;
    }
    if (after.isOnFloor) this.#footing = after.position;
    this.#look = { ...this.#look, position: after.position };
    this.#fallSpeed = after.fallSpeed;
    return !isStanding(before, after);
  }

  /** Puts the walker on free floor at or near a position, looking into the room; without one, the view stays. */
  #placeOnFloor(from: Vector3Tuple): void {
    const spot = this.#findSpot(from, this.#look.yaw);
    if (spot !== null || !this.#isFloorAwaited) this.#awaitedS = 0;
    this.#isFloorAwaited = spot === null;
    this.#searchedS = 0;
    this.#footing = spot?.eye ?? null;
    this.#fallSpeed = 0;
    if (spot !== null) this.#look = toLook(spot);
  }

  /** Ends the walk if surfaces can be hit and none is a floor. @returns whether another frame is needed */
  #awaitFloor(seconds: number): boolean {
    if (!this.#meetsSurface()) return false;
    // The first frame after a rest reports the whole rest.
    this.#awaitedS += Math.min(seconds, 1);
    if (this.#awaitedS < floorAwaitedS) return true;
    const pose = fromLookPose(this.#look, this.reach);
    this.#isFloorAwaited = false;
    this.#mode = "orbit";
    // The view has not moved since it orbited, unless the walker flew or fell in between.
    if (distanceBetween(fromOrbitPose(this.#orbit).position, pose.position) > 0.01) {
      this.#orbit = this.#limitOrbit(toOrbitPose(pose));
    }
    this.onNoFloor?.();
    return false;
  }

  /** Whether anything within the bounds can be hit from above. */
  #meetsSurface(): boolean {
    const { min, max } = this.#bounds;
    const shares = [0.5, 0.25, 0.75, 0.1, 0.9];
    return shares.some((x) =>
      shares.some((z) => {
        const { from, dropM } = this.#above(min[0] + (max[0] - min[0]) * x, min[2] + (max[2] - min[2]) * z);
        return this.#world.cast(from, [0, -1, 0], dropM) !== null;
      }),
    );
  }

  /** A point just above the bounds, and how deep a ray from there goes through all of them. */
  #above(x: number, z: number): { from: Vector3Tuple; dropM: number } {
    const { min, max } = this.#bounds;
    const marginM = 0.5;
    return { from: [x, max[1] + marginM, z], dropM: max[1] - min[1] + 2 * marginM };
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

  /**
   * Where walking starts: near the given eye on its storey, or near the start view's position or target; if there is no
   * free floor, on the highest ground there. Null without a floor.
   */
  #findSpot(from: Vector3Tuple, yaw: number): FreeSpot | null {
    const { position, target } = this.#startView;
    const { min, max } = this.#bounds;
    const wanted = this.#isInside(from)
      ? from
      : this.#isInside(position)
        ? position
        : add([target[0], clamp(target[1], min[1], max[1]), target[2]], [0, eyeHeight, 0]);
    const nearest = this.#floorsM[findStorey(this.#floorsM, wanted[1] - eyeHeight)] ?? null;
    const floorM = this.#storeyM ?? nearest;
    const spot = findFreeSpot(wanted, floorM, yaw, this.#world);
    if (spot !== null && !spot.isOpen) return spot;
    const { from: above, dropM } = this.#above(clamp(wanted[0], min[0], max[0]), clamp(wanted[2], min[2], max[2]));
    const ground = floorM === null ? findFreeSpot(above, null, yaw, this.#world, dropM) : null;
    if (ground !== null && (spot === null || !ground.isOpen)) return ground;
    if (spot !== null) return spot;
    // A furnished or narrow room may have floor, but none that is free.
    const eye = standOnFloor(wanted, this.#world);
    return eye !== null && isFoothold(add(eye, [0, -eyeHeight, 0]), this.#world) ? { eye, yaw, isOpen: false } : null;
  }

  #isInside(point: Vector3Tuple): boolean {
    return isInsideBounds(point, this.#bounds);
  }
}

function toLook({ eye, yaw, isOpen }: FreeSpot): LookPose {
  return { position: eye, yaw, pitch: isOpen ? openPitch : 0 };
}

function isSamePose(before: CameraPose | null, { position, target }: CameraPose): boolean {
  if (before === null) return false;
  return [0, 1, 2].every((axis) => before.position[axis] === position[axis] && before.target[axis] === target[axis]);
}
