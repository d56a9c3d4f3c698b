import { Box3, PerspectiveCamera, Ray, Vector2, Vector3 } from "three";
import { add, distanceBetween, poseInFrontOf, subtract } from "./camera-pose.ts";
import { CameraRig, type RigMode } from "./controls/camera-rig.ts";
import { FrameTimes } from "./frame-times.ts";
import type { LoadedScan, RaycastOptions, ScanUsage, SurfaceHit } from "./loaders/loaded-scan.ts";
import { toSpread } from "./nearest-point.ts";
import { type PlacedScan, toScanId } from "./scan-placement.ts";
import { type DeviceFacts, ViewBudget } from "./view-budget.ts";
import { type CameraPose, panoramaMarkType, type ScanHit, type Vector3Tuple, type ViewerAnchor } from "./viewer.ts";
import type { WalkWorld } from "./walk-physics.ts";

const pickRadiusPx = 8;
/** Of a distance: what is not this much nearer is as well seen from here. */
export const clearlyNearer = 0.8;
// Points carry a walker within this much beside the foot, per metre of height.
const footSpread = 0.1;
/** Steeper is a wall. */
export const floorNormalMin = 0.6;
// Looking through a cloud of points for the floor is dear: a floor holds for this far, metres.
const floorReuse = 0.3;

/**
 * What the canvas knows outside React: one camera, the scans that are loaded, and the questions asked of both.
 * Positions on the screen are CSS pixels from the canvas's top left.
 */
export class SceneSession {
  readonly camera = new PerspectiveCamera(60, 1, 0.05, 1000);
  readonly rig: CameraRig;
  readonly budget: ViewBudget;
  readonly frameTimes = new FrameTimes();
  /** While a headset shows the scene: what happens in each of its frames. */
  immersiveFrame: (() => void) | null = null;
  /** Eyes of the other panoramas while one stands in one: what is nearer to them is theirs to show. */
  otherEyes: readonly Vector3Tuple[] = [];
  /** Device pixels per CSS pixel that are drawn now. */
  pixelRatio: number;
  readonly #loaded = new Map<string, LoadedScan>();
  /** What is loaded and shown: what is not is neither drawn nor met by rays. */
  #shown = new Map<string, LoadedScan>();
  #shownIds: ReadonlySet<string> = new Set();
  readonly #lastFloor = { x: Number.NaN, z: Number.NaN, y: Number.NaN };
  #size = { width: 1, height: 1 };
  /** Asks the frame loop for a frame; set once there is one. */
  invalidate: () => void = () => undefined;

  constructor(device: DeviceFacts) {
    this.budget = new ViewBudget(device);
    this.pixelRatio = Math.min(Math.max(1, window.devicePixelRatio), this.budget.pixelRatioMax);
    const world: WalkWorld = {
      cast: (origin, direction, far) => this.#castForWalking(origin, direction, far),
    };
    this.rig = new CameraRig(this.camera, world);
  }

  get size(): { readonly width: number; readonly height: number } {
    return this.#size;
  }

  setSize(width: number, height: number): void {
    this.#size = { width: Math.max(1, width), height: Math.max(1, height) };
    this.rig.setAspect(this.#size.width / this.#size.height);
  }

  /** Tells the camera how large the scene is, from what deliveries say before anything is loaded. */
  setExtent(scans: readonly PlacedScan[]): void {
    const bounds = new Box3();
    for (const { delivery } of scans) {
      bounds.expandByPoint(new Vector3(...delivery.bounds.min)).expandByPoint(new Vector3(...delivery.bounds.max));
    }
    if (!bounds.isEmpty()) this.rig.setBounds(bounds);
  }

  /** Comes in at a start view, which the way of moving goes on from. */
  enter(scans: readonly PlacedScan[], startView: CameraPose | undefined, mode: RigMode): void {
    this.setExtent(scans);
    if (startView === undefined) return;
    this.rig.setStartView(startView);
    this.rig.setMode("orbit");
    this.rig.placeAtStart();
    this.rig.setMode(mode);
  }

  addScan(scanId: string, scan: LoadedScan): void {
    this.#loaded.set(scanId, scan);
    this.#applyShown();
  }

  removeScan(scanId: string): void {
    this.#loaded.delete(scanId);
    this.#applyShown();
  }

  /** Which scans are drawn; others may stay loaded behind them. */
  showOnly(scanIds: ReadonlySet<string>): void {
    this.#shownIds = scanIds;
    this.#applyShown();
  }

  /** What each loaded scan holds. */
  *listUsage(): Generator<readonly [scanId: string, usage: ScanUsage]> {
    for (const [scanId, scan] of this.#loaded) if (scan.usage !== undefined) yield [scanId, scan.usage()];
  }

  #applyShown(): void {
    this.#shown = new Map([...this.#loaded].filter(([scanId]) => this.#shownIds.has(scanId)));
    for (const [scanId, scan] of this.#loaded) scan.object.visible = this.#shown.has(scanId);
    this.#lastFloor.x = Number.NaN;
    this.invalidate();
  }

  /** @returns whether another frame is needed. */
  advance(seconds: number): boolean {
    // Inside a headset the head moves the camera.
    const isMoving = this.immersiveFrame === null && this.rig.advance(seconds);
    this.immersiveFrame?.();
    for (const scan of this.#shown.values()) scan.update?.(this.camera);
    return isMoving;
  }

  pick(x: number, y: number): ScanHit | null {
    const { width, height } = this.#size;
    const at = new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2);
    const origin = this.camera.getWorldPosition(new Vector3());
    const through = new Vector3(at.x, at.y, 0.5).unproject(this.camera);
    const ray = new Ray(origin, through.sub(origin).normalize());
    const spread = toSpread(pickRadiusPx, height, (this.camera.fov * Math.PI) / 180);
    const hit = this.#raycast(ray, { far: this.camera.far, spread, surfaces: "seen" });
    return hit === null
      ? null
      : { scanId: toScanId(hit.scanId), point: hit.hit.point.toArray(), normal: hit.hit.normal.toArray() };
  }

  /** The nearest surface along a ray of any origin. */
  pickAlong(ray: Ray): SurfaceHit | null {
    const spread = toSpread(pickRadiusPx, this.#size.height, (this.camera.fov * Math.PI) / 180);
    return this.#raycast(ray, { far: this.camera.far, spread, surfaces: "seen" })?.hit ?? null;
  }

  /** Where zooming at a pointer goes: what lies under it, else the middle distance of the view. */
  zoomFocus(x: number, y: number): Vector3Tuple {
    const hit = this.pick(x, y);
    if (hit !== null) return hit.point;
    const { width, height } = this.#size;
    const through = new Vector3((x / width) * 2 - 1, 1 - (y / height) * 2, 0.5).unproject(this.camera);
    const origin = this.camera.position;
    return through.sub(origin).normalize().multiplyScalar(this.rig.reach).add(origin).toArray();
  }

  /** To what the middle of the view shows: on foot onto its floor, flying up to it. @returns whether there is such a place */
  travelToAim(): boolean {
    const hit = this.pick(this.#size.width / 2, this.#size.height / 2);
    if (hit === null) return false;
    if (this.rig.mode === "walk") {
      if (hit.normal[1] < floorNormalMin) return false;
      this.rig.travelToFloor(hit.point);
    } else if (this.rig.mode === "fly") {
      const { position } = this.rig.getPose();
      const back = subtract(position, hit.point);
      const distance = Math.hypot(...back);
      const stop = Math.min(1.5, distance / 2) / distance;
      this.rig.travelTo({ position: add(hit.point, back, stop), target: hit.point });
    } else return false;
    this.invalidate();
    return true;
  }

  toScreen(point: Vector3Tuple): { x: number; y: number } | null {
    const projected = new Vector3(...point).applyMatrix4(this.camera.matrixWorldInverse);
    if (projected.z >= 0) return null;
    projected.applyMatrix4(this.camera.projectionMatrix);
    return { x: ((projected.x + 1) / 2) * this.#size.width, y: ((1 - projected.y) / 2) * this.#size.height };
  }

  /** Whether a scan stands between the eye and an anchor, or another panorama is the one it is seen from. */
  isHidden({ position, normal, type }: ViewerAnchor, origin: Vector3 = this.camera.position): boolean {
    const reach = distanceBetween(origin.toArray(), position) * clearlyNearer;
    const isOthers = this.otherEyes.some((eye) => distanceBetween(eye, position) < reach);
    if (isOthers && type !== panoramaMarkType) return true;
    // The anchor sits on a surface, which must not count as hiding it.
    const point = new Vector3(...position).addScaledVector(new Vector3(...normal), 0.03);
    const distance = point.distanceTo(origin);
    const ray = new Ray(origin.clone(), point.sub(origin).normalize());
    for (const scan of this.#shown.values()) {
      if (!scan.isSolid) continue;
      if (scan.raycast(ray, { far: distance * 0.98 - 0.02, spread: 0, surfaces: "seen" }) !== null) return true;
    }
    return false;
  }

  /** From where an anchor is read well in the present way of moving. */
  poseFor({ position, normal }: ViewerAnchor): CameraPose {
    const from = this.rig.getPose().position;
    if (this.rig.isFree) {
      const reach = Math.min(Math.max(Math.hypot(...subtract(position, from)) * 0.5, 1.5), 3);
      return this.#clearView(poseInFrontOf(position, normal, from, reach));
    }
    const pose = this.#clearView(poseInFrontOf(position, normal, from, 2));
    const eye = this.rig.findStandingEye(pose.position);
    return { position: eye, target: position };
  }

  /** Comes nearer than planned where a wall would stand between the camera and what it looks at. */
  #clearView(pose: CameraPose): CameraPose {
    const target = new Vector3(...pose.target);
    const back = new Vector3(...pose.position).sub(target);
    const distance = back.length();
    const direction = back.divideScalar(distance);
    const ray = new Ray(target.clone().addScaledVector(direction, 0.05), direction);
    const hit = this.#raycastSolid(ray, distance + 0.2);
    if (hit === null) return pose;
    const free = Math.max(0.4, hit.distance - 0.2);
    return { position: target.addScaledVector(direction, Math.min(distance, free)).toArray(), target: pose.target };
  }

  #raycastSolid(ray: Ray, far: number): SurfaceHit | null {
    let nearest: SurfaceHit | null = null;
    for (const scan of this.#shown.values()) {
      if (!scan.isSolid) continue;
      const hit = scan.raycast(ray, { far, spread: 0, surfaces: "solid" });
      if (hit !== null && hit.distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = hit;
    }
    return nearest;
  }

  #raycast(ray: Ray, options: RaycastOptions): { scanId: string; hit: SurfaceHit } | null {
    let nearest: { scanId: string; hit: SurfaceHit } | null = null;
    for (const [scanId, scan] of this.#shown) {
      const hit = scan.raycast(ray, options);
      if (hit !== null && hit.distance < (nearest?.hit.distance ?? Number.POSITIVE_INFINITY)) nearest = { scanId, hit };
    }
    return nearest;
  }

  #castForWalking(origin: Vector3Tuple, direction: Vector3Tuple, far: number) {
    const ray = new Ray(new Vector3(...origin), new Vector3(...direction));
    const solid = this.#raycastSolid(ray, far);
    if (solid !== null) return { distance: solid.distance, normal: solid.normal.toArray() };
    const isDown = direction[1] < -0.99;
    const isCarried = [...this.#shown.values()].some((scan) => !scan.isSolid);
    return isDown && isCarried ? this.#findCarryingFloor(ray, far) : null;
  }

  #findCarryingFloor(ray: Ray, far: number) {
    const last = this.#lastFloor;
    const { x, y, z } = ray.origin;
    const isFresh = Math.hypot(x - last.x, z - last.z) < floorReuse && last.y <= y;
    if (!isFresh) {
      const hit = this.#raycast(ray, { far, spread: footSpread, surfaces: "solid" });
      if (hit === null) return null;
      Object.assign(last, { x, z, y: hit.hit.point.y });
    }
    return { distance: y - last.y, normal: [0, 1, 0] as const };
  }
}
