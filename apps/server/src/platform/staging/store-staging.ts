import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { emptyContentHash } from "@blueprint/contract/content-hash";
import { createMD5, type IHasher } from "hash-wasm";
import type { Tx } from "../../db/database.ts";
import type { StagedPoint } from "../../db/schema/uploads.ts";
import { AppError } from "../app-error.ts";
import {
  type MultipartStore,
  type ObjectStorage,
  partBytesMin,
  partsMax,
  type StoredPart,
  toStorageError,
} from "../storage/object-storage.ts";
import { ContentHash } from "./content-hash.ts";
import { releaseMemory } from "./release-memory.ts";
import {
  changeStaged,
  deletePartsAfter,
  deleteStaged,
  endTurn,
  findStaged,
  insertStaged,
  isTurnTaken,
  listEndedStaged,
  listKnownMultiparts,
  listParts,
  putParts,
  renewTurn,
  type StagedRow,
  sumReceivedBytes,
  takeTurn,
} from "./staged-uploads.repository.ts";
import {
  journalEveryBytes,
  type Received,
  type ReceiveEnd,
  type ReceiveOptions,
  type RecordOffset,
  type StagedFile,
  type Staging,
  type UploadLease,
} from "./staging.ts";

/** Longer than the time between two renewals, plus a slow response from the database. */
const leaseMs = 7_000;
/** Parts sent to the store at the same time, while another is gathered. */
const partsAtOnce = 2;
const tailsFolder = "uploads/";
const multipartsAtOnce = 500;

const start: StagedPoint = { bytes: 0, md5: null, chain: { bytes: 0, hash: emptyContentHash }, tail: null };

/**
 * Unfinished uploads in the object store: whole parts belong to a multipart upload, and the bytes after the last one are
 * an object of their own. The database knows how far an upload has come and who may continue it, so any server can.
 */
export class StoreStaging implements Staging {
  readonly lease: UploadLease;
  readonly #db: Tx;
  readonly #storage: ObjectStorage;
  readonly #multipart: MultipartStore;
  readonly #bytesMax: number | undefined;
  /** The turns of the uploads that this server holds. */
  readonly #turns = new Map<string, number>();

  /** @param bytesMax limit for all unfinished files together; undefined: none. */
  constructor(db: Tx, storage: ObjectStorage, multipart: MultipartStore, bytesMax: number | undefined) {
    this.#db = db;
    this.#storage = storage;
    this.#multipart = multipart;
    this.#bytesMax = bytesMax;
    this.lease = {
      take: async (id, force) => {
        const turn = await takeTurn(db, id, leaseMs, force);
        if (turn !== null) this.#turns.set(id, turn);
        return turn !== null;
      },
      renew: async (id) => await renewTurn(db, id, this.#turnOf(id), leaseMs),
      release: async (id) => {
        const turn = this.#turnOf(id);
        this.#turns.delete(id);
        await endTurn(db, id, turn);
      },
      isTaken: async (id) => await isTurnTaken(db, id),
    };
  }

  async requireRoomForFile(sizeBytes: number): Promise<void> {
    if (this.#bytesMax === undefined) return;
    if (sizeBytes > this.#bytesMax) throw new AppError("payload-too-large");
    if ((await sumReceivedBytes(this.#db)) + sizeBytes > this.#bytesMax) throw new AppError("uploads-waiting");
  }

  async create({ id, sizeBytes, storageKey }: StagedFile, tx: Tx): Promise<void> {
    const partBytes = toPartBytes(sizeBytes);
    await insertStaged(tx, { uploadId: id, storageKey, partBytes, received: start, proven: start });
  }

  async sizeOf(id: string): Promise<number | null> {
    return (await findStaged(this.#db, id))?.received.bytes ?? null;
  }

  async continueHash(id: string): Promise<ContentHash> {
    const row = await this.#require(id);
    const hash = toContentHash(row.received);
    if (row.received.tail !== null) hash.update(await this.#readTail(row, row.received.tail));
    return hash;
  }

  async receive(file: StagedFile, source: Readable, options: ReceiveOptions): Promise<Received> {
    const row = await this.#require(file.id);
    if (row.received.bytes !== options.offset) throw new AppError("upload-wrong-offset");
    const gathered = row.received.tail === null ? [] : [await this.#readTail(row, row.received.tail)];
    const receiver = new PartReceiver(file, row, await loadMd5(row.received), gathered, options, {
      putPart: (number, bytes) => this.#putPart(file, row, number, bytes),
      putTail: (bytes, to) => this.#putTail(file.id, bytes, to),
      record: (received, parts) => this.#record(row, received, parts),
      journaled: () => this.#dropTails(row),
    });
    try {
      return await receiver.receive(source);
    } catch (error) {
      throw toStorageError(await this.#explain(row, error));
    }
  }

  async rewind(tx: Tx, id: string): Promise<void> {
    const row = await this.#require(id, tx);
    await this.#change(tx, id, { received: row.proven });
    await deletePartsAfter(tx, id, Math.floor(row.proven.bytes / row.partBytes));
  }

  async md5({ id, sizeBytes }: StagedFile, whole: Buffer | null): Promise<string | null> {
    if (whole !== null) return createHash("md5").update(whole).digest("base64");
    const received = (await findStaged(this.#db, id))?.received;
    if (received?.bytes !== sizeBytes) return null;
    return Buffer.from((await loadMd5(received)).digest("binary")).toString("base64");
  }

  async store(file: StagedFile, whole: Buffer | null): Promise<void> {
    const { storageKey, contentType, sizeBytes } = file;
    // A server that was frozen must not replace what another has stored meanwhile.
    if (!(await this.lease.renew(file.id))) throw new AppError("upload-wrong-offset");
    if (whole !== null) return await this.#storage.putBytes(storageKey, whole, { contentType });
    const row = await this.#require(file.id);
    const { tail } = row.received;
    if (row.multipartId === null) {
      const bytes = tail === null ? Buffer.alloc(0) : await this.#readTail(row, tail);
      return await this.#storage.putBytes(storageKey, bytes, { contentType });
    }
    try {
      const parts = await listParts(this.#db, file.id);
      if (tail !== null) {
        const number = parts.length + 1;
        parts.push({ number, tag: await this.#putPart(file, row, number, await this.#readTail(row, tail)) });
      }
      await this.#multipart.complete({ key: storageKey, multipartId: row.multipartId }, parts);
    } catch (error) {
      // A server may have died after it completed the object and before it recorded that.
      const isThere = isMissing(error) && (await this.#storage.head(storageKey))?.sizeBytes === sizeBytes;
      if (!isThere) throw await this.#explain(row, error);
    }
  }

  async remove(id: string): Promise<void> {
    const row = await findStaged(this.#db, id);
    if (row === null) return;
    if (row.multipartId !== null) await this.#multipart.abort({ key: row.storageKey, multipartId: row.multipartId });
    await this.forget(id);
  }

  async forget(id: string): Promise<void> {
    const row = await findStaged(this.#db, id);
    if (row === null) return;
    for (const tail of tailsOf(row)) await this.#storage.delete(tail);
    await deleteStaged(this.#db, id);
  }

  async sweep(before: Date): Promise<{ files: number; bytes: number }> {
    const removed = { files: 0, bytes: 0 };
    for (const id of await listEndedStaged(this.#db)) {
      removed.files += 1;
      await this.remove(id);
    }
    for await (const { key, sizeBytes, modifiedAt } of this.#storage.list(tailsFolder)) {
      if (modifiedAt >= before) continue;
      const row = await findStaged(this.#db, key.split("/")[1] ?? "");
      if (row !== null && tailsOf(row).has(key)) continue;
      await this.#storage.delete(key);
      removed.files += 1;
      removed.bytes += sizeBytes;
    }
    let listed: { key: string; multipartId: string }[] = [];
    const abortUnknown = async () => {
      const known = await listKnownMultiparts(
        this.#db,
        listed.map(({ multipartId }) => multipartId),
      );
      for (const object of listed) {
        if (known.has(object.multipartId)) continue;
        await this.#multipart.abort(object);
        removed.files += 1;
      }
      listed = [];
    };
    for await (const { startedAt, ...object } of this.#multipart.list()) {
      if (startedAt >= before) continue;
      listed.push(object);
      if (listed.length === multipartsAtOnce) await abortUnknown();
    }
    await abortUnknown();
    return removed;
  }

  async close(): Promise<void> {}

  #turnOf(id: string): number {
    return this.#turns.get(id) ?? 0;
  }

  async #require(id: string, tx = this.#db): Promise<StagedRow> {
    const row = await findStaged(tx, id);
    if (row === null) throw new AppError("upload-wrong-offset");
    return row;
  }

  /** @throws AppError upload-wrong-offset when another server has taken over */
  async #change(tx: Tx, id: string, change: Parameters<typeof changeStaged>[3]): Promise<void> {
    if (!(await changeStaged(tx, id, this.#turnOf(id), change))) throw new AppError("upload-wrong-offset");
  }

  async #putPart(file: StagedFile, row: StagedRow, number: number, bytes: Uint8Array): Promise<string> {
    const multipartId = row.multipartId ?? (await this.#begin(file, row));
    return await this.#multipart.putPart({ key: row.storageKey, multipartId }, number, bytes);
  }

  /** Records the store's id before the first part is sent: whoever ends the upload can drop its parts. */
  async #begin({ id, contentType }: StagedFile, row: StagedRow): Promise<string> {
    const multipartId = await this.#multipart.begin(row.storageKey, { contentType });
    try {
      await this.#change(this.#db, id, { multipartId });
    } catch (error) {
      await this.#multipart.abort({ key: row.storageKey, multipartId });
      throw error;
    }
    row.multipartId = multipartId;
    return multipartId;
  }

  /** Each tail has a new name: the previous one stays until the database refers to this one. */
  async #putTail(id: string, bytes: Buffer, to: number): Promise<string> {
    const key = `${tailsFolder}${id}/${this.#turnOf(id)}-${to}`;
    await this.#storage.putBytes(key, bytes, { contentType: "application/octet-stream" });
    return key;
  }

  #record(row: StagedRow, received: StagedPoint, parts: readonly StoredPart[]): RecordOffset {
    return async (tx, isProven) => {
      const change = { received, proven: isProven ? received : row.proven };
      await this.#change(tx, row.uploadId, change);
      await putParts(tx, row.uploadId, parts);
    };
  }

  /** Deletes the tails that the database no longer refers to. */
  async #dropTails(row: StagedRow): Promise<void> {
    const now = await findStaged(this.#db, row.uploadId);
    if (now === null) return;
    const kept = tailsOf(now);
    for (const tail of tailsOf(row)) if (!kept.has(tail)) await this.#storage.delete(tail);
    row.received = now.received;
    row.proven = now.proven;
  }

  async #readTail(row: StagedRow, key: string): Promise<Buffer> {
    try {
      const { stream } = await this.#storage.read(key);
      return await buffer(stream);
    } catch (error) {
      throw await this.#explain(row, error);
    }
  }

  /** Bytes that the store has lost must be sent again, for example after only the database was restored. */
  async #explain(row: StagedRow, error: unknown): Promise<unknown> {
    if (!isMissing(error)) return error;
    await this.#db.transaction(async (tx) => {
      await this.#change(tx, row.uploadId, { multipartId: null, received: start, proven: start });
      await deletePartsAfter(tx, row.uploadId, 0);
    });
    return new AppError("upload-wrong-offset", { cause: error });
  }
}

interface PartStore {
  putPart(number: number, bytes: Uint8Array): Promise<string>;
  putTail(bytes: Buffer, to: number): Promise<string>;
  record(received: StagedPoint, parts: readonly StoredPart[]): RecordOffset;
  journaled(): Promise<void>;
}

interface SentPart extends StoredPart {
  /** Where the upload can be resumed once this part and all before it are stored. */
  readonly point: StagedPoint;
}

/** Cuts the bytes of one request into parts and stores them while more bytes arrive. */
class PartReceiver {
  readonly #file: StagedFile;
  readonly #partBytes: number;
  readonly #options: ReceiveOptions;
  readonly #store: PartStore;
  readonly #md5: IHasher;
  readonly #chain: ContentHash;
  #gathered: Buffer[];
  #gatheredBytes: number;
  /** Number of the last whole part that was sent. */
  #number: number;
  readonly #sending = new Set<Promise<void>>();
  /** Stored parts, by number, while one before them is still missing. */
  readonly #early = new Map<number, SentPart>();
  /** Stored parts since the last journal entry, in order. */
  readonly #unjournaled: SentPart[] = [];
  #storedTo: number;
  #journaledTo: number;
  #journaling: Promise<void> | null = null;
  #failure: unknown;

  constructor(
    file: StagedFile,
    { received, partBytes }: StagedRow,
    md5: IHasher,
    gathered: Buffer[],
    options: ReceiveOptions,
    store: PartStore,
  ) {
    this.#file = file;
    this.#partBytes = partBytes;
    this.#options = options;
    this.#store = store;
    this.#md5 = md5;
    this.#chain = toContentHash(received);
    this.#gathered = gathered;
    this.#gatheredBytes = gathered.reduce((sum, { length }) => sum + length, 0);
    this.#number = Math.floor(received.bytes / partBytes);
    this.#storedTo = this.#number;
    this.#journaledTo = received.bytes;
  }

  async receive(source: Readable): Promise<Received> {
    const { offset, isLast, isGenuine } = this.#options;
    let end: ReceiveEnd = "complete";
    let receivedTo = offset;
    try {
      for await (const bytes of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        if (receivedTo + bytes.length > this.#file.sizeBytes) {
          end = "too-long";
          break;
        }
        receivedTo += bytes.length;
        await this.#take(bytes);
        if (this.#failure !== undefined) break;
      }
    } catch {
      end = "interrupted";
    }
    await this.#settle();
    if (this.#failure === undefined && end === "complete" && !isGenuine()) return { end: "damaged", whole: null };
    const isWhole = end === "complete" && isLast && receivedTo === this.#file.sizeBytes;
    // No part of it is stored yet, so it can be stored with one call.
    if (this.#failure === undefined && isWhole && this.#number === 0)
      return { end, whole: Buffer.concat(this.#gathered) };
    // After a failure, the parts that were stored are kept.
    const last = this.#failure === undefined ? await this.#storeRest(receivedTo, isWhole) : null;
    await this.#journal(last);
    if (this.#failure !== undefined) throw this.#failure;
    return { end, whole: null };
  }

  async #take(bytes: Buffer): Promise<void> {
    try {
      this.#options.onBytes(bytes);
      for (let rest = bytes; rest.length > 0; ) {
        const taken = rest.subarray(0, this.#partBytes - this.#gatheredBytes);
        rest = rest.subarray(taken.length);
        this.#md5.update(taken);
        this.#gathered.push(taken);
        this.#gatheredBytes += taken.length;
        if (this.#gatheredBytes === this.#partBytes) await this.#sendPart();
      }
    } catch (error) {
      this.#failure ??= error;
    }
  }

  async #sendPart(): Promise<void> {
    const bytes = this.#empty();
    this.#chain.update(bytes);
    this.#number += 1;
    const number = this.#number;
    const point = this.#pointAt(number * this.#partBytes, null);
    // The first part begins the multipart upload; no other part may do that meanwhile.
    if (number === 1) await this.#settle();
    while (this.#sending.size >= partsAtOnce) await Promise.race(this.#sending);
    const sending = this.#store
      .putPart(number, bytes)
      .then((tag) => {
        releaseMemory(bytes);
        this.#noteStored({ number, tag, point });
      })
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
    if (number === 1) await sending;
  }

  #noteStored(part: SentPart): void {
    this.#early.set(part.number, part);
    for (let next = this.#early.get(this.#storedTo + 1); next; next = this.#early.get(this.#storedTo + 1)) {
      this.#early.delete(next.number);
      this.#storedTo = next.number;
      this.#unjournaled.push(next);
    }
    const reached = this.#storedTo * this.#partBytes;
    if (reached - this.#journaledTo <= journalEveryBytes || this.#journaling !== null) return;
    this.#journaling = this.#journal(null)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => {
        this.#journaling = null;
      });
  }

  /** The bytes after the last whole part: the last part of a whole file, a tail otherwise. */
  async #storeRest(
    receivedTo: number,
    isWhole: boolean,
  ): Promise<{ point: StagedPoint; part: StoredPart | null } | null> {
    if (this.#gatheredBytes === 0) return null;
    try {
      const bytes = this.#empty();
      if (!isWhole) {
        const tail = await this.#store.putTail(bytes, receivedTo);
        return { point: this.#pointAt(receivedTo, tail), part: null };
      }
      this.#chain.update(bytes);
      const number = this.#number + 1;
      const part = { number, tag: await this.#store.putPart(number, bytes) };
      return { point: this.#pointAt(receivedTo, null), part };
    } catch (error) {
      this.#failure ??= error;
      return null;
    }
  }

  async #journal(last: { point: StagedPoint; part: StoredPart | null } | null): Promise<void> {
    const stored = [...this.#unjournaled];
    const point = last?.point ?? stored.at(-1)?.point;
    if (point === undefined || point.bytes <= this.#journaledTo) return;
    const parts = last?.part ? [...stored, last.part] : stored;
    await this.#options.journal(point.bytes, this.#store.record(point, parts));
    // Only now: an entry that failed leaves its parts to the next one.
    this.#unjournaled.splice(0, stored.length);
    this.#journaledTo = point.bytes;
    await this.#store.journaled();
  }

  async #settle(): Promise<void> {
    while (this.#sending.size > 0) await Promise.race(this.#sending);
    await this.#journaling;
  }

  #pointAt(bytes: number, tail: string | null): StagedPoint {
    return {
      bytes,
      md5: Buffer.from(this.#md5.save()).toString("base64"),
      chain: { bytes: this.#chain.sizeBytes, hash: this.#chain.digest() },
      tail,
    };
  }

  #empty(): Buffer {
    const bytes = Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    return bytes;
  }
}

function toContentHash({ chain }: StagedPoint): ContentHash {
  return new ContentHash({ sizeBytes: chain.bytes, contentHash: chain.hash });
}

async function loadMd5({ md5 }: StagedPoint): Promise<IHasher> {
  const hasher = await createMD5();
  return md5 === null ? hasher.init() : hasher.load(Buffer.from(md5, "base64"));
}

function tailsOf({ received, proven }: Pick<StagedRow, "received" | "proven">): Set<string> {
  return new Set([received.tail, proven.tail].filter((tail) => tail !== null));
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === "not-found";
}

/** All parts but the last have the same size, as some stores require. */
function toPartBytes(sizeBytes: number): number {
  const least = Math.ceil(sizeBytes / partsMax);
  return Math.max(partBytesMin, Math.ceil(least / partBytesMin) * partBytesMin);
}
