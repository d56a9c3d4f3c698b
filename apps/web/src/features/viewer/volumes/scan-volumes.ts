import {
  type BufferGeometry,
  type Material,
  Matrix4,
  Mesh,
  type Object3D,
  Points,
  type Ray,
  type Vector3,
} from "three";
import type { RaycastOptions, SurfaceHit } from "../loaders/loaded-scan.ts";
import { findHiddenEnd, isHiddenByBoxes, type VolumeBox } from "./volume-boxes.ts";

/** As many as the document allows per scan. */
const boxesMax = 16;
/** Rays with a radius meet hidden points beside them one by one. */
const castsMax = 64;

/** Declares `isHiddenByVolume`, for a point of the scene. */
export const volumeShader = /* glsl */ `
uniform mat4 volumeBoxes[${boxesMax}];
uniform int volumeCount;
uniform int cropCount;

bool isHiddenByVolume(vec3 point) {
  bool isKept = cropCount == 0;
  for (int at = 0; at < ${boxesMax}; at++) {
    if (at >= volumeCount) break;
    vec3 off = abs((volumeBoxes[at] * vec4(point, 1.0)).xyz);
    bool isInside = max(off.x, max(off.y, off.z)) <= 1.0;
    if (at < cropCount) isKept = isKept || isInside;
    else if (isInside) return true;
  }
  return !isKept;
}
`;

/** What one scan's volumes hide: of its materials and from its rays. */
export class ScanVolumes {
  readonly uniforms = {
    volumeBoxes: { value: Array.from({ length: boxesMax }, () => new Matrix4()) },
    volumeCount: { value: 0 },
    cropCount: { value: 0 },
  };
  readonly #dressed = new WeakSet<Material>();
  #boxes: readonly VolumeBox[] = [];

  /** Sets the volumes, crops first. */
  set(boxes: readonly VolumeBox[]): void {
    this.#boxes = boxes.slice(0, boxesMax);
    const { volumeBoxes, volumeCount, cropCount } = this.uniforms;
    for (const [at, { toCube }] of this.#boxes.entries()) volumeBoxes.value[at]!.copy(toCube);
    volumeCount.value = this.#boxes.length;
    cropCount.value = this.#boxes.filter(({ effect }) => effect === "crop").length;
  }

  /** Whether a point of the scene is hidden; undefined where nothing is. */
  get isHidden(): ((point: Vector3) => boolean) | undefined {
    const boxes = this.#boxes;
    return boxes.length === 0 ? undefined : (point) => isHiddenByBoxes(boxes, point);
  }

  /** Makes the materials under an object follow the volumes. Scans without any keep their plain shaders. */
  dress(object: Object3D): void {
    if (this.#boxes.length === 0) return;
    object.traverse((child) => {
      if (!(child instanceof Mesh || child instanceof Points)) return;
      const { material } = child as Mesh<BufferGeometry, Material | Material[]>;
      for (const one of Array.isArray(material) ? material : [material]) this.#dressMaterial(one);
    });
  }

  /** The first surface along a ray that is not hidden. */
  raycast(
    ray: Ray,
    options: RaycastOptions,
    cast: (ray: Ray, options: RaycastOptions) => SurfaceHit | null,
  ): SurfaceHit | null {
    let near = options.near ?? 0;
    for (let casts = 0; casts < castsMax && near <= options.far; casts++) {
      const hit = cast(ray, { ...options, near });
      if (hit === null || !isHiddenByBoxes(this.#boxes, hit.point)) return hit;
      const end = findHiddenEnd(this.#boxes, ray, hit);
      // A point beside the ray may be shown although the ray itself never leaves what is hidden.
      const isRayAlone = options.spread === 0 || Number.isFinite(end);
      near = Math.max(isRayAlone ? end : hit.distance, hit.distance * (1 + 1e-6) + 1e-4);
    }
    return null;
  }

  #dressMaterial(material: Material): void {
    if (this.#dressed.has(material)) return;
    this.#dressed.add(material);
    const compile = material.onBeforeCompile.bind(material);
    const key = material.customProgramCacheKey();
    material.onBeforeCompile = (shader, renderer) => {
      compile(shader, renderer);
      Object.assign(shader.uniforms, this.uniforms);
      shader.vertexShader = shader.vertexShader
        .replace("#include <common>", "#include <common>\nvarying vec3 volumePoint;")
        .replace(
          "#include <project_vertex>",
          "#include <project_vertex>\nvolumePoint = (modelMatrix * vec4(transformed, 1.0)).xyz;",
        );
      shader.fragmentShader = shader.fragmentShader
        .replace("#include <common>", `#include <common>\nvarying vec3 volumePoint;\n${volumeShader}`)
        .replace(
          "#include <clipping_planes_fragment>",
          "if (isHiddenByVolume(volumePoint)) discard;\n#include <clipping_planes_fragment>",
        );
    };
    material.customProgramCacheKey = () => `${key} volumes`;
    material.needsUpdate = true;
  }
}
