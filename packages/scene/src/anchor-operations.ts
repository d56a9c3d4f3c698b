import type * as Y from "yjs";
import type { AnchorType, FormQuestion } from "./anchor.ts";
import { editMember, removeMember } from "./member-operations.ts";
import { addObject, editObject, type ObjectValues, removeObjects } from "./object-operations.ts";
import { localEdit } from "./scene-document.ts";
import type { Vector3 } from "./vector.ts";

/** What every new anchor has; type-specific fields are optional. */
export interface NewAnchor extends Omit<ObjectValues<"anchors">, "type" | "position"> {
  readonly id: string;
  readonly type: AnchorType;
  readonly title: string;
  readonly text: string;
  readonly position: Vector3;
  readonly normal: Vector3;
  readonly floor: number;
  readonly createdBy: string;
  readonly createdAt: string;
}

/** Appends an anchor to the list. @throws SceneInputError */
export function addAnchor(doc: Y.Doc, { id, ...values }: NewAnchor, origin: unknown = localEdit): void {
  addObject(doc, "anchors", id, values, origin);
}

export interface AnchorPosition {
  readonly position: Vector3;
  readonly normal?: Vector3;
  readonly floor?: number;
  /** The scan whose surface it is now on. */
  readonly scanId?: string | null;
}

/** Moves an anchor; returns false if it no longer exists. @throws SceneInputError */
export function moveAnchor(doc: Y.Doc, id: string, to: AnchorPosition, origin: unknown = localEdit): boolean {
  return editObject(doc, "anchors", id, { ...to }, origin);
}

/**
 * Changes an anchor's texts and fields; returns false if it no longer exists. In a text, only the differing part is
 * replaced, so two people who write in different places both keep their changes.
 * @throws SceneInputError
 */
export function editAnchor(
  doc: Y.Doc,
  id: string,
  content: ObjectValues<"anchors">,
  origin: unknown = localEdit,
): boolean {
  return editObject(doc, "anchors", id, content, origin);
}

/** Removes an anchor; returns false if it no longer exists. */
export function removeAnchor(doc: Y.Doc, id: string, origin: unknown = localEdit): boolean {
  return removeObjects(doc, [{ kind: "anchors", id }], origin).length > 0;
}

/** Adds a question to a form, or changes one; returns false if the anchor no longer exists. @throws SceneInputError */
export function editQuestion(
  doc: Y.Doc,
  anchorId: string,
  questionId: string,
  question: Partial<Omit<FormQuestion, "id">>,
  origin: unknown = localEdit,
): boolean {
  return editMember(doc, { kind: "anchors", id: anchorId }, "question", questionId, question, origin);
}

export function removeQuestion(doc: Y.Doc, anchorId: string, questionId: string, origin: unknown = localEdit): boolean {
  return removeMember(doc, { kind: "anchors", id: anchorId }, "question", questionId, origin);
}
