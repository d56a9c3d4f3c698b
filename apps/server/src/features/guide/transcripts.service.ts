import {
  placeTranscriptQuestionsMax,
  type Transcript,
  transcriptKeptDays,
  transcriptQuestionsMax,
  transcriptsPerPage,
} from "@blueprint/contract/guide-transcripts";
import type { BlueprintId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { readPageCursor, toPage } from "../../platform/page-cursor.ts";
import {
  countTranscriptRows,
  deleteTranscript,
  deleteTranscriptsBefore,
  eraseRows,
  forgetErasedBefore,
  insertTranscriptRow,
  isErased,
  listTranscriptIds,
  listTranscriptRows,
  lockTranscript,
  type TranscriptRow,
  trimTranscripts,
} from "./transcripts.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Deletes questions of transcripts that are older than they may be. Runs daily. */
    "remove-old-transcripts": Record<string, never>;
  }
}

const dayMs = 24 * 3_600_000;

/** A question with its answer, of a conversation that its visitor agreed to have kept. */
export type KeptExchange = Pick<
  TranscriptRow,
  "transcriptId" | "isSpoken" | "question" | "answer" | "state" | "sources"
>;

export async function keepExchange(
  { db, clock, ids }: AppContext,
  blueprintId: BlueprintId,
  exchange: KeptExchange,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTranscript(tx, exchange.transcriptId);
    // Its visitor may have deleted it while they waited for the answer.
    if (await isErased(tx, exchange.transcriptId)) return;
    if ((await countTranscriptRows(tx, blueprintId, exchange.transcriptId)) >= transcriptQuestionsMax) return;
    await insertTranscriptRow(tx, { ...exchange, id: ids.uuid(), blueprintId, askedAt: clock.now() });
    await trimTranscripts(tx, blueprintId, placeTranscriptQuestionsMax);
  });
}

/** @throws AppError invalid-input for a position that isn't one */
export async function listTranscripts(
  { db }: AppContext,
  { blueprintId }: BlueprintScope,
  cursor: string | undefined,
): Promise<{ transcripts: Transcript[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readPageCursor(cursor);
  const found = await listTranscriptIds(db, blueprintId, { after, limit: transcriptsPerPage + 1 });
  const { shown, nextCursor } = toPage(found, transcriptsPerPage, ({ transcriptId, lastAskedAt }) => ({
    at: lastAskedAt,
    id: transcriptId,
  }));
  const ids = shown.map(({ transcriptId }) => transcriptId);
  const rows = Map.groupBy(
    ids.length === 0 ? [] : await listTranscriptRows(db, blueprintId, ids),
    ({ transcriptId }) => transcriptId,
  );
  const transcripts = ids.map((id) => ({
    id,
    questions: (rows.get(id) ?? []).map(({ askedAt, isSpoken, question, answer, state, sources }) => ({
      ...{ askedAt: askedAt.toISOString(), isSpoken, question, answer, state, sources },
    })),
  }));
  return { transcripts, nextCursor };
}

/** @throws AppError not-found */
export async function removeTranscript(
  { db }: AppContext,
  { blueprintId }: BlueprintScope,
  transcriptId: string,
): Promise<void> {
  if (!(await deleteTranscript(db, blueprintId, transcriptId))) throw new AppError("not-found");
}

/** Deletes a conversation by its id, even if its place has closed. Answers still on their way aren't kept either. */
export async function eraseTranscript({ db, clock }: AppContext, transcriptId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTranscript(tx, transcriptId);
    await eraseRows(tx, transcriptId, clock.now());
  });
}

export async function removeOldTranscripts({ db, clock }: AppContext): Promise<void> {
  const nowMs = clock.now().getTime();
  await deleteTranscriptsBefore(db, new Date(nowMs - transcriptKeptDays * dayMs));
  await forgetErasedBefore(db, new Date(nowMs - dayMs));
}
