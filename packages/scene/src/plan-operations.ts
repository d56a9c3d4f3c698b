import type * as Y from "yjs";
import { editMember, removeMember } from "./member-operations.ts";
import type { PlanPair } from "./plan.ts";
import { localEdit } from "./scene-document.ts";

/**
 * Starts a pair with its pixel on the drawing, or completes or changes one; returns false if the plan no longer exists.
 * Every pair is stored immediately, so placing a plan can continue on another day.
 * @throws SceneInputError
 */
export function editPlanPair(
  doc: Y.Doc,
  planId: string,
  pairId: string,
  pair: Partial<Omit<PlanPair, "id">>,
  origin: unknown = localEdit,
): boolean {
  return editMember(doc, { kind: "plans", id: planId }, "pair", pairId, pair, origin);
}

export function removePlanPair(doc: Y.Doc, planId: string, pairId: string, origin: unknown = localEdit): boolean {
  return removeMember(doc, { kind: "plans", id: planId }, "pair", pairId, origin);
}
