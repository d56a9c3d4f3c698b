import { embedParams, embedThemes } from "@blueprint/contract/embed-options";

/** The address that `src` names; null unless a browser can open it as a page. */
export function readAddress(src: string | null, base: string): URL | null {
  if (src === null || src.trim() === "" || !URL.canParse(src, base)) return null;
  const url = new URL(src, base);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}

/** The place's address for a frame: attributes of the element count before what the address itself says. */
export function toFrameUrl(place: URL, attribute: (name: string) => string | null): URL {
  const url = new URL(place);
  for (const name of ["lang", ...embedParams]) {
    const value = attribute(name)?.trim() ?? "";
    if (value !== "" && (name !== "theme" || isTheme(value))) url.searchParams.set(name, value);
  }
  return url;
}

export function isTheme(value: string | null): boolean {
  return embedThemes.some((theme) => theme === value);
}
