import type { ChangeKind } from "@blueprint/contract/changes";
import type { UserId } from "@blueprint/contract/ids";
import { type ChangeNotice, changeChannel, readChangeNotice, writeChangeNotice } from "../../db/change-notices.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { toServerSentEvent, type Watcher } from "../../platform/http/event-stream.ts";
import { listConcernedPeople } from "./notifications.repository.ts";

/** Changes within this time are sent together. */
const gatheredForMs = 100;
/** Clients that were away for less receive what they missed; others only learn that they missed something. */
const rememberedForMs = 5 * 60_000;
const healthEveryMs = 5_000;
/** File addresses are valid for six hours. */
const addressesEveryMs = 3 * 3600_000;

/**
 * Tells open screens what changed among the things their user may see, whichever server changed it: kinds only. Reads
 * from the database each time who may see it.
 */
export class ChangeEvents {
  readonly #context: AppContext;
  readonly #watching = new Map<Watcher, UserId>();
  /** Announced changes with their time, for clients that come back. */
  readonly #remembered = new Map<string, number>();
  readonly #gathered = new Set<string>();
  readonly #timers: NodeJS.Timeout[];
  #gathering: NodeJS.Timeout | undefined;
  #heardSince: number | null = null;
  #subscription: Promise<{ unlisten: () => Promise<void> }> | null = null;

  constructor(context: AppContext) {
    this.#context = context;
    this.#timers = [
      setInterval(() => this.#note(toPayload("operators", "health")), healthEveryMs).unref(),
      setInterval(() => this.#note(toPayload("everybody", "addresses")), addressesEveryMs).unref(),
    ];
  }

  /** Starts listening, so that clients that connect later can learn what they missed. */
  async start(): Promise<void> {
    await this.#subscribe();
  }

  /**
   * Sends every change. @returns a function that stops it
   * @param missedMs first sends what happened in that time; null when nothing was missed
   */
  watch(userId: UserId, watcher: Watcher, missedMs: number | null): () => void {
    this.#watching.set(watcher, userId);
    void this.#subscribe().then(
      () => (missedMs === null ? undefined : this.#catchUp(userId, watcher, performance.now() - missedMs)),
      () => watcher.end(),
    );
    return () => this.#watching.delete(watcher);
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#gathering);
    this.#watching.clear();
    await (await this.#subscription?.catch(() => null))?.unlisten();
  }

  async #subscribe(): Promise<void> {
    this.#subscription ??= this.#context.sql.listen(
      changeChannel,
      (payload) => this.#note(payload),
      () => {
        // The connection was lost and restored: changes in between were not received.
        if (this.#heardSince !== null) for (const watcher of this.#watching.keys()) sendKinds(watcher, "all");
        this.#heardSince = performance.now();
        this.#remembered.clear();
      },
    );
    try {
      await this.#subscription;
    } catch (error) {
      this.#subscription = null;
      throw error;
    }
  }

  #note(payload: string): void {
    const now = performance.now();
    // Reinsert, so that the newest come last.
    this.#remembered.delete(payload);
    this.#remembered.set(payload, now);
    for (const [old, at] of this.#remembered) {
      if (now - at <= rememberedForMs) break;
      this.#remembered.delete(old);
    }
    if (this.#watching.size === 0) return;
    this.#gathered.add(payload);
    this.#gathering ??= setTimeout(() => void this.#tellGathered(), gatheredForMs);
  }

  async #tellGathered(): Promise<void> {
    const notices = [...this.#gathered].map(readChangeNotice);
    this.#gathered.clear();
    this.#gathering = undefined;
    await this.#tell([...this.#watching], notices);
  }

  async #catchUp(userId: UserId, watcher: Watcher, since: number): Promise<void> {
    if (this.#heardSince === null || this.#heardSince > since || performance.now() - since > rememberedForMs) {
      sendKinds(watcher, "all");
      return;
    }
    const missed = [...this.#remembered].filter(([, at]) => at >= since).map(([payload]) => readChangeNotice(payload));
    await this.#tell([[watcher, userId]], missed);
  }

  async #tell(watching: readonly (readonly [Watcher, UserId])[], notices: readonly ChangeNotice[]): Promise<void> {
    if (notices.length === 0 || watching.length === 0) return;
    try {
      const people = [...new Set(watching.map(([, userId]) => userId))];
      const concerned = await listConcernedPeople(this.#context.db, people, notices);
      for (const [watcher, userId] of watching) {
        const kinds = new Set(notices.filter((_, index) => concerned[index]?.has(userId)).map(({ kind }) => kind));
        if (kinds.size > 0) sendKinds(watcher, [...kinds]);
      }
    } catch (error) {
      this.#context.log.error({ err: error }, "changes could not be told");
      for (const [watcher] of watching) watcher.end();
    }
  }
}

function toPayload(audience: "operators" | "everybody", kind: ChangeKind): string {
  return writeChangeNotice({ audience, id: "", kind });
}

function sendKinds(watcher: Watcher, kinds: "all" | readonly string[]): void {
  watcher.send(toServerSentEvent("changed", { kinds }));
}
