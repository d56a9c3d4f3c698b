import type { Wording } from "../../../lib/visitor-texts/wording.ts";
import type { LinkedThing } from "./linked-start.ts";

const texts = {
  anchor: "share.missingAnchor",
  view: "share.missingView",
  tour: "share.missingTour",
  storey: "share.missingStorey",
} as const satisfies Record<LinkedThing, string>;

/** One sentence: what is hidden from a visitor and what was deleted read alike. */
export function describeMissing(kind: LinkedThing, t: Wording["t"]): string {
  return t(texts[kind]);
}
