import type { VisitorLanguage } from "./visitor-language.ts";

/** Visitors' texts of `<blueprint-embed>`, which loads no catalogue. */
export interface EmbedTexts {
  readonly walkIn: string;
  readonly opening: string;
  readonly place: string;
  readonly refused: string;
  readonly missing: string;
  readonly openElsewhere: string;
}

export const embedTexts: Readonly<Record<VisitorLanguage, EmbedTexts>> = {
  en: {
    walkIn: "Walk in",
    opening: "Opening…",
    place: "Place",
    refused: "This place can’t be shown on this site.",
    missing: "This place isn’t open to visitors right now.",
    openElsewhere: "Open in a new tab",
  },
  de: {
    walkIn: "Eintreten",
    opening: "Wird geöffnet …",
    place: "Ort",
    refused: "Dieser Ort kann auf dieser Website nicht gezeigt werden.",
    missing: "Dieser Ort ist derzeit nicht für Besucher geöffnet.",
    openElsewhere: "In neuem Tab öffnen",
  },
};
