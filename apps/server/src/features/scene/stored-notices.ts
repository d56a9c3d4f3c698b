import type { DurableMessage } from "@blueprint/contract/collaboration";
import type { BlueprintId } from "@blueprint/contract/ids";
import type { Redis } from "ioredis";
import type { Logger } from "../../platform/app-context.ts";
import { connectToRedis } from "../../platform/redis.ts";

const channel = "blueprint-scenes-stored";

interface Notice {
  from: string;
  blueprintId: BlueprintId;
  message: DurableMessage;
}

/** Servers tell each other through Redis which edits they have stored. */
export class StoredNotices {
  readonly #publisher: Redis;
  readonly #subscriber: Redis;
  readonly #ownId: string;
  readonly #log: Logger;

  private constructor(publisher: Redis, subscriber: Redis, ownId: string, log: Logger) {
    this.#publisher = publisher;
    this.#subscriber = subscriber;
    this.#ownId = ownId;
    this.#log = log;
  }

  static async connect(redisUrl: string, ownId: string, log: Logger): Promise<StoredNotices> {
    const publisher = await connectToRedis(redisUrl, log, { enableOfflineQueue: false });
    const subscriber = await connectToRedis(redisUrl, log);
    await subscriber.subscribe(channel);
    return new StoredNotices(publisher, subscriber, ownId, log);
  }

  announce(blueprintId: BlueprintId, message: DurableMessage): void {
    const notice: Notice = { from: this.#ownId, blueprintId, message };
    // Without it, another server stores the same edits again, which changes nothing.
    this.#publisher.publish(channel, JSON.stringify(notice)).catch((error: unknown) => {
      this.#log.debug({ err: error, blueprintId }, "other servers could not be told what is stored");
    });
  }

  onNotice(take: (blueprintId: BlueprintId, message: DurableMessage) => void): void {
    this.#subscriber.on("message", (_channel, text) => {
      const { from, blueprintId, message } = JSON.parse(text) as Notice;
      if (from !== this.#ownId) take(blueprintId, message);
    });
  }

  close(): void {
    this.#publisher.disconnect();
    this.#subscriber.disconnect();
  }
}
