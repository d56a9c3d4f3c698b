import {
  type GuideRates,
  getGuideRates,
  listUnansweredQuestions,
  removeUnansweredQuestion,
  type UnansweredQuestion,
} from "@blueprint/contract/guide-questions";
import type { BlueprintId } from "@blueprint/contract/ids";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { queryClient } from "../../lib/session.ts";

export const ratedDays = 30;

export function unansweredQuery(blueprintId: BlueprintId) {
  return dataQuery(listUnansweredQuestions, { params: { blueprintId } });
}

export function guideRatesQuery(blueprintId: BlueprintId) {
  return dataQuery(getGuideRates, { params: { blueprintId }, query: { days: ratedDays } });
}

export function useSettleQuestion(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (questionId: string) => api(removeUnansweredQuestion, { params: { blueprintId, questionId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: unansweredQuery(blueprintId).queryKey }),
  });
}

/** A figure with what it counts. */
export interface Rate {
  readonly label: string;
  /** In lines. */
  readonly value: readonly string[];
  readonly definition: string;
}

/** A place's rates in words; those that nothing was counted for are left out. */
export function describeRates({ searches, questions }: GuideRates, hasAnswers: boolean): Rate[] {
  const { asked, spoken, answered, refused, unavailable, other, medianMs, p95Ms } = questions;
  const rates: Rate[] = [
    {
      label: "Searches that found something",
      value: [toShare(searches.found, searches.asked)],
      definition: "Visitors’ searches in the guide that led to at least one passage.",
    },
  ];
  if (asked === 0) {
    const definition = "Written or spoken, by visitors who turned answers on.";
    return hasAnswers ? [...rates, { label: "Questions to the guide", value: ["None asked"], definition }] : rates;
  }
  rates.push(
    {
      label: "Questions answered",
      value: [toShare(answered, asked)],
      definition: `Questions to the guide, ${toCount(spoken)} of them spoken, that got an answer. Every answer cites the passages it stands on.`,
    },
    {
      label: "“I don’t know that”",
      value: [toShare(refused, asked)],
      definition: "Nothing was found, the AI service had no answer, or its answer said what no passage says.",
    },
    {
      label: "AI service failed",
      value: [toShare(unavailable, asked)],
      definition: "The AI service gave no answer. The visitor got what search finds.",
    },
    {
      label: "Not answered for other reasons",
      value: [toShare(other, asked)],
      definition: "Interrupted, not understood, asked too fast, or without minutes left.",
    },
  );
  if (answered > 0)
    rates.push({
      label: "Time to an answer",
      value: [`half: ${toTime(medianMs)}`, `95 %: ${toTime(p95Ms)}`],
      definition: "From the end of the question until the whole answer was sent.",
    });
  return rates;
}

function toShare(part: number, whole: number): string {
  if (whole === 0) return "None asked";
  return `${toCount(part)} of ${toCount(whole)} (${Math.round((100 * part) / whole)} %)`;
}

function toCount(count: number): string {
  return count.toLocaleString("en");
}

/** Times are counted in classes, of which this is the upper end; null for more than the longest. */
function toTime(ms: number | null): string {
  if (ms === null) return "over 16 s";
  return `up to ${ms / 1000} s`;
}

/** How often a question was asked, and what visitors got. */
export function describeAsked({ nothingFoundCount, unknownCount }: UnansweredQuestion): string {
  const times = nothingFoundCount + unknownCount;
  const asked = times === 1 ? "Asked once" : `Asked ${toCount(times)} times`;
  if (unknownCount === 0) return `${asked}, nothing found`;
  if (nothingFoundCount === 0) return `${asked}, “I don’t know that”`;
  return `${asked}: ${toCount(nothingFoundCount)} × nothing found, ${toCount(unknownCount)} × “I don’t know that”`;
}
