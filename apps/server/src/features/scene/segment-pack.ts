import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import type { EditFacts } from "./edit-runs.ts";

/** One stored update with its content, a Yjs update in version 1 encoding. */
export interface StoredEdit extends EditFacts {
  readonly update: Uint8Array;
}

interface PackHeader {
  readonly authors: readonly (string | null)[];
  /** `[id, index of the author, time in ms since 1970, edits, bytes]`, in the order of the bytes that follow. */
  readonly edits: readonly (readonly [number, number, number, number, number])[];
}

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
const headerLengthBytes = 4;
// Half the size of fast deflate at about the same speed; higher levels cost much more than they save.
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export async function packBytes(bytes: Uint8Array): Promise<Uint8Array> {
  return await compress(bytes, options);
}

export async function unpackBytes(packed: Uint8Array): Promise<Uint8Array> {
  return await decompress(packed);
}

/** Packs edits, bit for bit: length of a JSON header (32 bit, big-endian), the header, then the updates themselves. */
export async function packEdits(edits: readonly StoredEdit[]): Promise<Uint8Array> {
  const authors = [...new Set(edits.map((edit) => edit.authorId))];
  const header: PackHeader = {
    authors,
    edits: edits.map(({ id, authorId, createdAt, changeCount, update }) => [
      id,
      authors.indexOf(authorId),
      createdAt.getTime(),
      changeCount,
      update.byteLength,
    ]),
  };
  const headerBytes = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(headerLengthBytes);
  length.writeUInt32BE(headerBytes.byteLength);
  return await packBytes(Buffer.concat([length, headerBytes, ...edits.map((edit) => edit.update)]));
}

export async function unpackEdits(packed: Uint8Array): Promise<StoredEdit[]> {
  const bytes = Buffer.from(await unpackBytes(packed));
  const headerEnd = headerLengthBytes + bytes.readUInt32BE();
  const { authors, edits } = JSON.parse(bytes.toString("utf8", headerLengthBytes, headerEnd)) as PackHeader;
  let offset = headerEnd;
  return edits.map(([id, author, createdAtMs, changeCount, byteLength]) => {
    const update = bytes.subarray(offset, offset + byteLength);
    offset += byteLength;
    return { id, authorId: authors[author] ?? null, createdAt: new Date(createdAtMs), changeCount, update };
  });
}
