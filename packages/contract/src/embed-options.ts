// Search params of a place's address that count in a frame only.

/** Parts of a place's screen that a site can leave out. The way to the text version always stays. */
export const embedParts = [
  "title",
  "guide",
  "list",
  "tours",
  "views",
  "measure",
  "layers",
  "modes",
  "languages",
  "headset",
  "share",
  "help",
] as const;
export type EmbedPart = (typeof embedParts)[number];

/** `auto` follows the visitor's device. */
export const embedThemes = ["auto", "light", "dark"] as const;
export type EmbedTheme = (typeof embedThemes)[number];

export const embedParams = ["theme", "hide"] as const;

/** Parts named in a text, separated by commas or spaces; unknown ones are ignored. */
export function readEmbedParts(text: string | null): ReadonlySet<EmbedPart> {
  const named = new Set((text ?? "").toLowerCase().split(/[\s,]+/));
  return new Set(embedParts.filter((part) => named.has(part)));
}
