import { escapeMarkup } from "./escape-markup.ts";

/** What a frame of a place may use of the device; the clipboard takes links that visitors share. */
export const embedAllowed = "fullscreen; xr-spatial-tracking; accelerometer; gyroscope; clipboard-write";

/** Markup that embeds a place in another page. @param frame `width` and `height` as in HTML: pixels, or a percentage */
export function toEmbedMarkup(frame: {
  readonly url: string;
  readonly title: string;
  readonly width: string;
  readonly height: string;
}): string {
  const { url, title, width, height } = frame;
  return `<iframe src="${escapeMarkup(url)}" title="${escapeMarkup(title)}" width="${width}" height="${height}" style="border:0" allow="${embedAllowed}" loading="lazy"></iframe>`;
}
