import { questionCharactersMax, suggestedQuestionsMax } from "@blueprint/contract/guide";
import { parseOtherWords } from "@blueprint/scene/other-words";
import type { SceneSettings } from "@blueprint/scene/scene-settings";
import type { DraftTextPartProps } from "./components/draft-text-part.tsx";

/** Settings of a blueprint that are texts about its guide. */
export type DraftTextKey = keyof SceneSettings & ("guideInstructions" | "suggestedQuestions" | "otherWords");

/** What the studio asks for with each. */
export const draftTexts: Readonly<Record<DraftTextKey, Omit<DraftTextPartProps, "text" | "onSave">>> = {
  guideInstructions: {
    heading: "How the guide speaks",
    label: "Instructions for the guide",
    hint: "Tone, form of address, what to mention first. It still answers only from this place's texts, and each answer is checked.",
    name: "guide-instructions",
    charactersMax: 1_000,
  },
  suggestedQuestions: {
    heading: "Suggestions",
    label: "What visitors could ask first",
    hint: `A line for each, ${suggestedQuestionsMax} at most. Without any, the guide suggests questions of your anchors, tours, and what has most text.`,
    name: "suggested-questions",
    charactersMax: 1_600,
    findError: findSuggestionError,
  },
  otherWords: {
    heading: "Other words",
    label: "What visitors also call things here",
    hint: "One line for each name in your texts, like “Toilets: loo, WC”. Visitors don't see the list.",
    name: "other-words",
    charactersMax: 5_000,
    findError: (text) => describeBadLines(parseOtherWords(text).badLines),
  },
};

function findSuggestionError(text: string): string | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > suggestedQuestionsMax)
    return `${suggestedQuestionsMax} questions at most. These are ${lines.length}.`;
  const long = lines.find((line) => line.trim().length > questionCharactersMax);
  return long === undefined ? undefined : `A question has ${questionCharactersMax} characters at most.`;
}

const linesNamedMax = 5;

function describeBadLines(badLines: readonly number[]): string | undefined {
  if (badLines.length === 0) return undefined;
  const [first] = badLines;
  const named =
    badLines.length === 1
      ? `Line ${first} needs`
      : badLines.length > linesNamedMax
        ? `${badLines.length} lines, the first of them line ${first}, need`
        : `Lines ${badLines.join(", ")} need`;
  return `${named} a name, a colon and at least one other word.`;
}
