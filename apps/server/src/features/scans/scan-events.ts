import type { BlueprintId, ScanId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { toServerSentEvent, type Watcher } from "../../platform/http/event-stream.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { findScan, listScans, scanChangedChannel } from "./scans.service.ts";

interface Watching extends Watcher {
  readonly scope: BlueprintScope;
}

/**
 * Tells watchers about changed scans, whichever server changed them. One subscription serves the process and one query
 * serves all watchers of a change. Work runs sequentially, so that an older state never arrives last.
 */
export class ScanEvents {
  readonly #context: AppContext;
  readonly #watching = new Set<Watching>();
  readonly #changed = new Set<ScanId>();
  #subscription: Promise<{ unlisten: () => Promise<void> }> | null = null;
  #work: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** Sends the current state of all scans first, then every change. @returns a function that stops it */
  watch(scope: BlueprintScope, watcher: Watcher): () => void {
    const watching = { ...watcher, scope };
    this.#watching.add(watching);
    this.#enqueue(async () => {
      await this.#subscribe();
      await this.#sendAll(watching);
    }, watching);
    return () => this.#watching.delete(watching);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#watching.clear();
    await this.#work;
    await (await this.#subscription)?.unlisten();
  }

  async #subscribe(): Promise<void> {
    const { sql, log } = this.#context;
    let isFirst = true;
    this.#subscription ??= sql.listen(
      scanChangedChannel,
      (payload) => {
        const [scanId, blueprintId] = payload.split(" ") as [ScanId, BlueprintId];
        this.#note(scanId, blueprintId);
      },
      () => {
        // The connection was lost and restored: changes in between were not received.
        if (!isFirst) for (const watching of this.#watching) this.#enqueue(() => this.#sendAll(watching), watching);
        isFirst = false;
      },
    );
    try {
      await this.#subscription;
    } catch (error) {
      this.#subscription = null;
      log.error({ err: error }, "changes of scans cannot be followed");
      throw error;
    }
  }

  #note(scanId: ScanId, blueprintId: BlueprintId): void {
    if (this.#changed.has(scanId)) return;
    this.#changed.add(scanId);
    this.#enqueue(async () => {
      // From here on, a further change queues new work.
      this.#changed.delete(scanId);
      const watching = [...this.#watching].filter((one) => one.scope.blueprintId === blueprintId);
      if (watching.length === 0) return;
      const scan = await findScan(this.#context, scanId);
      for (const one of watching)
        one.send(
          scan === null
            ? toServerSentEvent("scan-deleted", { id: scanId })
            : toServerSentEvent("scan", scan(one.scope)),
        );
    });
  }

  async #sendAll(watching: Watching): Promise<void> {
    if (!this.#watching.has(watching)) return;
    const scans = await listScans(this.#context, watching.scope, watching.scope.blueprintId);
    if (scans.length > 0) watching.send(scans.map((scan) => toServerSentEvent("scan", scan)).join(""));
  }

  /** @param watching the only watcher that a failure concerns; left out: all of them. */
  #enqueue(work: () => Promise<void>, watching?: Watching): void {
    if (this.#isStopped) return;
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.#context.log.error({ err: error }, "a change of a scan could not be told");
      for (const one of watching === undefined ? [...this.#watching] : [watching]) one.end();
    });
  }
}
