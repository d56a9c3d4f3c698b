import { expect, test } from "vitest";
import { toPlaceSlug } from "./place-slug.ts";

test.each([
  ["hall-ab12cd", "hall-ab12cd"],
  [" hall-ab12cd ", "hall-ab12cd"],
  ["https://example.org/webxr?b=hall-ab12cd", "hall-ab12cd"],
  ["https://example.org/webxr?text=1&b=hall-ab12cd#top", "hall-ab12cd"],
  ["/webxr?b=hall-ab12cd", "hall-ab12cd"],
  ["https://example.org/?x=1", "https://example.org/?x=1"],
])("%s names %s", (pasted, slug) => expect(toPlaceSlug(pasted)).toBe(slug));
