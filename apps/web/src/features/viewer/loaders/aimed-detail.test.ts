import { Box3, Matrix4, Ray, Vector3 } from "three";
import { expect, it } from "vitest";
import { AimedDetail, toTilesetRay } from "./aimed-detail.ts";

/** A tile of a metre's side with its lowest corner at (x, 0, 0). */
const tileAt = (x: number, geometricError: number) => {
  const box = new Box3(new Vector3(x, 0, 0), new Vector3(x + 1, 1, 1));
  return { geometricError, engineData: { boundingVolume: { intersectsRay: (ray: Ray) => ray.intersectsBox(box) } } };
};
const nothing = () => ({ inView: false, error: 0, distance: Number.POSITIVE_INFINITY });

it("requests the finest tiles along the ray, and none beside it", () => {
  const detail = new AimedDetail();
  const demand = nothing();
  expect(detail.demand(tileAt(0, 0.1), demand)).toBe(false);
  // The tileset lies 10 m to the right in the scene.
  const ray = new Ray(new Vector3(10.5, 0.5, 5), new Vector3(0, 0, -1));
  detail.aim(toTilesetRay(ray, new Matrix4().makeTranslation(10, 0, 0)));
  expect(detail.demand(tileAt(2, 0.1), demand)).toBe(false);
  expect(demand).toEqual(nothing());
  expect(detail.demand(tileAt(0, 0.1), demand)).toBe(true);
  expect(demand).toEqual({ inView: true, error: Number.POSITIVE_INFINITY, distance: 0 });
  detail.aim(null);
  expect(detail.demand(tileAt(0, 0.1), nothing())).toBe(false);
});

it("requests nothing finer than the scan itself", () => {
  const detail = new AimedDetail();
  detail.aim(new Ray(new Vector3(0.5, 0.5, 5), new Vector3(0, 0, -1)));
  const demand = nothing();
  detail.demand(tileAt(0, 0), demand);
  expect(demand.error).toBe(0);
});
