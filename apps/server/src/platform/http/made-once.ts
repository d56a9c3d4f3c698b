import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { LRUCache } from "lru-cache";

/** Bytes to send, with how long they are worth keeping; left out: as long as there is room. */
export interface MadeBytes {
  readonly bytes: Buffer;
  readonly keptForMs?: number;
}

/**
 * Keeps bytes under everything they were made from, so that they are made once, however many ask at the same time. Who
 * may have them is decided before, as for `AnswerMemory`.
 */
export interface MadeOnce {
  get(madeFrom: string, make: () => Promise<MadeBytes>): Promise<Buffer>;
  /** Something else that is made of the very bytes that `get` answered, once for them, and forgotten with them. */
  derive(from: Buffer, what: string, make: () => Buffer | Promise<Buffer>): Promise<Buffer>;
  /** The bytes compressed by brotli: of `get` or `derive`. */
  compress(bytes: Buffer): Promise<Buffer>;
}

const compress = promisify(brotliCompress);

/** An answer, a page with it in it, and each compressed to less than a third. */
const sizeWithDerived = 3;

/** @param bytesMax those longest not asked for are forgotten beyond it, with what was derived from them */
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
        // A scene of thousands of anchors must not keep the first picture waiting.
        const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        return compress(bytes, { params });
      }),
  };
}
