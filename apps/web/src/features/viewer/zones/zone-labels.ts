import type { PublishedZone } from "@blueprint/contract/published-content";
import { englishWording, type Wording } from "../../../lib/visitor-texts/wording.ts";

const typeTexts = {
  public: "zone.public",
  staff: "zone.staff",
  "keep-out": "zone.keepOut",
  slow: "zone.slow",
  quiet: "zone.quiet",
  capacity: "zone.capacity",
} as const satisfies Record<PublishedZone["type"], string>;

export function labelZoneType(type: PublishedZone["type"], { t }: Wording = englishWording): string {
  return t(typeTexts[type]);
}

/** A zone's rule for people, as text. */
export function describeZone(
  { type, capacity }: Pick<PublishedZone, "type" | "capacity">,
  wording: Wording = englishWording,
): string {
  if (type !== "capacity" || capacity === null) return labelZoneType(type, wording);
  return wording.t("zone.capacityOf", { count: capacity });
}
