import type { Blueprint } from "@blueprint/contract/blueprints";
import { embedScriptPath } from "@blueprint/contract/embed-addresses";
import { toElementMarkup, toEmbedMarkup } from "@blueprint/contract/embed-markup";
import type { EmbedPart, EmbedTheme } from "@blueprint/contract/embed-options";
import type { ShortLinkTarget } from "@blueprint/contract/short-links";
import { toVisitorUrl } from "../editor.queries.ts";

/** How a place is embedded in another page. */
export interface EmbedChoices {
  /** A picture until a visitor walks in, by our script; or a frame at once, without one. */
  readonly form: "element" | "frame";
  readonly opens: ShortLinkTarget;
  readonly theme: EmbedTheme;
  /** A language tag; null for the visitor's own. */
  readonly language: string | null;
  readonly hidden: readonly EmbedPart[];
}

export const usualEmbed: EmbedChoices = {
  form: "element",
  opens: { kind: "place" },
  theme: "auto",
  language: null,
  hidden: [],
};

/** The place's address with what it opens. */
export function toOpenedUrl(blueprint: Pick<Blueprint, "slug">, opens: ShortLinkTarget, origin?: string): string {
  const url = new URL(toVisitorUrl(blueprint, origin));
  if (opens.kind !== "place") url.searchParams.set(opens.kind, opens.value);
  return url.href;
}

/** What differs from the usual, as attributes of the element and as params of the frame's address. */
export function listEmbedOptions({ theme, language, hidden }: EmbedChoices): Readonly<Record<string, string>> {
  return {
    ...(theme === "auto" ? {} : { theme }),
    ...(language === null ? {} : { lang: language }),
    ...(hidden.length === 0 ? {} : { hide: hidden.join(" ") }),
  };
}

/** Markup for the other page. */
export function toEmbedCode(
  blueprint: Pick<Blueprint, "slug" | "name">,
  choices: EmbedChoices,
  origin: string = location.origin,
): string {
  const url = toOpenedUrl(blueprint, choices.opens, origin);
  const options = listEmbedOptions(choices);
  const title = blueprint.name;
  if (choices.form === "element")
    return toElementMarkup({ scriptUrl: new URL(embedScriptPath, origin).href, url, title, attributes: options });
  const frameUrl = new URL(url);
  for (const [name, value] of Object.entries(options)) frameUrl.searchParams.set(name, value);
  return toEmbedMarkup({ url: frameUrl.href, title, width: "100%", height: "600" });
}
