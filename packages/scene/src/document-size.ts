import * as Y from "yjs";
import { getObjects, sceneRootNames } from "./scene-document.ts";

/** Sizes in bytes, as encoded in one update of the whole document. */
export interface DocumentSize {
  readonly totalBytes: number;
  /** Comments, and everything that is not content: remains of deleted items no longer belong to any root. */
  readonly besideContentBytes: number;
  /** Size of each person's current comments, by user id. */
  readonly commentBytesByAuthor: ReadonlyMap<string, number>;
}

const commentsRoot = "threads";
const countedAtOnce = 1_000;

/** Costs about as much as encoding the document. */
export function measureDocument(doc: Y.Doc): DocumentSize {
  const totalBytes = Y.encodeStateAsUpdate(doc).byteLength;
  const roots = new Map<unknown, string>(
    sceneRootNames.flatMap((name) => {
      const root = doc.share.get(name);
      return root === undefined ? [] : [[root, name] as const];
    }),
  );
  const rootOfType = new Map<unknown, string | null>();
  const findRoot = (type: Y.AbstractType<unknown>): string | null => {
    const known = rootOfType.get(type);
    if (known !== undefined) return known;
    const parent = type._item?.parent;
    const root = roots.get(type) ?? (parent instanceof Y.AbstractType ? findRoot(parent) : null);
    rootOfType.set(type, root);
    return root;
  };
  const content = new ByteCounter();
  for (const structs of doc.store.clients.values()) {
    for (const struct of structs) {
      if (!(struct instanceof Y.Item) || !(struct.parent instanceof Y.AbstractType)) continue;
      const root = findRoot(struct.parent);
      if (root !== null && root !== commentsRoot) content.add(struct);
    }
  }
  return {
    totalBytes,
    besideContentBytes: Math.max(0, totalBytes - content.bytes),
    commentBytesByAuthor: measureComments(doc),
  };
}

function measureComments(doc: Y.Doc): ReadonlyMap<string, number> {
  const counters = new Map<string, ByteCounter>();
  for (const thread of getObjects(doc, commentsRoot).values()) {
    if (!(thread instanceof Y.Map)) continue;
    for (const [key, item] of thread._map) {
      if (item.deleted || !key.startsWith("comment:")) continue;
      const author = readAuthor(item.content.getContent().at(-1));
      if (author === null) continue;
      const counter = counters.get(author) ?? new ByteCounter();
      counters.set(author, counter);
      counter.add(item);
    }
  }
  return new Map([...counters].map(([author, { bytes }]) => [author, bytes]));
}

/** Encodes items to learn their size and soon discards the output. */
class ByteCounter {
  #encoder = new Y.UpdateEncoderV1();
  #waiting = 0;
  #bytes = 0;

  get bytes(): number {
    return this.#bytes + this.#encoder.toUint8Array().byteLength;
  }

  add(item: Y.Item): void {
    item.write(this.#encoder, 0);
    this.#waiting += 1;
    if (this.#waiting < countedAtOnce) return;
    this.#bytes = this.bytes;
    this.#encoder = new Y.UpdateEncoderV1();
    this.#waiting = 0;
  }
}

function readAuthor(comment: unknown): string | null {
  if (typeof comment !== "object" || comment === null) return null;
  const { author } = comment as { author?: unknown };
  return typeof author === "string" ? author : null;
}
