import type { TeamId, UserId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { Clock } from "../../platform/clock.ts";

/** What one person who may only comment adds to the history of a team's documents, all of them together, in one day. */
export interface HistoryShare {
  /** False when it does not fit any more; then it counts for nothing. */
  spend(bytes: number): boolean;
}

/** The day in UTC, as the database writes it. */
export function toShareDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The shares of the people who are connected; the database has what was stored. */
export class HistoryShares {
  readonly #clock: Clock;
  readonly #spent = new Map<string, { day: string; bytes: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `storedBytes` is what the database has of today. */
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
