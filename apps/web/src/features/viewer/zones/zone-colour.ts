import type { PublishedZone } from "@blueprint/contract/published-content";

/** Colour token of each zone type. */
const zoneColourTokens: Readonly<Record<PublishedZone["type"], string>> = {
  public: "--good",
  staff: "--accent",
  "keep-out": "--danger",
  slow: "--attention",
  quiet: "--ink-soft",
  capacity: "--accent-strong",
};

/** CSS colour of a zone: its own, or its type's. */
export function toZoneColour({ colour, type }: Pick<PublishedZone, "colour" | "type">): string {
  return colour ?? `var(${zoneColourTokens[type]})`;
}

/** Of the zone that a visitor asked for. */
export const highlightColour = "var(--accent)";
