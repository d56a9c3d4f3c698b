import type { LinkAnswer, LinkCause } from "@blueprint/contract/link-check";
import type { Finding, FindingCode } from "@blueprint/scene/publish-checklist";

/** What each finding says to the person who publishes: `detail` is the address, language or figure it is about. */
const words: Readonly<Record<FindingCode, (detail: string) => string>> = {
  "anchor-empty": () => "Says nothing yet.",
  "anchor-untitled": () => "Has no title: lists and screen readers call it “Untitled”.",
  "anchor-lost-surface": () => "Lay on a scan that is not published any more. Look whether it is still in its place.",
  "media-missing": () => "Has no file to show.",
  "file-missing": (name) => `Its file ${name} is not in the team's storage any more.`,
  "alternative-missing": (language) =>
    language === ""
      ? "Is not described in words: people who cannot see or hear it get nothing."
      : `Is not described in words in the language ${language}.`,
  "captions-missing": () => "The video has no captions.",
  "link-missing": () => "Has no address to open.",
  "link-broken": (url) => `The address ${url} does not answer.`,
  "link-incomplete": (url) => `The address ${url} is not complete: nobody can be reached by it.`,
  "link-private": (url) => `Only people inside its private network can open ${url}.`,
  "form-without-questions": () => "The form asks nothing yet.",
  "question-without-options": (label) => `The question “${label}” has no options to choose from.`,
  "code-missing": () => "Has no code of its sign.",
  "tour-empty": () => "Has no stops.",
  "tour-stop-missing": (count) => `${count} of its stops lead to anchors that visitors do not get.`,
  "narration-missing": (count) => `At ${count} of its stops nothing is told, neither by the stop nor by its anchor.`,
  "zone-unnamed": () => "Has no name.",
  "zone-unreachable": () => "Nobody can stand in it.",
  "zone-capacity-missing": () => "Says no number of people.",
  "zone-outline-repaired": () => "Its outline crossed itself after two people changed it. Look whether it is right.",
  "zones-overlap": (area) => `Overlap by ${area} m².`,
  "plan-not-placed": () => "Is not placed on its floor yet.",
  "plan-inaccurate": (metres) => `Its points are off by ${metres} m.`,
};

const brokenWords: Partial<Record<LinkCause, (url: string, status: number | null) => string>> = {
  "not-found": (url, status) => `Nothing is at ${url} any more: it answers ${status}.`,
  "host-unknown": (url) => `The address ${url} leads nowhere: nobody knows its host.`,
  "connection-refused": (url) => `The address ${url} does not answer: its host takes no connection.`,
  certificate: (url) => `Browsers warn people of ${url}: its certificate is not valid.`,
};

/** `brokenLinks` holds what was found out about the addresses that do not answer. */
export function toFindingWords(
  { code, detail }: Pick<Finding, "code" | "detail">,
  brokenLinks: ReadonlyMap<string, LinkAnswer>,
): string {
  const answer = code === "link-broken" ? brokenLinks.get(detail) : undefined;
  const toWords = answer?.cause == null ? undefined : brokenWords[answer.cause];
  return toWords === undefined ? words[code](detail) : toWords(detail, answer?.status ?? null);
}
