/** How much may be drawn, found out by how long frames take: the device's own measure, whatever it is called. */
export interface FrameBudget {
  readonly current: number;
  /** What `current` is where frames are fast. */
  readonly most: number;
  /** Tells how long a frame took, milliseconds. @returns whether the budget changed */
  note(frameMs: number): boolean;
}

/** Longer than this a turn of the camera is no longer followed by the eye. */
const slowMs = 120;
/** Nobody waits for a second frame like this. */
const standstillMs = 800;
const fastMs = 34;
/** One slow frame may be anything: a picture that was unpacked, another window. */
const slowFramesMin = 2;
const fastFramesMin = 12;

/** @param most what is drawn at best; @param least what is drawn in any case */
export function createFrameBudget(most: number, least: number): FrameBudget {
  let current = most;
  let slowFrames = 0;
  let fastFrames = 0;
  return {
    most,
    get current() {
      return current;
    },
    note: (frameMs) => {
      slowFrames = frameMs > slowMs ? slowFrames + 1 : 0;
      fastFrames = frameMs < fastMs ? fastFrames + 1 : 0;
      const before = current;
      if (frameMs > standstillMs) current = least;
      else if (slowFrames >= slowFramesMin) current = Math.max(least, Math.round(current / 2));
      else if (fastFrames >= fastFramesMin) current = Math.min(most, Math.round(current * 1.5));
      if (current === before) return false;
      slowFrames = 0;
      fastFrames = 0;
      return true;
    },
  };
}
