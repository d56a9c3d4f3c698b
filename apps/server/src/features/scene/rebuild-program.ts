import * as Y from "yjs";
import type { RebuildAnswer, RebuildRequest } from "./rebuild-messages.ts";
import { unpackBytes, unpackEdits } from "./segment-pack.ts";

// Replays a document's history in a process of its own: what it takes is given back with its end, and a history that
// takes too much ends this process and not the server.
const doc = new Y.Doc();

async function handle(request: RebuildRequest): Promise<RebuildAnswer> {
  if (request.type === "finish") return { type: "state", state: Y.encodeStateAsUpdate(doc) };
  const updates = await readUpdates(request);
  // A part at a time: what is replaced within a transaction is only let go at its end.
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  return { type: "taken" };
}

async function readUpdates(request: Exclude<RebuildRequest, { type: "finish" }>): Promise<readonly Uint8Array[]> {
  if (request.type === "start") return [await unpackBytes(request.packedState)];
  if (request.type === "updates") return request.updates;
  const { packed, after, through } = request;
  const edits = await unpackEdits(packed);
  return edits.filter(({ id }) => id > after && id <= through).map(({ update }) => update);
}

process.on("message", (request: RebuildRequest) => {
  const answer = handle(request).catch((error: unknown): RebuildAnswer => ({ type: "failed", problem: String(error) }));
  void answer.then((message) => process.send?.(message));
});
process.on("disconnect", () => process.exit(1));
