import {
  type EmbedFigure,
  type EmbedRangeDays,
  type EmbedToken,
  embeddedNumbersPath,
  embedTokenParam,
} from "@blueprint/contract/embed-tokens";
import { escapeMarkup } from "@blueprint/contract/escape-markup";

export const embedFigureWords: Readonly<Record<EmbedFigure, { readonly label: string; readonly text: string }>> = {
  totals: { label: "Totals", text: "Visits, visitors and the average time." },
  trend: { label: "Trend", text: "Visits of each day, as a chart and a table." },
  anchors: { label: "Cards", text: "How often each card was opened." },
  zones: { label: "Zones", text: "How long visitors stood in each zone." },
  tours: { label: "Tours", text: "How many reached each stop." },
  sources: { label: "Sources", text: "The other sites that visitors come from." },
  devices: { label: "Devices", text: "Computers, tablets and phones." },
};

export const embedRangeWords: Readonly<Record<EmbedRangeDays, string>> = {
  7: "Last 7 days",
  30: "Last 30 days",
  90: "Last 90 days",
  365: "Last year",
};

/** How the frame looks; left out, it follows the visitor's device. */
export interface EmbedLook {
  readonly theme?: "light" | "dark";
  readonly lang?: "en" | "de";
}

export function toEmbedUrl(token: string, { theme, lang }: EmbedLook, origin: string = location.origin): string {
  const params = new URLSearchParams({
    [embedTokenParam]: token,
    ...(theme === undefined ? {} : { theme }),
    ...(lang === undefined ? {} : { lang }),
  });
  return `${origin}${embeddedNumbersPath}?${params}`;
}

/** Pixels in which what is chosen mostly fits at a width of about 700; the frame scrolls the rest. */
function toHeight(figures: readonly EmbedFigure[]): number {
  const lists = figures.filter((figure) => figure !== "totals" && figure !== "trend").length;
  const fitting = 220 + (figures.includes("totals") ? 70 : 0) + (figures.includes("trend") ? 310 : 0);
  return Math.min(1_000, fitting + 300 * Math.ceil(lists / 2));
}

/** Markup that shows the numbers in another page. */
export function toEmbedCode(
  { token, figures }: Pick<EmbedToken, "figures"> & { readonly token: string },
  placeName: string,
  look: EmbedLook,
  origin?: string,
): string {
  const [src, title] = [toEmbedUrl(token, look, origin), `Visitor numbers: ${placeName}`].map(escapeMarkup);
  return `<iframe src="${src}" title="${title}" width="100%" height="${toHeight(figures)}" style="border:0" loading="lazy"></iframe>`;
}
