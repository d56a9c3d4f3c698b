import { ChangeSetReplay } from "@blueprint/scene/change-set-replay";
import type * as Y from "yjs";
import type { RebuildEdit, WatchedChangeSet, WatchedChanges } from "./rebuild-messages.ts";

/** Replays edits and tells what each author's change sets changed. `doc` is in the state before the first edit. */
export class ChangeSetWatch {
  readonly #changes: ChangeSetReplay;
  readonly #ends = new Map<string | null, readonly number[]>();
  readonly #firstIds = new Map<number, number>();

  constructor(doc: Y.Doc, changeSets: readonly WatchedChangeSet[]) {
    this.#changes = new ChangeSetReplay(doc);
    for (const [authorId, own] of Map.groupBy(changeSets, (changeSet) => changeSet.authorId)) {
      this.#ends.set(
        authorId,
        own.map(({ throughUpdateId }) => throughUpdateId).sort((a, b) => a - b),
      );
    }
  }

  apply({ id, authorId, update }: RebuildEdit): void {
    const end = this.#ends.get(authorId)?.find((throughUpdateId) => throughUpdateId >= id);
    // An edit of nobody's change set still changes what the others start from.
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
