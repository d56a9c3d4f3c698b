import type { SpokenBlueprint } from "../place/visitor-language.ts";

const suggestionsMax = 5;

/** What to ask a place first: the questions that its team wrote, then its tours, then the places it says most about. */
export function listSuggestions({ anchors, tours = [] }: SpokenBlueprint["scene"]): string[] {
  const written = anchors.flatMap(({ content }) =>
    content !== undefined && "topicQuestions" in content ? content.topicQuestions : [],
  );
  const told = anchors.toSorted((a, b) => b.text.length - a.text.length).map(({ title }) => title);
  const all = [...written, ...tours.map(({ name }) => name), ...told].map((text) => text.trim());
  return [...new Set(all)].filter((text) => text !== "").slice(0, suggestionsMax);
}
