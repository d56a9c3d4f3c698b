import type { ChangeSetDifference } from "@blueprint/scene/change-set-replay";
import type { StoredEdit } from "./segment-pack.ts";

/** An update with what decides whose change set it belongs to. */
export type RebuildEdit = Pick<StoredEdit, "id" | "authorId" | "update">;

/** One author's change set, by its last edit. */
export interface WatchedChangeSet {
  readonly authorId: string | null;
  readonly throughUpdateId: number;
}

/**
 * Messages to a rebuilding process, in order: the initial state, the change sets to watch, the edits, and the request for
 * the result.
 */
export type RebuildRequest =
  | { readonly type: "start"; readonly packedState: Uint8Array }
  /** Edits after one of them count for their author's change set: the one that ends next. */
  | { readonly type: "watch"; readonly after: number; readonly changeSets: readonly WatchedChangeSet[] }
  | { readonly type: "segment"; readonly packed: Uint8Array; readonly after: number; readonly through: number }
  | { readonly type: "edits"; readonly edits: readonly RebuildEdit[] }
  | { readonly type: "finish" }
  | { readonly type: "finish-watching" };

/** What a watched change set changed; without an edit in the range that was replayed, nothing is known of it. */
export interface WatchedChanges extends ChangeSetDifference {
  readonly throughUpdateId: number;
  readonly fromUpdateId: number;
}

/** Every request is answered before the next one is sent, so that only one is in memory at a time. */
export type RebuildAnswer =
  | { readonly type: "taken" }
  | { readonly type: "state"; readonly state: Uint8Array }
  | { readonly type: "changes"; readonly changeSets: readonly WatchedChanges[] }
  | { readonly type: "failed"; readonly problem: string };
