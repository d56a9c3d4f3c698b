import type { Readable } from "node:stream";
import type { Tx } from "../../db/database.ts";
import type { ContentHash } from "./content-hash.ts";

/** Every journal entry costs the database a sync, so only a chunk above the usual size gets one in between. */
export const journalEveryBytes = 32 * 1024 * 1024;

/** An unfinished file, and the object that it becomes. */
export interface StagedFile {
  /** The upload's id. */
  readonly id: string;
  readonly sizeBytes: number;
  readonly storageKey: string;
  readonly contentType: string;
}

/**
 * Records where the bytes up to an offset are, in the transaction that journals it.
 * @param isProven whether the bytes up to the offset were verified against the sender's hash
 */
export type RecordOffset = (tx: Tx, isProven: boolean) => Promise<void>;

export interface ReceiveOptions {
  /** Offset of the bytes in the file; everything after it is dropped first. */
  readonly offset: number;
  /** Whether the sender asks to finish the file with these bytes. */
  readonly isLast: boolean;
  /** Whether the MD5 has to be known at the end. */
  readonly followMd5: boolean;
  /** Called one at a time, with increasing offsets, once everything before the offset is durable. */
  readonly journal: (offset: number, record?: RecordOffset) => Promise<void>;
  /** Called with all bytes in order. */
  readonly onBytes: (bytes: Buffer) => void;
  /** Called once all bytes have arrived; false keeps them out of the journal. */
  readonly isGenuine: () => boolean;
}

export type ReceiveEnd = "complete" | "interrupted" | "too-long" | "damaged";

export interface Received {
  readonly end: ReceiveEnd;
  /** A small file that arrived whole, for `store`: it is neither durable nor journaled yet. */
  readonly whole: Buffer | null;
}

export type UploadState = "active" | "final" | "cancelled";

/** Who receives an upload, for servers that share them: kept in the database. */
export interface UploadLease {
  /** @returns false while another server receives the upload, unless `force` is set */
  take(id: string, force: boolean): Promise<boolean>;
  /** Called while bytes arrive. @returns false when another server has taken over */
  renew(id: string): Promise<boolean>;
  release(id: string): Promise<void>;
  isTaken(id: string): Promise<boolean>;
}

/** Where the bytes of unfinished uploads are kept. Callers hold an upload's lock while they change it. */
export interface Staging {
  /** Null where no other server can reach the bytes. */
  readonly lease: UploadLease | null;
  /**
   * Called before the first byte of a file is sent.
   * @throws AppError storage-full when it does not fit, payload-too-large when it exceeds this server's limit for
   * unfinished files, uploads-waiting when it does not fit now
   */
  requireRoomForFile(sizeBytes: number): Promise<void>;
  /** Call it in the transaction that inserts the upload, or when nothing is known of one here. */
  create(file: StagedFile, tx: Tx): Promise<void>;
  /** How many bytes are here, at least; null when nothing is known of the upload. */
  sizeOf(id: string): Promise<number | null>;
  /** The content hash of the first `receivedBytes`, which can be continued. @param proven the hash so far; it may be extended */
  continueHash(id: string, proven: ContentHash, receivedBytes: number): Promise<ContentHash>;
  /**
   * Stores a stream's bytes. However it ends, what arrived is durable and journaled before this returns or throws, except
   * for a `whole` file; `interrupted` means that the stream broke off.
   * @throws AppError storage-full, uploads-waiting, upload-wrong-offset when another server has taken over or the bytes
   * received before are lost
   */
  receive(file: StagedFile, source: Readable, options: ReceiveOptions): Promise<Received>;
  /** Goes back to the bytes that were verified, in the transaction that journals it. */
  rewind(tx: Tx, id: string): Promise<void>;
  /** MD5 of a complete file in base64; null when it is already in storage. */
  md5(file: StagedFile, whole: Buffer | null): Promise<string | null>;
  /**
   * Turns a complete file into an object in storage; idempotent.
   * @throws AppError upload-wrong-offset when its bytes are lost, or another server has taken over
   */
  store(file: StagedFile, whole: Buffer | null): Promise<void>;
  /** Deletes the bytes, if there are any. */
  remove(id: string): Promise<void>;
  /** Deletes what is left of a file that has been stored. */
  forget(id: string): Promise<void>;
  /** Deletes the bytes of ended uploads, and bytes that belong to no upload if they are older than this. */
  sweep(
    before: Date,
    statesOf: (ids: string[]) => Promise<Map<string, UploadState>>,
  ): Promise<{ files: number; bytes: number }>;
  close(): Promise<void>;
}
