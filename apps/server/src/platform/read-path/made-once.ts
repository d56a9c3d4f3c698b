import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { LRUCache } from "lru-cache";

/** Bytes to send, with how long to cache them; left out: as long as there is room. */
export interface MadeBytes {
  readonly bytes: Buffer;
  readonly keptForMs?: number;
}

/**
 * Caches bytes under everything they depend on, so that they are made once, however many requests come at the same
 * time. Check access before, as for `AnswerMemory`.
 */
export interface MadeOnce {
  get(madeFrom: string, make: () => Promise<MadeBytes>): Promise<Buffer>;
  /** Derives something from the very bytes that `get` returned, once for them, and evicts it with them. */
  derive(from: Buffer, what: string, make: () => Buffer | Promise<Buffer>): Promise<Buffer>;
  /** Compresses bytes of `get` or `derive` with brotli. */
  compress(bytes: Buffer): Promise<Buffer>;
}

const compress = promisify(brotliCompress);

/** An answer, a page that contains it, and each compressed to less than a third. */
const sizeWithDerived = 3;

/** @param bytesMax beyond it, the least recently used are evicted, with what was derived from them */
export function createMadeOnce(bytesMax: number): MadeOnce {
  const kept = new LRUCache<string, Buffer>({
    maxSize: bytesMax,
    sizeCalculation: (bytes, madeFrom) => sizeWithDerived * bytes.length + 2 * madeFrom.length,
  });
  const making = new Map<string, Promise<Buffer>>();
  const derived = new WeakMap<Buffer, Map<string, Promise<Buffer>>>();

  const make = async (madeFrom: string, maker: () => Promise<MadeBytes>): Promise<Buffer> => {
    const { bytes, keptForMs } = await maker();
    kept.set(madeFrom, bytes, keptForMs === undefined ? {} : { ttl: keptForMs });
    return bytes;
  };
  const derive: MadeOnce["derive"] = (from, what, maker) => {
    const known = derived.get(from) ?? new Map<string, Promise<Buffer>>();
    derived.set(from, known);
    let made = known.get(what);
    if (made === undefined) {
      made = (async () => maker())();
      known.set(what, made);
      made.catch(() => known.delete(what));
    }
    return made;
  };
  return {
    get: async (madeFrom, maker) => {
      const known = kept.get(madeFrom) ?? making.get(madeFrom);
      if (known !== undefined) return await known;
      const made = make(madeFrom, maker).finally(() => making.delete(madeFrom));
      making.set(madeFrom, made);
      return await made;
    },
    derive,
    compress: (bytes) =>
      derive(bytes, "br", () => {
        // A scene of thousands of anchors must not delay the first frame.
        const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        return compress(bytes, { params });
      }),
  };
}
