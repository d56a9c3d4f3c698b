import type { Vector3Tuple } from "../scene/scene.ts";
import { bodyRadius, dropMax, stepHeight, type WalkWorld } from "../walking/walk-physics.ts";

/**
 * Half the width that a walker needs: people turn a shoulder, and a scanned wall is a little thicker than the real one.
 * Metres.
 */
export const passRadiusM = bodyRadius - 0.05;
/** Two floors this close count as one level: the scan's noise, a ramp, a threshold. Metres. */
export const sameLevelM = 0.1;
/**
 * A walker crosses gaps of 1.5 m in a scan's floor (`floorGapMax`). A route crosses smaller ones only: what is missing
 * there may be a stairwell as well as the floor under a rug. Where a lower floor shows through, it is a drop. Metres.
 */
export const holeMaxM = 0.5;
/** Around the middle of a body, the floor goes on for at least this much: no drop, no table. Metres. */
export const feetM = 0.2;
/** The highest riser of a stair; higher ones are seats and stages. Metres. */
export const riserMaxM = 0.25;

/** Corners of an octagon around a circle of `passRadiusM`: whatever touches the body crosses one of its sides. */
const corners = Array.from({ length: 8 }, (_, at) => {
  const angle = ((at + 0.5) * Math.PI) / 4;
  const away = passRadiusM / Math.cos(Math.PI / 8);
  return [Math.cos(angle) * away, Math.sin(angle) * away] as const;
});
const feetShare = (feetM * Math.cos(Math.PI / 8)) / passRadiusM;
const headroomM = 1.75;
/** Above what the feet step over. */
const kneeM = stepHeight + 0.05;
const chestM = 1.2;
/** Length of a ray along a side of the octagon, which rises from knee to chest. */
const sideM = Math.hypot(2 * passRadiusM * Math.tan(Math.PI / 8), chestM - kneeM);
/** Steeper surfaces than 45° are walls; the others are left to the feet, as when walking. */
const wallNormalMax = 0.7;

const down: Vector3Tuple = [0, -1, 0];
const up: Vector3Tuple = [0, 1, 0];

/** Height of a floor; or something that is in the way, or nothing at all, where the scan has a hole. */
type FloorProbe = number | "blocked" | "hole";

interface Look {
  /** Distance at which a ray first meets anything, at most as far as it looks. */
  readonly freeM: number;
  /** Distance of the nearest wall; infinite if there is none. */
  readonly wallM: number;
}

/** What the body of a walker meets in a world. Scene coordinates, metres; heights are of the floor under the feet. */
export class BodySpace {
  readonly #world: WalkWorld;

  constructor(world: WalkWorld) {
    this.#world = world;
  }

  /**
   * The floor that feet reach from another one, with headroom above it. One cast from above the head tells both, and
   * meets what is too high for a step on its way: tables, benches, lamps.
   */
  findFloor(x: number, z: number, fromY: number): FloorProbe {
    const top = fromY + headroomM;
    const hit = this.#world.cast([x, top, z], down, headroomM + dropMax);
    if (hit === null) return "hole";
    const y = top - hit.distance;
    const rise = y - fromY;
    // Where the way leads down, a ceiling may be lower than the head is now.
    if (rise >= headroomM - stepHeight) return this.#findLowerFloor(x, z, fromY);
    if (rise > stepHeight || rise < -stepHeight) return "blocked";
    if (rise <= sameLevelM / 2) return y;
    return this.#world.cast([x, top - 0.02, z], up, rise + 0.02) === null ? y : "blocked";
  }

  /** Free distance in a level unit direction, at the height of the knees and of the chest. */
  lookAhead(x: number, y: number, z: number, [dx, dz]: readonly [dx: number, dz: number], farM: number): Look {
    let freeM = farM;
    let wallM = Number.POSITIVE_INFINITY;
    for (const height of [kneeM, chestM]) {
      const hit = this.#world.cast([x, y + height, z], [dx, 0, dz], Math.min(farM, wallM));
      if (hit === null) continue;
      freeM = Math.min(freeM, hit.distance);
      if (Math.abs(hit.normal[1]) <= wallNormalMax) wallM = hit.distance;
    }
    return { freeM, wallM };
  }

  /**
   * Whether nothing crosses a line between two points of a floor, moved to the right. The ray rises from knee to chest,
   * so that it meets table tops as well as walls.
   */
  isSideFree(from: Vector3Tuple, to: Vector3Tuple, offsetM: number): boolean {
    const [dx, dz] = [to[0] - from[0], to[2] - from[2]];
    const length = Math.hypot(dx, dz);
    if (length < 1e-6) return true;
    const [sideX, sideZ] = [(-dz / length) * offsetM, (dx / length) * offsetM];
    const y = Math.max(from[1], to[1]);
    return this.#isFree([from[0] + sideX, y + kneeM, from[2] + sideZ], [to[0] + sideX, y + chestM, to[2] + sideZ]);
  }

  /** Mean offset of what touches a body on a point of a floor, or of where the floor ends; null if nothing does. */
  findTouch([x, y, z]: Vector3Tuple): readonly [x: number, z: number] | null {
    let [sumX, sumZ, count] = [0, 0, 0];
    const add = (offsetX: number, offsetZ: number) => {
      sumX += offsetX;
      sumZ += offsetZ;
      count++;
    };
    for (let at = 0; at < 8; at++) {
      const [fromX, fromZ] = corners[at]!;
      const [toX, toZ] = corners[(at + 1) & 7]!;
      const end: Vector3Tuple = [x + toX, y + chestM, z + toZ];
      const rest = this.measureBlocked([x + fromX, y + kneeM, z + fromZ], end) / sideM;
      if (rest > 0) add(toX + (fromX - toX) * rest, toZ + (fromZ - toZ) * rest);
      const [footX, footZ] = [fromX * feetShare, fromZ * feetShare];
      if (this.findFloor(x + footX, z + footZ, y) === "blocked") add(footX, footZ);
    }
    return count === 0 ? null : [sumX / count, sumZ / count];
  }

  /** Whether nothing is beside a point of a floor, as far as the end of an offset. */
  isBesideFree([x, y, z]: Vector3Tuple, [sideX, sideZ]: readonly [x: number, z: number]): boolean {
    return this.#isFree([x, y + kneeM, z], [x + sideX, y + chestM, z + sideZ]);
  }

  /** Whether no wall is between two points of a floor. */
  isAheadFree(from: Vector3Tuple, to: Vector3Tuple): boolean {
    const [dx, dz] = [to[0] - from[0], to[2] - from[2]];
    const length = Math.hypot(dx, dz);
    if (length < 1e-6) return true;
    const y = Math.max(from[1], to[1]);
    return this.lookAhead(from[0], y, from[2], [dx / length, dz / length], length).wallM > length;
  }

  /** How far before its end a line first meets something; 0 if nothing is in between. */
  measureBlocked(from: Vector3Tuple, to: Vector3Tuple): number {
    const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    const length = Math.hypot(dx, dy, dz);
    if (length < 1e-6) return 0;
    const hit = this.#world.cast(from, [dx / length, dy / length, dz / length], length);
    return hit === null ? 0 : length - hit.distance;
  }

  #isFree(from: Vector3Tuple, to: Vector3Tuple): boolean {
    return this.measureBlocked(from, to) === 0;
  }

  #findLowerFloor(x: number, z: number, fromY: number): FloorProbe {
    const knee = fromY + stepHeight;
    const hit = this.#world.cast([x, knee, z], down, 2 * stepHeight);
    if (hit === null) return "blocked";
    const y = knee - hit.distance;
    return this.#world.cast([x, y + stepHeight / 2, z], up, headroomM - stepHeight / 2) === null ? y : "blocked";
  }
}
