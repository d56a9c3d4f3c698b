import type { Bounds } from "@blueprint/contract/scan-report";
import { previewHeightPx, previewWidthPx } from "../preview-file.ts";
import { selectNth } from "../select-nth.ts";
import { type CameraFrame, type StartView, toCameraFrame, type Vector3, viewFromOutside } from "./camera.ts";
import { drawPoints, type PreviewPoints } from "./draw-points.ts";
import { drawTriangles, type PreviewTriangles } from "./draw-triangles.ts";
import { createFrame, type Frame, inkCreases, toRgba } from "./frame.ts";

/**
 * Pictures of scans rendered on the CPU: `renderTrianglesPreview` for meshes, `renderPointsPreview` for clouds and
 * splats. Both take metres, y up, and return the picture together with its view.
 */
export interface Preview {
  /** 640 × 400, transparent where nothing is drawn. */
  readonly webp: Uint8Array;
  readonly startView: StartView;
}

const aspect = previewWidthPx / previewHeightPx;
const supersampling = 2;
const draftHeightPx = 80;
const draftItemsMax = 60_000;
const eyeHeightM = 1.6;
// Anything larger is a site rather than a room; a view from its centre shows little.
const roomHeightMaxM = 14;
const roomWidthMaxM = 60;

type Draw = (frame: Frame, camera: CameraFrame, stride: number) => void;

/** The box without the outermost one percent along each axis: a few stray points must not shrink the scan. */
export function robustBounds(positionLists: readonly Float32Array[]): Bounds {
  const total = positionLists.reduce((sum, positions) => sum + positions.length / 3, 0);
  const stride = Math.max(1, Math.floor(total / 50_000));
  const min: Vector3 = [0, 0, 0];
  const max: Vector3 = [0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const room = new Float32Array(Math.ceil(total / stride) + positionLists.length);
    let count = 0;
    for (const positions of positionLists) {
      for (let at = axis; at < positions.length; at += stride * 3) {
        if (Number.isFinite(positions[at])) room[count++] = positions[at]!;
      }
    }
    const values = room.subarray(0, count);
    const low = selectNth(values, Math.floor((count - 1) * 0.005)) ?? 0;
    const high = selectNth(values, Math.ceil((count - 1) * 0.995)) ?? 0;
    min[axis] = low;
    max[axis] = high;
  }
  return { min, max };
}

/** Up to two thousand of the positions inside the box: enough to estimate the apparent size. */
function sampleInside(positionLists: readonly Float32Array[], bounds: Bounds): Float32Array {
  const total = positionLists.reduce((sum, positions) => sum + positions.length / 3, 0);
  const stride = Math.max(1, Math.floor(total / 2000)) * 3;
  const sample: number[] = [];
  for (const positions of positionLists) {
    for (let at = 0; at + 2 < positions.length; at += stride) {
      const point = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
      if (point.every((value, axis) => value >= bounds.min[axis]! && value <= bounds.max[axis]!)) sample.push(...point);
    }
  }
  return Float32Array.from(sample);
}

const centreOf = (bounds: Bounds) => [0, 1, 2].map((axis) => (bounds.min[axis]! + bounds.max[axis]!) / 2) as Vector3;

function listCandidates(bounds: Bounds, sample: Float32Array): StartView[] {
  const views: StartView[] = [];
  // Corners before faces: two walls and the floor together show most of a room.
  for (const elevation of [0.62, 0.42]) {
    for (let step = 0; step < 8; step++) {
      views.push(viewFromOutside(sample, centreOf(bounds), ((step + 0.5) * Math.PI) / 4 + 0.15, elevation, aspect));
    }
  }
  const [width, height, depth] = [0, 1, 2].map((axis) => bounds.max[axis]! - bounds.min[axis]!) as Vector3;
  if (height > 1.9 && height < roomHeightMaxM && Math.min(width, depth) > 2 && Math.max(width, depth) < roomWidthMaxM) {
    const centre: Vector3 = [(bounds.min[0] + bounds.max[0]) / 2, 0, (bounds.min[2] + bounds.max[2]) / 2];
    const eye = bounds.min[1] + Math.min(eyeHeightM, height * 0.7);
    for (let step = 0; step < 8; step++) {
      const angle = ((step + 0.5) * Math.PI) / 4;
      views.push({
        position: [centre[0] + Math.sin(angle) * width * 0.36, eye, centre[2] + Math.cos(angle) * depth * 0.36],
        target: [
          centre[0] - Math.sin(angle) * width * 0.2,
          eye - Math.min(0.35, height * 0.1),
          centre[2] - Math.cos(angle) * depth * 0.2,
        ],
      });
    }
  }
  return views;
}

/** Rates a draft by coverage, pixel-to-pixel variation and depth. */
function scoreDraft(frame: Frame, isInside: boolean): number {
  const { widthPx, heightPx, inverseDepth, colour, opacity } = frame;
  const brightness = (at: number) => colour[at * 3 + 1]! * opacity[at]!;
  let filled = 0;
  let tooClose = 0;
  let detail = 0;
  for (let y = 1; y < heightPx; y++) {
    for (let x = 1; x < widthPx; x++) {
      const at = y * widthPx + x;
      const here = inverseDepth[at]!;
      if (here === 0) continue;
      filled++;
      if (here > 1 / 0.7) tooClose++;
      for (const beside of [at - 1, at - widthPx]) {
        const there = inverseDepth[beside]!;
        if (there === 0) continue;
        const change = Math.abs(brightness(at) - brightness(beside)) / 255;
        detail += Math.min(0.25, change) + Math.min(0.2, Math.abs(here - there) / Math.max(here, there));
      }
    }
  }
  const pixels = widthPx * heightPx;
  const closeness = isInside ? Math.max(0, 1 - (tooClose / pixels) * 3) : 1;
  // An overview is the better first picture unless it hides the interior.
  return (
    (Math.min(0.75, filled / pixels) + 0.05) * (0.02 + detail / Math.max(1, filled)) * closeness * (isInside ? 0.6 : 1)
  );
}

function chooseStartView(bounds: Bounds, sample: Float32Array, itemCount: number, draw: Draw): StartView {
  const stride = Math.max(1, Math.ceil(itemCount / draftItemsMax));
  let best: StartView | undefined;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const view of listCandidates(bounds, sample)) {
    const frame = createFrame(Math.round(draftHeightPx * aspect), draftHeightPx);
    draw(frame, toCameraFrame(view), stride);
    const isInside = [0, 2].every(
      (axis) => view.position[axis]! > bounds.min[axis]! && view.position[axis]! < bounds.max[axis]!,
    );
    const score = scoreDraft(frame, isInside);
    if (score > bestScore) {
      best = view;
      bestScore = score;
    }
  }
  return best ?? viewFromOutside(sample, centreOf(bounds), 0.6, 0.5, aspect);
}

async function render(
  bounds: Bounds,
  positionLists: readonly Float32Array[],
  itemCount: number,
  draw: Draw,
  creaseStrength: number,
  givenView: StartView | undefined,
): Promise<Preview> {
  const startView = givenView ?? chooseStartView(bounds, sampleInside(positionLists, bounds), itemCount, draw);
  const frame = createFrame(previewWidthPx * supersampling, previewHeightPx * supersampling);
  draw(frame, toCameraFrame(startView), 1);
  if (creaseStrength > 0) inkCreases(frame, creaseStrength);
  const { widthPx, heightPx, rgba } = toRgba(frame, supersampling);
  const { default: sharp } = await import("sharp");
  const webp = await sharp(rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .webp({ quality: 84, effort: 4 })
    .toBuffer();
  return { webp: new Uint8Array(webp), startView };
}

/** Renders a mesh. Without `view`, the most informative of several views is chosen. */
export function renderTrianglesPreview(parts: readonly PreviewTriangles[], view?: StartView): Promise<Preview> {
  const bounds = robustBounds(parts.map((part) => part.positions));
  const triangles = parts.reduce((sum, part) => sum + (part.indices?.length ?? part.positions.length / 3) / 3, 0);
  const isLit = parts.some((part) => !part.isUnlit);
  const draw: Draw = (frame, camera, stride) => {
    for (const part of parts) drawTriangles(frame, camera, part, stride);
  };
  return render(
    bounds,
    parts.map((part) => part.positions),
    triangles,
    draw,
    isLit ? 0.9 : 0.35,
    view,
  );
}

/**
 * Renders a cloud, or splats if they have opacities. Without `view`, the most informative of several views is chosen.
 */
export function renderPointsPreview(points: PreviewPoints, view?: StartView): Promise<Preview> {
  const bounds = robustBounds([points.positions]);
  const count = Math.max(1, points.positions.length / 3);
  const [width, height, depth] = [0, 1, 2].map((axis) => bounds.max[axis]! - bounds.min[axis]!) as Vector3;
  // Scanned points lie on surfaces: divide the area of the box's sides among them, with some overlap.
  const spacingM = 0.8 * Math.sqrt((2 * (width * height + height * depth + depth * width)) / count);
  const draw: Draw = (frame, camera, stride) => drawPoints(frame, camera, points, spacingM * Math.sqrt(stride), stride);
  const creaseStrength = points.opacities !== undefined ? 0 : points.colours === undefined ? 1.3 : 0.6;
  return render(bounds, [points.positions], count, draw, creaseStrength, view);
}
