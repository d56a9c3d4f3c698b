import { Mesh, MeshBasicMaterial, PlaneGeometry, Ray, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { type CollisionTile, TileCollision } from "./tile-collision.ts";

const options = { far: 100, spread: 0, surfaces: "solid" } as const;
const at = (x: number) => new Ray(new Vector3(x, 0, 10), new Vector3(0, 0, -1));

/** A wall of 2 × 2 m centred at (x, 0, z). */
function wall(x: number, z: number, width = 2): Mesh {
  const mesh = new Mesh(new PlaneGeometry(width, 2), new MeshBasicMaterial());
  mesh.position.set(x, 0, z);
  mesh.updateMatrixWorld(true);
  return mesh;
}

function makeTiles() {
  const tile = (geometricError: number, children: CollisionTile[] = []): CollisionTile =>
    ({ geometricError, children }) as CollisionTile;
  const [left, right] = [tile(0), tile(0.004)];
  return { root: tile(0.111, [left, right]), left, right };
}

describe("TileCollision", () => {
  it("uses the finest tiles once all tiles of a part have loaded", async () => {
    const { root, left, right } = makeTiles();
    const collision = new TileCollision();
    expect(collision.raycast(root, at(-1), options)).toBeUndefined();
    await collision.add(root, wall(0, 0, 4));
    expect(collision.raycast(root, at(-1), options)?.distance).toBeCloseTo(10, 5);
    await collision.add(left, wall(-1, 1));
    // The other half has only its coarse version: both use it, or there would be a gap between them.
    expect(collision.raycast(root, at(-1), options)?.distance).toBeCloseTo(10, 5);
    await collision.add(right, wall(1, 2));
    expect(collision.raycast(root, at(-1), options)?.distance).toBeCloseTo(9, 5);
    expect(collision.raycast(root, at(1), options)?.distance).toBeCloseTo(8, 5);
    expect(collision.raycast(root, at(5), options)).toBeNull();
  });

  it("returns the error of the tile that was hit", async () => {
    const { root, left, right } = makeTiles();
    const collision = new TileCollision();
    await collision.add(root, wall(0, 0, 4));
    expect(collision.raycast(root, at(-1), options)?.errorM).toBe(0.111);
    await Promise.all([collision.add(left, wall(-1, 1)), collision.add(right, wall(1, 2))]);
    expect(collision.raycast(root, at(-1), options)?.errorM).toBe(0);
    expect(collision.raycast(root, at(1), options)?.errorM).toBe(0.004);
  });

  it("needs only the finest tiles that the ray meets", async () => {
    const { root, left } = makeTiles();
    const collision = new TileCollision();
    await Promise.all([collision.add(root, wall(0, 0, 4)), collision.add(left, wall(-1, 1))]);
    const met = collision.raycast(root, at(-1), { ...options, surfaces: "seen" }, (tile) => tile === left);
    expect(met).toMatchObject({ distance: expect.closeTo(9, 5), errorM: 0 });
  });

  it("falls back to the coarse form when a fine tile leaves the cache", async () => {
    const { root, left, right } = makeTiles();
    const collision = new TileCollision();
    await Promise.all([
      collision.add(root, wall(0, 0, 4)),
      collision.add(left, wall(-1, 1)),
      collision.add(right, wall(1, 2)),
    ]);
    collision.remove(right);
    expect(collision.raycast(root, at(1), options)?.distance).toBeCloseTo(10, 5);
  });

  it("drops a tile that was unloaded while its tree was being built", async () => {
    const { root } = makeTiles();
    const collision = new TileCollision();
    const adding = collision.add(root, wall(0, 0, 4));
    collision.remove(root);
    await adding;
    expect(collision.raycast(root, at(0), options)).toBeUndefined();
  });
});
