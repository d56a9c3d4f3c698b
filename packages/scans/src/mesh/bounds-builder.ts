import type { Bounds } from "@blueprint/contract/scan-report";

/** Grows a box around positions and counts the non-finite ones. */
export interface BoundsBuilder {
  add(x: number, y: number, z: number): void;
  readonly finiteCount: number;
  readonly invalidCount: number;
  /** Undefined until a finite position was added. */
  toBounds(): Bounds | undefined;
}

export function createBoundsBuilder(): BoundsBuilder {
  let [minX, minY, minZ] = [Infinity, Infinity, Infinity];
  let [maxX, maxY, maxZ] = [-Infinity, -Infinity, -Infinity];
  let finiteCount = 0;
  let invalidCount = 0;
  return {
    add(x, y, z) {
      // The sum is finite only if all three are; an overflow to infinity is not a usable coordinate either.
      if (!Number.isFinite(x + y + z)) {
        invalidCount++;
        return;
      }
      finiteCount++;
      if (x < minX) minX = x;
      if (y < minY) minY = y;
      if (z < minZ) minZ = z;
      if (x > maxX) maxX = x;
      if (y > maxY) maxY = y;
      if (z > maxZ) maxZ = z;
    },
    get finiteCount() {
      return finiteCount;
    },
    get invalidCount() {
      return invalidCount;
    },
    toBounds: () => (finiteCount === 0 ? undefined : { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] }),
  };
}
