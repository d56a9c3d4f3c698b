import type { GltfAccessor, GltfJson } from "../gltf-json.ts";
import type { PagedFile } from "./paged-file.ts";

const componentBytes: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const componentCounts: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };
const fractions: Readonly<Record<number, number>> = { 5120: 1 / 127, 5121: 1 / 255, 5122: 1 / 32767, 5123: 1 / 65535 };

/** Reads the elements of one accessor from the binary part of a GLB on disk. Its counts must have been validated. */
export class GltfElements {
  readonly count: number;
  readonly size: number;
  readonly #file: PagedFile;
  readonly #offset: number;
  readonly #stride: number;
  readonly #componentType: number;
  readonly #componentBytes: number;
  readonly #fraction: number;

  /** @returns undefined for accessors without stored values: these are all zeros. */
  static open(json: GltfJson, file: PagedFile, binOffset: number, accessor: GltfAccessor): GltfElements | undefined {
    const view = json.bufferViews?.[accessor.bufferView ?? -1];
    if (view === undefined) return undefined;
    return new GltfElements(file, binOffset + (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0), accessor, view);
  }

  private constructor(
    file: PagedFile,
    offset: number,
    accessor: GltfAccessor,
    view: NonNullable<GltfJson["bufferViews"]>[number],
  ) {
    this.#file = file;
    this.#offset = offset;
    this.count = accessor.count;
    this.size = componentCounts[accessor.type] ?? 1;
    this.#componentType = accessor.componentType;
    this.#componentBytes = componentBytes[accessor.componentType] ?? 1;
    this.#stride = view.byteStride ?? this.#componentBytes * this.size;
    this.#fraction = accessor.normalized === true ? (fractions[accessor.componentType] ?? 1) : 1;
  }

  /** Writes the first `components` numbers of an element to `out[at]`. */
  read(element: number, out: Float64Array | Float32Array, at: number, components: number): void {
    let from = this.#file.seek(this.#offset + element * this.#stride);
    const { view } = this.#file;
    const available = Math.min(components, this.size);
    for (let component = 0; component < available; component++) {
      let value: number;
      switch (this.#componentType) {
        case 5126:
          value = view.getFloat32(from, true);
          break;
        case 5125:
          value = view.getUint32(from, true);
          break;
        case 5123:
          value = view.getUint16(from, true);
          break;
        case 5122:
          value = Math.max(-32767, view.getInt16(from, true));
          break;
        case 5121:
          value = view.getUint8(from);
          break;
        default:
          value = Math.max(-127, view.getInt8(from));
      }
      out[at + component] = value * this.#fraction;
      from += this.#componentBytes;
    }
  }

  readIndex(element: number): number {
    const from = this.#file.seek(this.#offset + element * this.#stride);
    const { view } = this.#file;
    if (this.#componentType === 5125) return view.getUint32(from, true);
    return this.#componentType === 5123 ? view.getUint16(from, true) : view.getUint8(from);
  }
}
