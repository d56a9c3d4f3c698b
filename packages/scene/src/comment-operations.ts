import * as Y from "yjs";
import { commentCharactersMax } from "./comment-thread.ts";
import { editMember, removeMember } from "./member-operations.ts";
import { editObject, insertObject, type ObjectValues, requireValues } from "./object-operations.ts";
import { requireValue } from "./object-record.ts";
import { getObjects, localEdit } from "./scene-document.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { getKind } from "./scene-kinds.ts";

export interface NewComment {
  readonly id: string;
  /** User id. */
  readonly author: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly text: string;
  /** User ids. */
  readonly mentions?: readonly string[];
}

/** Starts a thread about an object or a point. @throws SceneInputError */
export function addThread(
  doc: Y.Doc,
  id: string,
  about: ObjectValues<"threads">,
  { id: commentId, ...comment }: NewComment,
  origin: unknown = localEdit,
): void {
  requireSaid(comment.text);
  const key = `comment:${commentId}`;
  const record = requireValues("threads", { createdBy: comment.author, createdAt: comment.at, ...about });
  insertObject(doc, "threads", id, { ...record, [key]: requireValue(getKind("threads"), key, comment) }, origin);
}

/** Replies in a thread; returns false if it no longer exists. @throws SceneInputError */
export function addComment(
  doc: Y.Doc,
  threadId: string,
  { id, ...comment }: NewComment,
  origin: unknown = localEdit,
): boolean {
  requireSaid(comment.text);
  return editMember(doc, { kind: "threads", id: threadId }, "comment", id, comment, origin);
}

/** Changes a comment's text; returns false if it no longer exists. @throws SceneInputError */
export function editComment(
  doc: Y.Doc,
  threadId: string,
  commentId: string,
  change: { readonly text: string; readonly mentions?: readonly string[]; readonly editedAt: string },
  origin: unknown = localEdit,
): boolean {
  requireSaid(change.text);
  const thread = getObjects(doc, "threads").get(threadId);
  if (!(thread instanceof Y.Map) || !thread.has(`comment:${commentId}`)) return false;
  return editMember(doc, { kind: "threads", id: threadId }, "comment", commentId, change, origin);
}

/** Removes a comment; returns false if it no longer exists. A thread without comments is hidden. */
export function removeComment(doc: Y.Doc, threadId: string, commentId: string, origin: unknown = localEdit): boolean {
  return removeMember(doc, { kind: "threads", id: threadId }, "comment", commentId, origin);
}

/**
 * Marks a thread as resolved, or reopens it with null; returns false if it no longer exists.
 * @throws SceneInputError
 */
export function resolveThread(
  doc: Y.Doc,
  threadId: string,
  resolved: { readonly by: string; readonly at: string } | null,
  origin: unknown = localEdit,
): boolean {
  const values = { resolvedAt: resolved?.at ?? "", resolvedBy: resolved?.by ?? null };
  return editObject(doc, "threads", threadId, values, origin);
}

function requireSaid(text: string): void {
  if (text.length <= commentCharactersMax * 2 && text.trim() === "") {
    throw new SceneInputError("text", "Enter a comment.");
  }
}
