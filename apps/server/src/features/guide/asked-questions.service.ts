import type { GuideState } from "@blueprint/contract/conversations";
import { questionCharactersMax } from "@blueprint/contract/guide";
import {
  answerTimeClassesMs,
  type GuideRates,
  guideCountsKeptDays,
  type UnansweredQuestion,
  unansweredKeptDays,
  unansweredMax,
} from "@blueprint/contract/guide-questions";
import type { BlueprintId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import type { AskedCounts } from "./asked-counts.ts";
import {
  addUnanswered,
  type CountRow,
  countUnanswered,
  listCounts,
  listUnanswered,
  removeCountsBefore,
  removeUnansweredQuestion,
  removeUnansweredSince,
  trimUnanswered,
} from "./asked-questions.repository.ts";
import { toCut } from "./words.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Removes unanswered questions and counts that are older than they may be. Runs daily. */
    "remove-old-questions": Record<string, never>;
  }
}

const dayMs = 24 * 3_600_000;
const listedMax = 100;
const wordsCharactersMax = 400;

/** Counts a question by its day, its channel, what came of it and how long that took. */
export function countAsked(
  counts: AskedCounts,
  { clock }: AppContext,
  { blueprintId, channel, outcome, tookMs }: Pick<CountRow, "blueprintId" | "channel" | "outcome"> & { tookMs: number },
): void {
  const known = answerTimeClassesMs.findIndex((classMs) => tookMs <= classMs);
  const timeClass = known === -1 ? answerTimeClassesMs.length : known;
  counts.add({ blueprintId, day: toDay(clock.now()), channel, outcome, timeClass });
}

/**
 * @param question without traces
 * @param stems its telling words
 */
export async function keepUnanswered(
  { db, clock, ids }: AppContext,
  blueprintId: BlueprintId,
  { question, stems, isNothingFound }: { question: string; stems: readonly string[]; isNothingFound: boolean },
): Promise<void> {
  const words = [...new Set(stems)].sort().join(" ").slice(0, wordsCharactersMax);
  const now = clock.now();
  await db.transaction(async (tx) => {
    await addUnanswered(tx, {
      id: ids.uuid(),
      blueprintId,
      words,
      question,
      nothingFoundCount: isNothingFound ? 1 : 0,
      unknownCount: isNothingFound ? 0 : 1,
      firstAskedAt: now,
      lastAskedAt: now,
    });
    await trimUnanswered(tx, blueprintId, unansweredMax);
  });
}

const emailAddress = /[^\s@]+@[^\s@]+/g;
/** Numbers of phones, bookings, cards: five digits or more, however they are grouped. */
const longNumber = /\+?\p{Nd}(?:[\s./()-]{0,2}\p{Nd}){4,}/gu;

/** A question without what could tell who asked: email addresses and long numbers. */
export function withoutTraces(question: string): string {
  return question.slice(0, toCut(question, questionCharactersMax)).replace(emailAddress, "…").replace(longNumber, "…");
}

export async function listUnansweredQuestions(
  { db }: AppContext,
  { blueprintId }: BlueprintScope,
): Promise<{ questions: UnansweredQuestion[]; total: number }> {
  const rows = await listUnanswered(db, blueprintId, listedMax);
  const total = rows.length < listedMax ? rows.length : await countUnanswered(db, blueprintId);
  const questions = rows.map(({ id, question, nothingFoundCount, unknownCount, firstAskedAt, lastAskedAt }) => ({
    ...{ id, question, nothingFoundCount, unknownCount },
    firstAskedAt: firstAskedAt.toISOString(),
    lastAskedAt: lastAskedAt.toISOString(),
  }));
  return { questions, total };
}

/** @throws AppError not-found */
export async function settleUnansweredQuestion(
  { db }: AppContext,
  { blueprintId }: BlueprintScope,
  questionId: string,
): Promise<void> {
  if (!(await removeUnansweredQuestion(db, blueprintId, questionId))) throw new AppError("not-found");
}

export async function readGuideRates(
  { db, clock }: AppContext,
  { blueprintId }: BlueprintScope,
  range: { days: number; from?: string | undefined; to?: string | undefined },
): Promise<GuideRates> {
  const now = clock.now();
  const { from = toDay(new Date(now.getTime() - (range.days - 1) * dayMs)), to = toDay(now) } = range;
  if (to < from) throw new AppError("invalid-input", { fields: { to: "The last day must not be before the first." } });
  const rows = await listCounts(db, blueprintId, from, to);
  const sum = (isCounted: (row: CountRow) => boolean) =>
    rows.filter(isCounted).reduce((total, { count }) => total + count, 0);
  const isSearch = ({ channel }: CountRow) => channel === "search";
  const ended = (...states: GuideState[]) =>
    sum((row) => !isSearch(row) && (states as readonly string[]).includes(row.outcome));
  const answers = rows.filter((row) => !isSearch(row) && row.outcome === "answered");
  return {
    ...{ from, to },
    searches: { asked: sum(isSearch), found: sum((row) => isSearch(row) && row.outcome === "found") },
    questions: {
      asked: sum((row) => !isSearch(row)),
      spoken: sum(({ channel }) => channel === "spoken"),
      answered: ended("answered"),
      refused: ended("unknown"),
      unavailable: ended("unavailable"),
      other: ended("busy", "unheard", "interrupted", "no-minutes"),
      medianMs: findTimeOf(answers, 0.5),
      p95Ms: findTimeOf(answers, 0.95),
    },
  };
}

/** The upper end of the class that a share of the answers doesn't exceed; null if that class has none, or without answers. */
function findTimeOf(answers: readonly CountRow[], share: number): number | null {
  const total = answers.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  let within = 0;
  for (const [index, classMs] of answerTimeClassesMs.entries()) {
    within += answers.filter(({ timeClass }) => timeClass === index).reduce((sum, { count }) => sum + count, 0);
    if (within >= total * share) return classMs;
  }
  return null;
}

export async function removeOldQuestions({ db, clock }: AppContext): Promise<void> {
  const nowMs = clock.now().getTime();
  await removeUnansweredSince(db, new Date(nowMs - unansweredKeptDays * dayMs));
  await removeCountsBefore(db, toDay(new Date(nowMs - guideCountsKeptDays * dayMs)));
}

/** YYYY-MM-DD in UTC. */
function toDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
