import { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import { limits } from "./limits.ts";

/** The collaboration socket: Yjs documents over Hocuspocus. */
export const collaborationPath = "/collab";

export function toDocumentName(blueprintId: string): string {
  return `blueprint/${blueprintId}`;
}

/**
 * Sent by the server as a stateless message: what is on disk. The first one of a connection tells everything, the
 * following ones what was added. `clocks` says for each Yjs client up to which clock. Deleting does not move a clock,
 * so `deleted` carries the `[first clock, length]` runs that were deleted.
 */
export interface DurableMessage {
  type: "durable";
  clocks: Record<string, number>;
  deleted: Record<string, [clock: number, length: number][]>;
}

/** Sent when updates could not be written. They are kept in memory and tried again; nothing is to be shown as saved. */
export interface SaveFailedMessage {
  type: "save-failed";
}

/** What a person may do in a document: change everything, write comments in their own name, or only look. */
export type SceneAccess = "edit" | "comment" | "read";

/**
 * Sent once a connection stands, and again when it may do less: a change that went beyond the person's rights stays
 * unsent, and what is made on top of it as well.
 */
export interface RightsMessage {
  type: "rights";
  may: SceneAccess;
  /** Why a change stayed unsent though the person's role allows it. */
  because?: NoRoom;
}

/** What a change found no room in; each has its sentence in the error catalogue. */
export type NoRoom = Extract<ErrorCode, "document-full" | "comments-full" | "own-comments-full" | "history-share-used">;

/** What the server says about a document beside its updates, as JSON in stateless messages. */
export type CollaborationMessage = DurableMessage | SaveFailedMessage | RightsMessage;

/** Teammates are shown at most this many of the things somebody has selected. */
export const presenceSelectionMax = 100;

const vector3 = z.tuple([z.number(), z.number(), z.number()]);

/** How long a client stays away after `closeCodes.tooFast`; the server lets nobody in before. */
export const tooFastPauseMs = 10_000;

/** What a person in a document shows of themselves. The server fills in `user` from the session. */
export const presenceSchema = z.object({
  user: z.object({ id: z.string().max(64), name: z.string().max(limits.personNameCharactersMax) }).optional(),
  /** Where they point, in metres in the world frame; null while they point at nothing. */
  cursor: vector3.nullish(),
  /** What they have selected; of very much only the first. */
  selection: z
    .array(z.object({ kind: z.string().max(20), id: z.string().max(64) }))
    .max(presenceSelectionMax)
    .nullish(),
  /** Where they look from and at, metres, for those who follow them. */
  camera: z.object({ position: vector3, target: vector3 }).nullish(),
});
export type Presence = z.infer<typeof presenceSchema>;

/** Socket close codes (4000–4999 are for applications, RFC 6455 §7.4.2). */
export const closeCodes = {
  unauthenticated: 4401,
  notFound: 4404,
  messageTooLarge: 4413,
  updateRefused: 4422,
  /** Too much in too short a time: come back after `tooFastPauseMs`, not at once. */
  tooFast: 4429,
  serverStopping: 4503,
} as const;
