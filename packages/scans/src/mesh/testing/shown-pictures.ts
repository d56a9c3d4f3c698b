import type { Primitive, Texture } from "@gltf-transform/core";
import sharp from "sharp";
import { expect } from "vitest";
import { listLeaves, type ReadTile } from "./read-mesh-tiles.ts";

/** The average colour of the part of a picture that a leaf's triangles show, at the middle of each. */
export async function readShown(primitive: Primitive, texture: Texture, uvSet = 0): Promise<number[]> {
  const { data, info } = await sharp(texture.getImage()!).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const uv = primitive.getAttribute(`TEXCOORD_${uvSet}`)!;
  const corners = [...primitive.getIndices()!.getArray()!].map((vertex) => uv.getElement(vertex, []));
  const colour = [0, 0, 0];
  for (let at = 0; at < corners.length; at += 3) {
    const [x, y] = [0, 1].map((axis) => {
      const middle = (corners[at]![axis]! + corners[at + 1]![axis]! + corners[at + 2]![axis]!) / 3;
      return Math.floor((middle - Math.floor(middle)) * (axis === 0 ? info.width : info.height));
    });
    for (let channel = 0; channel < 3; channel++) {
      colour[channel]! += data[(y! * info.width + x!) * 3 + channel]! / (corners.length / 3);
    }
  }
  return colour;
}

export const primitivesOf = (tile: ReadTile) => tile.document.getRoot().listMeshes()[0]!.listPrimitives();
export const leafOf = (root: ReadTile) => listLeaves(root)[0]!;
/** Colours from 0 to 255, as alike as compressed pictures keep them. */
export function expectNear(found: readonly number[], expected: readonly number[]): void {
  for (const [at, value] of expected.entries()) expect(Math.abs(found[at]! - value), `${found}`).toBeLessThan(8);
}
