import { join } from "node:path";
import { toLinear } from "../mesh-scene.ts";
import { BufferedFile } from "./buffered-file.ts";
import type { MeshSource, OnTriangles } from "./mesh-source.ts";
import { PagedFile } from "./paged-file.ts";
import { batchTriangles, breathe, TriangleBatcher } from "./triangle-batcher.ts";

const positionBytes = 24;
const vectorBytes = 12;
const uvBytes = 8;
const triangleBytes = 40;
// 32-bit indices, with 0 for "none".
const elementsMax = 0xffff_fffe;

/** One corner of a face; 0-based, −1 for none. */
export interface TableCorner {
  readonly position: number;
  readonly uv: number;
  readonly normal: number;
}

/**
 * A mesh whose format only allows sequential reading (text, polygons): written once as tables on disk, then read from
 * there as often as needed.
 */
export class MeshTables {
  positionCount = 0;
  colourCount = 0;
  uvCount = 0;
  normalCount = 0;
  triangleCount = 0;
  readonly #folder: string;
  readonly #files: Record<"positions" | "colours" | "uvs" | "normals" | "triangles", BufferedFile>;
  readonly #surfacesWithUvs = new Set<number>();
  readonly #surfacesWithoutNormals = new Set<number>();
  #colourMax = 0;

  /** @param colours `bytes` range to 255; `any` to 1 or to 255, inferred from the largest value. */
  constructor(folder: string, colours: "bytes" | "any") {
    this.#folder = folder;
    if (colours === "bytes") this.#colourMax = 255;
    const create = (name: string) => new BufferedFile(join(folder, `table-${name}`));
    this.#files = {
      positions: create("positions"),
      colours: create("colours"),
      uvs: create("uvs"),
      normals: create("normals"),
      triangles: create("triangles"),
    };
  }

  addPosition(x: number, y: number, z: number): void {
    const { positions } = this.#files;
    positions.float64(x);
    positions.float64(y);
    positions.float64(z);
    this.positionCount++;
  }

  /** sRGB. Ignored unless every position has one. */
  addColour(red: number, green: number, blue: number): void {
    const { colours } = this.#files;
    colours.float32(red);
    colours.float32(green);
    colours.float32(blue);
    this.#colourMax = Math.max(this.#colourMax, red, green, blue);
    this.colourCount++;
  }

  addUv(u: number, v: number): void {
    this.#files.uvs.float32(u);
    this.#files.uvs.float32(v);
    this.uvCount++;
  }

  addNormal(x: number, y: number, z: number): void {
    const { normals } = this.#files;
    normals.float32(x);
    normals.float32(y);
    normals.float32(z);
    this.normalCount++;
  }

  addTriangle(surface: number, a: TableCorner, b: TableCorner, c: TableCorner): void {
    const { triangles } = this.#files;
    triangles.uint32(surface);
    for (const { position, uv, normal } of [a, b, c]) {
      triangles.uint32(position);
      triangles.uint32(uv + 1);
      triangles.uint32(normal + 1);
      if (uv >= 0) this.#surfacesWithUvs.add(surface);
      if (normal < 0) this.#surfacesWithoutNormals.add(surface);
    }
    this.triangleCount++;
  }

  /** Ends writing; nothing can be added afterwards. */
  finish(): Pick<MeshSource, "readTriangles"> & Disposable & { readonly hasColours: boolean } {
    for (const file of Object.values(this.#files)) file[Symbol.dispose]();
    const open = (name: string) => new PagedFile(join(this.#folder, `table-${name}`), 96 * 1024 * 1024);
    const [positions, colours, uvs, normals, triangles] = [
      open("positions"),
      open("colours"),
      open("uvs"),
      open("normals"),
      open("triangles"),
    ];
    const hasColours = this.colourCount === this.positionCount && this.positionCount <= elementsMax;
    const toByte = this.#colourMax > 1 ? 1 : 255;
    const readTriangles = async (onTriangles: OnTriangles, onFraction: (fraction: number) => void) => {
      const batcher = new TriangleBatcher(onTriangles);
      let surface = -1;
      for (let triangle = 0; triangle < this.triangleCount; triangle++) {
        const from = triangles.seek(triangle * triangleBytes);
        const { view } = triangles;
        const named = view.getUint32(from, true);
        if (named !== surface) {
          surface = named;
          batcher.begin(surface, {
            normals: !this.#surfacesWithoutNormals.has(surface),
            uvs: this.#surfacesWithUvs.has(surface),
            colours: hasColours,
          });
        }
        for (let corner = 0; corner < 3; corner++) {
          const at = batcher.count * 3 + corner;
          const words = from + 4 + corner * 12;
          const position = view.getUint32(words, true);
          const uv = view.getUint32(words + 4, true) - 1;
          const normal = view.getUint32(words + 8, true) - 1;
          const place = positions.seek(position * positionBytes);
          for (let axis = 0; axis < 3; axis++) {
            batcher.positions[at * 3 + axis] = positions.view.getFloat64(place + axis * 8, true);
          }
          if (hasColours) {
            const colour = colours.seek(position * vectorBytes);
            for (let channel = 0; channel < 3; channel++) {
              batcher.colours[at * 4 + channel] = toLinear(
                colours.view.getFloat32(colour + channel * 4, true) * toByte,
              );
            }
            batcher.colours[at * 4 + 3] = 1;
          }
          readFloats(uvs, uv, uvBytes, batcher.uvs, at * 2);
          readFloats(normals, normal, vectorBytes, batcher.normals, at * 3);
        }
        if (batcher.next()) {
          onFraction(triangle / this.triangleCount);
          if (triangle % (batchTriangles * 4) < batchTriangles) await breathe();
        }
      }
      batcher.flush();
    };
    return {
      hasColours,
      readTriangles,
      [Symbol.dispose]: () => {
        for (const file of [positions, colours, uvs, normals, triangles]) file[Symbol.dispose]();
      },
    };
  }
}

/** Reads one element of floats; −1 yields zeros. */
function readFloats(file: PagedFile, element: number, bytes: number, out: Float32Array, at: number): void {
  const count = bytes / 4;
  if (element < 0) {
    out.fill(0, at, at + count);
    return;
  }
  const from = file.seek(element * bytes);
  for (let component = 0; component < count; component++) {
    out[at + component] = file.view.getFloat32(from + component * 4, true);
  }
}
