import type { ByteSource } from "../byte-source.ts";
import { determinant3, type Matrix } from "../mesh/matrix.ts";
import { GltfElements } from "../mesh/sources/gltf-accessor.ts";
import { PagedFile } from "../mesh/sources/paged-file.ts";
import { ScanProblem } from "../scan-problem.ts";
import { countOf, listHarmonics, readGltfSplats, splatAttribute } from "./gltf-splats.ts";
import { type SplatBuffer, type SplatSource, type SplatTransform, Transform } from "./splat-library.ts";

const chunkSplats = 1 << 16;
const sampledScales = 10_000;
/** Opacities of exactly 0 and 1 have no logit. */
const opacityMargin = 1e-6;

/**
 * Opens the splats of a GLB as the other readers do: rows of one chunk at a time, whatever the file's size.
 * @throws ScanProblem when the file is at fault; the caller closes the result
 */
export async function openGltfSplats(source: ByteSource, path: string): Promise<SplatSource> {
  const { json, binOffset, primitives, world, splatCount, degree } = await readGltfSplats(source);
  const transform = toTransform(world);
  const file = new PagedFile(path);
  const harmonics = listHarmonics(degree);
  const open = (accessor: number | undefined) => {
    const elements = GltfElements.open(json, file, binOffset, json.accessors![accessor ?? -1]!);
    if (elements === undefined) throw new ScanProblem("scan-splats-in-gltf", "an attribute without values");
    return elements;
  };
  let start = 0;
  const parts = primitives.map((primitive) => {
    const { attributes } = primitive;
    const count = countOf(json, primitive);
    start += count;
    const scales = open(attributes[splatAttribute("SCALE")]);
    return {
      first: start - count,
      end: start,
      positions: open(attributes.POSITION),
      rotations: open(attributes[splatAttribute("ROTATION")]),
      scales,
      hasLogScales: hasNegative(scales),
      opacities: open(attributes[splatAttribute("OPACITY")]),
      harmonics: harmonics.map((name) => open(attributes[name])),
    };
  });
  const coloursEach = harmonics.length * 3;
  const value = new Float64Array(4);
  const floatsOf = (buffer: SplatBuffer | undefined) => buffer && new Float32Array(buffer.data);
  return {
    meta: {
      numGaussians: splatCount,
      chunkSize: chunkSplats,
      numChunks: [Math.ceil(splatCount / chunkSplats)],
      shBands: degree,
      model: "default",
      availableLayers: new Set(["position", "geometric", "color"]),
      layouts: { position: { stride: 12 }, geometric: { stride: 32 }, color: { stride: coloursEach * 4 } },
      transform,
    },
    read: async ({ chunkIndex, position, geometric, color }) => {
      const [positions, shapes, colours] = [position, geometric, color].map(floatsOf);
      const from = chunkIndex * chunkSplats;
      for (let splat = from; splat < Math.min(splatCount, from + chunkSplats); splat++) {
        const part = parts.find(({ end }) => splat < end)!;
        const element = splat - part.first;
        const row = splat - from;
        if (positions) part.positions.read(element, positions, row * 3, 3);
        if (shapes) {
          // The file says x, y, z, w; rows start with w.
          part.rotations.read(element, value, 0, 4);
          shapes.set([value[3]!, value[0]!, value[1]!, value[2]!], row * 8);
          part.scales.read(element, value, 0, 3);
          for (let axis = 0; axis < 3; axis++) {
            shapes[row * 8 + 4 + axis] = part.hasLogScales ? value[axis]! : Math.log(value[axis]!);
          }
          part.opacities.read(element, value, 0, 1);
          const opacity = Math.min(1 - opacityMargin, Math.max(opacityMargin, value[0]!));
          shapes[row * 8 + 7] = Math.log(opacity / (1 - opacity));
        }
        if (colours) {
          const restEach = harmonics.length - 1;
          for (const [coefficient, elements] of part.harmonics.entries()) {
            elements.read(element, value, 0, 3);
            for (let channel = 0; channel < 3; channel++) {
              const into = coefficient === 0 ? channel : 3 + channel * restEach + coefficient - 1;
              colours[row * coloursEach + into] = value[channel]!;
            }
          }
        }
      }
    },
    close: async () => file[Symbol.dispose](),
  };
}

/** Sizes are plain in the ratified extension; drafts stored their logarithms, which are negative for small splats. */
function hasNegative(scales: GltfElements): boolean {
  const step = Math.max(1, Math.floor(scales.count / sampledScales));
  const value = new Float64Array(3);
  for (let element = 0; element < scales.count; element += step) {
    scales.read(element, value, 0, 3);
    if (value.some((part) => part < 0)) return true;
  }
  return false;
}

/** @throws ScanProblem for a placement that stretches or mirrors: splats can only be moved, turned and scaled evenly */
function toTransform(m: Matrix): SplatTransform {
  const columns = [0, 4, 8].map((at) => [m[at]!, m[at + 1]!, m[at + 2]!] as const);
  const scale = Math.cbrt(determinant3(m));
  const dot = (a: readonly number[], b: readonly number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
  const isEven = columns.every((column, at) =>
    columns.every((other, of) => Math.abs(dot(column, other) / scale ** 2 - (at === of ? 1 : 0)) < 1e-3),
  );
  if (!(scale > 0) || !isEven) throw new ScanProblem("scan-splats-in-gltf", "stretched or mirrored");
  const transform = new Transform();
  transform.translation.set(m[12]!, m[13]!, m[14]!);
  transform.rotation.set(...toQuaternion(columns.map((column) => column.map((value) => value / scale))));
  transform.scale = scale;
  return transform;
}

/** x, y, z, w of a rotation given by its columns. */
function toQuaternion([x = [], y = [], z = []]: readonly (readonly number[])[]): [number, number, number, number] {
  const sum = (a: readonly number[], row: number, b: readonly number[], column: number) => a[row]! + b[column]!;
  const gap = (a: readonly number[], row: number, b: readonly number[], column: number) => a[row]! - b[column]!;
  const [xx, yy, zz] = [x[0]!, y[1]!, z[2]!];
  // Four times the product of each pair of parts. The largest part divides exactly.
  const products = [
    [1 + xx - yy - zz, sum(x, 1, y, 0), sum(x, 2, z, 0), gap(y, 2, z, 1)],
    [sum(x, 1, y, 0), 1 - xx + yy - zz, sum(y, 2, z, 1), gap(z, 0, x, 2)],
    [sum(x, 2, z, 0), sum(y, 2, z, 1), 1 - xx - yy + zz, gap(x, 1, y, 0)],
    [gap(y, 2, z, 1), gap(z, 0, x, 2), gap(x, 1, y, 0), 1 + xx + yy + zz],
  ] as const;
  const squares = products.map((row, part) => row[part]!);
  const largest = squares.indexOf(Math.max(...squares));
  const divisor = 2 * Math.sqrt(squares[largest]!);
  return products[largest]!.map((product) => product / divisor) as [number, number, number, number];
}
