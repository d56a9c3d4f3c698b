import * as Y from "yjs";

/**
 * The update without the Yjs clients that wrote other people's comments in it, possibly empty; null when there are
 * none. After a server crash, a browser resends everything the server lost, whoever wrote it. Its own changes need not
 * wait until the other authors reconnect and resend theirs.
 */
export function withoutCommentsOfOthers(update: Uint8Array, userId: string): Uint8Array | null {
  const ends = Y.parseUpdateMeta(update).to;
  const others = new Map<number, number>();
  for (const struct of Y.decodeUpdate(update).structs) {
    if (!(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentAny)) continue;
    const { client } = struct.id;
    if (struct.content.arr.some((value) => isOfAnother(value, userId))) others.set(client, ends.get(client) ?? 0);
  }
  if (others.size === 0) return null;
  return Y.diffUpdate(update, Y.encodeStateVector(others));
}

function isOfAnother(value: unknown, userId: string): boolean {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "author")) return false;
  return (value as { author: unknown }).author !== userId;
}
