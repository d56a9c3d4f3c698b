import type { PlaceLinkKind } from "@blueprint/contract/place-link";
import type { Wording } from "../../../lib/visitor-texts/wording.ts";

const texts = {
  camera: "share.missingAnchor",
  anchor: "share.missingAnchor",
  view: "share.missingView",
  tour: "share.missingTour",
  storey: "share.missingStorey",
} as const satisfies Record<PlaceLinkKind, string>;

/** One sentence: what is hidden from a visitor and what was deleted read alike. */
export function describeMissing(kind: PlaceLinkKind, t: Wording["t"]): string {
  return t(texts[kind]);
}
