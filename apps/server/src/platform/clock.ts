/** The only source of "now" in the server, so that tests can move time. */
export interface Clock {
  now(): Date;
  /** Milliseconds since some moment. Only ever goes forward, whatever becomes of the wall clock: for limits and waiting times. */
  monotonicMs(): number;
}

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };
