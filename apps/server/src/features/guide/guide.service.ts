import type { GuideState } from "@blueprint/contract/conversations";
import type { FoundPassage, PlaceSearch } from "@blueprint/contract/guide";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { isMisspelling } from "../../platform/misspelling.ts";
import { createRecentAnswers } from "../../platform/recent-answers.ts";
import { type PlaceAsker, requireAdmittedVersion } from "../published/published.service.ts";
import { AskedCounts } from "./asked-counts.ts";
import { countAsked, keepUnanswered, withoutTraces } from "./asked-questions.service.ts";
import { type Excerpt, toExcerpt } from "./excerpt.ts";
import { describeToday } from "./hours.ts";
import {
  type AskedWord,
  type FoundWord,
  findOpeningHours,
  findSimilarWords,
  findTellingStems,
  findWords,
  type KnowledgeSet,
  readPassages,
} from "./knowledge.repository.ts";
import { requireKnowledge } from "./knowledge.service.ts";
import { rankPassages } from "./rank-passages.ts";
import { type KeptExchange, keepExchange } from "./transcripts.service.ts";
import { isUnspaced, listWords } from "./words.ts";

const askedWordsMax = 24;
const foundMax = 8;
/** Passages far below the best one only share a word with the question. */
const scoreShareMin = 0.25;
/** Passages read to find enough different objects. */
const readMax = 24;
/** A long document must not push everything else out. */
const pagesOfDocumentMax = 3;
/** Visitors may ask in the language of the page while the place is in another. */
const pageDictionaries = ["english_stem", "german_stem"];

/** Sets that were used lately: many visitors ask the same place, and only the first waits for a set to be built. */
export type KnowledgeMemory = ReturnType<typeof createRecentAnswers<KnowledgeSet | null>>;

/** What a server that answers questions keeps at hand. Stop its counts with the server. */
export interface QuestionMemory {
  readonly sets: KnowledgeMemory;
  readonly counts: AskedCounts;
}

export function createQuestionMemory(context: AppContext): QuestionMemory {
  return {
    sets: createRecentAnswers<KnowledgeSet | null>(context.clock, { validForMs: 60_000, keptMax: 1_000 }),
    counts: new AskedCounts(context),
  };
}

/**
 * What a place says about a question, to somebody who may see it.
 * @throws AppError blueprint-not-published, blueprint-password-needed
 */
export async function searchPlace(
  context: AppContext,
  memory: QuestionMemory,
  slug: string,
  question: string,
  asker: PlaceAsker,
): Promise<PlaceSearch> {
  const startedAtMs = context.clock.monotonicMs();
  const admitted = await requireAdmittedVersion(context, slug, asker);
  const set = await requireSet(context, memory.sets, admitted);
  const notes = await searchKnowledge(context, set, question);
  const tookMs = context.clock.monotonicMs() - startedAtMs;
  const outcome = notes.length > 0 ? "found" : "nothing";
  await noteAsked(context, memory, admitted, { channel: "search", question, outcome, tookMs });
  return { found: notes.map(({ found }) => found), isComplete: set.leftOutCount === 0 };
}

/** A passage that was found, with all of its text. */
export interface Note {
  readonly found: FoundPassage;
  readonly text: string;
  /** What its type is called; empty if that says nothing. */
  readonly typeWords: string;
}

/** What somebody may see of a place. */
export type AdmittedVersion = Awaited<ReturnType<typeof requireAdmittedVersion>>;

/**
 * Like `searchPlace`, with the whole passages, for somebody whose rights were just checked.
 * @throws AppError blueprint-not-published
 */
export async function findNotes(
  context: AppContext,
  sets: KnowledgeMemory,
  admitted: AdmittedVersion,
  question: string,
): Promise<Note[]> {
  return searchKnowledge(context, await requireSet(context, sets, admitted), question);
}

/** A question that a visitor asked, and what came of it. */
export interface Asked {
  readonly channel: "search" | "written" | "spoken";
  /** Empty if nothing was understood of it. */
  readonly question: string;
  readonly outcome: "found" | "nothing" | GuideState;
  readonly tookMs: number;
  /** What was answered, for a conversation that its visitor agreed to have kept. */
  readonly kept?: Pick<KeptExchange, "transcriptId" | "answer" | "sources">;
}

/**
 * Counts a visitor's question, and keeps it if the place didn't answer it and its version says that this is kept. The
 * team's own questions are neither. A conversation that its visitor shares is kept, even a member's. Never throws: the
 * visitor has their answer.
 */
export async function noteAsked(
  context: AppContext,
  { sets, counts }: QuestionMemory,
  admitted: AdmittedVersion,
  { channel, question, outcome, tookMs, kept }: Asked,
): Promise<void> {
  if (kept !== undefined) {
    const exchange = { ...kept, isSpoken: channel === "spoken", question, state: outcome };
    await keepIfAsked(context, sets, admitted, exchange);
  }
  if (admitted.isMember) return;
  const { blueprintId } = admitted;
  countAsked(counts, context, { blueprintId, channel, outcome, tookMs });
  try {
    if (outcome !== "nothing" && outcome !== "unknown") return;
    const set = await requireSet(context, sets, admitted);
    if (!set.keepsQuestions) return;
    const kept = withoutTraces(question);
    const asked = toAskedWords(kept);
    if (asked.length === 0) return;
    const stems = await findTellingStems(context.db, set, asked, toFillerDictionaries(set));
    await keepUnanswered(context, blueprintId, { question: kept, stems, isNothingFound: outcome === "nothing" });
  } catch (error) {
    context.log.error({ err: error, blueprintId }, "a visitor's question could not be kept");
  }
}

async function keepIfAsked(
  context: AppContext,
  sets: KnowledgeMemory,
  admitted: AdmittedVersion,
  exchange: KeptExchange,
): Promise<void> {
  try {
    const { asksForTranscripts } = await requireSet(context, sets, admitted);
    if (asksForTranscripts) await keepExchange(context, admitted.blueprintId, exchange);
  } catch (error) {
    const { blueprintId } = admitted;
    context.log.error({ err: error, blueprintId }, "a question could not be added to its transcript");
  }
}

async function requireSet(
  context: AppContext,
  sets: KnowledgeMemory,
  { blueprintId, version, audience }: AdmittedVersion,
): Promise<KnowledgeSet> {
  const set = await sets([blueprintId, version, audience].join(" "), () =>
    requireKnowledge(context, blueprintId, version, audience),
  );
  if (set === null) throw new AppError("blueprint-not-published");
  return set;
}

/** Passages of a set that answer a question, best first. */
export async function searchKnowledge(context: AppContext, set: KnowledgeSet, question: string): Promise<Note[]> {
  const asked = toAskedWords(question);
  const found = await findAllWords(context, set, asked);
  const ranked = rankPassages(set.passageCount, asked, found);
  const best = ranked[0]?.score ?? 0;
  const worthReading = ranked.filter(({ score }) => score >= best * scoreShareMin).slice(0, readMax);
  if (worthReading.length === 0) return [];
  const numbers = worthReading.map(({ number }) => number);
  const byNumber = new Map((await readPassages(context.db, set.id, numbers)).map((row) => [row.number, row]));
  const words = new Set(found.map(({ word }) => word));
  const byObject = new Map<string, Note>();
  const pageCounts = new Map<string, number>();
  const hours = [...byNumber.values()].some(({ kind }) => kind === "hours")
    ? await findOpeningHours(context.db, set)
    : null;
  for (const number of numbers) {
    // A newer version may have replaced the set meanwhile.
    const passage = byNumber.get(number);
    if (passage === undefined || byObject.size >= foundMax) continue;
    const { kind, objectId, page, language, title, typeWords } = passage;
    const today = kind === "hours" && hours !== null ? describeToday(hours, context.clock.now(), language) : "";
    const object = `${kind} ${objectId} ${page ?? ""}`;
    const pageCount = pageCounts.get(objectId) ?? 0;
    if (byObject.has(object) || (page !== null && pageCount >= pagesOfDocumentMax)) continue;
    if (page !== null) pageCounts.set(objectId, pageCount + 1);
    const found: FoundPassage = {
      kind: kind as FoundPassage["kind"],
      id: objectId,
      title,
      ...(page === null ? {} : { page }),
      ...(language === null ? {} : { language }),
      ...withLead(today, toExcerpt(passage.text, words)),
    };
    byObject.set(object, { found, text: today + passage.text, typeWords });
  }
  return [...byObject.values()];
}

function withLead(lead: string, { text, matches }: Excerpt): Excerpt {
  return { text: lead + text, matches: matches.map(([start, end]) => [start + lead.length, end + lead.length]) };
}

function toAskedWords(question: string): AskedWord[] {
  const words = new Map(listWords(question).map(({ word, raw }) => [word, raw]));
  return [...words].slice(0, askedWordsMax).map(([word, raw]) => ({ word, raw, isPart: isTelling(word) }));
}

/** Long enough that words that contain it, or look like it, probably mean the same. */
function isTelling(word: string): boolean {
  return !/\p{N}/u.test(word) && word.length >= (isUnspaced(word) ? 2 : 4);
}

function toFillerDictionaries({ dictionaries }: KnowledgeSet): string[] {
  return [...new Set([...dictionaries, ...pageDictionaries])];
}

/** Fillers don't count, unless the question has nothing else. Only words that occur nowhere are taken for misspelled. */
async function findAllWords(context: AppContext, set: KnowledgeSet, asked: readonly AskedWord[]): Promise<FoundWord[]> {
  if (asked.length === 0) return [];
  const first = await findWords(context.db, set, asked, toFillerDictionaries(set));
  const { found, fillers } = first.fillers.size === asked.length ? await findWords(context.db, set, asked, []) : first;
  const known = new Set(found.map((one) => one.asked));
  const unknown = asked.flatMap(({ word }, index) =>
    isTelling(word) && !known.has(index) && !fillers.has(index) ? [{ asked: index, word }] : [],
  );
  return unknown.length === 0 ? found : [...found, ...(await findMeantWords(context, set, unknown))];
}

/** Most slips leave half of a word's trigrams; two exchanged letters in a word of six leave little in common with its plural. */
const similarityMins = [0.3, 0.15];

/** What misspelled words could mean. */
async function findMeantWords(
  context: AppContext,
  set: KnowledgeSet,
  unknown: readonly { readonly asked: number; readonly word: string }[],
): Promise<FoundWord[]> {
  const given = new Map(unknown.map(({ asked, word }) => [asked, word]));
  const meant: FoundWord[] = [];
  await context.db.transaction(async (tx) => {
    for (const similarityMin of similarityMins) {
      const open = unknown.filter(({ asked }) => !meant.some((one) => one.asked === asked));
      if (open.length === 0) return;
      const similar = await findSimilarWords(tx, set, open, similarityMin);
      meant.push(
        ...similar.filter(({ asked, word, stems }) =>
          [word, ...stems].some((form) => isMisspelling(given.get(asked)!, form)),
        ),
      );
    }
  });
  return meant;
}
