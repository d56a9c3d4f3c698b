import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  FloatType,
  GLSL3,
  Matrix4,
  Mesh,
  NearestFilter,
  type PerspectiveCamera,
  RedIntegerFormat,
  RGBAFormat,
  ShaderMaterial,
  UnsignedIntType,
  Vector2,
  Vector3,
} from "three";
import { ScanVolumes, volumeShader } from "../volumes/scan-volumes.ts";
import type { SplatArrays } from "./read-spz.ts";
import { shadeSplats } from "./shade-splats.ts";

const texelsPerSplat = 3;
const textureWidth = 1023;
/** Number of depth buckets: enough for tens of thousands of splats. */
const depthSteps = 65_536;
const uncut = 1e30;

const vertexShader = /* glsl */ `
uniform highp sampler2D splats;
uniform highp usampler2D order;
uniform lowp sampler2D shades;
uniform vec2 viewport;
/** Height in the scene above which nothing is drawn. */
uniform float cut;
out vec4 colour;
out vec2 place;
${volumeShader}
ivec2 texel(int at) {
  return ivec2(at % ${textureWidth}, at / ${textureWidth});
}

void main() {
  int splat = int(texelFetch(order, texel(gl_VertexID / 4), 0).r);
  int at = splat * ${texelsPerSplat};
  vec4 centre = texelFetch(splats, texel(at), 0);
  vec4 upper = texelFetch(splats, texel(at + 1), 0);
  vec4 lower = texelFetch(splats, texel(at + 2), 0);
  int corner = gl_VertexID & 3;
  vec4 seen = modelViewMatrix * vec4(centre.xyz, 1.0);
  vec4 clip = projectionMatrix * seen;
  // Above the cut, hidden by a volume, or beside or behind the view: moved out of it as a whole.
  float edge = 1.3 * clip.w;
  vec3 inScene = (modelMatrix * vec4(centre.xyz, 1.0)).xyz;
  if (inScene.y > cut || isHiddenByVolume(inScene) || clip.w <= 0.0 || abs(clip.x) > edge || abs(clip.y) > edge) {
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
    return;
  }
  // How the ellipsoid spreads on the screen: its covariance, carried through the view and the lens's slope at its middle.
  mat3 covariance = mat3(upper.x, upper.y, upper.z, upper.y, upper.w, lower.x, upper.z, lower.x, lower.y);
  vec2 focal = vec2(projectionMatrix[0][0], projectionMatrix[1][1]) * viewport * 0.5;
  float z = seen.z;
  mat3 slope = mat3(
    -focal.x / z, 0.0, 0.0,
    0.0, -focal.y / z, 0.0,
    focal.x * seen.x / (z * z), focal.y * seen.y / (z * z), 0.0
  );
  mat3 toScreen = slope * mat3(modelViewMatrix);
  mat3 spread = toScreen * covariance * transpose(toScreen);
  // No splat is thinner than about a pixel. One that grows by that covers as much as before, as in the splat renderer.
  float b = spread[0][1];
  float before = spread[0][0] * spread[1][1] - b * b;
  float a = spread[0][0] + 0.3;
  float d = spread[1][1] + 0.3;
  float thinning = sqrt(max(before / (a * d - b * b), 0.0));
  float middle = 0.5 * (a + d);
  float radius = length(vec2(0.5 * (a - d), b));
  float longer = middle + radius;
  float shorter = max(middle - radius, 0.1);
  vec2 along = abs(b) < 1e-6 ? (a >= d ? vec2(1.0, 0.0) : vec2(0.0, 1.0)) : normalize(vec2(b, longer - a));
  vec2 across = vec2(-along.y, along.x);
  // Drawn out to the square root of eight standard deviations, where next to nothing is left.
  place = vec2(corner == 1 || corner == 2 ? 1.0 : -1.0, corner < 2 ? -1.0 : 1.0) * sqrt(8.0);
  vec2 pixels = place.x * min(sqrt(longer), 512.0) * along + place.y * min(sqrt(shorter), 512.0) * across;
  colour = vec4(texelFetch(shades, texel(splat), 0).rgb, centre.w / 255.0 * thinning);
  gl_Position = vec4(clip.xy / clip.w + pixels / viewport * 2.0, clip.z / clip.w, 1.0);
}`;

const fragmentShader = /* glsl */ `
in vec4 colour;
in vec2 place;
out vec4 drawn;

void main() {
  float square = dot(place, place);
  if (square > 8.0) discard;
  drawn = vec4(colour.rgb, colour.a * exp(-0.5 * square));
}`;

/**
 * Tens of thousands of splats, drawn back to front as ellipses. Available long before the splat renderer, whose code is
 * many times as large as the scan's coarse version.
 */
export class SplatCloud {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #splats: SplatArrays;
  readonly #texture: DataTexture;
  /** Splat indices, farthest first. */
  readonly #order: DataTexture;
  /** Colours as seen by the camera. */
  readonly #shades: DataTexture;
  readonly #sortedFor = new Matrix4().set(...(new Array(16).fill(Number.NaN) as Parameters<Matrix4["set"]>));
  readonly #depths: Uint16Array;
  readonly #starts = new Uint32Array(depthSteps + 1);

  constructor(splats: SplatArrays, volumes: ScanVolumes = new ScanVolumes()) {
    const { count } = splats;
    this.#splats = splats;
    this.#texture = toTexture(splats);
    this.#depths = new Uint16Array(count);
    const height = Math.max(1, Math.ceil(count / textureWidth));
    const order = new Uint32Array(textureWidth * height);
    this.#order = new DataTexture(order, textureWidth, height, RedIntegerFormat, UnsignedIntType);
    this.#shades = new DataTexture(new Uint8Array(textureWidth * height * 4), textureWidth, height);
    // Four corners each, identified by index alone. Not instanced: a software renderer draws instances one by one,
    // which takes a second.
    const geometry = new BufferGeometry();
    const corners = [0, 1, 2, 0, 2, 3];
    geometry.setIndex(
      new BufferAttribute(
        Uint32Array.from({ length: count * 6 }, (_, at) => Math.floor(at / 6) * 4 + corners[at % 6]!),
        1,
      ),
    );
    const material = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader,
      fragmentShader,
      uniforms: {
        splats: { value: this.#texture },
        order: { value: this.#order },
        shades: { value: this.#shades },
        viewport: { value: new Vector2(1, 1) },
        cut: { value: uncut },
        ...volumes.uniforms,
      },
      transparent: true,
      depthWrite: false,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.onBeforeRender = (renderer) => renderer.getDrawingBufferSize(material.uniforms.viewport!.value);
  }

  /** Hides what lies above a height of the scene, metres; null shows everything. */
  cut(heightM: number | null): void {
    this.mesh.material.uniforms.cut!.value = heightM ?? uncut;
  }

  /** Splat indices in drawing order. */
  get order(): Uint32Array {
    return (this.#order.image.data as Uint32Array).subarray(0, this.#splats.count);
  }

  /** Sorts and colours the splats for a camera that moved. */
  face(camera: PerspectiveCamera): void {
    const view = new Matrix4().multiplyMatrices(camera.matrixWorldInverse, this.mesh.matrixWorld);
    if (this.#sortedFor.equals(view)) return;
    const isFirst = Number.isNaN(this.#sortedFor.elements[0]);
    this.#sortedFor.copy(view);
    const eye = new Vector3().setFromMatrixPosition(view.invert());
    this.#sort(eye);
    if (!isFirst && this.#splats.degree === 0) return;
    shadeSplats(this.#splats, eye, this.#shades.image.data as Uint8Array);
    this.#shades.needsUpdate = true;
  }

  /** Farthest first, by distance: turning changes nothing. A counting sort: thirty thousand splats take a millisecond. */
  #sort(eye: Vector3): void {
    const { count, centres } = this.#splats;
    const distances = new Float32Array(count);
    let nearest = Number.POSITIVE_INFINITY;
    let farthest = 0;
    for (let i = 0; i < count; i++) {
      const distance = Math.hypot(centres[i * 3]! - eye.x, centres[i * 3 + 1]! - eye.y, centres[i * 3 + 2]! - eye.z);
      distances[i] = distance;
      nearest = Math.min(nearest, distance);
      farthest = Math.max(farthest, distance);
    }
    const scale = (depthSteps - 1) / Math.max(farthest - nearest, 1e-9);
    const starts = this.#starts.fill(0);
    for (let i = 0; i < count; i++) {
      const step = Math.floor((farthest - distances[i]!) * scale);
      this.#depths[i] = step;
      starts[step + 1]!++;
    }
    for (let step = 0; step < depthSteps; step++) starts[step + 1]! += starts[step]!;
    const order = this.#order.image.data as Uint32Array;
    for (let i = 0; i < count; i++) order[starts[this.#depths[i]!]!++] = i;
    this.#order.needsUpdate = true;
  }

  dispose(): void {
    this.#texture.dispose();
    this.#order.dispose();
    this.#shades.dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** Three texels each: centre and opacity; four, then two of the covariance's six numbers. */
function toTexture({ count, centres, scales, rotations, opacities }: SplatArrays): DataTexture {
  const height = Math.max(1, Math.ceil((count * texelsPerSplat) / textureWidth));
  const texels = new Float32Array(textureWidth * height * 4);
  for (let i = 0; i < count; i++) {
    const at = i * texelsPerSplat * 4;
    texels.set(centres.subarray(i * 3, i * 3 + 3), at);
    texels[at + 3] = opacities[i]!;
    const [x, y, z, w] = rotations.subarray(i * 4, i * 4 + 4) as unknown as [number, number, number, number];
    const [sx, sy, sz] = scales.subarray(i * 3, i * 3 + 3) as unknown as [number, number, number];
    // Columns of the rotation, scaled by each axis.
    const ax = (1 - 2 * (y * y + z * z)) * sx;
    const ay = 2 * (x * y + w * z) * sx;
    const az = 2 * (x * z - w * y) * sx;
    const bx = 2 * (x * y - w * z) * sy;
    const by = (1 - 2 * (x * x + z * z)) * sy;
    const bz = 2 * (y * z + w * x) * sy;
    const cx = 2 * (x * z + w * y) * sz;
    const cy = 2 * (y * z - w * x) * sz;
    const cz = (1 - 2 * (x * x + y * y)) * sz;
    texels[at + 4] = ax * ax + bx * bx + cx * cx;
    texels[at + 5] = ax * ay + bx * by + cx * cy;
    texels[at + 6] = ax * az + bx * bz + cx * cz;
    texels[at + 7] = ay * ay + by * by + cy * cy;
    texels[at + 8] = ay * az + by * bz + cy * cz;
    texels[at + 9] = az * az + bz * bz + cz * cz;
  }
  const texture = new DataTexture(texels, textureWidth, height, RGBAFormat, FloatType);
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}
