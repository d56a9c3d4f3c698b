import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { IncomingMessage } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { AppError } from "../app-error.ts";
import type { DiskRoom } from "../storage/disk-room.ts";
import { type ObjectStorage, toStorageError } from "../storage/object-storage.ts";
import type { ContentHash } from "./content-hash.ts";
import { ReceivedMd5 } from "./received-md5.ts";
import { releaseMemory } from "./release-memory.ts";
import {
  journalEveryBytes,
  type Received,
  type ReceiveEnd,
  type ReceiveOptions,
  type StagedFile,
  type Staging,
  type UploadState,
} from "./staging.ts";

/** Smaller writes cost 40 % of the speed. */
const writeBytes = 1024 * 1024;
/** Bytes that may wait in memory for the disk before the sender has to wait. */
const heldBytesMax = 2 * 1024 * 1024;
/**
 * The disk syncs while the network still sends, one sync after the other, so that little remains at the end. Less than
 * this is not worth a sync.
 */
const syncEveryBytes = 2 * 1024 * 1024;

/** The folder for files in progress: `<dataDir>/uploads/<upload id>`. */
export class StagingArea implements Staging {
  readonly lease = null;
  readonly #dir: string;
  readonly #diskRoom: DiskRoom;
  readonly #bytesMax: number | undefined;
  readonly #storage: Pick<ObjectStorage, "putFile">;
  readonly #md5: ReceivedMd5;

  /** @param bytesMax limit for all files here together; undefined: limited by the disk. */
  constructor(dir: string, diskRoom: DiskRoom, bytesMax: number | undefined, storage: Pick<ObjectStorage, "putFile">) {
    this.#dir = dir;
    this.#diskRoom = diskRoom;
    this.#bytesMax = bytesMax;
    this.#storage = storage;
    this.#md5 = new ReceivedMd5((id) => this.pathOf(id));
  }

  pathOf(id: string): string {
    return join(this.#dir, id);
  }

  /** Creates the empty file durably: the journal never refers to a file that a power cut removed. */
  async create({ id }: StagedFile): Promise<void> {
    try {
      await mkdir(this.#dir, { recursive: true });
      const file = await open(this.pathOf(id), "wx");
      await file.close();
      if (process.platform === "win32") return;
      const folder = await open(this.#dir, "r");
      await folder.sync().finally(() => folder.close());
    } catch (error) {
      throw toStorageError(error);
    }
  }

  async sizeOf(id: string): Promise<number | null> {
    const stats = await stat(this.pathOf(id)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    return stats?.size ?? null;
  }

  /** The bytes from `start` (inclusive) to `end` (exclusive). */
  read(id: string, start: number, end: number): Readable {
    return start === end ? Readable.from([]) : createReadStream(this.pathOf(id), { start, end: end - 1 });
  }

  /** Reads the unverified part again: usually a chunk at most. */
  async continueHash(id: string, proven: ContentHash, receivedBytes: number): Promise<ContentHash> {
    const unproven = this.read(id, proven.sizeBytes, receivedBytes) as AsyncIterable<Buffer>;
    for await (const bytes of unproven) proven.update(bytes);
    return proven;
  }

  /** The journal alone says where the bytes end: the next request truncates the file. */
  async rewind(): Promise<void> {}

  async md5({ id, sizeBytes }: StagedFile): Promise<string | null> {
    return (await this.sizeOf(id)) === null ? null : await this.#md5.digest(id, sizeBytes);
  }

  /** A missing file has already been moved to storage. */
  async store({ id, storageKey, contentType }: StagedFile): Promise<void> {
    if ((await this.sizeOf(id)) !== null) await this.#storage.putFile(storageKey, this.pathOf(id), { contentType });
  }

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
    await this.forget(id);
  }

  async forget(id: string): Promise<void> {
    this.#md5.forget(id);
  }

  async close(): Promise<void> {
    await this.#md5.close();
  }

  async sweep(
    before: Date,
    statesOf: (ids: string[]) => Promise<Map<string, UploadState>>,
  ): Promise<{ files: number; bytes: number }> {
    const removed = { files: 0, bytes: 0 };
    const files: { id: string; modifiedAt: Date }[] = [];
    for await (const file of this.list()) if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(file.id)) files.push(file);
    const states = await statesOf(files.map(({ id }) => id));
    for (const { id, modifiedAt } of files) {
      const state = states.get(id);
      // An upload's file is created before its row.
      if (state === "cancelled" || state === "final" || (state === undefined && modifiedAt < before)) {
        removed.files += 1;
        removed.bytes += (await this.sizeOf(id)) ?? 0;
        await this.remove(id);
      }
    }
    return removed;
  }

  /** Ids of all files here with the time of their last byte. */
  async *list(): AsyncIterable<{ id: string; modifiedAt: Date }> {
    for (const id of await this.#names()) {
      const stats = await stat(this.pathOf(id)).catch(() => null);
      if (stats !== null) yield { id, modifiedAt: stats.mtime };
    }
  }

  async requireRoomForFile(sizeBytes: number): Promise<void> {
    if (this.#bytesMax !== undefined && sizeBytes > this.#bytesMax) throw new AppError("payload-too-large");
    await this.#requireRoom(sizeBytes);
  }

  async #requireRoom(bytes: number): Promise<void> {
    await this.#diskRoom.requireRoom(bytes);
    if (this.#bytesMax === undefined) return;
    let heldBytes = 0;
    for (const id of await this.#names()) heldBytes += (await this.sizeOf(id)) ?? 0;
    if (heldBytes + bytes > this.#bytesMax) throw new AppError("uploads-waiting");
  }

  async receive({ id, sizeBytes }: StagedFile, source: Readable, options: ReceiveOptions): Promise<Received> {
    if (options.followMd5) this.#md5.rewind(id, options.offset);
    const onWritten = (to: number) => {
      if (options.followMd5) this.#md5.follow(id, to);
    };
    const file = await open(this.pathOf(id), "r+");
    try {
      // A killed server leaves bytes that were never journaled; only the journal counts.
      await file.truncate(options.offset);
      return { end: await this.#receiveInto(file, source, { ...options, sizeBytes, onWritten }), whole: null };
    } finally {
      await file.close();
    }
  }

  async #receiveInto(
    file: FileHandle,
    source: Readable,
    {
      offset,
      sizeBytes,
      journal,
      onBytes,
      onWritten,
      isGenuine,
    }: ReceiveOptions & { sizeBytes: number; onWritten: (offset: number) => void },
  ): Promise<ReceiveEnd> {
    const ownsBuffers = source instanceof IncomingMessage;
    let writtenTo = offset;
    let syncedTo = offset;
    let journaledTo = offset;
    let failure: unknown;
    let writing: Promise<void> | null = null;
    let syncing: Promise<void> | null = null;
    let gathered: Buffer[] = [];
    let gatheredBytes = 0;

    const makeDurable = async (isEnd: boolean) => {
      const reached = writtenTo;
      if (reached === journaledTo) return;
      if (reached !== syncedTo) await file.datasync();
      syncedTo = reached;
      if (!isEnd && reached - journaledTo <= journalEveryBytes) return;
      await journal(reached);
      journaledTo = reached;
    };
    const write = async (buffers: Buffer[], bytes: number) => {
      await this.#requireRoom(bytes);
      await writeAll(file, buffers, writtenTo);
      writtenTo += bytes;
      onWritten(writtenTo);
      if (ownsBuffers) buffers.forEach(releaseMemory);
      if (writtenTo - syncedTo >= syncEveryBytes && syncing === null) {
        // Runs in parallel with the next writes.
        syncing = makeDurable(false)
          .catch((error: unknown) => {
            failure ??= error;
          })
          .finally(() => {
            syncing = null;
          });
      }
    };
    // One write at a time; bytes that arrive meanwhile go into the next one, so that slow disks get larger writes.
    const startWrite = () => {
      const [buffers, bytes] = [gathered, gatheredBytes];
      gathered = [];
      gatheredBytes = 0;
      writing = write(buffers, bytes)
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => {
          writing = null;
        });
    };

    let end: ReceiveEnd = "complete";
    let receivedTo = offset;
    try {
      for await (const bytes of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        if (receivedTo + bytes.length > sizeBytes) {
          end = "too-long";
          break;
        }
        onBytes(bytes);
        receivedTo += bytes.length;
        gathered.push(bytes);
        gatheredBytes += bytes.length;
        if (gatheredBytes >= heldBytesMax) await writing;
        if (gatheredBytes >= writeBytes && writing === null) startWrite();
        if (failure !== undefined) break;
      }
    } catch {
      end = "interrupted";
    }
    await writing;
    if (failure === undefined && gatheredBytes > 0) startWrite();
    await writing;
    await syncing;
    if (failure === undefined && end === "complete" && !isGenuine()) return "damaged";
    await makeDurable(true).catch((error: unknown) => {
      failure ??= error;
    });
    if (failure !== undefined) throw toStorageError(failure);
    return end;
  }

  async #names(): Promise<string[]> {
    return readdir(this.#dir).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
  }
}

// One call may write less than requested, as on a nearly full disk.
async function writeAll(file: FileHandle, buffers: Buffer[], position: number): Promise<void> {
  let rest = buffers;
  let at = position;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest, at);
    at += bytesWritten;
    rest = dropBytes(rest, bytesWritten);
  }
}

function dropBytes(buffers: Buffer[], bytes: number): Buffer[] {
  let left = bytes;
  for (const [index, buffer] of buffers.entries()) {
    if (left < buffer.length) return [buffer.subarray(left), ...buffers.slice(index + 1)];
    left -= buffer.length;
  }
  return [];
}
