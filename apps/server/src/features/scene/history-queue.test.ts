import { describe, expect, test } from "vitest";
import { HistoryQueue } from "./history-queue.ts";

const never = new AbortController().signal;

/** Work that a test ends manually, and its observed state. */
function prepareWork(name: string, log: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = (signal: AbortSignal) => {
    log.push(`${name} begins`);
    signal.addEventListener("abort", () => {
      log.push(`${name} is ended`);
      reject(new Error("ended"));
    });
    return promise;
  };
  return { work, finish: () => resolve(name) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("history requests", () => {
  test("for one document run one after another, and identical ones share the result", async () => {
    const queue = new HistoryQueue();
    const log: string[] = [];
    const [first, second] = [prepareWork("first", log), prepareWork("second", log)];
    const ask = (key: string, { work }: ReturnType<typeof prepareWork>) =>
      queue.ask("document", { key, isForGood: true, signal: never, work });
    const answers = [...Array.from({ length: 40 }, () => ask("1", first)), ask("2", second)];
    await settled();
    expect(log).toEqual(["first begins"]);
    first.finish();
    await settled();
    expect(log).toEqual(["first begins", "second begins"]);
    second.finish();
    expect(new Set(await Promise.all(answers))).toEqual(new Set(["first", "second"]));
  });

  test("for many documents run two at a time, in turns", async () => {
    const queue = new HistoryQueue();
    const log: string[] = [];
    const works = ["a", "b", "c"].map((name) => prepareWork(name, log));
    const answers = works.map(({ work }, index) =>
      queue.ask(`document ${index}`, { key: "1", isForGood: true, signal: never, work }),
    );
    await settled();
    expect(log).toEqual(["a begins", "b begins"]);
    for (const { finish } of works) finish();
    expect(await Promise.all(answers)).toEqual(["a", "b", "c"]);
  });

  test("end with the last of their requesters, running or waiting", async () => {
    const queue = new HistoryQueue();
    const log: string[] = [];
    const [first, second, third] = ["first", "second", "third"].map((name) => prepareWork(name, log));
    const askers = [new AbortController(), new AbortController(), new AbortController()];
    const ask = (key: string, work: ReturnType<typeof prepareWork>["work"], signal: AbortSignal) =>
      queue.ask("document", { key, isForGood: true, signal, work });
    const running = askers.slice(0, 2).map(({ signal }) => ask("1", first!.work, signal));
    const waiting = ask("2", second!.work, askers[2]!.signal);
    const last = ask("3", third!.work, never);
    askers[2]!.abort();
    await expect(waiting).rejects.toMatchObject({ code: "service-unavailable" });
    askers[0]!.abort();
    await expect(running[0]).rejects.toMatchObject({ code: "service-unavailable" });
    expect(log).toEqual(["first begins"]);
    askers[1]!.abort();
    await expect(running[1]).rejects.toMatchObject({ code: "service-unavailable" });
    await settled();
    expect(log).toEqual(["first begins", "first is ended", "third begins"]);
    third!.finish();
    expect(await last).toBe("third");
  });

  test("that could have a different result a moment later do not share an earlier run", async () => {
    const queue = new HistoryQueue();
    const log: string[] = [];
    const [earlier, later] = [prepareWork("earlier", log), prepareWork("later", log)];
    const ask = ({ work }: ReturnType<typeof prepareWork>) =>
      queue.ask("document", { key: "change sets", isForGood: false, signal: never, work });
    const answers = [ask(earlier), ask(later), ask(later)];
    earlier.finish();
    later.finish();
    expect(await Promise.all(answers)).toEqual(["earlier", "later", "later"]);
    expect(log).toEqual(["earlier begins", "later begins"]);
  });

  test("are refused when too many wait, and a failure reaches everyone who waits for it", async () => {
    const queue = new HistoryQueue();
    const { promise, reject } = Promise.withResolvers<string>();
    const ask = (key: string) => queue.ask("document", { key, isForGood: true, signal: never, work: () => promise });
    const answers = Array.from({ length: 16 }, (_, index) => ask(String(index)));
    await expect(ask("one more")).rejects.toMatchObject({ code: "too-many-requests" });
    const joined = ask("0");
    reject(new Error("no database"));
    for (const answer of [...answers, joined]) await expect(answer).rejects.toThrow("no database");
    expect(await queue.ask("document", { key: "0", isForGood: true, signal: never, work: async () => "again" })).toBe(
      "again",
    );
  });
});
