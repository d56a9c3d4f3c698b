import { suggestedQuestionsMax } from "@blueprint/contract/guide";
import type { SpokenBlueprint } from "../place/visitor-language.ts";

/**
 * What to ask a place first: what its team suggests, then the questions that it wrote for anchors, then the venue's
 * details, then its tours, then the places it says most about.
 * @param details names of what the venue states besides the scene
 */
export function listSuggestions(
  { anchors, tours = [], suggestedQuestions = [] }: SpokenBlueprint["scene"],
  details: readonly string[],
): string[] {
  const written = anchors.flatMap(({ content }) =>
    content !== undefined && "topicQuestions" in content ? content.topicQuestions : [],
  );
  const told = anchors.toSorted((a, b) => b.text.length - a.text.length).map(({ title }) => title);
  const all = [...suggestedQuestions, ...written, ...details, ...tours.map(({ name }) => name), ...told].map((text) =>
    text.trim(),
  );
  return [...new Set(all)].filter((text) => text !== "").slice(0, suggestedQuestionsMax);
}
