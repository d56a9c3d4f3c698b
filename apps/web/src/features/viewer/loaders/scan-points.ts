import {
  BufferAttribute,
  type BufferGeometry,
  InterleavedBufferAttribute,
  Matrix4,
  type Object3D,
  Points,
  PointsMaterial,
} from "three";
import type { PointSize } from "./point-size.ts";
import type { PlacedPoints } from "./raycast-points.ts";
import { fractionScale, type TrianglePart } from "./triangle-merge.ts";

/** Round points. `sizeM` is their true diameter: three.js' own sizes are for a view 90° high. */
export function createPointsMaterial({ sizeM, pxMin, pxMax }: PointSize, vertexColors: boolean): PointsMaterial {
  const material = new PointsMaterial({ size: sizeM, sizeAttenuation: true, vertexColors });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader.replace(
      "#include <logdepthbuf_vertex>",
      `gl_PointSize = clamp(gl_PointSize * projectionMatrix[1][1], ${pxMin.toFixed(1)}, ${pxMax.toFixed(1)});\n#include <logdepthbuf_vertex>`,
    );
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <clipping_planes_fragment>",
      "vec2 fromMiddle = gl_PointCoord - 0.5;\nif (dot(fromMiddle, fromMiddle) > 0.25) discard;\n#include <clipping_planes_fragment>",
    );
  };
  material.customProgramCacheKey = () => `scan-points-${pxMin}-${pxMax}`;
  return material;
}

/** The visible points under an object, in their memory layout. */
export function* listVisiblePoints(group: Object3D): Generator<PlacedPoints> {
  const found: Points<BufferGeometry, PointsMaterial>[] = [];
  group.traverseVisible((child) => {
    if (child instanceof Points) found.push(child as Points<BufferGeometry, PointsMaterial>);
  });
  for (const child of found) {
    const position = child.geometry.getAttribute("position");
    if (!(position instanceof BufferAttribute || position instanceof InterleavedBufferAttribute)) continue;
    const isInterleaved = position instanceof InterleavedBufferAttribute;
    const array = (isInterleaved ? position.data.array : position.array) as TrianglePart["positions"];
    const scale = fractionScale(array, position.normalized);
    if (child.geometry.boundingSphere === null) child.geometry.computeBoundingSphere();
    yield {
      points: {
        positions: array,
        count: position.count,
        stride: isInterleaved ? position.data.stride : position.itemSize,
        offset: isInterleaved ? position.offset : 0,
      },
      // Points are drawn as wide as the gaps between them.
      errorM: child.material.size / 2,
      matrix: new Matrix4().makeScale(scale, scale, scale).premultiply(child.matrixWorld),
      sphere: child.geometry.boundingSphere!.clone().applyMatrix4(child.matrixWorld),
    };
  }
}
