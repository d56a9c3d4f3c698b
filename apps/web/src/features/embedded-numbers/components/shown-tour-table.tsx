import type { EmbeddedNumbers } from "@blueprint/contract/embed-tokens";
import { StopTable } from "../../../ui/stop-table.tsx";
import { toCount } from "../describe-embedded.ts";
import type { EmbeddedTexts } from "../embedded-texts.ts";
import { ShownFigure } from "./shown-figure.tsx";

type Tour = NonNullable<EmbeddedNumbers["figures"]["tours"]>[number];

/** How many reached each stop of a tour. */
export function ShownTourTable({ tour, texts }: { readonly tour: Tour; readonly texts: EmbeddedTexts }) {
  return (
    <StopTable
      caption={tour.title === "" ? texts.untitled : tour.title}
      stopHead={texts.stop}
      visitorsHead={texts.visitors}
      stops={tour.stops}
      renderVisitors={(visitors) => <ShownFigure value={toCount(visitors, texts)} texts={texts} />}
    />
  );
}
