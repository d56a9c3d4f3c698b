/** Splats' forms as numbers: metres, y up. */
export interface SplatShapes {
  readonly count: number;
  /** Three per splat. */
  readonly centres: Float32Array;
  /** Three per splat: standard deviations along the axes of the rotation. */
  readonly scales: Float32Array;
  /** Four per splat: x, y, z, w. */
  readonly rotations: Float32Array;
  /** 0 to 255. */
  readonly opacities: Uint8Array;
}

export interface SplatArrays extends SplatShapes {
  /** Three per splat: the display colour that all directions share, usually from 0 to 1. */
  readonly colours: Float32Array;
  /** How the colour changes with the direction from which a splat is seen: 0 to 3. */
  readonly degree: number;
  /** Red, green and blue of each coefficient, in steps of 1/128 above −1; 0, 9, 24 or 45 per splat. */
  readonly harmonics: Uint8Array;
}

const magic = 0x5053474e;
const version = 3;
const headerBytes = 16;
const splatBytes = 20;
export const harmonicsByDegree = [0, 9, 24, 45] as const;
/** The format's scale of the first, constant harmonic. */
const colourScale = 0.15;
/** Value of the constant harmonic over the sphere. */
const constantHarmonic = 0.282_094_79;

/**
 * Reads SPZ version 3 as our converter writes it.
 * @throws Error for anything else
 */
export async function readSpz(bytes: ArrayBuffer): Promise<SplatArrays> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return parseSpz(await new Response(stream).arrayBuffer());
}

function parseSpz(buffer: ArrayBuffer): SplatArrays {
  const view = new DataView(buffer);
  if (buffer.byteLength < headerBytes || view.getUint32(0, true) !== magic || view.getUint32(4, true) !== version)
    throw new Error("This is no SPZ of version 3.");
  const count = view.getUint32(8, true);
  const degree = view.getUint8(12);
  const harmonics = harmonicsByDegree[degree];
  if (harmonics === undefined) throw new Error(`There are no harmonics of degree ${degree} in SPZ.`);
  if (buffer.byteLength < headerBytes + count * (splatBytes + harmonics)) throw new Error("The SPZ was cut off.");
  const steps = 2 ** view.getUint8(13);
  const positionsAt = headerBytes;
  const alphasAt = positionsAt + count * 9;
  const coloursAt = alphasAt + count;
  const scalesAt = coloursAt + count * 3;
  const rotationsAt = scalesAt + count * 3;
  const packed = new Uint8Array(buffer);
  const centres = new Float32Array(count * 3);
  const scales = new Float32Array(count * 3);
  const rotations = new Float32Array(count * 4);
  const colours = new Float32Array(count * 3);
  for (let i = 0; i < count * 3; i++) {
    const at = positionsAt + i * 3;
    // Signed 24 bits: shifting to the top and dividing back extends the sign.
    centres[i] = ((packed[at]! << 8) | (packed[at + 1]! << 16) | (packed[at + 2]! << 24)) / 256 / steps;
    const harmonic = (packed[coloursAt + i]! / 255 - 0.5) / colourScale;
    colours[i] = 0.5 + constantHarmonic * harmonic;
    scales[i] = Math.exp(packed[scalesAt + i]! / 16 - 10);
  }
  for (let i = 0; i < count; i++) unpackRotation(view.getUint32(rotationsAt + i * 4, true), rotations, i * 4);
  return {
    count,
    centres,
    scales,
    rotations,
    opacities: packed.subarray(alphasAt, coloursAt),
    colours,
    degree,
    harmonics: packed.subarray(rotationsAt + count * 4, rotationsAt + count * (4 + harmonics)),
  };
}

/**
 * Three components of ten bits each, a sign and nine bits of magnitude, below two bits that name the omitted largest
 * component.
 */
function unpackRotation(bits: number, into: Float32Array, at: number): void {
  const largest = bits >>> 30;
  let rest = bits;
  let squares = 0;
  for (let i = 3; i >= 0; i--) {
    if (i === largest) continue;
    const size = ((rest & 511) / 511) * Math.SQRT1_2;
    into[at + i] = (rest & 512) === 0 ? size : -size;
    squares += size * size;
    rest >>>= 10;
  }
  into[at + largest] = Math.sqrt(Math.max(0, 1 - squares));
}
