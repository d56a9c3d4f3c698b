import { once } from "node:events";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { toAskerSignal } from "./asker-signal.ts";

test("work is notified when nobody waits for its response any more, and only then", async () => {
  const app = Fastify();
  const signals: AbortSignal[] = [];
  const { promise: isAsked, resolve: noteAsked } = Promise.withResolvers<void>();
  app.get("/slow", async (_, reply) => {
    const signal = toAskerSignal(reply);
    signals.push(signal);
    noteAsked();
    await once(signal, "abort");
    return "";
  });
  app.get("/quick", async (_, reply) => {
    signals.push(toAskerSignal(reply));
    return "done";
  });
  try {
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    const asker = new AbortController();
    const asking = fetch(`${url}/slow`, { signal: asker.signal });
    await isAsked;
    expect(signals[0]!.aborted).toBe(false);
    asker.abort();
    await expect(asking).rejects.toThrow();
    if (!signals[0]!.aborted) await once(signals[0]!, "abort");
    expect(await (await fetch(`${url}/quick`)).text()).toBe("done");
    expect(signals[1]!.aborted).toBe(false);
  } finally {
    await app.close();
  }
});
