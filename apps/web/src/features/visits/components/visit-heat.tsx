import type { Blueprint } from "@blueprint/contract/blueprints";
import { type HeatSpot, spotM } from "@blueprint/contract/visits";
import { useQuery } from "@tanstack/react-query";
import { HeatPlan } from "../../viewer/viewer.ts";
import { visitedPlaceQuery } from "../visit-numbers.ts";

/** Where visitors were, on the plan of the published place. */
export function VisitHeat({
  blueprint,
  spots,
}: {
  readonly blueprint: Pick<Blueprint, "slug">;
  readonly spots: readonly HeatSpot[];
}) {
  const { data: place } = useQuery(visitedPlaceQuery(blueprint.slug));
  if (place === undefined) return null;
  return (
    <section aria-labelledby="visits-heat" className="grid gap-3">
      <h2 id="visits-heat" className="text-lead font-strong">
        Where visitors were
      </h2>
      <p className="max-w-prose text-caption text-pretty text-ink-soft">
        How many visitors of each day walked through each square of {spotM} m. The CSV file has the same squares.
      </p>
      <HeatPlan place={place} spots={spots} />
    </section>
  );
}
