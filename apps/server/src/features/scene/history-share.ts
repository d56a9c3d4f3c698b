import type { TeamId, UserId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { Clock } from "../../platform/clock.ts";

/** What one member who may only comment adds in a day to the history of a team's documents, all together. */
export interface HistoryShare {
  /** False when it does not fit any more; then it is not counted. */
  spend(bytes: number): boolean;
}

/** The day in UTC, in the database's format. */
export function toShareDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Shares of connected members; the database has what was stored. */
export class HistoryShares {
  readonly #clock: Clock;
  readonly #spent = new Map<string, { day: string; bytes: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param storedBytes today's total from the database */
  open(teamId: TeamId, userId: UserId, storedBytes: number): HistoryShare {
    const key = `${teamId} ${userId}`;
    const read = () => {
      const day = toShareDay(this.#clock.now());
      const known = this.#spent.get(key);
      if (known?.day === day) return known;
      for (const [other, { day: otherDay }] of this.#spent) if (otherDay !== day) this.#spent.delete(other);
      const fresh = { day, bytes: 0 };
      this.#spent.set(key, fresh);
      return fresh;
    };
    const today = read();
    today.bytes = Math.max(today.bytes, storedBytes);
    return {
      spend: (bytes) => {
        const share = read();
        if (share.bytes + bytes > limits.commentHistoryBytesPerDayMax) return false;
        share.bytes += bytes;
        return true;
      },
    };
  }
}
