import type { PublishedBlueprint } from "@blueprint/contract/published";
import type { PublishedPlan, PublishedStorey } from "@blueprint/contract/published-content";
import type { ScanPlan } from "@blueprint/contract/scans";
import type { ViewerScan } from "../scene/scene.ts";
import type { PixelSize, PlanExtent, PlanWindow } from "./plan-window.ts";

/** A drawing as placed by the team. */
export interface LaidDrawing {
  readonly id: string;
  readonly name: string;
  readonly opacity: number;
  /** [x, z] of the sheet's top left corner, metres. */
  readonly corner: readonly [x: number, z: number];
  /** Radians about the corner, clockwise seen from above. */
  readonly angle: number;
  /** The sheet in its own frame, with its origin at the corner and axes along its edges; metres. */
  readonly sheet: ScanPlan;
}

/** One storey, or one sheet, from above. It has a slice, drawings or both. */
export interface StoreyPlan {
  /** Height of its floor in metres. */
  readonly floorM: number;
  /** The team's name for it, or the sheet's page. */
  readonly label?: string | undefined;
  /** Walls detected in a scan, or a sheet shown by itself. */
  readonly slice: ScanPlan | null;
  readonly drawings: readonly LaidDrawing[];
}

/** Storeys closer together than this are one storey measured twice. */
export const sameStoreyM = 0.8;

/** Storeys of a place, lowest first: those in scans, and those with drawings on them. */
export function listStoreyPlans(
  slices: readonly ScanPlan[],
  { plans = [], floors = [] }: Pick<PublishedBlueprint["scene"], "plans" | "floors">,
  scans: readonly Pick<ViewerScan, "id" | "delivery">[],
): StoreyPlan[] {
  const toLabel = (heightM: number) => {
    const near = floors.filter(({ elevation }) => elevation !== null && Math.abs(elevation - heightM) < sameStoreyM);
    return near.sort((a, b) => Math.abs(a.elevation! - heightM) - Math.abs(b.elevation! - heightM))[0]?.name;
  };
  const found: StoreyPlan[] = slices.map((slice) => {
    const label = slice.label ?? toLabel(slice.floorM);
    return { floorM: slice.floorM, ...(label === undefined ? {} : { label }), slice, drawings: [] };
  });
  const lowestM = Math.min(...slices.map(({ floorM }) => floorM));
  for (const plan of plans) {
    const drawing = toLaidDrawing(plan, scans);
    if (drawing === null) continue;
    const floorM = findElevation(plan, floors) ?? (slices.length === 0 ? 0 : lowestM);
    const near = found.findIndex((one) => Math.abs(one.floorM - floorM) < sameStoreyM);
    if (near < 0) {
      const label = floors.find(({ storey }) => storey === plan.floor)?.name ?? toLabel(floorM);
      found.push({ floorM, ...(label === undefined ? {} : { label }), slice: null, drawings: [drawing] });
    } else found[near] = { ...found[near]!, drawings: [...found[near]!.drawings, drawing] };
  }
  return found.sort((a, b) => a.floorM - b.floorM);
}

/** The sheets of a drawing shown by itself. */
export function listSheets(plans: readonly ScanPlan[]): StoreyPlan[] {
  return plans.map((slice) => ({ floorM: slice.floorM, label: slice.label, slice, drawings: [] }));
}

/** Null if the sheet is missing: its scan isn't ready, or now has fewer pages. */
function toLaidDrawing(plan: PublishedPlan, scans: readonly Pick<ViewerScan, "id" | "delivery">[]): LaidDrawing | null {
  const { id, name, opacity, corner, angle, size } = plan;
  const sheet = scans.find((scan) => scan.id === plan.scanId)?.delivery.plans[plan.page - 1];
  if (sheet === undefined) return null;
  const { isUnscaled: _, ...rest } = sheet;
  return { id, name, opacity, corner, angle, sheet: { ...rest, extent: { min: [0, 0], max: [...size] } } };
}

function findElevation({ floor }: PublishedPlan, floors: readonly PublishedStorey[]): number | null {
  return floors.find(({ storey }) => storey === floor)?.elevation ?? null;
}

/** The visible extent: the slice alone, or the drawings with the rest of the storey. */
export function findPlanExtent({ slice, drawings }: StoreyPlan, isSliceChosen: boolean): PlanExtent {
  if (slice !== null && (isSliceChosen || drawings.length === 0)) return slice.extent;
  const corners = [...drawings.flatMap(listCorners), ...(slice === null ? [] : [slice.extent.min, slice.extent.max])];
  const along = (pick: (...values: number[]) => number): [number, number] => [
    pick(...corners.map(([x]) => x)),
    pick(...corners.map(([, z]) => z)),
  ];
  return { min: along(Math.min), max: along(Math.max) };
}

function listCorners({ corner: [x, z], angle, sheet }: LaidDrawing): (readonly [x: number, z: number])[] {
  const [width, height] = sheet.extent.max;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [
    [x, z],
    [x + width * cos, z + width * sin],
    [x + width * cos - height * sin, z + width * sin + height * cos],
    [x - height * sin, z + height * cos],
  ];
}

/** Converts the window to a drawing's own frame, keeping the centre of the view. */
export function toOwnWindow({ corner, angle }: LaidDrawing, { x, z, pxPerM }: PlanWindow): PlanWindow {
  const [dx, dz] = [x - corner[0], z - corner[1]];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: cos * dx + sin * dz, z: cos * dz - sin * dx, pxPerM };
}

/** Size of a view along the drawing's edges that covers the visible one. */
export function toCoveringSize({ angle }: LaidDrawing, { width, height }: PixelSize): PixelSize {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}
