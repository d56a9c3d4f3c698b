import { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import { limits } from "./limits.ts";

/** The collaboration socket: Yjs documents over Hocuspocus. */
export const collaborationPath = "/collab";

export function toDocumentName(blueprintId: string): string {
  return `blueprint/${blueprintId}`;
}

/**
 * Stateless message from the server: what is on disk. The first one of a connection is complete, later ones are
 * increments. `clocks` maps each Yjs client to its last stored clock. Deleting does not advance a clock, so `deleted`
 * carries the deleted `[first clock, length]` runs.
 */
export interface DurableMessage {
  type: "durable";
  clocks: Record<string, number>;
  deleted: Record<string, [clock: number, length: number][]>;
}

/** Known reasons why updates cannot be stored; each has a message in the error catalogue. */
export type SaveObstacle = Extract<ErrorCode, "storage-full" | "service-unavailable">;

/**
 * Sent when updates could not be written, also to clients that connect meanwhile, and again when the reason changes.
 * The server keeps the updates in memory and retries; clients must not show them as saved.
 */
export interface SaveFailedMessage {
  type: "save-failed";
  because?: SaveObstacle;
}

/** What a person may do in a document: change everything, write comments under their own name, or only look. */
export type SceneAccess = "edit" | "comment" | "read";

/**
 * Sent when a connection is established, and again when its rights shrink: a change beyond the person's rights stays
 * unsent, and so does every change made on top of it.
 */
export interface RightsMessage {
  type: "rights";
  may: SceneAccess;
  /** Why a change stayed unsent although the person's role allows it. */
  because?: NoRoom;
}

/** Which capacity a change exceeded; each has its text in the error catalogue. */
export type NoRoom = Extract<ErrorCode, "document-full" | "comments-full" | "own-comments-full" | "history-share-used">;

/** What the server sends about a document besides its updates, as JSON in stateless messages. */
export type CollaborationMessage = DurableMessage | SaveFailedMessage | RightsMessage;

/** Teammates see at most this many of a person's selected items. */
export const presenceSelectionMax = 100;

const vector3 = z.tuple([z.number(), z.number(), z.number()]);

/** How long a client stays away after `closeCodes.tooFast`; the server refuses it until then. */
export const tooFastPauseMs = 10_000;

/** A person's presence in a document. The server fills in `user` from the session. */
export const presenceSchema = z.object({
  user: z.object({ id: z.string().max(64), name: z.string().max(limits.personNameCharactersMax) }).optional(),
  /** Where they point, in metres in the world frame; null while they point at nothing. */
  cursor: vector3.nullish(),
  /** What they have selected; a very large selection is cut to its first items. */
  selection: z
    .array(z.object({ kind: z.string().max(20), id: z.string().max(64) }))
    .max(presenceSelectionMax)
    .nullish(),
  /** Camera position and target in metres, for followers. */
  camera: z.object({ position: vector3, target: vector3 }).nullish(),
});
export type Presence = z.infer<typeof presenceSchema>;

/** Socket close codes (4000–4999 are for applications, RFC 6455 §7.4.2). */
export const closeCodes = {
  unauthenticated: 4401,
  notFound: 4404,
  messageTooLarge: 4413,
  updateRefused: 4422,
  /** Rate limit exceeded: reconnect after `tooFastPauseMs`, not at once. */
  tooFast: 4429,
  serverStopping: 4503,
} as const;
