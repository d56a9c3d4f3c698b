import type { ScanPlan } from "@blueprint/contract/scans";
import type { Scene } from "@blueprint/scene/read-scene";
import type { Point2 } from "@blueprint/scene/scene-field";
import { toStoreyName } from "@blueprint/scene/storey";
import { toPolygon } from "@blueprint/scene/zone";
import type { PlanExtent } from "../../../viewer/viewer.ts";

/** A storey that can be viewed from above. */
export interface PlanStorey {
  readonly id: string;
  readonly label: string;
  /** Height of its floor in metres. */
  readonly floorM: number;
  /** Walls detected in a scan. */
  readonly drawn: readonly ScanPlan[];
}

// Storeys closer together than this are one storey measured twice.
const sameStoreyMetres = 0.8;
const emptyReachMetres = 10;

/** Storeys of the document and those detected in scans, lowest first; one at height 0 if there are none. */
export function listStoreys(scene: Pick<Scene, "floors">, plans: readonly ScanPlan[]): PlanStorey[] {
  const storeys: PlanStorey[] = scene.floors.flatMap((storey) =>
    storey.elevation === null
      ? []
      : [{ id: storey.id, label: toStoreyName(storey), floorM: storey.elevation, drawn: [] }],
  );
  for (const plan of plans) {
    const near = storeys.findIndex(({ floorM }) => Math.abs(floorM - plan.floorM) < sameStoreyMetres);
    if (near < 0) {
      storeys.push({
        id: `storey at ${plan.floorM}`,
        label: `Storey at ${plan.floorM.toFixed(1)} m`,
        floorM: plan.floorM,
        drawn: [plan],
      });
    } else {
      const storey = storeys[near]!;
      storeys[near] = { ...storey, drawn: [...storey.drawn, plan] };
    }
  }
  if (storeys.length === 0) return [{ id: "ground", label: "Ground floor", floorM: 0, drawn: [] }];
  return storeys.sort((a, b) => a.floorM - b.floorM);
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

/** Whether a height belongs to a storey: the one with the highest floor below it. */
export function isOnStorey(storeys: readonly PlanStorey[], storey: PlanStorey, y: number): boolean {
  const slackMetres = 0.3;
  const found = storeys.findLast(({ floorM }) => floorM - slackMetres <= y) ?? storeys[0];
  return found?.id === storey.id;
}
