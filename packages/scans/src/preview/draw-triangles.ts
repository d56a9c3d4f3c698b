import { type CameraFrame, cross, dot, normalise, previewFieldOfView, type Vector3 } from "./camera.ts";
import { type Colour, type Frame, plaster, wash } from "./frame.ts";

/** A decoded picture addressed by a surface's texture coordinates. */
export interface PreviewTexture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** sRGB with alpha, four bytes per pixel, first row at v = 0. */
  readonly rgba: Uint8Array;
}

/** Triangles of one material, metres, y up. */
export interface PreviewTriangles {
  readonly positions: Float32Array;
  /** Absent: every three positions are a triangle. */
  readonly indices?: Uint32Array | Uint16Array | undefined;
  /** sRGB bytes, three per vertex. */
  readonly colours?: Uint8Array | undefined;
  /** Unit length, three per vertex. Absent: flat shading. */
  readonly normals?: Float32Array | undefined;
  /** Two values per vertex, v downwards as in glTF; repeats outside 0–1. */
  readonly uvs?: Float32Array | undefined;
  readonly texture?: PreviewTexture | undefined;
  /** sRGB; multiplied with texture and colours. Absent: plaster, or white if there are any. */
  readonly baseColour?: Colour | undefined;
  /** Baked light: colours are shown unchanged. */
  readonly isUnlit: boolean;
  readonly isDoubleSided: boolean;
}

/** One corner in camera space: right, up, depth, then u, v, red, green, blue, light. */
const cornerSize = 9;
const light = 8;
const alphaCut = 100;

/** Draws every `stride`-th triangle into the frame. */
export function drawTriangles(frame: Frame, camera: CameraFrame, part: PreviewTriangles, stride = 1): void {
  const { positions, indices, colours, uvs, texture, normals } = part;
  const { right, up, forward, position: eye } = camera;
  const { widthPx, heightPx, inverseDepth, colour } = frame;
  const focal = heightPx / 2 / Math.tan(previewFieldOfView / 2);
  const near = 0.02;
  const isPlaster = part.baseColour === undefined && texture === undefined && colours === undefined;
  const base = part.baseColour ?? (isPlaster ? plaster : ([255, 255, 255] as const));
  // Shadows blend towards ink instead of black; more so on plaster than on colours.
  const shadow = base.map((value, channel) => value * 0.3 + (isPlaster ? wash[channel]! * 0.36 : value * 0.2));
  const vertexCount = positions.length / 3;
  const triangleCount = Math.floor((indices?.length ?? vertexCount) / 3);
  const corners = new Float64Array(cornerSize * 3);
  const clipped = new Float64Array(cornerSize * 4);

  const fill = (polygon: Float64Array, a: number, b: number, c: number) => {
    const wa = 1 / polygon[a + 2]!;
    const wb = 1 / polygon[b + 2]!;
    const wc = 1 / polygon[c + 2]!;
    const ax = widthPx / 2 + polygon[a]! * wa * focal;
    const ay = heightPx / 2 - polygon[a + 1]! * wa * focal;
    const bx = widthPx / 2 + polygon[b]! * wb * focal;
    const by = heightPx / 2 - polygon[b + 1]! * wb * focal;
    const cx = widthPx / 2 + polygon[c]! * wc * focal;
    const cy = heightPx / 2 - polygon[c + 1]! * wc * focal;
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    // In the picture y points down, so front faces have the opposite winding.
    if (area === 0 || (!part.isDoubleSided && area > 0)) return;
    const x0 = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const x1 = Math.min(widthPx - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    const y0 = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const y1 = Math.min(heightPx - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    const perArea = 1 / area;
    for (let y = y0; y <= y1; y++) {
      const py = y + 0.5;
      for (let x = x0; x <= x1; x++) {
        const px = x + 0.5;
        const kb = ((px - ax) * (cy - ay) - (py - ay) * (cx - ax)) * perArea;
        const kc = ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) * perArea;
        const ka = 1 - kb - kc;
        if (ka < 0 || kb < 0 || kc < 0) continue;
        const inverse = ka * wa + kb * wb + kc * wc;
        const at = y * widthPx + x;
        if (inverse <= inverseDepth[at]!) continue;
        const fa = (ka * wa) / inverse;
        const fb = (kb * wb) / inverse;
        const fc = (kc * wc) / inverse;
        const lit = part.isUnlit ? 1 : fa * polygon[a + light]! + fb * polygon[b + light]! + fc * polygon[c + light]!;
        let red = shadow[0]! + (base[0] - shadow[0]!) * lit;
        let green = shadow[1]! + (base[1] - shadow[1]!) * lit;
        let blue = shadow[2]! + (base[2] - shadow[2]!) * lit;
        if (texture !== undefined) {
          const u = fa * polygon[a + 3]! + fb * polygon[b + 3]! + fc * polygon[c + 3]!;
          const v = fa * polygon[a + 4]! + fb * polygon[b + 4]! + fc * polygon[c + 4]!;
          const tx = Math.min(texture.widthPx - 1, Math.floor((u - Math.floor(u)) * texture.widthPx));
          const ty = Math.min(texture.heightPx - 1, Math.floor((v - Math.floor(v)) * texture.heightPx));
          const texel = (ty * texture.widthPx + tx) * 4;
          if (texture.rgba[texel + 3]! < alphaCut) continue;
          red *= texture.rgba[texel]! / 255;
          green *= texture.rgba[texel + 1]! / 255;
          blue *= texture.rgba[texel + 2]! / 255;
        }
        if (colours !== undefined) {
          red *= (fa * polygon[a + 5]! + fb * polygon[b + 5]! + fc * polygon[c + 5]!) / 255;
          green *= (fa * polygon[a + 6]! + fb * polygon[b + 6]! + fc * polygon[c + 6]!) / 255;
          blue *= (fa * polygon[a + 7]! + fb * polygon[b + 7]! + fc * polygon[c + 7]!) / 255;
        }
        inverseDepth[at] = inverse;
        colour[at * 3] = red;
        colour[at * 3 + 1] = green;
        colour[at * 3 + 2] = blue;
      }
    }
  };

  for (let triangle = 0; triangle < triangleCount; triangle += stride) {
    let behind = 0;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices === undefined ? triangle * 3 + corner : indices[triangle * 3 + corner]!;
      const x = positions[vertex * 3]! - eye[0];
      const y = positions[vertex * 3 + 1]! - eye[1];
      const z = positions[vertex * 3 + 2]! - eye[2];
      const at = corner * cornerSize;
      corners[at] = x * right[0] + y * right[1] + z * right[2];
      corners[at + 1] = x * up[0] + y * up[1] + z * up[2];
      corners[at + 2] = x * forward[0] + y * forward[1] + z * forward[2];
      if (!(corners[at + 2]! > near)) behind++;
      if (uvs !== undefined) {
        corners[at + 3] = uvs[vertex * 2]!;
        corners[at + 4] = uvs[vertex * 2 + 1]!;
      }
      if (colours !== undefined) {
        corners[at + 5] = colours[vertex * 3]!;
        corners[at + 6] = colours[vertex * 3 + 1]!;
        corners[at + 7] = colours[vertex * 3 + 2]!;
      }
    }
    if (behind === 3) continue;
    if (!part.isUnlit) {
      const flat = lightOf(faceNormal(corners), corners, 0, camera);
      for (let corner = 0; corner < 3; corner++) {
        let value = flat;
        if (normals !== undefined) {
          const vertex = (indices === undefined ? triangle * 3 + corner : indices[triangle * 3 + corner]!) * 3;
          const n: Vector3 = [normals[vertex]!, normals[vertex + 1]!, normals[vertex + 2]!];
          const inCamera: Vector3 = [dot(n, right), dot(n, up), dot(n, forward)];
          value = lightOf(inCamera, corners, corner * cornerSize, camera);
        }
        corners[corner * cornerSize + light] = value;
      }
    }
    if (behind === 0) {
      fill(corners, 0, cornerSize, cornerSize * 2);
      continue;
    }
    const count = clipAtNear(corners, clipped, near);
    for (let corner = 2; corner < count; corner++) {
      fill(clipped, 0, (corner - 1) * cornerSize, corner * cornerSize);
    }
  }
}

function faceNormal(corners: Float64Array): Vector3 {
  const e1: Vector3 = [
    corners[cornerSize]! - corners[0]!,
    corners[cornerSize + 1]! - corners[1]!,
    corners[cornerSize + 2]! - corners[2]!,
  ];
  const e2: Vector3 = [
    corners[cornerSize * 2]! - corners[0]!,
    corners[cornerSize * 2 + 1]! - corners[1]!,
    corners[cornerSize * 2 + 2]! - corners[2]!,
  ];
  return normalise(cross(e1, e2));
}

/**
 * Light from over the viewer's left shoulder plus a bright sky, 0–1, for a normal in camera space (its third value
 * points away from the viewer). Both sides of a surface are lit alike.
 */
function lightOf(normal: Vector3, corners: Float64Array, at: number, camera: CameraFrame): number {
  const sight = normal[0] * corners[at]! + normal[1] * corners[at + 1]! + normal[2] * corners[at + 2]!;
  const side = sight > 0 ? -1 : 1;
  const key = Math.max(0, side * (normal[0] * -0.5 + normal[1] * 0.62 + normal[2] * -0.6));
  const sky = side * (normal[0] * camera.right[1] + normal[1] * camera.up[1] + normal[2] * camera.forward[1]);
  return Math.min(1, Math.max(0, 0.22 + 0.56 * key + 0.2 * sky));
}

function clipAtNear(corners: Float64Array, clipped: Float64Array, near: number): number {
  let count = 0;
  for (let corner = 0; corner < 3; corner++) {
    const from = corner * cornerSize;
    const to = ((corner + 1) % 3) * cornerSize;
    const fromDepth = corners[from + 2]!;
    const toDepth = corners[to + 2]!;
    if (fromDepth > near) {
      for (let value = 0; value < cornerSize; value++) clipped[count * cornerSize + value] = corners[from + value]!;
      count++;
    }
    if (fromDepth > near !== toDepth > near) {
      const part = (near - fromDepth) / (toDepth - fromDepth);
      for (let value = 0; value < cornerSize; value++) {
        clipped[count * cornerSize + value] =
          corners[from + value]! + (corners[to + value]! - corners[from + value]!) * part;
      }
      // Exactly on the plane, despite rounding.
      clipped[count * cornerSize + 2] = near;
      count++;
    }
  }
  return count;
}
