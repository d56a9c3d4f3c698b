import { type ChangeNotice, changeChannel, writeChangeNotice } from "../db/change-notices.ts";
import type { Sql } from "../db/sql.ts";
import type { Logger } from "./app-context.ts";

const announcedEveryMs = 2_000;

/** Announces changes to every server that are too frequent for one notice each. */
export interface ChangeAnnouncer {
  /** Announces at once, and then at most every two seconds; the last change is always announced. */
  announce(notice: ChangeNotice): void;
  /** Announces after this long without another change. */
  announceAfter(notice: ChangeNotice, quietMs: number): void;
  stop(): void;
}

export function createChangeAnnouncer(sql: Sql, log: Logger): ChangeAnnouncer {
  /** Recently announced notices, with whether they changed since. */
  const resting = new Map<string, { timer: NodeJS.Timeout; isChanged: boolean }>();
  const awaited = new Map<string, NodeJS.Timeout>();
  let isStopped = false;

  const tell = (payload: string) => {
    if (isStopped) return;
    const timer = setTimeout(() => {
      const isChanged = resting.get(payload)?.isChanged === true;
      resting.delete(payload);
      if (isChanged) tell(payload);
    }, announcedEveryMs);
    resting.set(payload, { timer, isChanged: false });
    sql.notify(changeChannel, payload).catch((error: unknown) => {
      if (!isStopped) log.error({ err: error }, "a change could not be announced");
    });
  };
  const announce = (payload: string) => {
    const rest = resting.get(payload);
    if (rest === undefined) tell(payload);
    else rest.isChanged = true;
  };
  return {
    announce: (notice) => announce(writeChangeNotice(notice)),
    announceAfter(notice, quietMs) {
      if (isStopped) return;
      const payload = writeChangeNotice(notice);
      clearTimeout(awaited.get(payload));
      const timer = setTimeout(() => {
        awaited.delete(payload);
        announce(payload);
      }, quietMs);
      awaited.set(payload, timer);
    },
    stop() {
      isStopped = true;
      for (const { timer } of resting.values()) clearTimeout(timer);
      for (const timer of awaited.values()) clearTimeout(timer);
    },
  };
}
