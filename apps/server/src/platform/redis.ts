import { once } from "node:events";
import type { Redis, RedisOptions } from "ioredis";
import type { Logger } from "./app-context.ts";

const redisAnswersWithinMs = 10_000;

/**
 * Connects to REDIS_URL; a lost connection comes back by itself. A single server has no Redis and does not load its
 * client.
 * @throws Error that names the setting
 */
export async function connectToRedis(url: string, log: Logger, options: RedisOptions = {}): Promise<Redis> {
  // The bundle gives a CommonJS module its default export alone.
  const { default: ioredis } = await import("ioredis");
  const client = new ioredis.Redis(url, options);
  try {
    await once(client, "ready", { signal: AbortSignal.timeout(redisAnswersWithinMs) });
  } catch (error) {
    client.disconnect();
    throw new Error(`Can't use REDIS_URL: ${describeRedisFailure(error, new URL(url))}.`, { cause: error });
  } finally {
    // A client without a listener prints its errors itself, on every attempt to reconnect.
    client.on("error", (error) => log.warn({ err: error }, "Can't reach Redis"));
  }
  return client;
}

function describeRedisFailure(error: unknown, { hostname, port }: URL): string {
  const place = `${hostname}:${port || 6379}`;
  const { code, message, name } = error as NodeJS.ErrnoException;
  if (/^(NOAUTH|WRONGPASS|NOPERM)/.test(message)) return `Redis at ${place} rejected this user and password`;
  return `no Redis server responds at ${place} (${name === "AbortError" ? "it doesn't respond" : (code ?? message)})`;
}
