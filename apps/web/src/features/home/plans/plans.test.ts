import { describe, expect, test } from "vitest";
import { distanceTo } from "../projection.ts";
import { galleryPlan, type PlanBox, planSize, type VenuePlan } from "../venue-plan.ts";
import { hospitalityPlan } from "./hospitality-plan.ts";
import { propertyPlan } from "./property-plan.ts";
import { restaurantPlan } from "./restaurant-plan.ts";
import { retailPlan } from "./retail-plan.ts";
import { roboticsPlan } from "./robotics-plan.ts";
import { warehousePlan } from "./warehouse-plan.ts";
import { workplacePlan } from "./workplace-plan.ts";

const plans: readonly VenuePlan[] = [
  galleryPlan,
  warehousePlan,
  retailPlan,
  propertyPlan,
  hospitalityPlan,
  restaurantPlan,
  workplacePlan,
  roboticsPlan,
];

const isInside = ({ x, y, width, depth }: PlanBox, [px, py]: readonly [number, number]) =>
  px > x && px < x + width && py > y && py < y + depth;

/** Points along a route, five centimetres apart. */
function* stepAlong(route: VenuePlan["route"]): Generator<readonly [number, number]> {
  for (const [index, [x, y]] of route.entries()) {
    const [nextX, nextY] = route[index + 1] ?? [x, y];
    const steps = Math.max(1, Math.ceil(Math.hypot(nextX - x, nextY - y) / 0.05));
    for (let step = 0; step < steps; step += 1)
      yield [x + ((nextX - x) * step) / steps, y + ((nextY - y) * step) / steps];
  }
}

describe.each(plans)("$label", ({ boxes, stops, route }) => {
  test("can be walked: the path goes through no wall and no furniture", () => {
    const hits = [...stepAlong(route)].flatMap((point) => {
      const box = boxes.find((candidate) => isInside(candidate, point));
      return box === undefined ? [] : [{ point: point.map((value) => value.toFixed(1)).join(" "), box }];
    });
    expect(hits.slice(0, 3)).toEqual([]);
  });

  test("has every stop on its path", () => {
    expect(stops.length).toBeGreaterThanOrEqual(4);
    for (const { x, y } of stops) expect(distanceTo(route, x, y)).toBeGreaterThanOrEqual(0);
  });

  test("rests on its floor", () => {
    for (const { x, y, width, depth } of boxes) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(-0.2001);
      expect(x + width).toBeLessThanOrEqual(planSize.width + 0.2001);
      expect(y + depth).toBeLessThanOrEqual(planSize.depth + 0.2001);
    }
  });
});
