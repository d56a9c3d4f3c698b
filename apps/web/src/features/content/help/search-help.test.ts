import { describe, expect, test } from "vitest";
import { helpArticles } from "./help-articles.ts";
import { searchHelp } from "./search-help.ts";

const find = (query: string) => searchHelp(helpArticles, query).map(({ id }) => id);

describe("searching the help", () => {
  test("an empty query shows everything in its order", () =>
    expect(find(" ")).toEqual(helpArticles.map(({ id }) => id)));

  test.each([
    ["password", "password"],
    ["hotspot", "place-anchor"],
    ["resume upload", "interrupted-upload"],
    ["SHORTCUTS", "editor-keys"],
    ["screen reader", "text-version"],
    ["qr", "qr-signs"],
    ["résumé", "interrupted-upload"],
  ])("“%s” finds %s first", (query, id) => expect(find(query)[0]).toBe(id));

  test("every word must be found", () => expect(find("password tripod")).toEqual([]));

  test("a match in the title counts more than one in the text", () => {
    const found = find("anchor");
    expect(found[0]).toBe("place-anchor");
    expect(found).toContain("walk");
  });

  test("no two articles share an address", () => {
    expect(new Set(helpArticles.map(({ id }) => id)).size).toBe(helpArticles.length);
  });
});
