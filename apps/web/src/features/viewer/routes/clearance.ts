import { type BodySpace, sameLevelM } from "./body-space.ts";
import { directions } from "./directions.ts";

/** Walls nearer than this are worth a detour of some centimetres. Metres. */
export const roomyM = 0.6;
/** A look goes far beyond that: the cells along it inherit what it saw. Metres. */
const lookM = 2;

/** Free room around a point of a floor, by the eight directions of the lattice. Metres. */
export interface Clearance {
  /** Distance up to a wall, or as far as anybody has looked. */
  readonly freeM: readonly number[];
  readonly isWall: readonly boolean[];
  /** Height of the floor from which each direction was looked at. */
  readonly seenFromY: readonly number[];
}

interface Measuring extends Clearance {
  readonly freeM: number[];
  readonly isWall: boolean[];
  readonly seenFromY: number[];
}

/**
 * Looks around at a point of a floor. Where looks of its neighbours tell what is there, they spare the casts: on an
 * open floor most do.
 * @param around clearances of the eight neighbours on the same level; null where unknown
 */
export function measureClearance(
  [x, y, z]: readonly [number, number, number],
  around: readonly (Clearance | null)[],
  space: BodySpace,
): Clearance {
  const clearance: Measuring = { freeM: [], isWall: [], seenFromY: [] };
  for (const [heading, { unit }] of directions.entries()) {
    if (inheritBehind(clearance, heading, y, around[(heading + 4) & 7]!)) continue;
    if (inheritAhead(clearance, heading, y, around[heading]!)) continue;
    const { freeM, wallM } = space.lookAhead(x, y, z, unit, lookM);
    // A slope is no wall, but hides what is behind it: that is looked at again from nearer.
    const seenM = Math.max(freeM, roomyM);
    clearance.isWall[heading] = wallM <= seenM;
    clearance.freeM[heading] = Math.min(wallM, seenM);
    clearance.seenFromY[heading] = y;
  }
  return clearance;
}

/** Takes over the rest of a look that came from behind and passed here. */
function inheritBehind(clearance: Measuring, heading: number, y: number, behind: Clearance | null): boolean {
  if (behind === null || !isSeenFrom(behind, heading, y)) return false;
  const restM = behind.freeM[heading]! - directions[heading]!.lengthM;
  if (restM < 0 || (restM < roomyM && !behind.isWall[heading])) return false;
  take(clearance, heading, restM, behind);
  return true;
}

/** Takes over the look of the next cell if that one has looked here as well. */
function inheritAhead(clearance: Measuring, heading: number, y: number, ahead: Clearance | null): boolean {
  if (ahead === null || !isSeenFrom(ahead, heading, y)) return false;
  const back = (heading + 4) & 7;
  const { lengthM } = directions[heading]!;
  if (ahead.freeM[back]! < lengthM || !isSeenFrom(ahead, back, y)) return false;
  take(clearance, heading, lengthM + ahead.freeM[heading]!, ahead);
  return true;
}

function isSeenFrom({ seenFromY }: Clearance, heading: number, y: number): boolean {
  return Math.abs(seenFromY[heading]! - y) <= sameLevelM;
}

function take(clearance: Measuring, heading: number, freeM: number, from: Clearance): void {
  // Beyond the length of a look, the floor may be at another height.
  clearance.freeM[heading] = Math.min(freeM, lookM);
  clearance.isWall[heading] = from.isWall[heading]! && freeM <= lookM;
  clearance.seenFromY[heading] = from.seenFromY[heading]!;
}
