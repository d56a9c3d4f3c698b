import type { DiscoveredPlaces } from "@blueprint/contract/discover";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { formatAmount } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { everyPlace, listChosen, type PlaceFilter } from "../place-filter.ts";
import { PlaceFacets } from "./place-facets.tsx";

/** The facets on a narrow screen: a sheet behind a button. Choices apply at once. */
export function FacetSheet({
  filter,
  counts,
  onFilter,
}: {
  readonly filter: PlaceFilter;
  readonly counts: DiscoveredPlaces;
  readonly onFilter: (filter: PlaceFilter) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const chosen = listChosen(filter).length;
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
        <SlidersHorizontal strokeWidth={1.5} aria-hidden="true" />
        {chosen === 0 ? "Filters" : `Filters (${chosen})`}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Filters">
        <PlaceFacets filter={filter} counts={counts} isStacked onFilter={onFilter} />
        <DialogActions>
          {chosen === 0 ? null : (
            <Button onClick={() => onFilter({ ...everyPlace, search: filter.search })}>Clear filters</Button>
          )}
          <Button variant="primary" onClick={() => setOpen(false)}>
            Show {formatAmount(counts.total, "place")}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
