import type { VisitNumbers } from "@blueprint/contract/visits";
import { StopTable } from "../../../ui/stop-table.tsx";
import { toCount } from "../visit-numbers.ts";

/** How many reached each stop of a tour. */
export function TourTable({ tour }: { readonly tour: VisitNumbers["tours"][number] }) {
  const name = tour.title ?? "No longer in this place";
  return (
    <StopTable
      caption={<span className="font-strong">{name === "" ? "Untitled" : name}</span>}
      stopHead="Stop"
      visitorsHead="Visitors"
      stops={tour.stops}
      renderVisitors={toCount}
    />
  );
}
