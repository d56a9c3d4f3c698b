import { expect, test } from "vitest";
import * as Y from "yjs";
import { RebuildProcess } from "./rebuild-process.ts";

const megabyte = 1024 * 1024;

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

function toEdit(doc: Y.Doc) {
  return { id: 1, authorId: null, update: Y.encodeStateAsUpdate(doc) };
}

test("a process rebuilds a document from its input", async () => {
  const doc = new Y.Doc();
  doc.getMap("anchors").set("a", 1);
  const rebuilding = new RebuildProcess(64 * megabyte, new AbortController().signal);
  try {
    expect(await rebuilding.ask({ type: "edits", edits: [toEdit(doc)] })).toEqual({ type: "taken" });
    const answer = await rebuilding.ask({ type: "finish" });
    const rebuilt = new Y.Doc();
    if (answer.type === "state") Y.applyUpdate(rebuilt, answer.state);
    expect(rebuilt.getMap("anchors").toJSON()).toEqual({ a: 1 });
  } finally {
    rebuilding.end();
  }
});

test("a process whose requester is gone ends at once", async () => {
  const asker = new AbortController();
  const rebuilding = new RebuildProcess(64 * megabyte, asker.signal);
  expect(await rebuilding.ask({ type: "edits", edits: [] })).toEqual({ type: "taken" });
  const processId = rebuilding.processId!;
  expect(isAlive(processId)).toBe(true);
  asker.abort();
  await expect(rebuilding.ask({ type: "finish" })).rejects.toMatchObject({ code: "service-unavailable" });
  expect(isAlive(processId)).toBe(false);
});

test("a document that exceeds the memory limit ends its process and nothing else, with the reason", {
  timeout: 60_000,
}, async () => {
  const doc = new Y.Doc();
  doc.transact(() => {
    for (let index = 0; index < 150_000; index += 1) doc.getMap("anchors").set(`anchor-${index}`, index);
  });
  const rebuilding = new RebuildProcess(32 * megabyte, new AbortController().signal);
  const asked = rebuilding.ask({ type: "edits", edits: [toEdit(doc)] });
  await expect(asked).rejects.toMatchObject({ code: "history-too-large" });
});
