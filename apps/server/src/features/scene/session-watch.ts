import { SessionChanges } from "@blueprint/scene/session-changes";
import type * as Y from "yjs";
import type { RebuildEdit, WatchedChanges, WatchedSession } from "./rebuild-messages.ts";

/** Replays edits and tells what each author's sessions changed. `doc` is in the state before the first edit. */
export class SessionWatch {
  readonly #changes: SessionChanges;
  readonly #ends = new Map<string | null, readonly number[]>();
  readonly #firstIds = new Map<number, number>();

  constructor(doc: Y.Doc, sessions: readonly WatchedSession[]) {
    this.#changes = new SessionChanges(doc);
    for (const [authorId, own] of Map.groupBy(sessions, (session) => session.authorId)) {
      this.#ends.set(
        authorId,
        own.map(({ throughUpdateId }) => throughUpdateId).sort((a, b) => a - b),
      );
    }
  }

  apply({ id, authorId, update }: RebuildEdit): void {
    const end = this.#ends.get(authorId)?.find((throughUpdateId) => throughUpdateId >= id);
    // An edit of nobody's session still changes what the others start from.
    this.#changes.apply(String(end), update);
    if (end !== undefined && !this.#firstIds.has(end)) this.#firstIds.set(end, id);
  }

  read(): WatchedChanges[] {
    return [...this.#firstIds].map(([throughUpdateId, fromUpdateId]) => ({
      throughUpdateId,
      fromUpdateId,
      ...this.#changes.read(String(throughUpdateId)),
    }));
  }
}
