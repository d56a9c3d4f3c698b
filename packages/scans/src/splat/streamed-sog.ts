import type { Bounds } from "@blueprint/contract/scan-report";
import { ScanProblem } from "../scan-problem.ts";
import { findZipMain } from "../zip-part.ts";

/** A SOG with levels of detail, as described by its `lod-meta.json`. Level 0 is the finest. */
export interface StreamedSog {
  /** The finest level in the file. */
  readonly level: number;
  readonly splatCount: number;
  /** The `meta.json` of each piece of that level, relative to the `lod-meta.json`. */
  readonly pieces: readonly string[];
  readonly bounds: Bounds | undefined;
}

export const streamedSogBytesMax = 64 << 20;
const nodesMax = 2_000_000;

/** The `lod-meta.json` of an archive; undefined if a plain SOG is closer to the top. */
export function findStreamedSog(paths: readonly string[]): string | undefined {
  const found = findZipMain(paths, /(^|\/)(lod-)?meta\.json$/, (path) => (/lod-meta\.json$/.test(path) ? 1 : 0));
  return found !== undefined && /(^|\/)lod-meta\.json$/.test(found) ? found : undefined;
}

interface LodNode {
  readonly children?: unknown;
  readonly lods?: unknown;
}

/** @throws ScanProblem `scan-corrupt`, `scan-empty-geometry` */
export function parseStreamedSog(text: string): StreamedSog {
  let meta: { filenames?: unknown; tree?: unknown };
  try {
    meta = JSON.parse(text);
  } catch {
    throw new ScanProblem("scan-corrupt", "lod-meta.json is no JSON");
  }
  const names = Array.isArray(meta.filenames) ? meta.filenames : [];
  const levels = new Map<number, { splatCount: number; files: Set<number> }>();
  const open: unknown[] = [meta.tree];
  for (let visited = 0; open.length > 0; visited++) {
    const node = open.pop();
    if (visited > nodesMax || typeof node !== "object" || node === null) {
      throw new ScanProblem("scan-corrupt", "lod-meta.json tree");
    }
    const { children, lods } = node as LodNode;
    if (Array.isArray(children)) for (const child of children) open.push(child);
    for (const [key, part] of Object.entries(lods ?? {}) as [string, { file?: unknown; count?: unknown } | null][]) {
      const [file, count] = [Number(part?.file), Number(part?.count)];
      if (typeof names[file] !== "string" || !Number.isSafeInteger(count) || count < 0) {
        throw new ScanProblem("scan-corrupt", `lod-meta.json level ${key.slice(0, 20)}`);
      }
      const level = levels.get(Number(key)) ?? { splatCount: 0, files: new Set() };
      levels.set(Number(key), level);
      level.splatCount += count;
      level.files.add(file);
    }
  }
  const level = Math.min(...levels.keys());
  const finest = levels.get(level);
  if (finest === undefined) throw new ScanProblem("scan-empty-geometry", "lod-meta.json names no splats");
  return {
    level,
    splatCount: finest.splatCount,
    pieces: [...finest.files].map((file) => names[file] as string),
    bounds: toBounds((meta.tree as { bound?: unknown }).bound),
  };
}

function toBounds(bound: unknown): Bounds | undefined {
  const { min, max } = (bound ?? {}) as { min?: unknown; max?: unknown };
  const isTriple = (value: unknown): value is [number, number, number] =>
    Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
  return isTriple(min) && isTriple(max) ? { min, max } : undefined;
}
