import {
  foundFirstMax,
  type GuideExpectation,
  type GuideTest,
  type GuideTestResult,
  type GuideTestRun,
  guideTestRunMsMax,
  guideTestRunsKept,
  guideTestsMax,
} from "@blueprint/contract/guide-tests";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { requireLockedBlueprint } from "../blueprints/blueprints.service.ts";
import type { AskedPlace } from "../guide/place-knowledge.service.ts";
import { Conversation } from "./conversation.ts";
import {
  countTests,
  deleteTest,
  findOpenRun,
  type GuideTestRow,
  type GuideTestRunRow,
  insertRun,
  insertTest,
  listRuns,
  listTests,
} from "./guide-tests.repository.ts";

const triesMax = 5;

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    "run-guide-tests": { runId: string };
  }
}

export async function listGuideTests(
  { db }: AppContext,
  { blueprintId }: BlueprintScope,
): Promise<{ tests: GuideTest[]; runs: GuideTestRun[] }> {
  const [tests, runs] = [await listTests(db, blueprintId), await listRuns(db, blueprintId, guideTestRunsKept)];
  return { tests: tests.map(toTest), runs: runs.map(toRun) };
}

/** @throws AppError guide-tests-full */
export async function addGuideTest(
  { db, clock, ids }: AppContext,
  scope: BlueprintScope,
  { question, expects }: { question: string; expects: GuideExpectation },
): Promise<GuideTest> {
  const { blueprintId } = scope;
  return await db.transaction(async (tx) => {
    // Of two people who add the last one, the second waits.
    await requireLockedBlueprint(tx, scope, blueprintId);
    if ((await countTests(tx, blueprintId)) >= guideTestsMax) throw new AppError("guide-tests-full");
    const test: GuideTestRow = { id: ids.uuid(), blueprintId, question, expects, createdAt: clock.now() };
    await insertTest(tx, test);
    return toTest(test);
  });
}

/** @throws AppError not-found */
export async function removeGuideTest({ db }: AppContext, { blueprintId }: BlueprintScope, id: string): Promise<void> {
  if (!(await deleteTest(db, blueprintId, id))) throw new AppError("not-found");
}

/**
 * Starts a run of the draft, unless one is in progress. @returns that one
 * @throws AppError no-ai-service
 */
export async function runGuideTests(
  context: AppContext,
  scope: BlueprintScope,
  { withAnswers }: { withAnswers: boolean },
): Promise<GuideTestRun> {
  if (withAnswers && context.config.ai === undefined) throw new AppError("no-ai-service");
  const { blueprintId } = scope;
  return await context.db.transaction(async (tx) => {
    await requireLockedBlueprint(tx, scope, blueprintId);
    const open = await findOpenRun(tx, blueprintId, new Date(context.clock.now().getTime() - guideTestRunMsMax));
    return toRun(open ?? (await startRun(context, tx, { blueprintId, version: null, withAnswers })));
  });
}

/** Begins a run in the caller's transaction; a job asks the questions. */
export async function startRun(
  { clock, ids, jobs }: AppContext,
  tx: Tx,
  of: Pick<GuideTestRunRow, "blueprintId" | "version" | "withAnswers">,
): Promise<GuideTestRunRow> {
  const total = await countTests(tx, of.blueprintId);
  const run = { ...of, id: ids.uuid(), startedAt: clock.now(), endedAt: null, problem: null, results: [], total };
  await insertRun(tx, run, guideTestRunsKept);
  const options = { queue: `guide-tests:${of.blueprintId}`, attemptsMax: triesMax };
  await jobs.enqueue(tx, "run-guide-tests", { runId: run.id }, options);
  return run;
}

/** Asks a place the question of a guide test as a visitor would: each in a conversation of its own, or by search alone. */
export async function askTest(
  context: AppContext,
  place: AskedPlace,
  { id: testId, question, expects }: GuideTestRow,
  { withAnswers, signal }: { withAnswers: boolean; signal: AbortSignal },
): Promise<GuideTestResult & { isServiceAway: boolean }> {
  const asked = { testId, question, expects };
  if (!withAnswers) return { ...asked, ...(await askSearch(place, asked)), isServiceAway: false };
  const { ai } = context.config;
  // It was taken away since the run began.
  if (ai === undefined) return { ...asked, outcome: "undecided", answer: "", titles: [], isServiceAway: true };
  const conversation = new Conversation(context, ai);
  const stop = () => conversation.close();
  signal.addEventListener("abort", stop);
  try {
    const { text, guide } = await conversation.ask(question, place);
    const isServiceAway = guide.state !== "answered" && guide.state !== "unknown";
    const sources = guide.state === "answered" ? guide.sources : [];
    const isMet = expects.kind === "source" ? hasSource(sources, expects) : guide.state !== "answered";
    return {
      ...asked,
      outcome: isServiceAway ? "undecided" : isMet ? "passed" : "failed",
      answer: text,
      titles: sources.map(({ title }) => title),
      isServiceAway,
    };
  } finally {
    signal.removeEventListener("abort", stop);
    conversation.close();
  }
}

async function askSearch(
  place: AskedPlace,
  { question, expects }: Pick<GuideTestRow, "question" | "expects">,
): Promise<Pick<GuideTestResult, "outcome" | "answer" | "titles">> {
  const found = (await place.find(question)).slice(0, foundFirstMax).map((note) => note.found);
  const toResult = (outcome: GuideTestResult["outcome"]) => ({
    outcome,
    answer: "",
    titles: found.map(({ title }) => title),
  });
  if (expects.kind === "source") return toResult(hasSource(found, expects) ? "passed" : "failed");
  return toResult(found.length === 0 ? "passed" : "undecided");
}

function hasSource(
  found: readonly { readonly kind: string; readonly id: string }[],
  { source }: Extract<GuideExpectation, { kind: "source" }>,
): boolean {
  // A page of an anchor's document counts as the anchor.
  return found.some(
    ({ kind, id }) => id === source.id && (kind === source.kind || (kind === "document" && source.kind === "anchor")),
  );
}

function toTest({ id, question, expects }: GuideTestRow): GuideTest {
  return { id, question, expects };
}

function toRun({
  id,
  version,
  withAnswers,
  startedAt,
  endedAt,
  problem,
  results,
  total,
}: GuideTestRunRow): GuideTestRun {
  return {
    ...{ id, version, withAnswers, problem, results, total },
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
