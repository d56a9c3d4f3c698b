import type { Readable } from "node:stream";
import type { Tx } from "../../db/database.ts";
import type { ContentHash } from "./content-hash.ts";

/** A file in progress, and the object it becomes. */
export interface StagedFile {
  /** The upload's id. */
  readonly id: string;
  readonly sizeBytes: number;
  readonly storageKey: string;
  readonly contentType: string;
}

/**
 * Records what the staging area knows of an offset, in the transaction that journals it.
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

/** Servers that share their uploads: who receives one is in the database. */
export interface UploadLease {
  /** @returns false while another server receives the upload, unless `force` is set */
  take(id: string, force: boolean): Promise<boolean>;
  /** Call it while bytes arrive. @returns false when another server took the upload over */
  renew(id: string): Promise<boolean>;
  release(id: string): Promise<void>;
  isTaken(id: string): Promise<boolean>;
}

/** Where the bytes of unfinished uploads wait. Callers hold the upload's lock for everything that changes it. */
export interface Staging {
  /** Null where no other server can reach the bytes. */
  readonly lease: UploadLease | null;
  /**
   * Called before the first byte of a file is sent.
   * @throws AppError storage-full when it does not fit, payload-too-large when it exceeds this server's limit for
   * unfinished files, uploads-waiting when it does not fit now
   */
  requireRoomForFile(sizeBytes: number): Promise<void>;
  /** In the transaction that inserts the upload, or has found nothing of it here. */
  create(file: StagedFile, tx: Tx): Promise<void>;
  /** Bytes here, at least; null when nothing is known of the upload. */
  sizeOf(id: string): Promise<number | null>;
  /** The content hash of the first `receivedBytes`, to be continued. @param proven where it may start from */
  continueHash(id: string, proven: ContentHash, receivedBytes: number): Promise<ContentHash>;
  /**
   * Takes a stream's bytes. However it ends, what arrived is durable and journaled before this returns or throws, except
   * for a `whole`; `interrupted` means that the stream broke off.
   * @throws AppError storage-full, uploads-waiting, upload-wrong-offset when another server has taken over or the bytes
   * received before are lost
   */
  receive(file: StagedFile, source: Readable, options: ReceiveOptions): Promise<Received>;
  /** Goes back to the bytes that were verified; undefined where the journal alone says where they end. */
  rewind?: (tx: Tx, id: string) => Promise<void>;
  /** MD5 of a file of which all bytes are here, in base64; null when they are in storage already. */
  md5(file: StagedFile, whole: Buffer | null): Promise<string | null>;
  /** Makes it an object in storage; repeatable. @throws AppError upload-wrong-offset when its bytes are lost */
  store(file: StagedFile, whole: Buffer | null): Promise<void>;
  /** Drops the bytes, if there are any. */
  remove(id: string): Promise<void>;
  /** Forgets a file that is stored. */
  forget(id: string): Promise<void>;
  /** Drops bytes of ended uploads at once, and bytes of no upload when they are older than this. */
  sweep(
    before: Date,
    statesOf: (ids: string[]) => Promise<Map<string, UploadState>>,
  ): Promise<{ files: number; bytes: number }>;
  close(): Promise<void>;
}
