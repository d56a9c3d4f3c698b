import type { ShortLink, ShortLinkTarget } from "@blueprint/contract/short-links";
import type { Scene } from "@blueprint/scene/read-scene";
import type { BadgeTone } from "../../../ui/badge.tsx";
import { toAnchorName } from "../scene-changes.ts";

export interface TargetOption {
  readonly id: string;
  readonly label: string;
  readonly target: ShortLinkTarget;
}

type TargetScene = Pick<Scene, "anchors" | "views" | "tours">;

const placeOption: TargetOption = { id: "place", label: "The place", target: { kind: "place" } };

/**
 * What the editor offers as targets: the place, then its tours, views, and anchors with the number on their pin. Programs
 * can also choose a storey or a camera.
 */
export function listTargets({ anchors, views, tours }: TargetScene): TargetOption[] {
  const toOption = (kind: "anchor" | "view" | "tour", value: string, label: string): TargetOption => ({
    id: `${kind}:${value}`,
    label,
    target: { kind, value },
  });
  return [
    placeOption,
    ...tours.map(({ id, name }) => toOption("tour", id, `Tour: ${orUnnamed(name, "tour")}`)),
    ...views.map(({ id, name }) => toOption("view", id, `View: ${orUnnamed(name, "view")}`)),
    ...anchors.map((anchor, index) => toOption("anchor", anchor.id, `${index + 1}. ${toAnchorName(anchor)}`)),
  ];
}

function orUnnamed(name: string, kind: string): string {
  return name.trim() === "" ? `Unnamed ${kind}` : name;
}

/** The name of what a link opens; things that the draft no longer has are named for their kind. */
export function nameTarget(target: ShortLinkTarget, options: readonly TargetOption[]): string {
  if (target.kind === "place") return placeOption.label;
  const known = options.find((option) => option.id === `${target.kind}:${target.value}`);
  if (known !== undefined) return known.label;
  if (target.kind === "storey") return `Storey ${Number(target.value) + 1}`;
  return target.kind === "camera" ? "A camera position" : `A deleted ${target.kind}`;
}

/** A link's state in a word or two, with what it means for people who scan it. */
export function describeState(
  { state, problem, target }: Pick<ShortLink, "state" | "problem" | "target">,
  options: readonly TargetOption[],
): { readonly word: string; readonly tone: BadgeTone; readonly text: string } {
  if (state === "retired") return { word: "Retired", tone: "neutral", text: "The link shows your message." };
  if (state === "expired") return { word: "Expired", tone: "neutral", text: "The link says it has expired." };
  if (problem === "place-closed")
    return {
      word: "Place closed",
      tone: "attention",
      text: "Visitors can't open the place. Publish it, or change who can visit.",
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
