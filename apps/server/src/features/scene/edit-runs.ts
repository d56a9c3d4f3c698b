import type { StoredEditRun } from "../../db/schema/scene.ts";

/** After a pause this long, a user's next edit starts a new change set. */
const pauseMs = 10 * 60_000;

/** One stored update, without its content. */
export interface EditFacts {
  readonly id: number;
  readonly authorId: string | null;
  readonly createdAt: Date;
  readonly changeCount: number;
}

/** A run whose first update is known, if only by the segment it lies in. */
export type EditRun = StoredEditRun & { readonly fromUpdateId: number };

export function toEditRun({ id, authorId, createdAt, changeCount }: EditFacts): EditRun {
  const at = createdAt.toISOString();
  return { authorId, startedAt: at, endedAt: at, changeCount, fromUpdateId: id, throughUpdateId: id };
}

/**
 * Joins one author's runs unless a long pause divides them; `runs` come in the order of their updates, the result is in
 * the order of their ends. Ids decide on order and times only on pauses, so a clock that was set back does no harm.
 */
export function joinEditRuns(runs: readonly EditRun[]): EditRun[] {
  const open = new Map<string | null, EditRun>();
  const ended: EditRun[] = [];
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
function join(first: EditRun, second: EditRun): EditRun {
  return {
    authorId: first.authorId,
    startedAt: [first.startedAt, second.startedAt].sort()[0]!,
    endedAt: [first.endedAt, second.endedAt].sort()[1]!,
    changeCount: first.changeCount + second.changeCount,
    fromUpdateId: Math.min(first.fromUpdateId, second.fromUpdateId),
    throughUpdateId: Math.max(first.throughUpdateId, second.throughUpdateId),
  };
}
