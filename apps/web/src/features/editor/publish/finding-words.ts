import type { LinkAnswer, LinkCause } from "@blueprint/contract/link-check";
import type { Finding, FindingCode } from "@blueprint/scene/publish-checklist";

/** Message for each finding; `detail` is the URL, language or figure it is about. */
const words: Readonly<Record<FindingCode, (detail: string) => string>> = {
  "anchor-empty": () => "Has no text yet.",
  "anchor-untitled": () => "Has no title: lists and screen readers call it “Untitled”.",
  "anchor-lost-surface": () => "Was placed on a scan that's no longer published. Check its position.",
  "media-missing": () => "Has no file to show.",
  "file-missing": (name) => `Its file ${name} is no longer in your team's storage.`,
  "alternative-missing": (language) =>
    language === "" ? "Has no description for people who can't see or hear it." : `Has no description in ${language}.`,
  "captions-missing": () => "Has no captions.",
  "link-missing": () => "Has no address to open.",
  "link-broken": (url) => `The address ${url} doesn't respond.`,
  "link-incomplete": (url) => `The address ${url} is incomplete.`,
  "link-private": (url) => `Only people inside its private network can open ${url}.`,
  "form-without-questions": () => "The form has no questions yet.",
  "question-without-options": (label) => `The question “${label}” has no options to choose from.`,
  "code-missing": () => "Has no sign code.",
  "tour-empty": () => "Has no stops.",
  "tour-stop-missing": (count) => `${count} of its stops lead to anchors that visitors can't see.`,
  "narration-missing": (count) => `At ${count} of its stops there's no narration, from the stop or its anchor.`,
  "zone-unnamed": () => "Has no name.",
  "zone-unreachable": () => "Has no area.",
  "zone-capacity-missing": () => "No capacity set.",
  "zone-outline-repaired": () => "Its outline crossed itself after two people edited it. Check its corners.",
  "zones-overlap": (area) => `Overlap by ${area} m².`,
  "plan-not-placed": () => "Isn't placed on its storey yet.",
  "plan-inaccurate": (metres) => `Its points are off by ${metres} m.`,
};

const brokenWords: Partial<Record<LinkCause, (url: string, status: number | null) => string>> = {
  "not-found": (url, status) => `${url} no longer exists: it returns ${status}.`,
  "host-unknown": (url) => `The address ${url} leads nowhere: its host doesn't exist.`,
  "connection-refused": (url) => `The address ${url} doesn't respond: its host refuses connections.`,
  certificate: (url) => `Browsers warn about ${url}: its certificate isn't valid.`,
};

/** `brokenLinks` holds the check results of the links that don't respond. */
export function toFindingWords(
  { code, detail }: Pick<Finding, "code" | "detail">,
  brokenLinks: ReadonlyMap<string, LinkAnswer>,
): string {
  const answer = code === "link-broken" ? brokenLinks.get(detail) : undefined;
  const toWords = answer?.cause == null ? undefined : brokenWords[answer.cause];
  return toWords === undefined ? words[code](detail) : toWords(detail, answer?.status ?? null);
}
