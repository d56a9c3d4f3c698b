import { Box3, PerspectiveCamera, Plane, Ray, Vector2, Vector3, type WebGLRenderer } from "three";
import { add, distanceBetween, poseInFrontOf, type StartView, subtract } from "../camera/camera-pose.ts";
import { CameraRig, type RigMode } from "../camera/camera-rig.ts";
import type { LoadedScan, RaycastOptions, ScanUsage, SurfaceHit } from "../loaders/loaded-scan.ts";
import { clipRay } from "../scans/clip-ray.ts";
import { toSpread } from "../scans/nearest-point.ts";
import { type PlacedScan, toScanId } from "../scans/scan-placement.ts";
import { canStandOn } from "../walking/stand-free.ts";
import { obstacleReachM, WalkObstacles } from "../walking/walk-obstacles.ts";
import { standOnFloor, type WalkWorld } from "../walking/walk-physics.ts";
import { FrameTimes } from "./frame-times.ts";
import { type CameraPose, panoramaMarkType, type ScanHit, type Vector3Tuple, type ViewerAnchor } from "./scene.ts";
import { screenPixelRatio } from "./screen-pixel-ratio.ts";
import { type DeviceFacts, ViewBudget } from "./view-budget.ts";

const pickRadiusPx = 8;
/** Fraction of a distance: a panorama must be at least this much nearer to show something better. */
export const clearlyNearer = 0.8;
// Points support a walker within this distance of the foot, per metre of height.
const footSpread = 0.1;
/** Steeper surfaces are walls. */
export const floorNormalMin = 0.6;
/** Detail that has not arrived by then is given up. */
const aimMsMax = 10_000;
// Searching a point cloud for the floor is expensive: a result is reused within this distance, metres.
const floorReuse = 0.3;

/**
 * The canvas's state outside React: one camera, the loaded scans, and queries on both. Screen positions are CSS pixels
 * from the canvas's top left.
 */
export class LiveScene {
  readonly camera = new PerspectiveCamera(60, 1, 0.05, 1000);
  readonly rig: CameraRig;
  readonly budget: ViewBudget;
  readonly frameTimes = new FrameTimes();
  /** Runs every frame while a headset shows the scene. */
  immersiveFrame: (() => void) | null = null;
  /** Eyes of the other panoramas while the camera is in one: they show what is nearer to them. */
  otherEyes: readonly Vector3Tuple[] = [];
  /** Current device pixels per CSS pixel. */
  pixelRatio: number;
  readonly #world: WalkWorld = {
    cast: (origin, direction, far) => this.#castForWalking(origin, direction, far),
  };
  readonly #obstacles = new WalkObstacles(() =>
    [...this.#shown.values()].flatMap((scan) => [...(scan.listObstacles?.() ?? [])]),
  );
  readonly #loaded = new Map<string, LoadedScan>();
  /** Loaded and visible scans: others are neither drawn nor hit by rays. */
  #shown = new Map<string, LoadedScan>();
  #shownIds: ReadonlySet<string> = new Set();
  readonly #lastFloor = { x: Number.NaN, z: Number.NaN, y: Number.NaN };
  #size = { width: 1, height: 1 };
  #cutM: number | null = null;
  #watchAim: (() => void) | null = null;
  readonly #cutPlane = new Plane(new Vector3(0, -1, 0), 0);
  /** Requests a frame from the frame loop; set once there is one. */
  invalidate: () => void = () => undefined;

  constructor(device: DeviceFacts) {
    this.budget = new ViewBudget(device);
    this.pixelRatio = screenPixelRatio(this.budget);
    this.rig = new CameraRig(this.camera, this.#world);
  }

  get size(): { readonly width: number; readonly height: number } {
    return this.#size;
  }

  setSize(width: number, height: number): void {
    this.#size = { width: Math.max(1, width), height: Math.max(1, height) };
    this.rig.setAspect(this.#size.width / this.#size.height);
  }

  /** Sets the scene's extent from delivery metadata, before anything is loaded. */
  setExtent(scans: readonly PlacedScan[]): void {
    const bounds = new Box3();
    for (const { delivery } of scans) {
      bounds.expandByPoint(new Vector3(...delivery.bounds.min)).expandByPoint(new Vector3(...delivery.bounds.max));
    }
    if (!bounds.isEmpty()) this.rig.setBounds(bounds);
  }

  /** Enters at a start view and continues in the given mode. */
  enter(scans: readonly PlacedScan[], startView: StartView | undefined, mode: RigMode): void {
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

  /** A shown scan has moved, or shows other parts. */
  takeChange(): void {
    this.#lastFloor.x = Number.NaN;
    this.#obstacles.clear();
    this.invalidate();
  }

  removeScan(scanId: string): void {
    this.#loaded.delete(scanId);
    this.#applyShown();
  }

  /** Sets the visible scans; others may stay loaded. */
  showOnly(scanIds: ReadonlySet<string>): void {
    this.#shownIds = scanIds;
    this.#applyShown();
  }

  /** Height above which the orbiting camera sees nothing; null for no cut. Metres. */
  get cutM(): number | null {
    return this.rig.isOrbiting && this.immersiveFrame === null ? this.#cutM : null;
  }

  set cutM(heightM: number | null) {
    this.#cutM = heightM;
    this.invalidate();
  }

  /** Applies the cut to what is drawn next. */
  applyCut(renderer: Pick<WebGLRenderer, "clippingPlanes">): void {
    const cutM = this.cutM;
    this.#cutPlane.constant = cutM ?? 0;
    renderer.clippingPlanes = cutM === null ? [] : [this.#cutPlane];
    for (const scan of this.#loaded.values()) scan.cut?.(cutM);
  }

  /** Resource use of each loaded scan. */
  *listUsage(): Generator<readonly [scanId: string, usage: ScanUsage]> {
    for (const [scanId, scan] of this.#loaded) if (scan.usage !== undefined) yield [scanId, scan.usage()];
  }

  #applyShown(): void {
    this.#shown = new Map([...this.#loaded].filter(([scanId]) => this.#shownIds.has(scanId)));
    for (const [scanId, scan] of this.#loaded) scan.object.visible = this.#shown.has(scanId);
    this.#lastFloor.x = Number.NaN;
    this.#obstacles.clear();
    this.invalidate();
  }

  /** @returns whether another frame is needed. */
  advance(seconds: number): boolean {
    // In a headset, the head moves the camera.
    const isMoving = this.immersiveFrame === null && this.rig.advance(seconds);
    this.immersiveFrame?.();
    for (const scan of this.#shown.values()) scan.update?.(this.camera);
    this.#watchAim?.();
    return isMoving;
  }

  /** @param onFiner called with hits on finer detail as it is loaded; only for the last pick */
  pick(x: number, y: number, onFiner?: (hit: ScanHit) => void): ScanHit | null {
    const { width, height } = this.#size;
    const at = new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2);
    const origin = this.camera.getWorldPosition(new Vector3());
    const through = new Vector3(at.x, at.y, 0.5).unproject(this.camera);
    const ray = new Ray(origin, through.sub(origin).normalize());
    const cast = (): ScanHit | null => {
      const hit = this.#raycastSeen(ray, { far: this.camera.far, spread: this.#spread, surfaces: "seen" });
      if (hit === null) return null;
      const { point, normal, errorM } = hit.hit;
      return { scanId: toScanId(hit.scanId), point: point.toArray(), normal: normal.toArray(), errorM };
    };
    const hit = cast();
    if (onFiner !== undefined && hit !== null) this.#aim(ray, cast, hit.errorM, onFiner);
    return hit;
  }

  /** Loads the finest detail along a ray, and reports what the ray hits then. */
  #aim(ray: Ray, cast: () => ScanHit | null, errorM: number, onFiner: (hit: ScanHit) => void): void {
    const aim = (wanted: Ray | null) => {
      for (const scan of this.#shown.values()) scan.aim?.(wanted);
    };
    const endsAtMs = performance.now() + aimMsMax;
    let leastM = errorM;
    aim(ray);
    this.#watchAim = () => {
      const hit = cast();
      if (hit !== null && hit.errorM < leastM) {
        leastM = hit.errorM;
        onFiner(hit);
      }
      if (leastM > 0 && performance.now() < endsAtMs) return;
      this.#watchAim = null;
      aim(null);
    };
  }

  /** The nearest surface along a ray of any origin. */
  pickAlong(ray: Ray): SurfaceHit | null {
    return this.#raycast(ray, { far: this.camera.far, spread: this.#spread, surfaces: "seen" })?.hit ?? null;
  }

  /** Zoom target at a pointer: the surface under it, otherwise a point at the view's reach. */
  zoomFocus(x: number, y: number): Vector3Tuple {
    const hit = this.pick(x, y);
    if (hit !== null) return hit.point;
    const { width, height } = this.#size;
    const through = new Vector3((x / width) * 2 - 1, 1 - (y / height) * 2, 0.5).unproject(this.camera);
    const origin = this.camera.position;
    return through.sub(origin).normalize().multiplyScalar(this.rig.reach).add(origin).toArray();
  }

  /**
   * Moves to what the centre of the view shows: walks on its floor, or flies up to it. @returns whether there is a
   * target
   */
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

  /**
   * Whether a scan occludes an anchor, or another panorama shows it better. A quick answer leaves out points, which take
   * far longer than surfaces.
   */
  isHidden(
    { position, normal, type }: ViewerAnchor,
    { origin = this.camera.position, care = "quick" }: { origin?: Vector3; care?: "quick" | "all" } = {},
  ): boolean {
    const cutM = this.cutM;
    if (cutM !== null && position[1] > cutM) return true;
    const reach = distanceBetween(origin.toArray(), position) * clearlyNearer;
    const isOthers = this.otherEyes.some((eye) => distanceBetween(eye, position) < reach);
    if (isOthers && type !== panoramaMarkType) return true;
    // Offset from the surface that the anchor sits on, which must not hide it.
    const point = new Vector3(...position).addScaledVector(new Vector3(...normal), 0.03);
    const distance = point.distanceTo(origin);
    const ray = new Ray(origin.clone(), point.sub(origin).normalize());
    for (const scan of this.#shown.values()) {
      const isByPoints = !scan.isSolid;
      if (isByPoints && (care === "quick" || scan.hasPointWalls !== true)) continue;
      // Between points, a ray without width would pass; what it meets beside the anchor is the anchor's own surface.
      const wall = isByPoints
        ? { far: distance * 0.95 - 0.1, spread: this.#spread / 2 }
        : { far: distance * 0.98 - 0.02, spread: 0 };
      const seen = clipRay(ray, { ...wall, surfaces: "seen" }, cutM);
      const hit = seen === null ? null : scan.raycast(ray, seen);
      if (hit !== null && hit.isLoose !== true) return true;
    }
    return false;
  }

  /** Whether points of a shown scan hide what is behind them. */
  get hasPointWalls(): boolean {
    return [...this.#shown.values()].some((scan) => scan.hasPointWalls === true);
  }

  /** Spread of a ray as wide as a pick. */
  get #spread(): number {
    return toSpread(pickRadiusPx, this.#size.height, (this.camera.fov * Math.PI) / 180);
  }

  /** Where a way begins: at the walker, or where walking would start. */
  get routeStart(): Vector3Tuple {
    return this.rig.mode === "walk" ? this.rig.getPose().position : this.rig.findWayIn();
  }

  /** The surfaces that a way is looked for on. Between points, the floor is that of the cells they fill. */
  readonly routeWorld: WalkWorld = {
    cast: (origin, direction, far) => {
      const ray = new Ray(new Vector3(...origin), new Vector3(...direction));
      const solid = this.#raycastSolid(ray, far);
      if (solid !== null) return { distance: solid.distance, normal: solid.normal.toArray() };
      return this.#obstacles.cast(origin, direction, far);
    },
  };

  /** Whether a click on a surface walks there: a floor with room for a person. */
  canWalkTo({ point, normal }: Pick<ScanHit, "point" | "normal">): boolean {
    return this.rig.mode === "walk" && normal[1] > floorNormalMin && canStandOn(point, this.#world);
  }

  /** Whether a walker can stand where an anchor is seen well. */
  canStandFor({ position, normal }: ViewerAnchor): boolean {
    const pose = this.#clearView(poseInFrontOf(position, normal, this.rig.getPose().position, 2));
    return standOnFloor(pose.position, this.#world) !== null;
  }

  /** A pose that shows an anchor well in the current mode. */
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

  /** Moves the pose closer if a wall would block its view. */
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

  /** Like `#raycast`, but ignores what the cut removes. */
  #raycastSeen(ray: Ray, options: RaycastOptions): { scanId: string; hit: SurfaceHit } | null {
    const clipped = clipRay(ray, options, this.cutM);
    return clipped === null ? null : this.#raycast(ray, clipped);
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
    if (direction[1] < -0.99) {
      const isCarried = [...this.#shown.values()].some((scan) => !scan.isSolid);
      return isCarried ? this.#findCarryingFloor(ray, far) : null;
    }
    return this.#obstacles.cast(origin, direction, far) ?? this.#lookAhead(ray, far);
  }

  /**
   * For looks beyond the range in which obstacles are known: where a scan without surfaces continues there, the view is
   * free up to that range.
   */
  #lookAhead({ origin, direction }: Ray, far: number) {
    if (far <= obstacleReachM) return null;
    const end = origin.clone().addScaledVector(direction, obstacleReachM);
    const goesOn = [...this.#shown.values()].some((scan) => !scan.isSolid && scan.bounds.containsPoint(end));
    return goesOn ? { distance: obstacleReachM, normal: direction.clone().negate().toArray() } : null;
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
    if (y - last.y > far) return null;
    return { distance: y - last.y, normal: [0, 1, 0] as const };
  }
}
