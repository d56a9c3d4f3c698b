import {
  type CameraFrame,
  previewFieldOfView,
  type StartView,
  toCameraFrame,
  type Vector3,
  viewDistanceMinM,
} from "../preview/camera.ts";
import { selectNth } from "../select-nth.ts";

const directions = 8;
const elevation = 0.5;
const samplesMax = 20_000;
/** Stray points may fall outside the picture. */
const shareInPicture = 0.99;
const margin = 1.14;
const gridWidth = 64;

interface Candidate {
  readonly view: StartView;
  readonly filledCells: number;
}

/**
 * The view from outside and slightly above that best fills the picture. Clouds and splats are viewed from outside:
 * unlike a mesh they show little from within, where points next to the camera hide everything behind them.
 * @param positions metres, y up
 * @param aspect width of the picture over its height
 */
export function findOverview(positions: Float32Array, aspect: number): StartView {
  const samples = sample(positions);
  let best: Candidate | undefined;
  for (let step = 0; step < directions; step++) {
    const candidate = viewFrom(samples, ((step + 0.6) * 2 * Math.PI) / directions, aspect);
    // Only a clear gain counts: for equal views, the first direction wins.
    if (!best || candidate.filledCells > best.filledCells * 1.02) best = candidate;
  }
  return best!.view;
}

function sample(positions: Float32Array): Float32Array {
  const count = positions.length / 3;
  const step = Math.max(1, Math.floor(count / samplesMax));
  const samples = new Float32Array(Math.ceil(count / step) * 3);
  for (let i = 0, to = 0; i < count; i += step, to += 3) samples.set(positions.subarray(i * 3, i * 3 + 3), to);
  return samples;
}

function viewFrom(samples: Float32Array, azimuth: number, aspect: number): Candidate {
  const outward: Vector3 = [
    Math.cos(elevation) * Math.sin(azimuth),
    Math.sin(elevation),
    Math.cos(elevation) * Math.cos(azimuth),
  ];
  const camera = toCameraFrame({ position: outward, target: [0, 0, 0] });
  const across = project(samples, camera.right);
  const upward = project(samples, camera.up);
  const inward = project(samples, camera.forward);
  let [centreX, centreY] = [findMiddle(across), findMiddle(upward)];
  const centreZ = findMiddle(inward);
  const tanY = Math.tan(previewFieldOfView / 2) / margin;
  const tanX = tanY * aspect;
  let distance = 0;
  // Closer points look larger, so the picture's centre is not the cloud's centre: found in two iterations.
  for (let round = 0; round < 2; round++) {
    distance = findDistance(across, upward, inward, [centreX, centreY, centreZ], tanX, tanY);
    const depthOf = (i: number) => Math.max(distance * 0.05, distance + inward[i]! - centreZ);
    centreX += distance * findMiddle(across.map((value, i) => (value - centreX) / depthOf(i)));
    centreY += distance * findMiddle(upward.map((value, i) => (value - centreY) / depthOf(i)));
  }
  distance = findDistance(across, upward, inward, [centreX, centreY, centreZ], tanX, tanY);
  const target = [0, 1, 2].map(
    (axis) => camera.right[axis]! * centreX + camera.up[axis]! * centreY + camera.forward[axis]! * centreZ,
  ) as Vector3;
  const position = target.map((value, axis) => value + outward[axis]! * distance) as Vector3;
  return { view: { position, target }, filledCells: countFilledCells(samples, { ...camera, position }, aspect) };
}

/** The camera distance from the centre at which nearly all points are in the picture. */
function findDistance(
  across: Float32Array,
  upward: Float32Array,
  inward: Float32Array,
  centre: Vector3,
  tanX: number,
  tanY: number,
): number {
  const distances = across.map((value, i) => {
    const sideways = Math.max(Math.abs(value - centre[0]) / tanX, Math.abs(upward[i]! - centre[1]) / tanY);
    return sideways - (inward[i]! - centre[2]);
  });
  return Math.max(viewDistanceMinM, selectNth(distances, Math.floor((distances.length - 1) * shareInPicture)) ?? 0);
}

function countFilledCells(samples: Float32Array, camera: CameraFrame, aspect: number): number {
  const gridHeight = Math.round(gridWidth / aspect);
  const filled = new Uint8Array(gridWidth * gridHeight);
  const focal = gridHeight / 2 / Math.tan(previewFieldOfView / 2);
  for (let at = 0; at < samples.length; at += 3) {
    const x = samples[at]! - camera.position[0];
    const y = samples[at + 1]! - camera.position[1];
    const z = samples[at + 2]! - camera.position[2];
    const along = (direction: Vector3) => x * direction[0] + y * direction[1] + z * direction[2];
    const depth = along(camera.forward);
    const column = Math.floor(gridWidth / 2 + (along(camera.right) / depth) * focal);
    const row = Math.floor(gridHeight / 2 - (along(camera.up) / depth) * focal);
    if (depth > 0 && column >= 0 && column < gridWidth && row >= 0 && row < gridHeight) {
      filled[row * gridWidth + column] = 1;
    }
  }
  return filled.reduce((sum, cell) => sum + cell, 0);
}

function project(samples: Float32Array, direction: Vector3): Float32Array {
  const values = new Float32Array(samples.length / 3);
  for (let i = 0; i < values.length; i++) {
    values[i] =
      samples[i * 3]! * direction[0] + samples[i * 3 + 1]! * direction[1] + samples[i * 3 + 2]! * direction[2];
  }
  return values;
}

/** Midpoint of the first and the last percentile. */
function findMiddle(values: Float32Array): number {
  const moved = values.slice();
  const low = selectNth(moved, Math.floor((moved.length - 1) * 0.01)) ?? 0;
  const high = selectNth(moved, Math.ceil((moved.length - 1) * 0.99)) ?? 0;
  return (low + high) / 2;
}
