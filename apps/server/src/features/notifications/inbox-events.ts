import type { UserId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { toServerSentEvent, type Watcher } from "../../platform/http/event-stream.ts";
import { countUnread, inboxChangedChannel } from "./notifications.repository.ts";

/** Tells open screens the unread count of their user's inbox, whichever server changed it. */
export class InboxEvents {
  readonly #context: AppContext;
  readonly #watching = new Map<string, Set<Watcher>>();
  /** Users whose count is running; true: count again afterwards. */
  readonly #counting = new Map<string, boolean>();
  #subscription: Promise<{ unlisten: () => Promise<void> }> | null = null;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** Sends the count at once and after every change. @returns a function that stops it */
  watch(userId: UserId, watcher: Watcher): () => void {
    const watchers = this.#watching.get(userId) ?? new Set();
    this.#watching.set(userId, watchers);
    watchers.add(watcher);
    void this.#subscribe().then(
      () => this.#tell(userId),
      () => watcher.end(),
    );
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watching.get(userId) === watchers) this.#watching.delete(userId);
    };
  }

  async stop(): Promise<void> {
    this.#watching.clear();
    await (await this.#subscription?.catch(() => null))?.unlisten();
  }

  async #subscribe(): Promise<void> {
    let isFirst = true;
    this.#subscription ??= this.#context.sql.listen(
      inboxChangedChannel,
      (userId) => void this.#tell(userId),
      () => {
        // The connection was lost and restored: changes in between were not received.
        if (!isFirst) for (const userId of this.#watching.keys()) void this.#tell(userId);
        isFirst = false;
      },
    );
    try {
      await this.#subscription;
    } catch (error) {
      this.#subscription = null;
      throw error;
    }
  }

  /** Runs one count per user at a time: of two concurrent counts, the older could arrive last. */
  async #tell(userId: string): Promise<void> {
    if (!this.#watching.has(userId)) return;
    const isCounting = this.#counting.has(userId);
    this.#counting.set(userId, isCounting);
    if (isCounting) return;
    do {
      this.#counting.set(userId, false);
      await this.#countAndSend(userId);
    } while (this.#counting.get(userId));
    this.#counting.delete(userId);
  }

  async #countAndSend(userId: string): Promise<void> {
    try {
      const text = toServerSentEvent("unread", { unreadCount: await countUnread(this.#context.db, userId) });
      for (const watcher of this.#watching.get(userId) ?? []) watcher.send(text);
    } catch (error) {
      this.#context.log.error({ err: error }, "an inbox could not be told");
      for (const watcher of this.#watching.get(userId) ?? []) watcher.end();
    }
  }
}
