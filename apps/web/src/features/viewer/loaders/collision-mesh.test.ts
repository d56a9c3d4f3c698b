import { BoxGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, PlaneGeometry, Ray, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { CollisionMesh } from "./collision-mesh.ts";
import { listTriangleParts } from "./collision-tree.ts";
import { mergeTriangles } from "./triangle-merge.ts";

const seen = { far: 100, spread: 0, surfaces: "seen" } as const;
const solid = { far: 100, spread: 0, surfaces: "solid" } as const;
const ahead = new Ray(new Vector3(0, 0, 10), new Vector3(0, 0, -1));

/** A wall at z = 2 that faces away from the ray, and another at z = 0 that faces it. */
async function buildWalls(side?: typeof DoubleSide) {
  const scene = new Group();
  const back = new Mesh(new PlaneGeometry(4, 4), new MeshBasicMaterial(side === undefined ? {} : { side }));
  back.position.z = 2;
  back.rotation.y = Math.PI;
  scene.add(back, new Mesh(new PlaneGeometry(4, 4), new MeshBasicMaterial()));
  const collision = new CollisionMesh(scene);
  // Without workers, the tree is built on this thread.
  await collision.build();
  return collision;
}

describe("CollisionMesh", () => {
  it("sees through the culled back of a wall, as the eye does", async () => {
    const hit = (await buildWalls()).raycast(ahead, seen);
    expect(hit?.distance).toBeCloseTo(10, 5);
    expect(hit?.normal.z).toBeCloseTo(1, 5);
  });

  it("stops a walker at the same wall", async () => {
    const hit = (await buildWalls()).raycast(ahead, solid);
    expect(hit?.distance).toBeCloseTo(8, 5);
    expect(hit?.normal.z).toBeCloseTo(1, 5);
  });

  it("sees both sides of double-sided surfaces", async () => {
    expect((await buildWalls(DoubleSide)).raycast(ahead, seen)?.distance).toBeCloseTo(8, 5);
  });

  it("ignores hits nearer than the minimum distance", async () => {
    expect((await buildWalls()).raycast(ahead, { ...solid, near: 9 })?.distance).toBeCloseTo(10, 5);
  });

  it("answers picks before its tree is built", () => {
    const box = new Mesh(new BoxGeometry(2, 2, 2), new MeshBasicMaterial());
    box.position.set(0, 0, -3);
    expect(new CollisionMesh(box).raycast(ahead, seen)?.distance).toBeCloseTo(12, 5);
  });
});

describe("mergeTriangles", () => {
  it("places quantised positions in the scene and keeps the outside of mirrored parts outside", () => {
    const part = {
      positions: Int16Array.from([0, 0, 0, 99, 32767, 0, 0, 99, 0, 32767, 0, 99]),
      normalized: true,
      stride: 4,
      offset: 0,
      vertexCount: 3,
      index: Uint16Array.from([0, 1, 2]),
      matrix: [-2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 5, 0, 0, 1],
      isDoubleSided: false,
    };
    const { positions, index, doubleSidedVertices } = mergeTriangles([part]);
    expect([...positions]).toEqual([5, 0, 0, 3, 0, 0, 5, 2, 0]);
    expect([...index]).toEqual([0, 2, 1]);
    expect(doubleSidedVertices).toBe(0);
  });

  it("reads every mesh of a scene graph in place", () => {
    const scene = new Group();
    scene.position.y = 1;
    scene.add(new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial()));
    scene.updateMatrixWorld(true);
    const merged = mergeTriangles(listTriangleParts(scene));
    expect(merged.index.length).toBe(36);
    expect(Math.min(...[...merged.positions].filter((_, i) => i % 3 === 1))).toBeCloseTo(0.5, 6);
  });
});
