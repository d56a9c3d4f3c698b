import type { HeatSpot } from "@blueprint/contract/visits";

/** Steps of a heat map, readable without colour. */
const heatSteps = [0.2, 0.35, 0.5, 0.65, 0.8] as const;

/** Spots with about as many visitors. */
export interface HeatStep {
  readonly opacity: number;
  /** Fewest and most visitors of its spots. */
  readonly from: number;
  readonly to: number;
  readonly spots: readonly HeatSpot[];
}

/** Spots in steps of equal ratio between the fewest and the most visitors; empty steps are left out. */
export function toHeatSteps(spots: readonly HeatSpot[]): HeatStep[] {
  const counts = spots.map(({ visitors }) => visitors);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const span = Math.log(most / least);
  const stepOf = ({ visitors }: HeatSpot) =>
    span === 0 ? 2 : Math.min(heatSteps.length - 1, Math.floor((heatSteps.length * Math.log(visitors / least)) / span));
  return heatSteps.flatMap((opacity, step) => {
    const some = spots.filter((spot) => stepOf(spot) === step);
    if (some.length === 0) return [];
    const visitors = some.map((spot) => spot.visitors);
    return [{ opacity, from: Math.min(...visitors), to: Math.max(...visitors), spots: some }];
  });
}
