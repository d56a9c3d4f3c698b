import type { Bounds } from "@blueprint/contract/scan-report";
import { ScanProblem } from "../scan-problem.ts";
import { findZipMain } from "../zip-part.ts";

/** An LCC scene as described by its `.lcc` file. Level 0 is the finest. */
export interface LccScene {
  readonly splatCount: number;
  /** In the file's own frame, z up. */
  readonly bounds: Bounds | undefined;
  /** The other files of the scene, relative to the `.lcc`. */
  readonly parts: readonly string[];
}

export const lccBytesMax = 1 << 20;
/** Of one splat in `data.bin`. */
export const lccSplatBytes = 32;
const harmonicsFile = "shcoef.bin";

/** The `.lcc` of an archive, the one closest to its top. */
export function findLcc(paths: readonly string[]): string | undefined {
  return findZipMain(paths, /\.lcc$/i, () => 0);
}

/** @throws ScanProblem `scan-corrupt`, `scan-empty-geometry` */
export function parseLcc(text: string): LccScene {
  let meta: { splats?: unknown; totalLevel?: unknown; fileType?: unknown; attributes?: unknown; boundingBox?: unknown };
  try {
    meta = JSON.parse(text);
  } catch {
    throw new ScanProblem("scan-corrupt", ".lcc is no JSON");
  }
  const { splats, totalLevel, fileType } = meta;
  const splatCount = Array.isArray(splats) ? Number(splats[0]) : Number.NaN;
  if (!Number.isSafeInteger(splatCount) || splatCount < 0 || (splats as unknown[]).length !== totalLevel) {
    throw new ScanProblem("scan-corrupt", ".lcc without its levels");
  }
  const attributes = Array.isArray(meta.attributes) ? (meta.attributes as ({ name?: unknown } | null)[]) : [];
  const hasAttribute = (name: string) => attributes.some((attribute) => attribute?.name === name);
  if (!hasAttribute("scale") || !hasAttribute("shcoef")) throw new ScanProblem("scan-corrupt", ".lcc attributes");
  // Scenes for phones have no view-dependent colours, although their description may name a range for them.
  const parts = ["index.bin", "data.bin", ...(fileType === "Portable" ? [] : [harmonicsFile])];
  return { splatCount, bounds: toBounds(meta.boundingBox), parts };
}

function toBounds(box: unknown): Bounds | undefined {
  const { min, max } = (box ?? {}) as { min?: unknown; max?: unknown };
  const isTriple = (value: unknown): value is [number, number, number] =>
    Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
  return isTriple(min) && isTriple(max) ? { min, max } : undefined;
}
