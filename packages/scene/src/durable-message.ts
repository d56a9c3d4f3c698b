import type { DurableMessage } from "@blueprint/contract/collaboration";
import * as Y from "yjs";

interface Run {
  readonly clock: number;
  readonly len: number;
}

/** Message that the whole document is on disk. */
export function describeDocument(doc: Y.Doc): DurableMessage {
  return {
    type: "durable",
    clocks: Object.fromEntries(Y.decodeStateVector(Y.encodeStateVector(doc))),
    deleted: toRuns(Y.snapshot(doc).ds.clients),
  };
}

/** Message that the content of an update is on disk. */
export function describeUpdate(update: Uint8Array): DurableMessage {
  const { structs, ds } = Y.decodeUpdate(update);
  const deleted = toRuns(ds.clients);
  for (const struct of structs) {
    // Content created and deleted before it was first sent appears as a gap that no delete set mentions.
    if (!(struct instanceof Y.GC)) continue;
    deleted[struct.id.client] ??= [];
    deleted[struct.id.client]!.push([struct.id.clock, struct.length]);
  }
  return { type: "durable", clocks: Object.fromEntries(Y.parseUpdateMeta(update).to), deleted };
}

function toRuns(clients: ReadonlyMap<number, readonly Run[]>): DurableMessage["deleted"] {
  const runs: DurableMessage["deleted"] = {};
  for (const [client, items] of clients) runs[client] = items.map(({ clock, len }) => [clock, len]);
  return runs;
}
