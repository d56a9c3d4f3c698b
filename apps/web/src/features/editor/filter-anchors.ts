import type { Anchor } from "@blueprint/scene/anchor";

/** Anchors whose title or text contains every word, each with its number on the canvas. */
export function filterAnchors(anchors: readonly Anchor[], search: string): (Anchor & { readonly number: number })[] {
  const words = search
    .toLocaleLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "");
  return anchors
    .map((anchor, index) => ({ ...anchor, number: index + 1 }))
    .filter(({ title, text }) => {
      const content = `${title}\n${text}`.toLocaleLowerCase();
      return words.every((word) => content.includes(word));
    });
}
