/** The only source of "now" in the server, so that tests can move time. */
export interface Clock {
  now(): Date;
  /** Milliseconds since some moment. Only ever increases, whatever the wall clock does: for limits and timeouts. */
  monotonicMs(): number;
}

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };
