import type { Vector3Tuple } from "../scene/scene.ts";
import { type BodySpace, feetM, riserMaxM } from "./body-space.ts";
import type { FloorProfile } from "./step-free.ts";

/** The body is checked this often along a line: a finer mesh of rays than the lattice's. Metres. */
const legM = 0.25;
/** Heights of the floor per leg: three on each tread of a stair. */
const samplesPerLeg = 3;
/** A straight line may cross a hole of this length; more is left to the lattice, which avoids holes. Metres. */
const holeOnLineMaxM = 0.3;

/**
 * The floor along a straight line between two points of floors if a walker can keep to it; null if not. Yields after
 * each stretch, so that the caller may pause.
 * @param halfWidthM free room on both sides
 */
export function* walkLine(
  space: BodySpace,
  from: Vector3Tuple,
  to: Vector3Tuple,
  halfWidthM: number,
): Generator<undefined, FloorProfile | null> {
  const line = new Line(from, to);
  const walked = line.start();
  let legFrom = from;
  let floor = { y: from[1], holeM: 0 };
  const side = line.sideOf(halfWidthM);
  const back = line.sideOf(-halfWidthM);
  const isRoomy = (at: Vector3Tuple) =>
    space.isBesideFree(at, side) &&
    space.isBesideFree(at, back) &&
    isFloorBeside(space, at, line.sideOf(feetM)) &&
    isFloorBeside(space, at, line.sideOf(-feetM));
  if (!isRoomy(from)) return null;
  for (let sample = 1; sample <= line.samples; sample++) {
    const next = stepOn(space, line, sample, floor);
    if (next === null) return null;
    floor = next;
    line.add(walked, sample, floor.holeM > 0 ? Number.NaN : floor.y);
    if (sample % samplesPerLeg !== 0) continue;
    const legTo = line.at(sample, floor.y);
    const isFree =
      space.isAheadFree(legFrom, legTo) &&
      space.isSideFree(legFrom, legTo, halfWidthM) &&
      space.isSideFree(legFrom, legTo, -halfWidthM) &&
      isRoomy(legTo);
    if (!isFree) return null;
    legFrom = legTo;
    yield;
  }
  return Math.abs(floor.y - to[1]) > riserMaxM ? null : walked;
}

/** The floor along a straight line that is known to be walkable; heights are as far as the floor is found. */
export function sampleLine(space: BodySpace, from: Vector3Tuple, to: Vector3Tuple): FloorProfile {
  const line = new Line(from, to);
  const sampled = line.start();
  let { 1: y } = from;
  for (let sample = 1; sample < line.samples; sample++) {
    const [x, , z] = line.at(sample, y);
    const floor = space.findFloor(x, z, y);
    if (typeof floor === "number") y = floor;
    line.add(sampled, sample, typeof floor === "number" ? floor : Number.NaN);
  }
  line.add(sampled, line.samples, to[1]);
  return sampled;
}

function isFloorBeside(space: BodySpace, [x, y, z]: Vector3Tuple, [sideX, sideZ]: readonly [x: number, z: number]) {
  const floor = space.findFloor(x + sideX, z + sideZ, y);
  return floor === "hole" || (floor !== "blocked" && Math.abs(floor - y) <= riserMaxM);
}

interface Footing {
  readonly y: number;
  /** Length without a floor up to here. */
  readonly holeM: number;
}

function stepOn(space: BodySpace, line: Line, sample: number, { y, holeM }: Footing): Footing | null {
  const [x, , z] = line.at(sample, y);
  const floor = space.findFloor(x, z, y);
  if (floor === "blocked") return null;
  if (floor === "hole") {
    // The first height that is missing may be at the very edge of the hole.
    return holeM > holeOnLineMaxM ? null : { y, holeM: holeM + line.spacingM };
  }
  return Math.abs(floor - y) > riserMaxM ? null : { y: floor, holeM: 0 };
}

/** A line in the x-z plane with samples at even distances. */
class Line {
  readonly samples: number;
  readonly spacingM: number;
  readonly #from: Vector3Tuple;
  readonly #unit: readonly [x: number, z: number];

  constructor(from: Vector3Tuple, to: Vector3Tuple) {
    const [dx, dz] = [to[0] - from[0], to[2] - from[2]];
    const length = Math.hypot(dx, dz);
    this.#from = from;
    this.#unit = length < 1e-6 ? [0, 0] : [dx / length, dz / length];
    this.samples = Math.max(1, Math.ceil(length / legM - 1e-6)) * samplesPerLeg;
    this.spacingM = length / this.samples;
  }

  at(sample: number, y: number): Vector3Tuple {
    const along = sample * this.spacingM;
    return [this.#from[0] + this.#unit[0] * along, y, this.#from[2] + this.#unit[1] * along];
  }

  sideOf(offsetM: number): readonly [x: number, z: number] {
    return [-this.#unit[1] * offsetM, this.#unit[0] * offsetM];
  }

  start(): FloorProfile {
    return { alongM: [0], heightM: [this.#from[1]] };
  }

  add(profile: FloorProfile, sample: number, heightM: number): void {
    profile.alongM.push(sample * this.spacingM);
    profile.heightM.push(heightM);
  }
}
