import type * as Y from "yjs";
import { editMember, removeMember } from "./member-operations.ts";
import type { PlanPair } from "./plan.ts";
import { localEdit } from "./scene-document.ts";

/**
 * Begins a pair with its pixel on the drawing, or completes or changes one; false when the plan is gone. Every pair is
 * kept as it is made, so placing a plan can be gone on with on another day. @throws SceneInputError
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
