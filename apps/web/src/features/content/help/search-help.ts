import type { HelpArticle } from "./help-articles.ts";

function toWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== "");
}

/** A match in the title counts most, then a synonym, then the text. */
const weights = { title: 6, alsoCalled: 4, topic: 3, text: 1 } as const;

function score(article: HelpArticle, word: string): number {
  const fields = { ...article, text: article.text.join(" ") };
  let sum = 0;
  for (const [field, weight] of Object.entries(weights) as [keyof typeof weights, number][]) {
    // A prefix is enough: the search runs while the user types.
    if (toWords(fields[field]).some((candidate) => candidate.startsWith(word))) sum += weight;
  }
  return sum;
}

/** Articles that contain every word of the query, best match first. An empty query returns all in order. */
export function searchHelp(articles: readonly HelpArticle[], query: string): readonly HelpArticle[] {
  const words = toWords(query);
  if (words.length === 0) return articles;
  return articles
    .map((article) => ({ article, scores: words.map((word) => score(article, word)) }))
    .filter(({ scores }) => scores.every((value) => value > 0))
    .sort((first, second) => sum(second.scores) - sum(first.scores))
    .map(({ article }) => article);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
