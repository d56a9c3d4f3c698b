import type { PublishedZone } from "@blueprint/contract/published-content";

export const zoneTypeLabels: Readonly<Record<PublishedZone["type"], string>> = {
  public: "Public",
  staff: "Staff only",
  "keep-out": "Keep out",
  slow: "Slow",
  quiet: "Quiet",
  capacity: "Capacity",
};

/** What a zone asks of people, in words. */
export function describeZone({ type, capacity }: Pick<PublishedZone, "type" | "capacity">): string {
  if (type !== "capacity" || capacity === null) return zoneTypeLabels[type];
  return capacity === 1 ? "At most 1 person" : `At most ${capacity.toLocaleString("en")} people`;
}
