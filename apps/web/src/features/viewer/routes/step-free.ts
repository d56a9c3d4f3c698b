/** Heights of a floor along a line; NaN where the scan has a hole. Metres. */
export interface FloorProfile {
  readonly alongM: number[];
  readonly heightM: number[];
}

/** A wheelchair gets over an edge of 2 cm (DIN 18040-1 §4.3.3.1 allows no higher threshold). Metres. */
const edgeMaxM = 0.02;
/** What a scan's noise can add to a height, or take from it. Metres. */
const noiseM = 0.015;
/** The steepest ramp, 1:12 or 8.33 % (ADA §405.2). */
const rampMax = 1 / 12;
/** What noise adds to a slope over `slopeLengthM`. */
const slopeNoise = 0.025;
/** Slopes are measured over this length: over less, noise is steeper than a ramp. Metres. */
const slopeLengthM = 1;
/** Heights before and behind an edge: noise hardly ever puts all of one side above all of the other. */
const sideCount = 8;
/** What noise, and a ramp that begins nearby, add to the difference of their means. Metres. */
const meanNoiseM = 0.02;
/** Heights on each side that tell the slope of a ramp from an edge in it, about a metre. */
const rampCount = 12;

/** A stretch of a profile, from one index up to another one. */
type Stretch = readonly [from: number, to: number];

/**
 * Whether a wheelchair can roll along. A step rises at once and stays, a ramp rises evenly, noise goes up and down. An
 * edge is a jump that noise does not explain, or a lesser one between the heights before and those behind it.
 * @param newCount heights at the end that were not judged before
 */
export function isStepFree(profile: FloorProfile, newCount = profile.heightM.length): boolean {
  const known = withoutHoles(profile);
  // What is behind an edge tells whether it is one.
  const first = Math.max(1, known.heightM.length - newCount - sideCount - 1);
  for (let at = first; at < known.heightM.length; at++) {
    const slope = measureSlope(known, at);
    const level = (index: number) => known.heightM[index]! - slope * (known.alongM[index]! - known.alongM[at]!);
    if (Math.abs(level(at) - level(at - 1)) > edgeMaxM + 2 * noiseM) return false;
    // A scanned edge is rounded: one height may be halfway up.
    if (isEdge(known, at, at, level) || isEdge(known, at, at + 1, level)) return false;
  }
  return !isTooSteep(known, first);
}

function withoutHoles({ alongM, heightM }: FloorProfile): FloorProfile {
  const isKnown = (_: number, at: number) => !Number.isNaN(heightM[at]!);
  return { alongM: alongM.filter(isKnown), heightM: heightM.filter(isKnown) };
}

/** Slope that both sides of an index share, at most that of a ramp; an edge between them doesn't count. */
function measureSlope({ alongM, heightM }: FloorProfile, at: number): number {
  let [covariance, variance] = [0, 0];
  const stretches: Stretch[] = [
    [Math.max(0, at - rampCount), at],
    [at, Math.min(heightM.length, at + rampCount)],
  ];
  for (const [from, to] of stretches) {
    const along = meanOf(alongM, from, to);
    const height = meanOf(heightM, from, to);
    for (let index = from; index < to; index++) {
      covariance += (alongM[index]! - along) * (heightM[index]! - height);
      variance += (alongM[index]! - along) ** 2;
    }
  }
  return variance === 0 ? 0 : Math.min(rampMax, Math.max(-rampMax, covariance / variance));
}

/** Whether the floor rises or drops between the heights before `left` and those from `right` on. */
function isEdge({ heightM }: FloorProfile, left: number, right: number, level: (index: number) => number): boolean {
  if (left < sideCount || right + sideCount > heightM.length) return false;
  const before = Array.from({ length: sideCount }, (_, at) => level(left - 1 - at));
  const behind = Array.from({ length: sideCount }, (_, at) => level(right + at));
  const apart = Math.max(Math.min(...behind) - Math.max(...before), Math.min(...before) - Math.max(...behind));
  const means = Math.abs(meanOf(behind, 0, sideCount) - meanOf(before, 0, sideCount));
  return apart > edgeMaxM || means > edgeMaxM + meanNoiseM;
}

function isTooSteep({ alongM, heightM }: FloorProfile, firstEnd: number): boolean {
  let first = 0;
  for (let end = Math.max(2 * sideCount, firstEnd); end <= heightM.length; end++) {
    const last: Stretch = [end - sideCount, end];
    const lengthFrom = (from: number) => meanOf(alongM, ...last) - meanOf(alongM, from, from + sideCount);
    // The nearest heights that are a metre back.
    while (first + 1 + sideCount <= last[0] && lengthFrom(first + 1) >= slopeLengthM) first++;
    const length = lengthFrom(first);
    if (length < slopeLengthM) continue;
    const rise = meanOf(heightM, ...last) - meanOf(heightM, first, first + sideCount);
    if (Math.abs(rise) / length > rampMax + slopeNoise) return true;
  }
  return false;
}

function meanOf(values: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += values[at]!;
  return sum / (to - from);
}
