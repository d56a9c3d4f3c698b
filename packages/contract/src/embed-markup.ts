import { escapeMarkup } from "./escape-markup.ts";

/** What a frame of a place may use of the device. */
const allowed = "fullscreen; xr-spatial-tracking; accelerometer; gyroscope";

/** Markup that embeds a place in another page. @param frame `width` and `height` as in HTML: pixels, or a percentage */
export function toEmbedMarkup(frame: {
  readonly url: string;
  readonly title: string;
  readonly width: string;
  readonly height: string;
}): string {
  const { url, title, width, height } = frame;
  return `<iframe src="${escapeMarkup(url)}" title="${escapeMarkup(title)}" width="${width}" height="${height}" style="border:0" allow="${allowed}" loading="lazy"></iframe>`;
}
