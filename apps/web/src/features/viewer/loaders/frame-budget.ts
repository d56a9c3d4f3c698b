/** A drawing budget that adapts to measured frame times rather than to the device's name. */
export interface FrameBudget {
  readonly current: number;
  /** Value of `current` when frames are fast. */
  readonly most: number;
  /** The view stands still, and `current` has risen to `most`. */
  readonly isWhole: boolean;
  /** Records a frame time in milliseconds; at rest, slow frames disturb nobody. @returns whether the budget changed */
  note(frameMs: number): boolean;
  /**
   * Raises the budget by a step while the view stands still, up to `most` or what should take a quarter of a second to draw: a
   * page that draws longer answers too late. @returns whether there was a step
   */
  lift(): boolean;
  /** Returns to what frame times allow: the view moves again. @returns whether it was lifted */
  lower(): boolean;
}

/** Beyond this, the eye can't follow the camera's turns. */
const slowMs = 120;
/** A single frame this slow lowers the budget at once. */
const standstillMs = 800;
const fastMs = 34;
/** A single slow frame may have other causes, such as image decoding or another window. */
const slowFramesMin = 2;
const fastFramesMin = 12;
/** Each step may take that much longer to draw; the view may start to move after any of them. */
const liftFactor = 4;
/** A smaller step shows nothing new. */
const liftFactorMin = 1.1;
/** Everything beside the scene is drawn at this pace, too. */
const restingMsMax = 250;

/** @param most upper limit of what is drawn; @param least what is drawn in any case */
export function createFrameBudget(most: number, least: number): FrameBudget {
  let moving = most;
  /** Null while the view moves. */
  let lifted: number | null = null;
  let slowFrames = 0;
  let fastFrames = 0;
  /** Duration of the last frame; 0 before the first. */
  let lastMs = 0;
  return {
    most,
    get current() {
      return lifted ?? moving;
    },
    get isWhole() {
      return lifted === most;
    },
    note: (frameMs) => {
      lastMs = frameMs;
      if (lifted !== null) {
        // Disturbs nobody now, and shows how much may be drawn once the view moves.
        if (frameMs > slowMs) moving = Math.max(least, Math.min(moving, Math.round((lifted * slowMs) / frameMs)));
        return false;
      }
      slowFrames = frameMs > slowMs ? slowFrames + 1 : 0;
      fastFrames = frameMs < fastMs ? fastFrames + 1 : 0;
      const before = moving;
      if (frameMs > standstillMs) moving = least;
      else if (slowFrames >= slowFramesMin) moving = Math.max(least, Math.round(moving / 2));
      else if (fastFrames >= fastFramesMin) moving = Math.min(most, Math.round(moving * 1.5));
      if (moving === before) return false;
      slowFrames = 0;
      fastFrames = 0;
      return true;
    },
    lift: () => {
      const before = lifted ?? moving;
      const factor = lastMs === 0 ? liftFactor : Math.min(liftFactor, restingMsMax / lastMs);
      if (lifted === most || (before < most && factor < liftFactorMin)) return false;
      lifted = before === most ? most : Math.min(most, Math.round(before * factor));
      return true;
    },
    lower: () => {
      const wasLifted = lifted !== null;
      lifted = null;
      slowFrames = 0;
      fastFrames = 0;
      return wasLifted;
    },
  };
}
