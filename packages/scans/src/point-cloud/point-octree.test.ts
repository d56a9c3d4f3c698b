import { expect, it } from "vitest";
import { rootCube, wordsPerPoint } from "./packed-points.ts";
import { buildOctree, type OctreeNode } from "./point-octree.ts";

const side = 200;

it("keeps points in the same place together and in their order", () => {
  // A floor of 40,000 places with two points each; the last word of a point numbers it.
  const words = new Uint32Array(side * side * 2 * wordsPerPoint);
  for (let at = 0; at < side * side * 2; at++) {
    const place = at % (side * side);
    const x = 1000 + (place % side) * 2 ** 20;
    const z = 1000 + Math.floor(place / side) * 2 ** 20;
    words.set([x, 1000, z, 0, at], at * wordsPerPoint);
  }
  const root = buildOctree(words, rootCube);
  expect(root.children.length).toBeGreaterThan(0);
  let places = 0;
  for (const { points } of listNodes(root)) {
    const last = new Map<string, number>();
    for (let at = 0; at < points.length; at += wordsPerPoint) {
      const place = `${points[at]} ${points[at + 2]}`;
      const number = points[at + 4]!;
      const before = last.get(place);
      if (before !== undefined) {
        expect(number).toBe(before + side * side);
        places++;
      }
      last.set(place, number);
    }
  }
  expect(places).toBe(side * side);
});

function* listNodes(node: OctreeNode): Generator<OctreeNode> {
  yield node;
  for (const child of node.children) yield* listNodes(child);
}
