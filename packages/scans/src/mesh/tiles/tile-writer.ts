import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { writeCompressedFile } from "../../compressed-file.ts";
import { encodeTile, type TileLooks } from "./encode-tile.ts";
import { areaOf, boundsOf, type TileMesh, triangleCount, vertexCount } from "./tile-mesh.ts";

const tilesFolder = "tiles";
// Pictures are encoded on other cores; more than this in flight only costs memory.
const inFlightMax = 3;

/** A tile that is on disk once `written` has resolved. */
export interface WrittenTile {
  /** Grid steps. */
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  readonly triangles: number;
  readonly vertices: number;
  /** Average distance between neighbouring vertices on the surface, metres. */
  readonly spacingM: number;
  /** Relative to the delivery folder. */
  readonly written: Promise<{ readonly path: string; readonly sizeBytes: number; readonly textureErrorM: number }>;
}

/** Names a file by its content, so that it can be cached forever and equal content is stored once. */
export function toContentName(bytes: Uint8Array, extension: string): string {
  return `${createHash("sha256").update(bytes).digest("hex").slice(0, 20)}.${extension}`;
}

/** Writes a tile's content. @returns its path, relative to the delivery folder */
export async function writeTileFile(outputDir: string, glb: Uint8Array): Promise<string> {
  const path = `${tilesFolder}/${toContentName(glb, "glb")}`;
  await mkdir(join(outputDir, tilesFolder), { recursive: true });
  await writeCompressedFile(join(outputDir, path), glb);
  return path;
}

/** Encodes tiles and writes them, a few at a time. */
export class TileWriter {
  readonly #outputDir: string;
  readonly #looks: TileLooks;
  readonly #inFlight: Promise<unknown>[] = [];

  constructor(outputDir: string, looks: TileLooks) {
    this.#outputDir = outputDir;
    this.#looks = looks;
  }

  async write(mesh: TileMesh, level: number, atlasSidePxMax: number): Promise<WrittenTile> {
    const { step } = this.#looks.grid;
    const vertices = vertexCount(mesh);
    const written = this.#encode(mesh, level, atlasSidePxMax);
    // The caller handles a failure on awaiting; it must not end the process before that.
    written.catch(() => undefined);
    this.#inFlight.push(written);
    if (this.#inFlight.length > inFlightMax) await this.#inFlight.shift();
    return {
      ...boundsOf(mesh),
      triangles: triangleCount(mesh),
      vertices,
      spacingM: Math.sqrt(areaOf(mesh) / Math.max(1, vertices)) * step,
      written,
    };
  }

  async #encode(mesh: TileMesh, level: number, atlasSidePxMax: number): WrittenTile["written"] {
    const { bytes, textureErrorM } = await encodeTile(mesh, this.#looks, level, atlasSidePxMax);
    return { path: await writeTileFile(this.#outputDir, bytes), sizeBytes: bytes.length, textureErrorM };
  }
}
