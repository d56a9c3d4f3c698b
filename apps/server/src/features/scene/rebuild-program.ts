import * as Y from "yjs";
import { ChangeSetWatch } from "./change-set-watch.ts";
import type { RebuildAnswer, RebuildEdit, RebuildRequest, WatchedChangeSet } from "./rebuild-messages.ts";
import { unpackBytes, unpackEdits } from "./segment-pack.ts";

// Replays a document's history in a separate process: its memory is freed on exit, and a history that needs too much
// ends this process instead of the server.
const doc = new Y.Doc();

let watch: { readonly after: number; readonly changeSets: readonly WatchedChangeSet[] } | null = null;
let changeSetWatch: ChangeSetWatch | null = null;

async function handle(request: RebuildRequest): Promise<RebuildAnswer> {
  if (request.type === "finish") return { type: "state", state: Y.encodeStateAsUpdate(doc) };
  if (request.type === "finish-watching") return { type: "changes", changeSets: changeSetWatch?.read() ?? [] };
  if (request.type === "watch") watch = request;
  else if (request.type === "start") Y.applyUpdate(doc, await unpackBytes(request.packedState));
  else replay(request.type === "edits" ? request.edits : await readSegment(request));
  return { type: "taken" };
}

function replay(edits: readonly RebuildEdit[]): void {
  const watchedFrom = watch?.after ?? Number.POSITIVE_INFINITY;
  // In parts: a transaction only frees replaced content at its end.
  doc.transact(() => {
    for (const { id, update } of edits) if (id <= watchedFrom) Y.applyUpdate(doc, update);
  });
  for (const edit of edits) {
    if (watch === null || edit.id <= watchedFrom) continue;
    changeSetWatch ??= new ChangeSetWatch(doc, watch.changeSets);
    changeSetWatch.apply(edit);
  }
}

async function readSegment({
  packed,
  after,
  through,
}: Extract<RebuildRequest, { type: "segment" }>): Promise<RebuildEdit[]> {
  return (await unpackEdits(packed)).filter(({ id }) => id > after && id <= through);
}

process.on("message", (request: RebuildRequest) => {
  const answer = handle(request).catch((error: unknown): RebuildAnswer => ({ type: "failed", problem: String(error) }));
  void answer.then((message) => process.send?.(message));
});
process.on("disconnect", () => process.exit(1));
