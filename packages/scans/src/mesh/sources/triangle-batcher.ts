import { setImmediate as nextTurn } from "node:timers/promises";
import type { OnTriangles } from "./mesh-source.ts";

export const batchTriangles = 8192;

/** Attributes that the triangles of a surface have besides positions. */
export interface TriangleParts {
  readonly normals: boolean;
  readonly uvs: boolean;
  readonly secondUvs?: boolean;
  readonly colours: boolean;
}

/** Collects triangles surface by surface and emits them in batches. */
export class TriangleBatcher {
  readonly positions = new Float64Array(batchTriangles * 9);
  readonly normals = new Float32Array(batchTriangles * 9);
  readonly uvs = new Float32Array(batchTriangles * 6);
  readonly secondUvs = new Float32Array(batchTriangles * 6);
  readonly colours = new Float32Array(batchTriangles * 12);
  /** Triangles in the current batch; the next one is written at this index. */
  count = 0;
  #surface = 0;
  #parts: TriangleParts = { normals: false, uvs: false, colours: false };
  readonly #onTriangles: OnTriangles;

  constructor(onTriangles: OnTriangles) {
    this.#onTriangles = onTriangles;
  }

  /** Starts a surface; the following triangles belong to it. */
  begin(surface: number, parts: TriangleParts): void {
    this.flush();
    this.#surface = surface;
    this.#parts = parts;
  }

  /** Completes the triangle at `count`. True when a batch was emitted. */
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
      secondUvs: this.#parts.secondUvs === true ? this.secondUvs : undefined,
      colours: this.#parts.colours ? this.colours : undefined,
    });
  }
}

/** Yields to messages and timers during long work. */
export async function breathe(): Promise<void> {
  await nextTurn();
}
