import { limits } from "@blueprint/contract/limits";
import type { LinkTarget, ShortLinkTarget } from "@blueprint/contract/short-links";
import type { NewSign } from "@blueprint/contract/signs";
import { nameLinkTarget } from "../../lib/link-targets.ts";

/** What all signs that are added at once have in common. */
export interface CommonSign {
  readonly target: ShortLinkTarget;
  readonly title: string;
  readonly line: string;
  readonly storey: string;
}

/** One sign for each line of a text, which says where it hangs. Empty lines are left out. */
export function toSignsOfList(text: string, common: CommonSign): NewSign[] {
  return text
    .split(/\r?\n/)
    .map((spot) => spot.trim())
    .filter((spot) => spot !== "")
    .map((spot) => ({ ...common, spot, anchorId: null }));
}

/** One sign for each anchor: it hangs there, opens it and has its title. */
export function toSignsOfAnchors(
  anchors: readonly LinkTarget[],
  { line, storey }: Pick<CommonSign, "line" | "storey">,
): NewSign[] {
  return anchors.map((anchor) => ({
    spot: nameLinkTarget(anchor).slice(0, limits.shortLinkLabelCharactersMax),
    target: { kind: "anchor", value: anchor.value },
    title: anchor.name.trim().slice(0, limits.signTitleCharactersMax),
    line,
    storey,
    anchorId: anchor.value,
  }));
}

/** What keeps signs from being added; null when nothing does. */
export function findListProblem(signs: readonly NewSign[]): string | null {
  if (signs.length === 0) return "Write where each sign hangs, one in each line.";
  if (signs.length > limits.signsAddedAtOnceMax)
    return `At most ${limits.signsAddedAtOnceMax} signs at once. This list has ${signs.length.toLocaleString("en")}.`;
  const long = signs.find(({ spot }) => spot.length > limits.shortLinkLabelCharactersMax);
  return long === undefined
    ? null
    : `At most ${limits.shortLinkLabelCharactersMax} characters in a line. “${long.spot.slice(0, 30)}…” is longer.`;
}
