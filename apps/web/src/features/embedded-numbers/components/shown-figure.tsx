import { visitorsShownMin } from "@blueprint/contract/visits";
import type { EmbeddedTexts } from "../embedded-texts.ts";

/** A figure; in few characters if it is about too few visitors, because a frame is narrow. */
export function ShownFigure({ value, texts }: { readonly value: string | null; readonly texts: EmbeddedTexts }) {
  if (value !== null) return value;
  return (
    <span className="text-ink-soft">
      <span aria-hidden="true">{`<\u00a0${visitorsShownMin}`}</span>
      <span className="sr-only">{texts.tooFew}</span>
    </span>
  );
}
