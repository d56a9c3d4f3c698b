import type { DurableMessage, SaveFailedMessage } from "@blueprint/contract/collaboration";
import type { BlueprintId } from "@blueprint/contract/ids";
import { describeUpdate } from "@blueprint/scene/durable-message";
import type { AppContext } from "../../platform/app-context.ts";
import { findPartFailure } from "../../platform/part-failure.ts";
import { mergeManyUpdates } from "./merge-updates.ts";
import type { NewSceneUpdate } from "./scene.repository.ts";
import { storeSceneUpdates } from "./scene.service.ts";
import { compactScene, needsCompaction, type SnapshotAge } from "./scene-compaction.service.ts";

const retryAfterMs = [200, 1_000, 3_000, 5_000] as const;
/** A row that references a deleted blueprint (PostgreSQL `foreign_key_violation`). */
const foreignKeyViolation = "23503";

export interface SceneWriterEvents {
  /** These updates are on disk. */
  onDurable(message: DurableMessage): void;
  /** An attempt failed after a success or for a new reason; the updates are kept and retried. */
  onFailed(message: SaveFailedMessage): void;
  /** The blueprint was deleted for good: nothing can be stored any more. */
  onGone(): void;
}

/**
 * Writes one document's updates to the database in order of arrival. While one batch is written, the next one
 * accumulates, so a lone edit is on disk at once and a burst of edits costs few transactions.
 */
export class SceneWriter {
  readonly #context: AppContext;
  readonly #blueprintId: BlueprintId;
  readonly #events: SceneWriterEvents;
  #waiting: NewSceneUpdate[] = [];
  #enqueuedCount = 0;
  #storedCount = 0;
  #flushes: { readonly count: number; readonly resolve: () => void }[] = [];
  #running: Promise<void> | null = null;
  #age: SnapshotAge;
  #compacting: Promise<void> | null = null;
  #isGone = false;
  #failure: SaveFailedMessage | null = null;

  constructor(context: AppContext, blueprintId: BlueprintId, age: SnapshotAge, events: SceneWriterEvents) {
    this.#context = context;
    this.#blueprintId = blueprintId;
    this.#age = age;
    this.#events = events;
  }

  /** The latest report of an ongoing failure; null while updates can be stored. */
  get failure(): SaveFailedMessage | null {
    return this.#failure;
  }

  enqueue(update: Omit<NewSceneUpdate, "changeCount">): void {
    if (this.#isGone) return;
    this.#enqueuedCount += 1;
    this.#waiting.push({ ...update, changeCount: 1 });
    this.#running ??= this.#run();
  }

  /**
   * Resolves once everything enqueued so far is on disk, however long the database needs to come back. Does not wait
   * for later updates: a busy document always has some on their way.
   */
  flush(): Promise<void> {
    if (this.#isGone || this.#storedCount === this.#enqueuedCount) return Promise.resolve();
    return new Promise((resolve) => this.#flushes.push({ count: this.#enqueuedCount, resolve }));
  }

  /** Also waits until no compaction is running. */
  async settle(): Promise<void> {
    while (this.#running !== null) await this.#running;
    await this.#compacting;
  }

  async #run(): Promise<void> {
    // Updates of one turn of the event loop go into the same batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#write(batch);
    }
    this.#running = null;
  }

  async #write(batch: readonly NewSceneUpdate[]): Promise<void> {
    const rows = mergeByAuthor(batch);
    for (let attempt = 0; ; attempt += 1) {
      try {
        await storeSceneUpdates(this.#context, this.#blueprintId, rows);
        break;
      } catch (error) {
        if (isForeignKeyViolation(error)) return this.#giveUp();
        // Log the driver's own error: the outer one repeats the whole query, including user content.
        const cause = findCause(error);
        this.#context.log.error({ err: cause, blueprintId: this.#blueprintId, attempt }, "a scene could not be stored");
        this.#tellFailure(error);
        await wait(retryAfterMs[Math.min(attempt, retryAfterMs.length - 1)]!);
      }
    }
    this.#failure = null;
    this.#storedCount += batch.length;
    this.#resolveFlushes();
    this.#context.changes.announce({ audience: "blueprint", id: this.#blueprintId, kind: "scene" });
    this.#events.onDurable(describeUpdate(mergeManyUpdates(rows.map((row) => row.update))));
    const { updateCount, editCount, updateBytes, snapshotBytes } = this.#age;
    this.#age = {
      updateCount: updateCount + rows.length,
      editCount: editCount + batch.length,
      updateBytes: updateBytes + rows.reduce((sum, { update }) => sum + update.byteLength, 0),
      snapshotBytes,
    };
    // In parallel: saving an edit does not wait for it.
    if (needsCompaction(this.#age)) this.#compacting ??= this.#compact();
  }

  #tellFailure(error: unknown): void {
    const because = findPartFailure(error);
    if (this.#failure !== null && this.#failure.because === (because ?? undefined)) return;
    this.#failure = { type: "save-failed", ...(because === null ? {} : { because }) };
    this.#events.onFailed(this.#failure);
  }

  #giveUp(): void {
    this.#isGone = true;
    this.#waiting = [];
    this.#resolveFlushes();
    this.#events.onGone();
  }

  #resolveFlushes(): void {
    const isDone = ({ count }: { count: number }) => this.#isGone || count <= this.#storedCount;
    for (const { resolve } of this.#flushes.filter(isDone)) resolve();
    this.#flushes = this.#flushes.filter((flush) => !isDone(flush));
  }

  async #compact(): Promise<void> {
    try {
      // Repeat if the next snapshot came due meanwhile: there may be no further write to trigger it.
      do await this.#compactOnce();
      while (needsCompaction(this.#age));
    } catch (error) {
      // Nothing is lost: the updates are stored, and the next batch retries.
      this.#context.log.error(
        { err: findCause(error), blueprintId: this.#blueprintId },
        "a scene could not be compacted",
      );
    } finally {
      this.#compacting = null;
    }
  }

  async #compactOnce(): Promise<void> {
    const { updateCount, editCount, updateBytes } = this.#age;
    const snapshotBytes = await compactScene(this.#context, this.#blueprintId);
    // What was stored meanwhile may already be in the snapshot; counting it twice only compacts a little earlier.
    this.#age = {
      updateCount: this.#age.updateCount - updateCount,
      editCount: this.#age.editCount - editCount,
      updateBytes: this.#age.updateBytes - updateBytes,
      snapshotBytes: snapshotBytes ?? this.#age.snapshotBytes,
    };
  }
}

// One row per run of edits by one author: history keeps the author, and typing does not add a row per letter.
function mergeByAuthor(batch: readonly NewSceneUpdate[]): NewSceneUpdate[] {
  const runs: (Omit<NewSceneUpdate, "update" | "changeCount"> & { updates: Uint8Array[] })[] = [];
  for (const { update, authorId, isFromShare } of batch) {
    const last = runs.at(-1);
    if (last?.authorId === authorId && last.isFromShare === isFromShare) last.updates.push(update);
    else runs.push({ authorId, isFromShare, updates: [update] });
  }
  return runs.map(({ updates, ...run }) => ({
    ...run,
    changeCount: updates.length,
    update: mergeManyUpdates(updates),
  }));
}

function isForeignKeyViolation(error: unknown): boolean {
  return (findCause(error) as { code?: unknown } | null)?.code === foreignKeyViolation;
}

function findCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
