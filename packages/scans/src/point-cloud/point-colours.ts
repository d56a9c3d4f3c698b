/** Returns the display colour of a point: 8-bit sRGB packed as red, green << 8, blue << 16. */
export type PointShader = (packedRgb: number, heightM: number, intensity: number) => number;

const samplesMax = 100_000;
/** Low to high: slate, sage, sand. */
const heightRamp = [
  [96, 116, 148],
  [136, 168, 156],
  [228, 206, 164],
] as const;

/** How a cloud's points are coloured: by their own colours, or shaded by height and intensity. */
export type PointShading = "own" | { readonly height: Range; readonly brightness: Range | undefined };

/**
 * Shading that makes the shape of a colourless cloud readable: height determines the tint and, if the scanner measured
 * intensity, that determines the brightness.
 * @param positions a sample: metres, y up
 * @param intensity of the same points, if the scan has any
 */
export function findShading(positions: Float32Array, intensity: Float32Array | undefined): PointShading {
  const count = positions.length / 3;
  const height = findRange(count, (i) => positions[i * 3 + 1]!);
  const brightness = intensity && findRange(count, (i) => intensity[i]!);
  return { height, brightness: brightness && brightness.high > brightness.low ? brightness : undefined };
}

export function createShader(shading: PointShading): PointShader {
  if (shading === "own") return (packedRgb) => packedRgb;
  const { height, brightness } = shading;
  return (_, heightM, measured) => {
    const level = toShare(heightM, height) * (heightRamp.length - 1);
    const step = Math.min(heightRamp.length - 2, Math.floor(level));
    const between = level - step;
    // The square root brightens dark surfaces, which dominate indoor scans.
    const light = brightness ? 0.4 + 0.6 * Math.sqrt(toShare(measured, brightness)) : 1;
    let packed = 0;
    for (let channel = 0; channel < 3; channel++) {
      const tint = heightRamp[step]![channel]! * (1 - between) + heightRamp[step + 1]![channel]! * between;
      packed |= Math.round(tint * light) << (channel * 8);
    }
    return packed;
  };
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** From the 2nd to the 98th percentile: a few glints must not darken everything else. */
function findRange(count: number, valueAt: (index: number) => number): Range {
  const step = Math.max(1, Math.floor(count / samplesMax));
  const values: number[] = [];
  for (let i = 0; i < count; i += step) {
    const value = valueAt(i);
    if (Number.isFinite(value)) values.push(value);
  }
  values.sort((a, b) => a - b);
  return {
    low: values[Math.floor((values.length - 1) * 0.02)] ?? 0,
    high: values[Math.ceil((values.length - 1) * 0.98)] ?? 0,
  };
}

function toShare(value: number, { low, high }: Range): number {
  if (!(high > low)) return 0.5;
  const share = (value - low) / (high - low);
  return share >= 1 ? 1 : Math.max(share, 0);
}
