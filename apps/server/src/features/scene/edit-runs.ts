import type { StoredEditRun } from "../../db/schema/scene.ts";

/** After a pause this long a person's next edit counts as a new session. */
const pauseMs = 30 * 60_000;

/** One stored update, without its content. */
export interface EditFacts {
  readonly id: number;
  readonly authorId: string | null;
  readonly createdAt: Date;
  readonly changeCount: number;
}

export function toEditRun({ id, authorId, createdAt, changeCount }: EditFacts): StoredEditRun {
  const at = createdAt.toISOString();
  return { authorId, startedAt: at, endedAt: at, changeCount, throughUpdateId: id };
}

/**
 * Joins runs of one person that no long pause divides; `runs` come in the order of their updates, the answer is in the
 * order of their ends. Ids decide about order and times only about pauses, so a clock that was set back mixes nothing up.
 */
export function joinEditRuns(runs: readonly StoredEditRun[]): StoredEditRun[] {
  const open = new Map<string | null, StoredEditRun>();
  const ended: StoredEditRun[] = [];
  for (const run of runs) {
    const before = open.get(run.authorId);
    if (before !== undefined && Date.parse(run.startedAt) - Date.parse(before.endedAt) <= pauseMs) {
      open.set(run.authorId, join(before, run));
      continue;
    }
    if (before !== undefined) ended.push(before);
    open.set(run.authorId, run);
  }
  return [...ended, ...open.values()].sort((a, b) => a.throughUpdateId - b.throughUpdateId);
}

// ISO 8601 in UTC sorts as text.
function join(first: StoredEditRun, second: StoredEditRun): StoredEditRun {
  return {
    authorId: first.authorId,
    startedAt: [first.startedAt, second.startedAt].sort()[0]!,
    endedAt: [first.endedAt, second.endedAt].sort()[1]!,
    changeCount: first.changeCount + second.changeCount,
    throughUpdateId: Math.max(first.throughUpdateId, second.throughUpdateId),
  };
}
