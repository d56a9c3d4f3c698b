import { contentPages } from "@blueprint/contract/content-pages";
import { articleRoutes } from "@blueprint/contract/routes";
import { describe, expect, test } from "vitest";
import { type Article, toPlainText } from "./article.ts";
import { hospitalityOs } from "./hospitality-os.ts";
import { museumOs } from "./museum-os.ts";
import { propertyOs } from "./property-os.ts";
import { restaurantOs } from "./restaurant-os.ts";
import { retailOs } from "./retail-os.ts";
import { roboticsOs } from "./robotics-os.ts";
import { warehouseOs } from "./warehouse-os.ts";
import { workplaceOs } from "./workplace-os.ts";

const articles: readonly Article[] = [
  warehouseOs,
  retailOs,
  propertyOs,
  museumOs,
  hospitalityOs,
  restaurantOs,
  workplaceOs,
  roboticsOs,
];

const toWords = (article: Article) => toPlainText(article).split(/\s+/);

/** Runs of eight words: a shared run reveals a copied passage. */
function toRuns(article: Article): Set<string> {
  const words = toWords(article).map((word) => word.toLowerCase().replace(/\W/g, ""));
  return new Set(words.slice(0, -7).map((_, index) => words.slice(index, index + 8).join(" ")));
}

describe("the eight articles", () => {
  test("are the specification's, each with title and description for search engines", () => {
    expect(articles.map(({ path }) => path)).toEqual([...articleRoutes]);
    for (const path of articleRoutes) expect(contentPages[path].description.length).toBeGreaterThan(50);
  });

  test.each(articles)("$path has 600 to 900 words", (article) => {
    const words = toWords(article).length;
    expect(words).toBeGreaterThanOrEqual(600);
    expect(words).toBeLessThanOrEqual(900);
  });

  test("share no passage", () => {
    for (const [index, article] of articles.entries())
      for (const other of articles.slice(index + 1)) {
        const theirs = toRuns(other);
        const shared = [...toRuns(article)].filter((run) => theirs.has(run));
        expect(shared, `${article.path} and ${other.path}`).toEqual([]);
      }
  });
});
