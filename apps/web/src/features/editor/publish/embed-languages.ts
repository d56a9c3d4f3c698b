import type { Anchor } from "@blueprint/scene/anchor";

/** Languages that visitors have texts in: those of the viewer, and those that anchors are translated into. */
export function listEmbedLanguages(
  anchors: readonly Pick<Anchor, "translations">[],
): { readonly value: string; readonly label: string }[] {
  const tags = new Set(["en", "de", ...anchors.flatMap(({ translations }) => Object.keys(translations))]);
  const names = new Intl.DisplayNames("en", { type: "language" });
  return [...tags]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
