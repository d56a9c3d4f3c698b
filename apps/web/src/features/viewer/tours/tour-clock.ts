import type { PublishedTour } from "@blueprint/contract/published-content";

/** Position in a tour. `elapsedSeconds` counts within the stop. */
export interface TourMoment {
  readonly stop: number;
  readonly elapsedSeconds: number;
  readonly isPlaying: boolean;
  readonly isOver: boolean;
}

export const tourStart: TourMoment = { stop: 0, elapsedSeconds: 0, isPlaying: true, isOver: false };

/** Advances the time: the next stop starts when this one's time and audio are over. */
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

/** A step forwards or back starts that stop from its beginning; after the last stop, the tour ends. */
export function stepTour(moment: TourMoment, { stops }: Pick<PublishedTour, "stops">, by: 1 | -1): TourMoment {
  const stop = moment.stop + by;
  if (stop >= stops.length) return { ...moment, elapsedSeconds: 0, isPlaying: false, isOver: true };
  return { ...moment, stop: Math.max(0, stop), elapsedSeconds: 0, isOver: false };
}
