import type { GuideTestResult } from "@blueprint/contract/guide-tests";
import type { BlueprintId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import type { JobPayloads } from "../../platform/jobs/job-queue.ts";
import type { JobRun } from "../../platform/jobs/job-runner.ts";
import { usePlaceKnowledge } from "../guide/place-knowledge.service.ts";
import { findRun, type GuideTestRunRow, listTests, updateRun } from "./guide-tests.repository.ts";
import { askTest } from "./guide-tests.service.ts";

/** A run stops after this many questions in a row that the AI service didn't answer. */
const awayMax = 3;

/** Asks the questions of a run, one after another, and keeps each result at once. A run that is cut off starts again. */
export async function runTests(
  context: AppContext,
  { runId }: JobPayloads["run-guide-tests"],
  { signal, isLastAttempt }: Pick<JobRun, "signal" | "isLastAttempt">,
): Promise<void> {
  const { db, clock } = context;
  const run = await findRun(db, runId);
  if (run === null || run.endedAt !== null) return;
  try {
    await askAll(context, run, signal);
  } catch (error) {
    if (isLastAttempt) await updateRun(db, runId, { problem: "failed", endedAt: clock.now() });
    throw error;
  }
}

async function askAll(context: AppContext, run: GuideTestRunRow, signal: AbortSignal): Promise<void> {
  const { db, clock } = context;
  const tests = await listTests(db, run.blueprintId);
  const wasThere = await usePlaceKnowledge(context, run.blueprintId as BlueprintId, run.version, async (place) => {
    const results: GuideTestResult[] = [];
    let awayCount = 0;
    for (const test of tests) {
      const { isServiceAway, ...result } = await askTest(context, place, test, {
        withAnswers: run.withAnswers,
        signal,
      });
      if (signal.aborted) throw new Error("Stopped before all questions were asked; the job runs again.");
      results.push(result);
      awayCount = isServiceAway ? awayCount + 1 : 0;
      if (awayCount >= awayMax) break;
      await updateRun(db, run.id, { results });
    }
    const problem = awayCount >= awayMax ? "service-unavailable" : null;
    await updateRun(db, run.id, { results, problem, endedAt: clock.now() });
  });
  if (!wasThere) await updateRun(db, run.id, { problem: "place-gone", endedAt: clock.now() });
}
