// Loaded before a process's own modules: gives it the clock of a machine that is CLOCK_AHEAD_MS ahead.
const clockAheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given: [] | [value: number | string | Date]) {
    super(given.length === 0 ? RealDate.now() + clockAheadMs : given[0]);
  }
  static override now(): number {
    return RealDate.now() + clockAheadMs;
  }
} as DateConstructor;

export {};
