import { findFirstScan } from "@blueprint/contract/first-picture";
import { fovForAspect, uniteBounds } from "../camera/camera-pose.ts";
import { placedInClip, toStartClip } from "../camera/start-camera.ts";
import { prefetchDelivery, resolveDeliveryUrl, shareEarly } from "../loaders/fetch-delivery.ts";
import { type PointSize, sizePoints, toSpacingM } from "../loaders/point-size.ts";
import { type PointTile, readPointTile } from "../loaders/read-point-tile.ts";
import { applyPlacements, startViewOf } from "../scans/scan-placement.ts";
import type { ViewerScan } from "../scene/scene.ts";
import { screenPixelRatio } from "../scene/screen-pixel-ratio.ts";
import { describeDevice, ViewBudget } from "../scene/view-budget.ts";
import type { LinkedStart } from "../sharing/linked-start.ts";
import { untilDrawn } from "./until-drawn.ts";

const rootTile = "tiles/r.glb";

const vertexShader = `#version 300 es
in vec3 position;
in vec4 colour;
uniform mat4 toClip;
/** Device pixels of a point one metre away; fewest, most. */
uniform vec3 size;
out vec3 linear;

void main() {
  gl_Position = toClip * vec4(position, 1.0);
  gl_PointSize = clamp(size.x / gl_Position.w, size.y, size.z);
  linear = colour.rgb;
}`;

const fragmentShader = `#version 300 es
precision mediump float;
in vec3 linear;
out vec4 drawn;

void main() {
  vec2 fromMiddle = gl_PointCoord - 0.5;
  if (dot(fromMiddle, fromMiddle) > 0.25) discard;
  vec3 bright = pow(linear, vec3(1.0 / 2.4)) * 1.055 - 0.055;
  drawn = vec4(mix(bright, linear * 12.92, lessThanEqual(linear, vec3(0.0031308))), 1.0);
}`;

/** A picture that covers the place until the scene takes over. */
export interface CoarsePicture {
  remove(): void;
}

/**
 * Draws the coarsest points of a place that starts with a point cloud, with a few kilobytes of code: three.js, which
 * draws the same view a moment later, is seventeen times as large.
 * @returns once they are on screen; null if the place starts with something else or they can't be drawn
 */
export async function showCoarsePoints(
  scans: readonly ViewerScan[],
  linked: LinkedStart | null,
  host: HTMLElement,
): Promise<CoarsePicture | null> {
  const placed = applyPlacements(scans);
  const first = findFirstScan(placed);
  if (first?.kind !== "point-cloud" || first.delivery.form !== "3d-tiles") return null;
  // The scene knows how to leave hidden parts out.
  if (first.volumes !== undefined || linked?.cutM != null) return null;
  const { entryUrl } = first.delivery;
  const rootUrl = resolveDeliveryUrl(entryUrl, rootTile);
  for (const url of [entryUrl, rootUrl]) prefetchDelivery(url);
  const canvas = document.createElement("canvas");
  const gl = canvas.getContext("webgl2", { antialias: false, powerPreference: "high-performance" });
  if (gl === null) return null;
  const { width, height } = host.getBoundingClientRect();
  const budget = new ViewBudget(describeDevice());
  const pixelRatio = screenPixelRatio(budget);
  canvas.width = Math.floor(width * pixelRatio);
  canvas.height = Math.floor(height * pixelRatio);
  canvas.className = "absolute inset-0 size-full";
  // The GPU process compiles it while the points download.
  const program = buildProgram(gl);
  const remove = () => {
    canvas.remove();
    // Some browsers keep the memory of a removed canvas.
    canvas.width = 0;
    canvas.height = 0;
    gl.getExtension("WEBGL_lose_context")?.loseContext();
  };
  try {
    const [tileset, tile] = await Promise.all([
      shareEarly(entryUrl).then(readRoot),
      shareEarly(rootUrl).then(readPointTile),
    ]);
    const aspect = Math.max(1, width) / Math.max(1, height);
    const seen = placed.filter(({ kind }) => kind !== "panorama");
    const clip = toStartClip(
      linked?.pose ?? startViewOf(first),
      uniteBounds(seen.map(({ delivery }) => delivery.bounds)),
      aspect,
    );
    const toClip = placedInClip(clip, first.placement, tile.scale, tile.translation);
    const size = sizePoints(toSpacingM(tileset) * first.placement.scale);
    const atOneMetrePx = (size.sizeM * pixelRatio * height) / 2 / Math.tan(fovForAspect(aspect) / 2);
    drawPoints(gl, program, tile, toClip, atOneMetrePx, size);
    host.append(canvas);
    await untilDrawn(gl);
    return { remove };
  } catch {
    // The tile loader runs into the same problem and reports it.
    remove();
    return null;
  }
}

interface RootTile {
  readonly geometricError: number;
  readonly content: { readonly uri: string };
}

function readRoot(bytes: ArrayBuffer): RootTile {
  const { root } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly root: RootTile };
  if (root.content.uri !== rootTile) throw new Error("The coarsest points lie elsewhere.");
  return root;
}

function buildProgram(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) continue;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return program;
}

/** @throws Error if the GPU rejects the program */
function drawPoints(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  tile: PointTile,
  toClip: readonly number[],
  atOneMetrePx: number,
  { pxMin, pxMax }: PointSize,
): void {
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) throw new Error("The card draws no points.");
  // biome-ignore lint/correctness/useHookAtTopLevel: WebGL's, not React's.
  gl.useProgram(program);
  gl.uniformMatrix4fv(gl.getUniformLocation(program, "toClip"), false, toClip);
  gl.uniform3f(gl.getUniformLocation(program, "size"), atOneMetrePx, pxMin, pxMax);
  const feed = (name: string, bytes: Uint8Array, parts: number, type: number, strideBytes: number) => {
    const at = gl.getAttribLocation(program, name);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, bytes, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, parts, type, true, strideBytes, 0);
  };
  feed("position", tile.positions, 3, tile.isFloat ? gl.FLOAT : gl.UNSIGNED_SHORT, tile.strideBytes);
  feed("colour", tile.colours, 4, gl.UNSIGNED_BYTE, 4);
  gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
  gl.enable(gl.DEPTH_TEST);
  gl.drawArrays(gl.POINTS, 0, tile.count);
}
