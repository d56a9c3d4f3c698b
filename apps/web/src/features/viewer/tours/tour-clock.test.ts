import { expect, it } from "vitest";
import { advanceTour, stepTour, tourStart } from "./tour-clock.ts";

const stop = (id: string, seconds: number) => ({ id, anchorId: id, narration: "", audio: null, seconds });
const tour = { stops: [stop("a", 5), stop("b", 3)] };

it("continues after each stop's time, waits for a sound that is still playing, and ends after the last", () => {
  let moment = advanceTour(tourStart, tour, 4.9, false);
  expect(moment).toMatchObject({ stop: 0, elapsedSeconds: 4.9 });
  moment = advanceTour(moment, tour, 10, true);
  expect(moment.stop).toBe(0);
  moment = advanceTour(moment, tour, 0.1, false);
  expect(moment).toEqual({ stop: 1, elapsedSeconds: 0, isPlaying: true, isOver: false });
  moment = advanceTour(moment, tour, 3, false);
  expect(moment).toMatchObject({ stop: 1, isPlaying: false, isOver: true });
});

it("stops while paused, and steps back from its end", () => {
  const paused = { ...tourStart, isPlaying: false };
  expect(advanceTour(paused, tour, 60, false)).toBe(paused);
  expect(stepTour(paused, tour, -1)).toMatchObject({ stop: 0, isPlaying: false });
  const over = stepTour(stepTour(paused, tour, 1), tour, 1);
  expect(over).toMatchObject({ stop: 1, isOver: true });
  expect(stepTour(over, tour, -1)).toMatchObject({ stop: 0, isOver: false });
});
