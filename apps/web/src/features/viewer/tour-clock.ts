import type { PublishedTour } from "@blueprint/contract/published-content";

/** Where somebody is in a tour. `elapsedSeconds` counts within the stop. */
export interface TourMoment {
  readonly stop: number;
  readonly elapsedSeconds: number;
  readonly isPlaying: boolean;
  readonly isOver: boolean;
}

export const tourStart: TourMoment = { stop: 0, elapsedSeconds: 0, isPlaying: true, isOver: false };

/** Time passes: the next stop begins when this one has been shown long enough and its sound has ended. */
export function advanceTour(
  moment: TourMoment,
  { stops }: Pick<PublishedTour, "stops">,
  seconds: number,
  isSoundPlaying: boolean,
): TourMoment {
  if (!moment.isPlaying || moment.isOver) return moment;
  const elapsedSeconds = moment.elapsedSeconds + seconds;
  const stop = stops[moment.stop];
  if (stop === undefined || elapsedSeconds < stop.seconds || isSoundPlaying) return { ...moment, elapsedSeconds };
  return stepTour(moment, { stops }, 1);
}

/** A step forth or back begins that stop anew; behind the last one the tour is over. */
export function stepTour(moment: TourMoment, { stops }: Pick<PublishedTour, "stops">, by: 1 | -1): TourMoment {
  const stop = moment.stop + by;
  if (stop >= stops.length) return { ...moment, elapsedSeconds: 0, isPlaying: false, isOver: true };
  return { ...moment, stop: Math.max(0, stop), elapsedSeconds: 0, isOver: false };
}
