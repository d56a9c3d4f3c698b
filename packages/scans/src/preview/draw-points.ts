import { type CameraFrame, previewFieldOfView } from "./camera.ts";
import { type Frame, plaster } from "./frame.ts";

/** If the soft discs cover more pixels than this in total, fewer are drawn: this many take a few seconds. */
const discPixelsMax = 150e6;
/** Nothing behind this opacity is visible in 8 bits. */
const opaque = 1 - 1 / 1024;
/** Inverse depth of pixels that only a veil covers, as the frame stores it. */
const veilDepth = Math.fround(1e-30);
/** Near clipping distance. */
const nearestM = 0.05;

/** Points or splats, metres, y up. */
export interface PreviewPoints {
  readonly positions: Float32Array;
  /** sRGB bytes, three per point. Absent: plaster. */
  readonly colours?: Uint8Array | undefined;
  /** One radius per point in metres (for a splat: about one standard deviation). Absent: derived from the spacing. */
  readonly radiiM?: Float32Array | undefined;
  /** 0–1 per point. If present, points are blended as soft discs, like splats. */
  readonly opacities?: Float32Array | undefined;
}

/** Draws every `stride`-th point; `spacingM` is the radius of points without one. */
export function drawPoints(
  frame: Frame,
  camera: CameraFrame,
  points: PreviewPoints,
  spacingM: number,
  stride = 1,
): void {
  if (points.opacities === undefined) drawDiscs(frame, camera, points, spacingM, stride);
  else drawSoftDiscs(frame, camera, points, points.opacities, spacingM, stride);
}

function drawDiscs(frame: Frame, camera: CameraFrame, points: PreviewPoints, spacingM: number, stride: number): void {
  const { widthPx, heightPx, inverseDepth, colour } = frame;
  const focal = heightPx / 2 / Math.tan(previewFieldOfView / 2);
  const radiusMaxPx = Math.max(1, widthPx / 160);
  const { positions, colours, radiiM } = points;
  const [eyeX, eyeY, eyeZ] = camera.position;
  const [rightX, rightY, rightZ] = camera.right;
  const [upX, upY, upZ] = camera.up;
  const [forwardX, forwardY, forwardZ] = camera.forward;
  for (let point = 0; point < positions.length / 3; point += stride) {
    // Inlined `project`, to avoid an array for each of a million points.
    const fromX = positions[point * 3]! - eyeX;
    const fromY = positions[point * 3 + 1]! - eyeY;
    const fromZ = positions[point * 3 + 2]! - eyeZ;
    const depth = fromX * forwardX + fromY * forwardY + fromZ * forwardZ;
    if (!(depth > nearestM)) continue;
    const inverse = 1 / depth;
    const radius = Math.min(radiusMaxPx, Math.max(0.5, (radiiM?.[point] ?? spacingM) * inverse * focal));
    const px = widthPx / 2 + (fromX * rightX + fromY * rightY + fromZ * rightZ) * inverse * focal;
    const py = heightPx / 2 - (fromX * upX + fromY * upY + fromZ * upZ) * inverse * focal;
    const x1 = Math.min(widthPx - 1, Math.floor(px + radius));
    const y1 = Math.min(heightPx - 1, Math.floor(py + radius));
    for (let y = Math.max(0, Math.floor(py - radius)); y <= y1; y++) {
      for (let x = Math.max(0, Math.floor(px - radius)); x <= x1; x++) {
        if (radius > 1 && (x + 0.5 - px) ** 2 + (y + 0.5 - py) ** 2 > radius * radius) continue;
        const at = y * widthPx + x;
        if (inverse <= inverseDepth[at]!) continue;
        inverseDepth[at] = inverse;
        for (let channel = 0; channel < 3; channel++) {
          colour[at * 3 + channel] = colours === undefined ? plaster[channel]! : colours[point * 3 + channel]!;
        }
      }
    }
  }
}

function drawSoftDiscs(
  frame: Frame,
  camera: CameraFrame,
  points: PreviewPoints,
  opacities: Float32Array,
  spacingM: number,
  stride: number,
): void {
  const { widthPx, heightPx, inverseDepth, colour, opacity } = frame;
  const focal = heightPx / 2 / Math.tan(previewFieldOfView / 2);
  const radiusMaxPx = widthPx / 12;
  const { positions, colours, radiiM } = points;
  const count = Math.ceil(positions.length / 3 / stride);
  const depths = new Float32Array(count);
  let order = new Uint32Array(count);
  let visible = 0;
  let discPixels = 0;
  const toSigma = (point: number, inverse: number) => Math.max(0.6, (radiiM?.[point] ?? spacingM) * inverse * focal);
  for (let index = 0; index < count; index++) {
    const projected = project(camera, positions, index * stride);
    if (projected === undefined) continue;
    depths[index] = projected[2];
    order[visible++] = index;
    discPixels += (2 * Math.min(radiusMaxPx, toSigma(index * stride, 1 / projected[2]) * 2.2)) ** 2;
  }
  order = order.subarray(0, visible);
  // Where large discs overlap this much, most of them are never visible.
  const every = Math.ceil(discPixels / discPixelsMax);
  if (every > 1) order = order.filter((_, place) => place % every === 0);
  const nearestFirst = order.sort((a, b) => depths[a]! - depths[b]!);
  // Colours are summed up in proportion to what each disc adds, and divided at the end.
  opacity.fill(0);
  colour.fill(0);
  const acrossMax = 2 * Math.ceil(radiusMaxPx) + 2;
  const across = new Float64Array(acrossMax);
  for (const index of nearestFirst) {
    const point = index * stride;
    const projected = project(camera, positions, point);
    if (projected === undefined) continue;
    const inverse = 1 / projected[2];
    const sigma = toSigma(point, inverse);
    const radius = Math.min(radiusMaxPx, sigma * 2.2);
    const px = widthPx / 2 + projected[0] * inverse * focal;
    const py = heightPx / 2 - projected[1] * inverse * focal;
    const fall = -1 / (2 * sigma * sigma);
    const [red, green, blue] =
      colours === undefined ? plaster : [colours[point * 3]!, colours[point * 3 + 1]!, colours[point * 3 + 2]!];
    const x0 = Math.max(0, Math.ceil(px - radius));
    const x1 = Math.min(widthPx - 1, Math.floor(px + radius));
    const y1 = Math.min(heightPx - 1, Math.floor(py + radius));
    // A Gaussian is the product of its two directions: one exponential for each row and column instead of each pixel.
    for (let x = x0; x <= x1; x++) across[x - x0] = Math.exp((x + 0.5 - px) ** 2 * fall);
    for (let y = Math.max(0, Math.ceil(py - radius)); y <= y1; y++) {
      const down = opacities[point]! * Math.exp((y + 0.5 - py) ** 2 * fall);
      for (let x = x0; x <= x1; x++) {
        const at = y * widthPx + x;
        const before = opacity[at]!;
        if (before > opaque && inverseDepth[at]! > veilDepth) continue;
        const alpha = down * across[x - x0]!;
        if (!(alpha > 1 / 255)) continue;
        const added = alpha * (1 - before);
        colour[at * 3]! += red * added;
        colour[at * 3 + 1]! += green * added;
        colour[at * 3 + 2]! += blue * added;
        opacity[at] = before + added;
        // A faint veil has a colour but no surface; any depth above zero makes it part of the picture.
        if (alpha > 0.25) inverseDepth[at] = Math.max(inverseDepth[at]!, inverse);
        else if (inverseDepth[at] === 0) inverseDepth[at] = veilDepth;
      }
    }
  }
  for (let at = 0; at < opacity.length; at++) {
    const covered = opacity[at]!;
    if (covered === 0) continue;
    for (let channel = 0; channel < 3; channel++) colour[at * 3 + channel]! /= covered;
  }
}

function project(
  camera: CameraFrame,
  positions: Float32Array,
  point: number,
): [right: number, up: number, depth: number] | undefined {
  const x = positions[point * 3]! - camera.position[0];
  const y = positions[point * 3 + 1]! - camera.position[1];
  const z = positions[point * 3 + 2]! - camera.position[2];
  const depth = x * camera.forward[0] + y * camera.forward[1] + z * camera.forward[2];
  if (!(depth > nearestM)) return undefined;
  return [
    x * camera.right[0] + y * camera.right[1] + z * camera.right[2],
    x * camera.up[0] + y * camera.up[1] + z * camera.up[2],
    depth,
  ];
}
