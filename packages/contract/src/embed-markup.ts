/** What a frame of a place may use of the device. */
const allowed = "fullscreen; xr-spatial-tracking; accelerometer; gyroscope";

/** Markup that embeds a place in another page. @param width,height as in HTML: pixels, or a percentage */
export function toEmbedMarkup({
  url,
  title,
  width,
  height,
}: {
  readonly url: string;
  readonly title: string;
  readonly width: string;
  readonly height: string;
}): string {
  const src = url.replaceAll("&", "&amp;").replaceAll('"', "%22");
  return `<iframe src="${src}" title="${escapeAttribute(title)}" width="${width}" height="${height}" style="border:0" allow="${allowed}" loading="lazy"></iframe>`;
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
