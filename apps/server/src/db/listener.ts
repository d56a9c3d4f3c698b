import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";

/** How soon to reconnect to a database that is back. */
const reconnectAfterMs = 250;

export interface Subscription {
  unlisten(): Promise<void>;
}

/** Receives PostgreSQL's notices on a connection of its own: opened by the first subscription, restored when lost. */
export interface Listener {
  /**
   * Resolves once notices arrive.
   * @param onListening called then, and again whenever the connection is restored: notices in between are lost
   * @throws when the database cannot be reached
   */
  listen(channel: string, onNotice: (payload: string) => void, onListening?: () => void): Promise<Subscription>;
  end(): Promise<void>;
}

interface Subscriber {
  readonly onNotice: (payload: string) => void;
  readonly onListening: () => void;
}

export function createListener(createClient: () => Client): Listener {
  const channels = new Map<string, Set<Subscriber>>();
  const ended = new AbortController();
  let opening: Promise<ListeningConnection> | null = null;

  const open = async (): Promise<ListeningConnection> => {
    ended.signal.throwIfAborted();
    const client = createClient();
    client.on("notification", ({ channel, payload = "" }) => {
      for (const { onNotice } of channels.get(channel) ?? []) onNotice(payload);
    });
    client.on("error", () => void client.end());
    await client.connect();
    client.once("end", () => {
      opening = null;
      void restore();
    });
    return new ListeningConnection(client);
  };
  const requireConnection = (): Promise<ListeningConnection> => {
    if (opening !== null) return opening;
    const attempt = open();
    opening = attempt;
    attempt.catch(() => {
      if (opening === attempt) opening = null;
    });
    return attempt;
  };
  const restore = async (): Promise<void> => {
    while (channels.size > 0 && !ended.signal.aborted) {
      try {
        const connection = await requireConnection();
        for (const channel of channels.keys()) await connection.listen(channel);
        for (const subscribers of channels.values()) for (const { onListening } of subscribers) onListening();
        return;
      } catch {
        await wait(reconnectAfterMs, undefined, { signal: ended.signal, ref: false }).catch(() => {});
      }
    }
  };
  const remove = (channel: string, subscriber: Subscriber): boolean => {
    const subscribers = channels.get(channel);
    subscribers?.delete(subscriber);
    return subscribers?.size === 0 && channels.delete(channel);
  };

  return {
    listen: async (channel, onNotice, onListening = () => {}) => {
      const subscriber: Subscriber = { onNotice, onListening };
      channels.set(channel, (channels.get(channel) ?? new Set()).add(subscriber));
      try {
        await (await requireConnection()).listen(channel);
      } catch (error) {
        remove(channel, subscriber);
        throw error;
      }
      onListening();
      return {
        unlisten: async () => {
          // A connection that cannot be told is lost, and the next one does not ask for this channel.
          if (remove(channel, subscriber)) await (await opening?.catch(() => null))?.unlisten(channel).catch(() => {});
        },
      };
    },
    end: async () => {
      ended.abort();
      await (await opening?.catch(() => null))?.end();
    },
  };
}

/** One connection, with the channels it listens to. Sends its statements one after another. */
class ListeningConnection {
  readonly #client: Client;
  readonly #listening = new Map<string, Promise<unknown>>();
  #sent: Promise<unknown> = Promise.resolve();

  constructor(client: Client) {
    this.#client = client;
  }

  listen(channel: string): Promise<unknown> {
    const known = this.#listening.get(channel);
    if (known !== undefined) return known;
    const listening = this.#send("listen", channel);
    this.#listening.set(channel, listening);
    listening.catch(() => this.#listening.delete(channel));
    return listening;
  }

  unlisten(channel: string): Promise<unknown> {
    this.#listening.delete(channel);
    return this.#send("unlisten", channel);
  }

  end(): Promise<void> {
    return this.#client.end();
  }

  #send(command: "listen" | "unlisten", channel: string): Promise<unknown> {
    const sent = this.#sent.then(() => this.#client.query(`${command} ${this.#client.escapeIdentifier(channel)}`));
    this.#sent = sent.catch(() => {});
    return sent;
  }
}
