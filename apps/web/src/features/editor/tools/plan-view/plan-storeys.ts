import type { ScanPlan } from "@blueprint/contract/scans";
import { toFloorName } from "@blueprint/scene/floor";
import type { Scene } from "@blueprint/scene/read-scene";
import type { Point2 } from "@blueprint/scene/scene-field";
import { toPolygon } from "@blueprint/scene/zone";
import type { PlanExtent } from "../../../viewer/viewer.ts";

/** A floor that can be viewed from above. */
export interface PlanStorey {
  readonly id: string;
  readonly label: string;
  /** Height of the floor in metres. */
  readonly level: number;
  /** Walls detected in a scan. */
  readonly drawn: readonly ScanPlan[];
}

// Floors closer together than this are one floor measured twice.
const sameLevelMetres = 0.8;
const emptyReachMetres = 10;

/** Floors of the document and those detected in scans, lowest first; one at height 0 if there are none. */
export function listStoreys(scene: Pick<Scene, "floors">, plans: readonly ScanPlan[]): PlanStorey[] {
  const storeys: PlanStorey[] = scene.floors.flatMap((floor) =>
    floor.elevation === null ? [] : [{ id: floor.id, label: toFloorName(floor), level: floor.elevation, drawn: [] }],
  );
  for (const plan of plans) {
    const near = storeys.findIndex(({ level }) => Math.abs(level - plan.floorM) < sameLevelMetres);
    if (near < 0) {
      storeys.push({
        id: `level ${plan.floorM}`,
        label: `Level ${plan.floorM.toFixed(1)} m`,
        level: plan.floorM,
        drawn: [plan],
      });
    } else {
      const storey = storeys[near]!;
      storeys[near] = { ...storey, drawn: [...storey.drawn, plan] };
    }
  }
  if (storeys.length === 0) return [{ id: "ground", label: "Ground floor", level: 0, drawn: [] }];
  return storeys.sort((a, b) => a.level - b.level);
}

/** Bounds of everything on a plan. */
export function findExtent(
  scene: Pick<Scene, "zones" | "anchors">,
  storey: PlanStorey,
  bounds: readonly { readonly min: readonly number[]; readonly max: readonly number[] }[],
): PlanExtent {
  const points: Point2[] = storey.drawn.flatMap(({ extent }) => [extent.min, extent.max]);
  for (const { min, max } of bounds) points.push([min[0] ?? 0, min[2] ?? 0], [max[0] ?? 0, max[2] ?? 0]);
  for (const zone of scene.zones) points.push(...toPolygon(zone).outer);
  for (const { position } of scene.anchors) points.push([position[0], position[2]]);
  if (points.length === 0) points.push([-emptyReachMetres, -emptyReachMetres], [emptyReachMetres, emptyReachMetres]);
  let [minX, minZ, maxX, maxZ] = [points[0]![0], points[0]![1], points[0]![0], points[0]![1]];
  for (const [x, z] of points) {
    [minX, maxX] = [Math.min(minX, x), Math.max(maxX, x)];
    [minZ, maxZ] = [Math.min(minZ, z), Math.max(maxZ, z)];
  }
  return { min: [minX, minZ], max: [maxX, maxZ] };
}

/** Whether a height belongs to a floor: the highest floor below it. */
export function isOnStorey(storeys: readonly PlanStorey[], storey: PlanStorey, y: number): boolean {
  const slackMetres = 0.3;
  const found = storeys.findLast(({ level }) => level - slackMetres <= y) ?? storeys[0];
  return found?.id === storey.id;
}
