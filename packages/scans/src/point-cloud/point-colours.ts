/** Colours to show a cloud in, and whether they are the scan's own. */
export interface PointColours {
  /** 8-bit sRGB, three per point. */
  readonly rgb: Uint8Array;
  readonly isFromScan: boolean;
}

const samplesMax = 100_000;
/** Low to high: slate, sage, sand. */
const heightRamp = [
  [96, 116, 148],
  [136, 168, 156],
  [228, 206, 164],
] as const;

/**
 * The scan's colours, or shades that make its shape readable where it has none: height gives the tint and, where the
 * scanner measured how strongly surfaces reflect, that gives the brightness.
 * @param positions metres, y up
 * @param rgb the scan's own colours; all black counts as none, since many exporters leave the field empty
 */
export function toPointColours(
  positions: Float32Array,
  rgb: Uint8Array | undefined,
  intensity: Float32Array | undefined,
): PointColours {
  if (rgb?.some((value) => value > 0)) return { rgb, isFromScan: true };
  const count = positions.length / 3;
  const shades = new Uint8Array(count * 3);
  const height = findRange(count, (i) => positions[i * 3 + 1]!);
  const brightness = intensity && findRange(count, (i) => intensity[i]!);
  for (let i = 0; i < count; i++) {
    const level = toShare(positions[i * 3 + 1]!, height) * (heightRamp.length - 1);
    const step = Math.min(heightRamp.length - 2, Math.floor(level));
    const between = level - step;
    // The root lifts dark surfaces, which are most of what a scanner sees indoors.
    const light =
      brightness && brightness.high > brightness.low ? 0.4 + 0.6 * Math.sqrt(toShare(intensity[i]!, brightness)) : 1;
    for (let channel = 0; channel < 3; channel++) {
      const tint = heightRamp[step]![channel]! * (1 - between) + heightRamp[step + 1]![channel]! * between;
      shades[i * 3 + channel] = Math.round(tint * light);
    }
  }
  return { rgb: shades, isFromScan: false };
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** From the 2nd to the 98th percentile: a few glints must not darken all the rest. */
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
