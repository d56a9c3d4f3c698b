// How far one picture is from another: SSIM, FLIP and the distance between silhouettes.
// Pictures are `{ width, height, data }` with three bytes a pixel (sRGB).

const windowRadius = 5;
const windowSigma = 1.5;
const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

/** Mean SSIM of the luma, Wang et al. 2004: Gaussian windows of 11×11, sigma 1.5, at full resolution. */
export function measureSsim(a, b) {
  const { width, height } = a;
  const [x, y] = [toLuma(a), toLuma(b)];
  const weights = normalise(kernel(windowRadius, (at) => Math.exp(-(at ** 2) / (2 * windowSigma ** 2))));
  const blur = (values) => convolve(values, width, height, weights, weights);
  const [meanX, meanY] = [blur(x), blur(y)];
  const [squareX, squareY, product] = [
    blur(x.map((value) => value * value)),
    blur(y.map((value) => value * value)),
    blur(x.map((value, at) => value * y[at])),
  ];
  let sum = 0;
  for (let at = 0; at < x.length; at++) {
    const [mx, my] = [meanX[at], meanY[at]];
    const [vx, vy, both] = [squareX[at] - mx * mx, squareY[at] - my * my, product[at] - mx * my];
    sum += ((2 * mx * my + c1) * (2 * both + c2)) / ((mx * mx + my * my + c1) * (vx + vy + c2));
  }
  return sum / x.length;
}

const toLuma = ({ data }) =>
  Float64Array.from(
    { length: data.length / 3 },
    (_, at) => 0.299 * data[at * 3] + 0.587 * data[at * 3 + 1] + 0.114 * data[at * 3 + 2],
  );

// FLIP: viewing distance of 0.7 m at a 0.7 m wide screen of 3840 pixels.
const pixelsPerDegree = 67;
const toXyz = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const multiply = (rows, [x, y, z]) => rows.map(([a, b, c]) => a * x + b * y + c * z);
const white = toXyz.map(([r, g, b]) => r + g + b);
const fromXyz = invert(toXyz);
/** Contrast sensitivity of each opponent channel: Gaussians as [amplitude, width]. */
const sensitivity = [
  [[1, 0.0047]],
  [[1, 0.0053]],
  [
    [34.1, 0.04],
    [13.5, 0.025],
  ],
];
const colourExponent = 0.7;
const [kneeOfMax, kneeValue] = [0.4, 0.95];
const featureWidthDegrees = 0.082;
const colourMax = hyab(toHuntLab([0, 1, 0]), toHuntLab([0, 0, 1])) ** colourExponent;

/** Mean LDR-FLIP, Andersson et al. 2020: 0 for equal pictures, 1 at most. */
export function measureFlip(a, b) {
  const { width, height } = a;
  const [first, second] = [toPerceived(a), toPerceived(b)];
  let sum = 0;
  for (let at = 0; at < width * height; at++) {
    const colour = hyab(first.labs[at], second.labs[at]) ** colourExponent;
    const knee = kneeOfMax * colourMax;
    const spread =
      colour < knee
        ? (kneeValue / knee) * colour
        : kneeValue + ((colour - knee) / (colourMax - knee)) * (1 - kneeValue);
    const feature = Math.max(
      Math.abs(first.edges[at] - second.edges[at]),
      Math.abs(first.points[at] - second.points[at]),
    );
    sum += spread ** (1 - Math.sqrt(feature / Math.SQRT2));
  }
  return sum / (width * height);
}

function toPerceived({ width, height, data }) {
  const channels = [0, 1, 2].map(() => new Float64Array(width * height));
  for (let at = 0; at < width * height; at++) {
    const [x, y, z] = multiply(
      toXyz,
      [0, 1, 2].map((channel) => toLinear(data[at * 3 + channel] / 255)),
    ).map((value, axis) => value / white[axis]);
    channels[0][at] = 116 * y - 16;
    channels[1][at] = 500 * (x - y);
    channels[2][at] = 200 * (y - z);
  }
  const grey = channels[0].map((value) => (value + 16) / 116);
  const seen = channels.map((values, channel) => filterBySensitivity(values, width, height, sensitivity[channel]));
  const labs = Array.from({ length: width * height }, (_, at) => {
    const y = (seen[0][at] + 16) / 116;
    const xyz = [y + seen[1][at] / 500, y, y - seen[2][at] / 200].map((value, axis) => value * white[axis]);
    return toHuntLab(multiply(fromXyz, xyz).map((value) => Math.min(1, Math.max(0, value))));
  });
  return { labs, ...findFeatures(grey, width, height) };
}

function filterBySensitivity(values, width, height, gaussians) {
  const widest = Math.max(...gaussians.map(([, spread]) => spread));
  const radius = Math.ceil(3 * Math.sqrt(widest / (2 * Math.PI ** 2)) * pixelsPerDegree);
  const parts = gaussians.map(([amplitude, spread]) => {
    const weights = kernel(radius, (at) => Math.exp((-(Math.PI ** 2) * (at / pixelsPerDegree) ** 2) / spread));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const height1 = amplitude * Math.sqrt(Math.PI / spread);
    return {
      share: height1 * total * total,
      blurred: convolve(values, width, height, normalise(weights), normalise(weights)),
    };
  });
  const all = parts.reduce((sum, { share }) => sum + share, 0);
  return values.map((_, at) => parts.reduce((sum, { share, blurred }) => sum + (share / all) * blurred[at], 0));
}

function findFeatures(grey, width, height) {
  const sigma = 0.5 * featureWidthDegrees * pixelsPerDegree;
  const radius = Math.ceil(3 * sigma);
  const gaussian = (at) => Math.exp(-(at ** 2) / (2 * sigma ** 2));
  const smooth = normalise(kernel(radius, gaussian));
  const findSlope = (shape) => {
    const weights = normaliseBySign(kernel(radius, shape));
    const across = convolve(grey, width, height, weights, smooth);
    const down = convolve(grey, width, height, smooth, weights);
    return across.map((value, at) => Math.hypot(value, down[at]));
  };
  return {
    edges: findSlope((at) => -at * gaussian(at)),
    points: findSlope((at) => (at ** 2 / sigma ** 2 - 1) * gaussian(at)),
  };
}

function toHuntLab(linear) {
  const [fx, fy, fz] = multiply(toXyz, linear).map((value, axis) => {
    const t = value / white[axis];
    return t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29;
  });
  const lightness = 116 * fy - 16;
  return [lightness, 0.01 * lightness * 500 * (fx - fy), 0.01 * lightness * 200 * (fy - fz)];
}

function hyab(a, b) {
  return Math.abs(a[0] - b[0]) + Math.hypot(a[1] - b[1], a[2] - b[2]);
}

const toLinear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

function invert([[a, b, c], [d, e, f], [g, h, i]]) {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ].map((row) => row.map((value) => value / determinant));
}

const kernel = (radius, shape) => Array.from({ length: 2 * radius + 1 }, (_, at) => shape(at - radius));

function normalise(weights) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function normaliseBySign(weights) {
  const totalOf = (sign) => weights.reduce((sum, weight) => sum + Math.max(0, sign * weight), 0);
  const [above, below] = [totalOf(1), totalOf(-1)];
  return weights.map((weight) => weight / (weight > 0 ? above : below));
}

/** Separable; pixels beyond the border repeat it. */
function convolve(values, width, height, across, down) {
  const run = (input, weights, step, length, lines, lineStep) => {
    const output = new Float64Array(input.length);
    const radius = (weights.length - 1) / 2;
    for (let line = 0; line < lines; line++) {
      const start = line * lineStep;
      for (let at = 0; at < length; at++) {
        let sum = 0;
        for (let k = 0; k < weights.length; k++) {
          sum += weights[k] * input[start + Math.min(length - 1, Math.max(0, at + k - radius)) * step];
        }
        output[start + at * step] = sum;
      }
    }
    return output;
  };
  return run(run(values, across, 1, width, height, width), down, width, height, width, 1);
}

/** More transparent pixels do not belong to the scan: faint splats have no outline. */
const transparencyMax = 0.5;

/**
 * @param over the picture in front of a background
 * @param overOther the same picture in front of another background: what is covered does not change with it
 * @returns 1 for each pixel of the scan
 */
export function findMask(over, background, overOther, otherBackground) {
  const apart = background.reduce((sum, value, channel) => sum + Math.abs(value - otherBackground[channel]), 0);
  return Uint8Array.from({ length: over.data.length / 3 }, (_, at) => {
    let changed = 0;
    for (let channel = 0; channel < 3; channel++) {
      changed += Math.abs(over.data[at * 3 + channel] - overOther.data[at * 3 + channel]);
    }
    return changed / apart <= transparencyMax ? 1 : 0;
  });
}

/**
 * Distances from each outline to the nearest pixel of the other, in pixels, both ways.
 * @returns null when neither has an outline; infinite when one has none
 */
export function measureOutlines(a, b, width, height) {
  const [edgesA, edgesB] = [listEdges(a, width, height), listEdges(b, width, height)];
  if (edgesA.length === 0 && edgesB.length === 0) return null;
  if (edgesA.length === 0 || edgesB.length === 0) return { p95: Infinity, max: Infinity };
  const distances = [
    ...findDistances(edgesA, edgesB, width, height),
    ...findDistances(edgesB, edgesA, width, height),
  ].sort((x, y) => x - y);
  return { p95: distances[Math.floor(distances.length * 0.95)], max: distances.at(-1) };
}

function listEdges(mask, width, height) {
  const edges = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (mask[at] === 0) continue;
      const isInside =
        (x === 0 || mask[at - 1]) &&
        (x === width - 1 || mask[at + 1]) &&
        (y === 0 || mask[at - width]) &&
        (y === height - 1 || mask[at + width]);
      if (!isInside) edges.push([x, y]);
    }
  }
  return edges;
}

function findDistances(from, to, width, height) {
  // In each row, how far the nearest pixel of the other outline is; then the best of all rows near enough.
  const beside = new Float64Array(width * height).fill(Infinity);
  for (const [x, y] of to) beside[y * width + x] = 0;
  for (let y = 0; y < height; y++) {
    const row = beside.subarray(y * width, (y + 1) * width);
    for (let x = 1; x < width; x++) row[x] = Math.min(row[x], row[x - 1] + 1);
    for (let x = width - 2; x >= 0; x--) row[x] = Math.min(row[x], row[x + 1] + 1);
  }
  return from.map(([x, y]) => {
    let nearest = Infinity;
    for (let off = 0; off < height && off < nearest; off++) {
      for (const row of [y - off, y + off]) {
        if (row >= 0 && row < height) nearest = Math.min(nearest, Math.hypot(beside[row * width + x], off));
      }
    }
    return nearest;
  });
}
