import { signFormats, signPapers } from "@blueprint/contract/sign-sheets";
import type { Sign } from "@blueprint/contract/signs";
import { describe, expect, it } from "vitest";
import {
  describeEvent,
  describePaper,
  describePrintProblem,
  describeSign,
  toDistance,
  toSignNumber,
} from "./sign-words.ts";

const nowMs = Date.parse("2026-11-28T12:00:00Z");
const link = { state: "active", problem: null, lastUsedAt: null } as Sign["link"];
const describe1 = (state: Sign["state"], changes: Partial<Sign["link"]> = {}) =>
  describeSign({ state, link: { ...link, ...changes } }, nowMs).word;

describe("a sign's state", () => {
  it("is what keeps it from working, then how far it is on its way to the wall", () => {
    expect(describe1("to-print")).toBe("To print");
    expect(describe1("to-hang")).toBe("To hang");
    expect(describe1("hung", { lastUsedAt: "2026-11-27T12:00:00Z" })).toBe("Hung");
    expect(describe1("hung", { problem: "target-missing" })).toBe("Target not published");
    expect(describe1("to-hang", { problem: "place-closed" })).toBe("Place closed");
    expect(describe1("retired", { problem: "place-closed" })).toBe("Retired");
    expect(describe1("retired", { state: "expired" })).toBe("Expired");
  });

  it("says for how long nobody has scanned it, from 30 days on", () => {
    expect(describe1("hung", { lastUsedAt: "2026-10-29T13:00:00Z" })).toBe("Hung");
    expect(describe1("hung", { lastUsedAt: "2026-10-29T11:00:00Z" })).toBe("Not scanned for 30 days");
  });
});

it("words sizes, papers and distances", () => {
  expect(toSignNumber(7)).toBe("#007");
  expect(toDistance(300)).toBe("30 cm");
  expect(toDistance(1_000)).toBe("1 m");
  expect(toDistance(1_530)).toBe("1.5 m");
  expect(describePaper("sticker", "a4")).toBe("Office printer: 6 on each A4 page");
  expect(describePaper("a4", "letter")).toBeNull();
  for (const format of Object.keys(signFormats) as (keyof typeof signFormats)[])
    expect(signPapers.filter((paper) => describePaper(format, paper) !== null)).toContain("trimmed");
});

it("says why sheets weren't made, and what to change", () => {
  const sheet = { format: "a6", paper: "a4", style: "light", readingDistanceMm: 2_000 } as const;
  const say = (problem: Parameters<typeof describePrintProblem>[0]) => describePrintProblem(problem, { sheet });
  expect(say({ kind: "text-not-printable", sign: 3, part: "title", characters: ["𒀀", "𒀁"] })).toBe(
    "Sign #003: our fonts don't have 𒀀 𒀁 in its title. Change the text.",
  );
  expect(say({ kind: "text-too-long", sign: 3, part: "line" })).toBe(
    "Sign #003: its line below the title doesn't fit A6. Shorten it, or choose a larger size.",
  );
  const small = {
    kind: "code-not-readable",
    sign: 3,
    widthMm: 36.8,
    neededWidthMm: 117.2,
    readableFromMm: 620,
  } as const;
  expect(say(small)).toBe(
    "Sign #003: its code is 37 mm wide, too small to be read from 2 m. It needs 118 mm: choose a larger size, or a distance of at most 62 cm.",
  );
  expect(say({ ...small, neededWidthMm: null, readableFromMm: null })).toContain(
    "can't be read from the finished sheet",
  );
});

it("tells a sign's history", () => {
  expect(describeEvent({ kind: "hung", by: null, reason: null })).toBe("First scanned: it hangs");
  expect(describeEvent({ kind: "replaced", by: "Ada", reason: "damaged" })).toBe("Marked for replacement by Ada");
  expect(describeEvent({ kind: "replaced", by: null, reason: "not-hung" })).toBe("Marked as not hung");
});
