import type { Blueprint } from "@blueprint/contract/blueprints";
import type { KnowledgeKind } from "@blueprint/contract/guide";
import {
  addGuideTest,
  type GuideExpectation,
  type GuideTestResult,
  removeGuideTest,
} from "@blueprint/contract/guide-tests";
import type { BlueprintId } from "@blueprint/contract/ids";
import type { Scene } from "@blueprint/scene/read-scene";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { reloadTests } from "../../lib/guide-test-runs.ts";

export function useAddTest(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (body: { question: string; expects: GuideExpectation }) =>
      api(addGuideTest, { params: { blueprintId }, body }),
    onSuccess: () => reloadTests(blueprintId),
  });
}

export function useRemoveTest(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (testId: string) => api(removeGuideTest, { params: { blueprintId, testId } }),
    onSettled: () => reloadTests(blueprintId),
  });
}

/** Something in the place that an answer can stand on. */
export interface SourceOption {
  readonly id: string;
  readonly label: string;
  readonly expects: GuideExpectation;
}

export const refusalOption: SourceOption = {
  id: "refusal",
  label: "Nothing: it must say that it doesn't know",
  expects: { kind: "refusal" },
};

/** Everything that a guide test can expect: the venue's details, then the scene in the outline's order. */
export function listSources(
  { anchors, zones, tours, views }: Pick<Scene, "anchors" | "zones" | "tours" | "views">,
  { openingHours, facts }: Pick<Blueprint, "openingHours" | "facts">,
) {
  const toOption = (kind: KnowledgeKind, id: string, label: string): SourceOption => ({
    id: `${kind}-${id}`,
    label,
    expects: { kind: "source", source: { kind, id } },
  });
  return [
    refusalOption,
    toOption("place", "", "The place's own description"),
    ...(openingHours === null ? [] : [toOption("hours", "", "Opening hours")]),
    ...facts.map(({ label }) => toOption("fact", label, `Fact ${label}`)),
    ...anchors.map(({ id, title }) => toOption("anchor", id, title === "" ? "Untitled anchor" : title)),
    ...zones.map(({ id, name }) => toOption("zone", id, `Zone ${name}`)),
    ...tours.map(({ id, name }) => toOption("tour", id, `Tour ${name}`)),
    ...views.map(({ id, name }) => toOption("view", id, `View ${name}`)),
  ];
}

/** What a test expects, in words. */
export function describeExpected(expects: GuideExpectation, sources: readonly SourceOption[]): string {
  if (expects.kind === "refusal") return "Must say that it doesn't know.";
  const { kind, id } = expects.source;
  const source = sources.find((option) => option.id === `${kind}-${id}`);
  return source === undefined ? "Must answer from something that is gone." : `Must answer from “${source.label}”.`;
}

/** What visitors get, where that isn't what is expected. */
export function describeResult({ outcome, expects, answer, titles }: GuideTestResult): string | null {
  if (outcome === "passed") return null;
  if (answer !== "") return `Answered: “${answer}” (${titles.join(", ")})`;
  if (titles.length > 0) {
    const found = `Found first: ${titles.join(", ")}.`;
    return expects.kind === "refusal" ? `${found} Only an AI service can refuse.` : found;
  }
  return outcome === "undecided" ? "The AI service gave no answer." : "Nothing was found, or no answer in it.";
}
