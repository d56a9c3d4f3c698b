import type { Scene } from "@blueprint/scene/read-scene";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import type { Vector3 } from "@blueprint/scene/vector";
import type { Selection } from "../../selection.ts";

/** Kinds with a position that can be moved by hand. */
const movable: ReadonlySet<ObjectRef["kind"]> = new Set(["anchors", "zones", "measurements", "plans", "placements"]);

/** The movable part of the selection. */
export function listMovable(selection: Selection): Selection {
  return selection.filter(({ kind }) => movable.has(kind));
}

/** Centre of the selection, metres; null if nothing in it has a position. */
export function findPivot(scene: Scene, selection: Selection): Vector3 | null {
  const points = listPoints(scene, selection);
  if (points.length === 0) return null;
  let [minX, minZ, maxX, maxZ, minY] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ];
  for (const [x, y, z] of points) {
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minZ = Math.min(minZ, z);
    maxZ = Math.max(maxZ, z);
    minY = Math.min(minY, y);
  }
  return [(minX + maxX) / 2, minY, (minZ + maxZ) / 2];
}

/** Positions of the selection, metres: its points, corners and stops. */
export function listPoints(scene: Scene, selection: Selection): Vector3[] {
  const wanted = new Map<ObjectRef["kind"], Set<string>>();
  for (const { kind, id } of selection) {
    const ids = wanted.get(kind) ?? new Set<string>();
    wanted.set(kind, ids.add(id));
  }
  const found: Vector3[] = [];
  const has = (kind: ObjectRef["kind"], id: string) => wanted.get(kind)?.has(id) === true;
  for (const { id, position } of scene.anchors) if (has("anchors", id)) found.push(position);
  for (const zone of scene.zones) {
    if (!has("zones", zone.id)) continue;
    for (const { at } of zone.outer.vertices) found.push([at[0], zone.heights[0], at[1]]);
  }
  for (const { id, points } of scene.measurements) if (has("measurements", id)) found.push(...points);
  for (const { id, position } of scene.threads) if (has("threads", id)) found.push(position);
  for (const { id, position } of scene.placements) if (has("placements", id)) found.push(position);
  for (const { id, target } of scene.views) if (has("views", id)) found.push(target);
  for (const { id, stops } of scene.tours) {
    if (!has("tours", id)) continue;
    for (const { anchorId } of stops) {
      const anchor = scene.anchors.find((candidate) => candidate.id === anchorId);
      if (anchor !== undefined) found.push(anchor.position);
    }
  }
  for (const { id, pairs, floor } of scene.plans) {
    if (!has("plans", id)) continue;
    const floorM = scene.floors.find(({ storey }) => storey === floor)?.elevation ?? 0;
    for (const { world } of pairs) if (world !== null) found.push([world[0], floorM, world[1]]);
  }
  return found;
}
