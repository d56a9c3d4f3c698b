import type * as Y from "yjs";
import { arrangeMember, editMember, removeMember } from "./member-operations.ts";
import { localEdit } from "./scene-document.ts";
import type { TourStop } from "./tour.ts";

/** Adds a stop at the end (it needs its anchor) or changes one; false when the tour is gone. @throws SceneInputError */
export function editTourStop(
  doc: Y.Doc,
  tourId: string,
  stopId: string,
  stop: Partial<Omit<TourStop, "id">>,
  origin: unknown = localEdit,
): boolean {
  return editMember(doc, { kind: "tours", id: tourId }, "stop", stopId, stop, origin);
}

export function removeTourStop(doc: Y.Doc, tourId: string, stopId: string, origin: unknown = localEdit): boolean {
  return removeMember(doc, { kind: "tours", id: tourId }, "stop", stopId, origin);
}

/** Puts a stop in front of another (null: at the end); false when it is gone. */
export function arrangeTourStop(
  doc: Y.Doc,
  tourId: string,
  stopId: string,
  beforeId: string | null,
  origin: unknown = localEdit,
): boolean {
  return arrangeMember(doc, { kind: "tours", id: tourId }, "stop", stopId, beforeId, origin);
}
