import { describe, expect, it } from "vitest";
import { nameLine, withoutInvisible } from "./text.ts";

const name = nameLine(80);

describe("a name", () => {
  it.each([
    "Ada Lovelace",
    "Müller & Söhne",
    "محمد",
    "می‌خواهم",
    "क्‍ष",
    "שלום",
    "東京の店",
    "👩‍👩‍👧",
    "👩🏽‍🚒 Crew",
    "❤️‍🔥",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
  ])("may be %s", (text) => {
    expect(name.parse(text)).toBe(text);
    expect(withoutInvisible(text)).toBe(text);
  });

  it.each([
    ["an override", "Bank\u202Egnp.exe"],
    ["an isolate", "\u2067Bank\u2069"],
    ["a direction mark", "Bank\u200F"],
    ["a zero-width space", "B\u200Bank"],
    ["a zero-width joiner between Latin letters", "B\u200Dank"],
    ["a zero-width non-joiner at the end", "Bank\u200C"],
    ["a word joiner", "Ba\u2060nk"],
    ["a soft hyphen", "Ba\u00ADnk"],
    ["a byte order mark", "Ba\uFEFFnk"],
    ["a tag", "Bank\u{E0041}"],
    ["nothing but a filler", "\u3164"],
  ])("is not one with %s", (_, text) => {
    expect(name.safeParse(text).success).toBe(false);
    const cleaned = withoutInvisible(text);
    expect(cleaned).toMatch(/^[A-Za-z.]*$/);
    expect(name.safeParse(cleaned).success).toBe(cleaned !== "");
  });
});
