import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { IncomingMessage } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { AppError } from "../app-error.ts";
import type { DiskRoom } from "../storage/disk-room.ts";
import { toStorageError } from "../storage/object-storage.ts";
import { releaseMemory } from "./release-memory.ts";

/** Smaller writes cost 40 % of the speed. */
const writeBytes = 1024 * 1024;
/** Bytes that may wait in memory for the disk before the sender has to wait. */
const heldBytesMax = 2 * 1024 * 1024;
/**
 * The disk syncs while the network still sends, one sync after the other, so that little remains at the end. Less than
 * this is not worth a sync.
 */
const syncEveryBytes = 2 * 1024 * 1024;
/** Every journal entry costs the database a sync, so only a chunk above the usual size gets one in between. */
const journalEveryBytes = 32 * 1024 * 1024;

export interface ReceiveOptions {
  /** Offset of the bytes in the file; everything after it is dropped first. */
  readonly offset: number;
  /** Maximum size of the whole file; bytes beyond it are refused. */
  readonly sizeBytes: number;
  /** Called one at a time, with increasing offsets, once everything before the offset is on disk. */
  readonly journal: (offset: number) => Promise<void>;
  /** Called with all bytes in order. */
  readonly onBytes: (bytes: Buffer) => void;
  /** Called with the offset up to which the file can be read. */
  readonly onWritten: (offset: number) => void;
  /** Called once all bytes have arrived; false keeps them out of the journal. */
  readonly isGenuine: () => boolean;
}

export type ReceiveEnd = "complete" | "interrupted" | "too-long" | "damaged";

/** The folder for files in progress: `<dataDir>/uploads/<upload id>`. */
export class StagingArea {
  readonly #dir: string;
  readonly #diskRoom: DiskRoom;
  readonly #bytesMax: number | undefined;

  /** @param bytesMax limit for all files here together; undefined: limited by the disk. */
  constructor(dir: string, diskRoom: DiskRoom, bytesMax: number | undefined) {
    this.#dir = dir;
    this.#diskRoom = diskRoom;
    this.#bytesMax = bytesMax;
  }

  pathOf(id: string): string {
    return join(this.#dir, id);
  }

  /** Creates the empty file durably: the journal never refers to a file that a power cut removed. */
  async create(id: string): Promise<void> {
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

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  /** Ids of all files here with the time of their last byte. */
  async *list(): AsyncIterable<{ id: string; modifiedAt: Date }> {
    for (const id of await this.#names()) {
      const stats = await stat(this.pathOf(id)).catch(() => null);
      if (stats !== null) yield { id, modifiedAt: stats.mtime };
    }
  }

  /**
   * Called before the first byte of a file is sent.
   * @throws AppError storage-full when it does not fit on the disk, payload-too-large when it exceeds this server's
   * limit for unfinished files, uploads-waiting when it does not fit now
   */
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

  /**
   * Writes a stream into the file. However it ends, what arrived is durable and journaled before this returns or
   * throws; `interrupted` means that the stream broke off.
   * @throws AppError storage-full, uploads-waiting
   */
  async receive(id: string, source: Readable, options: ReceiveOptions): Promise<{ offset: number; end: ReceiveEnd }> {
    const file = await open(this.pathOf(id), "r+");
    try {
      // A killed server leaves bytes that were never journaled; only the journal counts.
      await file.truncate(options.offset);
      return await this.#receiveInto(file, source, options);
    } finally {
      await file.close();
    }
  }

  async #receiveInto(
    file: FileHandle,
    source: Readable,
    { offset, sizeBytes, journal, onBytes, onWritten, isGenuine }: ReceiveOptions,
  ): Promise<{ offset: number; end: ReceiveEnd }> {
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
    if (failure === undefined && end === "complete" && !isGenuine()) return { offset: journaledTo, end: "damaged" };
    await makeDurable(true).catch((error: unknown) => {
      failure ??= error;
    });
    if (failure !== undefined) throw toStorageError(failure);
    return { offset: journaledTo, end };
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
