import type * as Y from "yjs";
import { arrangeMember, editMember, removeMember } from "./member-operations.ts";
import { localEdit } from "./scene-document.ts";
import type { TourStop } from "./tour.ts";

/**
 * Appends a stop (its anchor, view or zone is required) or changes one; returns false if the tour no longer exists.
 * @throws SceneInputError
 */
export function editTourStop(
  doc: Y.Doc,
  tourId: string,
  stopId: string,
  stop: Partial<Omit<TourStop, "id">>,
  origin: unknown = localEdit,
): boolean {
  const isRetargeted = "anchorId" in stop || "viewId" in stop || "zoneId" in stop;
  const target = isRetargeted ? { anchorId: null, viewId: null, zoneId: null } : {};
  return editMember(doc, { kind: "tours", id: tourId }, "stop", stopId, { ...target, ...stop }, origin);
}

export function removeTourStop(doc: Y.Doc, tourId: string, stopId: string, origin: unknown = localEdit): boolean {
  return removeMember(doc, { kind: "tours", id: tourId }, "stop", stopId, origin);
}

/** Moves a stop before another (null: to the end); returns false if it no longer exists. */
export function arrangeTourStop(
  doc: Y.Doc,
  tourId: string,
  stopId: string,
  beforeId: string | null,
  origin: unknown = localEdit,
): boolean {
  return arrangeMember(doc, { kind: "tours", id: tourId }, "stop", stopId, beforeId, origin);
}
