import { Group, Mesh, MeshBasicMaterial, Object3D, PlaneGeometry, Ray, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { type ScanPlacement, toBlueprintFrame } from "../scans/scan-placement.ts";
import { applyPlacement } from "./apply-placement.ts";
import { CollisionMesh } from "./collision-mesh.ts";

const tilted: ScanPlacement = { position: [3, 1, -2], yaw: 0.7, tilt: [0.2, -0.4], scale: 2 };

describe("standObject", () => {
  it("puts a tilted scan's points where they belong", () => {
    const object = new Object3D();
    // Like a tileset, whose own frame is z up.
    object.rotation.x = -Math.PI / 2;
    const move = applyPlacement(object, { position: [0, 0, 0], yaw: 0, scale: 1 });
    move({ position: [9, 9, 9], yaw: 1, scale: 5 });
    move(tilted);
    const drawn = new Vector3(1, -3, 2).applyMatrix4(object.matrixWorld);
    const said = toBlueprintFrame([1, 2, 3], tilted);
    for (const [axis, part] of drawn.toArray().entries()) expect(part).toBeCloseTo(said[axis]!, 9);
  });

  it("moves the surfaces that rays hit along", async () => {
    const scan = new Group();
    scan.add(new Mesh(new PlaneGeometry(2, 2), new MeshBasicMaterial()));
    const move = applyPlacement(scan, { position: [0, 0, 0], yaw: 0, scale: 1 });
    const collision = new CollisionMesh(scan);
    await collision.build();
    move({ position: [0, 0, 4], yaw: Math.PI / 2, scale: 3 });
    const across = new Ray(new Vector3(10, 0, 4), new Vector3(-1, 0, 0));
    const hit = collision.raycast(across, { far: 100, spread: 0, surfaces: "seen" });
    expect(hit?.distance).toBeCloseTo(10, 5);
    expect(hit?.normal.x).toBeCloseTo(1, 5);
    const before = new Ray(new Vector3(0, 0, 2), new Vector3(0, 0, -1));
    expect(collision.raycast(before, { far: 100, spread: 0, surfaces: "solid" })).toBeNull();
  });
});
