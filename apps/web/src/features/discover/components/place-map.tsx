import type { LocatedPlace } from "@blueprint/contract/discover";
import { useState } from "react";
import { formatAmount, formatCount } from "../../../lib/format.ts";
import { MapPanel } from "../../../ui/map/map-panel.tsx";
import { toPlacesBounds } from "../places-bounds.ts";
import { PlacePins } from "./place-pins.tsx";

/** The found places with a location, as pins. The list next to it is always complete. */
export function PlaceMap({ places, total }: { readonly places: readonly LocatedPlace[]; readonly total: number }) {
  const [start] = useState(() => ({ bounds: toPlacesBounds(places) }));
  return (
    <section aria-label="Map of places" className="grid gap-2 lg:sticky lg:top-6">
      <MapPanel label="Map of places" start={start} className="h-[min(70dvh,36rem)] w-full">
        <PlacePins places={places} />
      </MapPanel>
      <p role="status" className="text-caption text-ink-soft">
        {places.length < total
          ? `The first ${formatCount(places.length)} of ${formatAmount(total, "place")} with a pin.`
          : total === 0
            ? "None of these places has a pin on the map."
            : `${formatAmount(total, "place")} with a pin.`}
      </p>
    </section>
  );
}
