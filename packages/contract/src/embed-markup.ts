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

/**
 * Markup of `<blueprint-embed>` with its script. The link is what readers without scripts get; the size is there before the
 * script is, so that nothing moves.
 */
export function toElementMarkup({
  scriptUrl,
  url,
  title,
  attributes,
}: {
  readonly scriptUrl: string;
  readonly url: string;
  readonly title: string;
  /** Of the element, besides its address and title. */
  readonly attributes: Readonly<Record<string, string>>;
}): string {
  const named = {
    src: url,
    title,
    ...attributes,
    style: "display:block;width:100%;aspect-ratio:16/10;min-height:420px",
  };
  const written = Object.entries(named).map(([name, value]) => `${name}="${escapeMarkup(value)}"`);
  return [
    `<script type="module" src="${escapeMarkup(scriptUrl)}"></script>`,
    `<blueprint-embed ${written.join(" ")}>`,
    `  <a href="${escapeMarkup(url)}">${escapeMarkup(title)}</a>`,
    "</blueprint-embed>",
  ].join("\n");
}
