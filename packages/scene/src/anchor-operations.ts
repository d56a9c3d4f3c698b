import type * as Y from "yjs";
import type { AnchorType, FormQuestion } from "./anchor.ts";
import { editMember, removeMember } from "./member-operations.ts";
import { addObject, editObject, type ObjectValues, removeObjects } from "./object-operations.ts";
import { localEdit } from "./scene-document.ts";
import type { Vector3 } from "./vector.ts";

/** What every new anchor has; fields of its type may come with it. */
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

/** Places an anchor at the end of the list. @throws SceneInputError */
export function addAnchor(doc: Y.Doc, { id, ...values }: NewAnchor, origin: unknown = localEdit): void {
  addObject(doc, "anchors", id, values, origin);
}

export interface AnchorPlacement {
  readonly position: Vector3;
  readonly normal?: Vector3;
  readonly floor?: number;
  /** The scan whose surface it now lies on. */
  readonly scanId?: string | null;
}

/** Moves an anchor; false when it is gone. @throws SceneInputError */
export function moveAnchor(doc: Y.Doc, id: string, to: AnchorPlacement, origin: unknown = localEdit): boolean {
  return editObject(doc, "anchors", id, { ...to }, origin);
}

/**
 * Changes what an anchor says and is; false when it is gone. Of a text only the part that differs is replaced, so two
 * people writing in different places keep both. @throws SceneInputError
 */
export function editAnchor(
  doc: Y.Doc,
  id: string,
  content: ObjectValues<"anchors">,
  origin: unknown = localEdit,
): boolean {
  return editObject(doc, "anchors", id, content, origin);
}

/** Takes an anchor out; false when it is gone already. */
export function removeAnchor(doc: Y.Doc, id: string, origin: unknown = localEdit): boolean {
  return removeObjects(doc, [{ kind: "anchors", id }], origin).length > 0;
}

/** Adds a question to a form, or changes one; false when the anchor is gone. @throws SceneInputError */
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
