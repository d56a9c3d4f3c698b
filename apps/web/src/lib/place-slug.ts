/** Extracts a place's slug from pasted text: a visitor link, its text version or the slug itself. */
export function toPlaceSlug(pasted: string): string {
  const text = pasted.trim();
  const query = text.slice(text.indexOf("?") + 1);
  return (text.includes("?") ? new URLSearchParams(query.split("#")[0]).get("b") : null) ?? text;
}
