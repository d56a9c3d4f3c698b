import type { ShortLink } from "@blueprint/contract/short-links";
import { type SignFormat, type SignPaper, type SignSheet, signFormats } from "@blueprint/contract/sign-sheets";
import {
  type ReplacementReason,
  type Sign,
  type SignEvent,
  type SignFilter,
  type SignPrintProblem,
  signQuietDays,
} from "@blueprint/contract/signs";
import { signsPerPage } from "@blueprint/sign-sheets/sheet-layout";
import { formatAmount } from "../../lib/format.ts";

const dayMs = 24 * 3_600_000;

export const filterWords: Readonly<Record<SignFilter, string>> = {
  all: "All",
  "to-print": "To print",
  "to-hang": "To hang",
  hung: "Hung",
  quiet: `Not scanned for ${signQuietDays} days`,
  retired: "Retired",
};

/** A sign's number as it is printed. */
export function toSignNumber(number: number): string {
  return `#${String(number).padStart(3, "0")}`;
}

interface SignStateWords {
  readonly word: string;
  readonly tone: "neutral" | "good" | "attention" | "danger" | "accent";
}

/** A sign's state in a word or two: first what keeps it from working, then where it is on its way to the wall. */
export function describeSign({ state, link }: Pick<Sign, "state" | "link">, nowMs: number): SignStateWords {
  if (state === "retired") return { word: link.state === "expired" ? "Expired" : "Retired", tone: "neutral" };
  if (link.problem === "target-missing") return { word: "Target not published", tone: "danger" };
  if (link.problem === "domain-unconfirmed") return { word: "Leads nowhere", tone: "danger" };
  if (link.problem === "place-closed") return { word: "Place closed", tone: "attention" };
  if (state === "to-print") return { word: "To print", tone: "neutral" };
  if (state === "to-hang") return { word: "To hang", tone: "accent" };
  const quietDays = toQuietDays(link, nowMs);
  if (quietDays >= signQuietDays) return { word: `Not scanned for ${quietDays} days`, tone: "attention" };
  return { word: "Hung", tone: "good" };
}

/** Whole days since the last scan. */
function toQuietDays({ lastUsedAt }: Pick<ShortLink, "lastUsedAt">, nowMs: number): number {
  return lastUsedAt === null ? 0 : Math.floor((nowMs - Date.parse(lastUsedAt)) / dayMs);
}

export const formatWords: Readonly<Record<SignFormat, string>> = {
  a4: "A4",
  letter: "Letter",
  a5: "A5",
  a6: "A6",
  sticker: "Square sticker",
  tent: "Tent card",
  lanyard: "Lanyard card",
};

export function toSize(format: SignFormat): string {
  const { widthMm, heightMm } = signFormats[format];
  return `${widthMm} × ${heightMm} mm`;
}

/** What a paper means for a format; null when the format doesn't fit it. */
export function describePaper(format: SignFormat, paper: SignPaper): string | null {
  const count = signsPerPage(format, paper);
  if (count === 0) return null;
  if (paper === "trimmed") return "Print shop: one a page, with bleed and crop marks";
  const name = paper === "a4" ? "A4" : "Letter";
  return `Office printer: ${count === 1 ? "one" : count} on each ${name} page`;
}

export function toDistance(mm: number): string {
  if (mm < 1_000) return `${Math.round(mm / 10)} cm`;
  return `${(mm / 1_000).toLocaleString("en", { maximumFractionDigits: 1 })} m`;
}

export const reasonWords: Readonly<Record<ReplacementReason, string>> = {
  damaged: "It's damaged",
  missing: "It's missing",
  moved: "It was moved",
  outdated: "What it says is out of date",
  "not-hung": "It isn't hung yet",
};

export function describeEvent({ kind, reason, by }: Pick<SignEvent, "kind" | "reason" | "by">): string {
  const suffix = by === null ? "" : ` by ${by}`;
  if (kind === "added") return `Added${suffix}`;
  if (kind === "sheet-made") return `Sheet made${suffix}`;
  if (kind === "hung") return "First scanned: it hangs";
  if (reason === "not-hung") return `Marked as not hung${suffix}`;
  return `Marked for replacement${suffix}`;
}

const partWords = { title: "title", line: "line below the title", code: "code", address: "address" } as const;

/** Why sheets were not made, and what to change. */
export function describePrintProblem(problem: SignPrintProblem, { sheet }: { readonly sheet: SignSheet }): string {
  if (problem.kind === "failed") return "Something went wrong while the sheets were made. Try again.";
  const sign = `Sign ${toSignNumber(problem.sign)}`;
  if (problem.kind === "text-not-printable")
    return `${sign}: our fonts don't have ${problem.characters.join(" ")} in its ${partWords[problem.part]}. Change the text.`;
  if (problem.kind === "text-too-long")
    return `${sign}: its ${partWords[problem.part]} doesn't fit ${formatWords[sheet.format]}. Shorten it, or choose a larger size.`;
  const { widthMm, neededWidthMm, readableFromMm } = problem;
  const from = toDistance(sheet.readingDistanceMm);
  if (neededWidthMm === null || readableFromMm === null)
    return `${sign}: its code can't be read from the finished sheet. Try another size or style.`;
  return (
    `${sign}: its code is ${Math.round(widthMm)} mm wide, too small to be read from ${from}. ` +
    `It needs ${Math.ceil(neededWidthMm)} mm: choose a larger size, or a distance of at most ${toDistance(readableFromMm)}.`
  );
}

/** Such as "40 signs, A5". */
export function namePrint({ signCount, sheet }: { readonly signCount: number; readonly sheet: SignSheet }): string {
  return `${formatAmount(signCount, "sign")}, ${formatWords[sheet.format]}`;
}
