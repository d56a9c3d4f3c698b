import { readFileSync } from "node:fs";
import { exampleMuseum } from "@blueprint/scene/example-museum";
import { BufferAttribute, BufferGeometry, Vector3 } from "three";
import { MeshBVH } from "three-mesh-bvh";
import { beforeAll, describe, expect, test } from "vitest";
import { building, rooms } from "./building.ts";
import { hashInputs, listOutputs, manifestPath } from "./demo-files.ts";
import { modelMuseum } from "./model-museum.ts";
import type { Surface } from "./surface.ts";

test("the committed museum is the output of the committed script", () => {
  const manifest = JSON.parse(readFileSync(manifestPath, "utf8")) as {
    inputs: string;
    outputs: Record<string, string>;
  };
  expect(manifest.inputs, "run `node tools/demo-venue/build.ts` and commit what it writes").toBe(hashInputs());
  expect(listOutputs()).toEqual(manifest.outputs);
});

describe("the museum", () => {
  let surface: Surface;
  let tree: MeshBVH;
  beforeAll(() => {
    surface = modelMuseum();
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(Float32Array.from(surface.positions), 3));
    geometry.setIndex(surface.indices);
    tree = new MeshBVH(geometry, { indirect: true });
  });

  test("is light enough for a phone and rich enough to look like a scan", () => {
    expect(surface.indices.length / 3).toBeGreaterThan(20_000);
    expect(surface.indices.length / 3).toBeLessThan(60_000);
  });

  test.each(exampleMuseum.anchors)("says “$title” on a surface, facing its readers", ({ position, normal }) => {
    const point = new Vector3(...position);
    const nearest = tree.closestPointToPoint(point)!;
    expect(nearest.distance).toBeLessThan(0.03);
    // Half a metre in front must be free, so that a visitor can stand there and look.
    const before = point.clone().addScaledVector(new Vector3(...normal), 0.3);
    expect(tree.closestPointToPoint(before)!.distance).toBeGreaterThan(0.12);
    expect(new Vector3(...normal).length()).toBeCloseTo(1);
  });

  test("has rooms that stay within its walls and do not overlap", () => {
    const all = Object.values(rooms);
    for (const room of all) {
      expect(room.x0).toBeGreaterThan(0);
      expect(room.z0).toBeGreaterThan(0);
      expect(room.x1).toBeLessThan(building.width);
      expect(room.z1).toBeLessThan(building.depth);
      for (const other of all) {
        if (other === room) continue;
        const isApart = room.x1 <= other.x0 || other.x1 <= room.x0 || room.z1 <= other.z0 || other.z1 <= room.z0;
        expect(isApart).toBe(true);
      }
    }
  });
});
