import * as Y from "yjs";
import { commonFields, defineKind, readFields, storeyField } from "./object-kind.ts";
import {
  choiceField,
  type FieldValues,
  flagField,
  idField,
  isSceneId,
  linesField,
  listField,
  momentField,
  optionalField,
  personField,
  positionField,
  recordField,
} from "./scene-field.ts";

export const commentTargets = ["point", "anchor", "zone", "measurement", "plan", "tour", "view", "scan"] as const;
export type CommentTarget = (typeof commentTargets)[number];

export const commentCharactersMax = 5_000;
export const commentsPerThreadMax = 500;

/** Stored under `comment:<id>`. */
export const commentField = recordField(
  {
    author: personField,
    at: momentField,
    text: linesField(commentCharactersMax),
    /** User ids of the mentioned people. */
    mentions: listField(idField, 50),
    editedAt: momentField,
  },
  ["author", "at", "text"],
);

/** A thread about an object or a point. It keeps its point, so that it can still be found when the object is gone. */
export const threadKind = defineKind({
  noun: "comment",
  fields: {
    ...commonFields,
    target: choiceField(commentTargets),
    targetId: optionalField(idField),
    /** Metres, world frame. */
    position: positionField,
    floor: storeyField,
    /** Empty while it is open. */
    resolvedAt: momentField,
    resolvedBy: optionalField(personField),
    /** Removed by an editor. Comments of others stay in it, so that only their authors ever write them. */
    isRemoved: flagField,
  },
  members: { comment: commentField },
  required: ["position"],
  countMax: 5_000,
  membersMax: commentsPerThreadMax,
});

export interface Comment {
  readonly id: string;
  readonly author: string;
  readonly at: string;
  readonly text: string;
  readonly mentions: readonly string[];
  readonly editedAt: string;
}

export interface CommentThread extends FieldValues<(typeof threadKind)["fields"]> {
  readonly id: string;
  /** Oldest first. */
  readonly comments: readonly Comment[];
}

/** Null for a thread without comments, and for a removed one. */
export function readThread(id: string, value: unknown): CommentThread | null {
  if (!isSceneId(id) || !(value instanceof Y.Map) || value.get("isRemoved") === true) return null;
  const comments: Comment[] = [];
  for (const [key, entry] of value.entries()) {
    if (!key.startsWith("comment:")) continue;
    const comment = commentField.parse(entry);
    if (comment) comments.push({ id: key.slice("comment:".length), ...comment });
  }
  if (comments.length === 0) return null;
  comments.sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1));
  return { id, ...readFields(threadKind, value), comments };
}
