/** The name of a place in what somebody pasted: a visitor's link, its text version, or the name itself. */
export function toSlug(pasted: string): string {
  const text = pasted.trim();
  const query = text.slice(text.indexOf("?") + 1);
  return (text.includes("?") ? new URLSearchParams(query.split("#")[0]).get("b") : null) ?? text;
}
