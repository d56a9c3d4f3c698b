import type { PublishedTour } from "@blueprint/contract/published-content";
import { lazy, Suspense } from "react";
import { useVisit } from "./visit.ts";
import { showStop } from "./visit-moves.ts";

// Loaded with the first tour.
const TourPlayer = lazy(async () => ({ default: (await import("../tours/tour-player.tsx")).TourPlayer }));

/** The tour that a visitor takes. */
export function VisitTour({ tour }: { readonly tour: PublishedTour }) {
  const visit = useVisit();
  const { anchors, views = [], zones = [] } = visit.blueprint.scene;
  return (
    <Suspense fallback={null}>
      <TourPlayer
        key={tour.id}
        tour={tour}
        objects={{ anchors, views, zones }}
        shownAnchorId={visit.state.selectedId}
        isBare={visit.isCompact}
        onStop={(stop) => {
          visit.counting.note({ kind: "stop", id: tour.id, stop: tour.stops.indexOf(stop) });
          showStop(visit, stop);
        }}
        onClose={() => visit.store.setState({ tourId: null })}
      />
    </Suspense>
  );
}
