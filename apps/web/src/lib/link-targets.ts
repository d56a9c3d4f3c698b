import type { LinkTarget, ShortLink, ShortLinkTarget } from "@blueprint/contract/short-links";

export interface TargetOption {
  readonly id: string;
  readonly label: string;
  readonly target: ShortLinkTarget;
}

const placeOption: TargetOption = { id: "place", label: "The place", target: { kind: "place" } };

/**
 * What is offered as a short link's target: the place, then its tours, views, and anchors with the number on their pin.
 * Programs can also choose a storey or a camera.
 */
export function toTargetOptions(targets: readonly LinkTarget[]): TargetOption[] {
  const anchors = targets.filter(({ kind }) => kind === "anchor");
  const toLabel = (link: LinkTarget) => {
    const name = nameLinkTarget(link);
    if (link.kind === "anchor") return `${anchors.indexOf(link) + 1}. ${name}`;
    return `${link.kind === "tour" ? "Tour" : "View"}: ${name}`;
  };
  return [
    placeOption,
    ...targets.map((link) => ({
      id: `${link.kind}:${link.value}`,
      label: toLabel(link),
      target: { kind: link.kind, value: link.value },
    })),
  ];
}

export function nameLinkTarget({ kind, name }: Pick<LinkTarget, "kind" | "name">): string {
  return name.trim() === "" ? `Unnamed ${kind}` : name;
}

/** The name of what a link opens; things that the draft no longer has are named for their kind. */
export function nameTarget(target: ShortLinkTarget, options: readonly TargetOption[]): string {
  if (target.kind === "place") return placeOption.label;
  if (target.kind === "outside") return target.value;
  const known = options.find((option) => option.id === `${target.kind}:${target.value}`);
  if (known !== undefined) return known.label;
  if (target.kind === "storey") return `Storey ${Number(target.value) + 1}`;
  return target.kind === "camera" ? "A camera position" : `A deleted ${target.kind}`;
}

/** A link's state in a word or two, with what it means for people who scan it. */
export function describeState(
  { state, problem, target }: Pick<ShortLink, "state" | "problem" | "target">,
  options: readonly TargetOption[],
): { readonly word: string; readonly tone: "neutral" | "good" | "attention" | "danger"; readonly text: string } {
  if (state === "retired") return { word: "Retired", tone: "neutral", text: "The link shows your message." };
  if (state === "expired") return { word: "Expired", tone: "neutral", text: "The link says it has expired." };
  if (problem === "place-closed")
    return {
      word: "Place closed",
      tone: "attention",
      text: "Visitors can't open the place. Publish it, or change who can visit.",
    };
  if (problem === "domain-unconfirmed")
    return {
      word: "Leads nowhere",
      tone: "danger",
      text: "The team hasn't confirmed this web domain. Confirm it in the team's settings, or choose a new target.",
    };
  if (problem === null) return { word: "Works", tone: "good", text: "" };
  const isInDraft = target.kind !== "place" && options.some(({ id }) => id === `${target.kind}:${target.value}`);
  return isInDraft
    ? {
        word: "Not published",
        tone: "attention",
        text: "It opens the place for now. Publish so that visitors can see its target.",
      }
    : { word: "Target gone", tone: "danger", text: "It opens the place instead. Choose a new target." };
}

/** An address of another site as a target; null for text that is none. */
export function toOutsideOption(text: string): TargetOption | null {
  const address = text.trim();
  if (!/^https:\/\/\S+\.\S+$/i.test(address) || !URL.canParse(address)) return null;
  const { href } = new URL(address);
  return { id: "outside", label: href, target: { kind: "outside", value: href } };
}
