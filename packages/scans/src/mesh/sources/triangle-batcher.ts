import { setImmediate as nextTurn } from "node:timers/promises";
import type { OnTriangles } from "./mesh-source.ts";

export const batchTriangles = 8192;

/** What the triangles of a surface bring besides positions. */
export interface TriangleParts {
  readonly normals: boolean;
  readonly uvs: boolean;
  readonly colours: boolean;
}

/** Gathers triangles of one surface after another and hands them on in batches. */
export class TriangleBatcher {
  readonly positions = new Float64Array(batchTriangles * 9);
  readonly normals = new Float32Array(batchTriangles * 9);
  readonly uvs = new Float32Array(batchTriangles * 6);
  readonly colours = new Float32Array(batchTriangles * 12);
  /** Triangles in the present batch; the next one is written at this index. */
  count = 0;
  #surface = 0;
  #parts: TriangleParts = { normals: false, uvs: false, colours: false };
  readonly #onTriangles: OnTriangles;

  constructor(onTriangles: OnTriangles) {
    this.#onTriangles = onTriangles;
  }

  /** What comes now belongs to this surface. */
  begin(surface: number, parts: TriangleParts): void {
    this.flush();
    this.#surface = surface;
    this.#parts = parts;
  }

  /** The triangle at `count` is complete. True when a batch was handed on. */
  next(): boolean {
    if (++this.count < batchTriangles) return false;
    this.flush();
    return true;
  }

  flush(): void {
    const { count } = this;
    if (count === 0) return;
    this.count = 0;
    this.#onTriangles({
      surface: this.#surface,
      count,
      positions: this.positions,
      normals: this.#parts.normals ? this.normals : undefined,
      uvs: this.#parts.uvs ? this.uvs : undefined,
      colours: this.#parts.colours ? this.colours : undefined,
    });
  }
}

/** Lets messages and timers have their turn in the middle of long work. */
export async function breathe(): Promise<void> {
  await nextTurn();
}
