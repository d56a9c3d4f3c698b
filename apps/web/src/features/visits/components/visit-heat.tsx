import type { Blueprint } from "@blueprint/contract/blueprints";
import { type HeatSpot, spotM, visitHourSpotsKeptDays, visitorsShownMin } from "@blueprint/contract/visits";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Select } from "../../../ui/select.tsx";
import { HeatPlan } from "../../viewer/viewer.ts";
import { dayParts, namePart, visitedPlaceQuery, visitHeatQuery, wholeDay } from "../visit-numbers.ts";
import type { DayRange } from "../visit-range.ts";

/** Where visitors were, on the plan of the published place, all day or in a part of it. */
export function VisitHeat({
  blueprint,
  range,
  spots,
}: {
  readonly blueprint: Pick<Blueprint, "id" | "slug">;
  readonly range: DayRange;
  /** Of whole days. */
  readonly spots: readonly HeatSpot[];
}) {
  const [part, setPart] = useState(wholeDay);
  const isWhole = part === wholeDay;
  const { data: place } = useQuery(visitedPlaceQuery(blueprint.slug));
  const { data: ofPart } = useQuery({
    ...visitHeatQuery(blueprint.id, range, part),
    enabled: !isWhole,
    placeholderData: keepPreviousData,
  });
  if (place === undefined) return null;
  const shown = isWhole ? spots : (ofPart?.spots ?? []);
  return (
    <section aria-labelledby="visits-heat" className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <h2 id="visits-heat" className="text-lead font-strong">
            Where visitors were
          </h2>
          <p className="max-w-prose text-caption text-pretty text-ink-soft">
            {isWhole
              ? `How many visitors of each day walked through each square of ${spotM} m. The CSV file has the same squares.`
              : `How many visitors of each hour walked through each square of ${spotM} m${ofPart === undefined ? "" : `, in the time zone ${ofPart.timeZone}`}. Hours are kept for ${visitHourSpotsKeptDays} days.`}
          </p>
        </div>
        <Select
          label="Time of day"
          className="w-44"
          options={dayParts.map((one, index) => ({ value: String(index), label: namePart(one) }))}
          value={String(dayParts.indexOf(part))}
          onChange={(event) => setPart(dayParts[Number(event.target.value)] ?? wholeDay)}
        />
      </div>
      <HeatPlan place={place} spots={shown} />
      {shown.length > 0 || (!isWhole && ofPart === undefined) ? null : (
        <p role="status" className="text-ink-soft">
          {`No square had at least ${visitorsShownMin} visitors then.`}
        </p>
      )}
    </section>
  );
}
