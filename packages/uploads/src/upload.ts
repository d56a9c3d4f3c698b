/**
 * The resumable upload client. For screens:
 *
 * - `createUpload(options)` creates an upload of a new file; `upload.start()` sends it.
 * - `resumeUpload(options)` continues a journaled upload once its file is available again; null for another file.
 * - `findJournaledUpload(journal, source)` finds the journaled upload of a chosen file; `reopenFile(handle)` reopens the file
 * of a
 *   journaled upload (call it from a click handler). Both are in `resume-upload.ts`.
 * - Both sides verify the content by a hash. An upload continues only with its original file: the file's beginning is
 *   first compared with what the server holds (`comparedBytes`), and another file ends in `upload-another-file`.
 * - `upload.snapshot` and `upload.subscribe(listener)` (for `useSyncExternalStore`): state, confirmed and sent bytes,
 *   speed, time left, what it waits for, the error, the stored file's metadata.
 * - `upload.pause()`, `resume()`, `cancel()` return whether the state allowed it (spec §4: pause from running; resume
 *   from paused or pausing; cancel from running or pausing).
 * - `upload.done` resolves with the last snapshot at success, error or canceled; it never rejects.
 * - In browsers pass `journal: openIndexedDbJournal()`; an interrupted upload stays in it until success or cancel.
 */
import { ApiError } from "@blueprint/contract/api-client";
import { contentHashBlockBytes } from "@blueprint/contract/content-hash";
import { storageBucket, uploadLimits } from "@blueprint/contract/limits";
import { type ContentHashState, noBytesHashed } from "./content-hash.ts";
import { type ContentHasher, createDefaultContentHasher } from "./content-hasher.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { createMemoryJournal, type JournaledUpload, type UploadJournal } from "./journal.ts";
import { SpeedMeter } from "./speed-meter.ts";
import {
  createStorageProtocol,
  type ObjectMetadata,
  ProtocolError,
  type StorageProtocol,
  type UploadStatus,
} from "./storage-protocol.ts";
import { createDefaultTransport, createFetchTransport, type Transport } from "./transport.ts";
import { systemUploadClock, type UploadClock } from "./upload-clock.ts";
import { createDefaultLocks, type UploadLocks } from "./upload-locks.ts";
import type { UploadSource } from "./upload-source.ts";

// spec §4.
export type UploadState = "running" | "pausing" | "paused" | "canceling" | "canceled" | "success" | "error";

export interface UploadSnapshot {
  readonly state: UploadState;
  /** Confirmed by the server: definitely on its disk. */
  readonly uploadedBytes: number;
  /** Sent but not confirmed; may have to be resent. */
  readonly inFlightBytes: number;
  readonly totalBytes: number;
  /** Null while there is too little data. */
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** Set while waiting to retry after a failure. */
  readonly retry: { readonly error: ApiError; readonly atMs: number } | null;
  /** Progress of comparing the file with what the server holds of it. Null at all other times. */
  readonly comparedBytes: number | null;
  /** Another tab or device is sending this file; the snapshot shows its progress. */
  readonly isFollowing: boolean;
  readonly error: ApiError | null;
  /** The stored file's metadata, at success. */
  readonly object: ObjectMetadata | null;
}

export interface UploadOptions {
  readonly source: UploadSource;
  /** Upload target: a scan's `uploadName`. */
  readonly objectName: string;
  readonly bucket?: string;
  /** Origin of the server without a trailing slash; empty for the page's own. */
  readonly baseUrl?: string;
  /** Sent with every request; a function is called each time, for tokens that change. */
  readonly headers?: Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);
  readonly contentType?: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly transport?: Transport;
  readonly clock?: UploadClock;
  readonly locks?: UploadLocks;
  readonly hasher?: ContentHasher;
  readonly journal?: UploadJournal;
  /** Stored with the upload in the journal. */
  readonly handle?: FileSystemFileHandle;
  readonly tags?: Readonly<Record<string, string>>;
  /** Failures are retried with exponential backoff until this much time has passed without progress. */
  readonly retryTimeMsMax?: number;
  readonly onChange?: (snapshot: UploadSnapshot) => void;
}

export interface Upload {
  readonly snapshot: UploadSnapshot;
  readonly done: Promise<UploadSnapshot>;
  /** Starts sending; further calls do nothing. */
  start(): void;
  pause(): boolean;
  resume(): boolean;
  cancel(): boolean;
  /** Calls back after every change; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

const retryTimeMsDefault = 10 * 60_000;
const firstSleepMs = 1_000;
const followEveryMs = 2_000;
const cancelTimeoutMs = 10_000;
/** Damaged data is resent at once, but only this many times. */
const damagedTriesMax = 4;

interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly bytes: Blob | Uint8Array<ArrayBuffer>;
  /** Hash of everything up to `end`. */
  readonly contentHash: string;
}

/**
 * @throws ApiError upload-name-invalid for the root (spec §5)
 * @throws RangeError for a retry time below 0 (spec §5)
 */
export function createUpload(options: UploadOptions): Upload {
  return new UploadTask(options, null);
}

/** What is needed to continue an upload, whichever device started it. */
export type ContinuedUpload = Pick<JournaledUpload, "sessionPath" | "bucket" | "objectName" | "contentType">;

/**
 * Like `createUpload`, but continues an upload. The beginning of `source` is compared with what the server holds before
 * any byte is sent.
 */
export function continueUpload(options: Omit<UploadOptions, "objectName">, journaled: ContinuedUpload): Upload {
  const { bucket, objectName, contentType } = journaled;
  return new UploadTask({ ...options, bucket, objectName, contentType }, journaled.sessionPath);
}

class UploadTask implements Upload {
  readonly done: Promise<UploadSnapshot>;
  readonly #options: UploadOptions;
  readonly #protocol: StorageProtocol;
  readonly #clock: UploadClock;
  readonly #journal: UploadJournal;
  readonly #locks: UploadLocks;
  readonly #hasher: ContentHasher;
  readonly #retryTimeMsMax: number;
  readonly #speed = new SpeedMeter();
  readonly #listeners = new Set<() => void>();
  readonly #settle: (snapshot: UploadSnapshot) => void;
  #snapshot: UploadSnapshot;
  #abort = new AbortController();
  #isDriving = false;
  #sessionPath: string | null;
  #releaseLock: (() => void) | null = null;
  /** The server's offset is uncertain: query it before sending. */
  #mustQuery: boolean;
  /** The server's offset was unexpected: another client, which no lock keeps away, may be sending this file. */
  #isRivalled = false;
  // spec §9: starts at 256 KiB and doubles after each success while under 32 MiB.
  #chunkBytes: number = uploadLimits.chunkBytesStart;
  #readAhead: { start: number; end: number; chunk: Promise<Chunk> } | null = null;
  /** Known content hashes of the file's beginning, by ascending size. */
  #checkpoints: ContentHashState[] = [noBytesHashed];
  /** The offset to which the server fell back because of damage, and how often in a row. */
  #damaged = { atBytes: -1, tries: 0 };
  #sleepMs = firstSleepMs;
  #failingSinceMs: number | null = null;

  constructor(options: UploadOptions, sessionPath: string | null) {
    const { source, objectName, baseUrl = "", headers = {}, retryTimeMsMax = retryTimeMsDefault } = options;
    if (objectName.replaceAll("/", "") === "") throw new ApiError("upload-name-invalid", 400);
    if (!(retryTimeMsMax >= 0)) throw new RangeError("The retry time must be a number of at least 0.");
    this.#options = options;
    this.#retryTimeMsMax = retryTimeMsMax;
    this.#clock = options.clock ?? systemUploadClock;
    this.#journal = options.journal ?? createMemoryJournal();
    this.#locks = options.locks ?? createDefaultLocks();
    this.#hasher = options.hasher ?? createDefaultContentHasher();
    const transport =
      options.transport ??
      (options.fetch === undefined ? createDefaultTransport() : createFetchTransport(options.fetch));
    this.#protocol = createStorageProtocol({
      transport,
      baseUrl,
      headers: typeof headers === "function" ? headers : () => headers,
    });
    this.#sessionPath = sessionPath;
    this.#mustQuery = sessionPath !== null;
    this.#snapshot = {
      state: "running",
      uploadedBytes: 0,
      inFlightBytes: 0,
      totalBytes: source.sizeBytes,
      bytesPerSecond: null,
      secondsLeft: null,
      retry: null,
      comparedBytes: null,
      isFollowing: false,
      error: null,
      object: null,
    };
    const { promise, resolve } = Promise.withResolvers<UploadSnapshot>();
    this.done = promise;
    this.#settle = resolve;
  }

  get snapshot(): UploadSnapshot {
    return this.#snapshot;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(): void {
    if (this.#isDriving || this.#snapshot.state !== "running") return;
    this.#isDriving = true;
    void this.#drive();
  }

  pause(): boolean {
    if (this.#snapshot.state !== "running") return false;
    this.#change({ state: "pausing" });
    this.#interrupt();
    return true;
  }

  resume(): boolean {
    const { state } = this.#snapshot;
    if (state !== "paused" && state !== "pausing") return false;
    this.#change({ state: "running" });
    this.start();
    return true;
  }

  cancel(): boolean {
    const { state } = this.#snapshot;
    if (state !== "running" && state !== "pausing") return false;
    this.#change({ state: "canceling" });
    this.#interrupt();
    return true;
  }

  #interrupt(): void {
    this.#abort.abort();
    // Not started yet: no loop is running that could notice.
    if (!this.#isDriving) {
      this.#isDriving = true;
      void this.#drive();
    }
  }

  async #drive(): Promise<void> {
    try {
      while (!(await this.#advance()));
    } finally {
      this.#readAhead = null;
      this.#hasher.close();
      this.#releaseLock?.();
      this.#releaseLock = null;
      this.#isDriving = false;
    }
    const { state } = this.#snapshot;
    if (state === "success" || state === "error" || state === "canceled") this.#settle(this.#snapshot);
  }

  /** One step; true when there is nothing more to do at the moment. */
  async #advance(): Promise<boolean> {
    switch (this.#snapshot.state) {
      case "pausing":
        this.#forgetFlight({ state: "paused", bytesPerSecond: null, secondsLeft: null, isFollowing: false });
        return true;
      case "canceling":
        await this.#cancelUpload();
        this.#forgetFlight({ state: "canceled", bytesPerSecond: null, secondsLeft: null, isFollowing: false });
        return true;
      case "running":
        break;
      default:
        return true;
    }
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    try {
      await this.#send(signal);
    } catch (error) {
      this.#mustQuery = this.#sessionPath !== null;
      this.#readAhead = null;
      // The interrupting call has already set the state.
      if (signal.aborted) return false;
      await this.#handleFailure(toUploadError(error), signal);
    }
    return false;
  }

  async #send(signal: AbortSignal): Promise<void> {
    const { source } = this.#options;
    const totalBytes = source.sizeBytes;
    // spec §5: files up to 256 KiB go in one request.
    if (this.#sessionPath === null && totalBytes <= uploadLimits.singleRequestBytesMax) {
      const { bytes, contentHash } = await this.#prepare(0, totalBytes, signal);
      const object = await this.#protocol.sendWhole(this.#file, bytes, contentHash, signal);
      await this.#succeed(object);
      return;
    }
    this.#sessionPath ??= await this.#startUpload(signal);
    this.#releaseLock ??= await this.#locks.tryAcquire(this.#sessionPath);
    if (this.#releaseLock === null) {
      await this.#follow(this.#sessionPath, signal);
      return;
    }
    if (this.#isRivalled) {
      await this.#watchRival(this.#sessionPath, signal);
      return;
    }
    if (this.#snapshot.isFollowing) this.#change({ isFollowing: false });
    if (this.#mustQuery) {
      const status = await this.#protocol.query(this.#sessionPath, signal);
      await this.#accept(status);
      if (status.status === "active" && status.proven !== null) await this.#requireSameFile(status.proven, signal);
      this.#mustQuery = false;
      return;
    }
    const offset = this.#snapshot.uploadedBytes;
    if (offset === totalBytes) {
      const contentHash = await this.#hashUpTo(totalBytes, signal);
      await this.#accept(await this.#protocol.finalize(this.#sessionPath, contentHash, signal));
      return;
    }
    const end = this.#chunkEnd(offset, this.#chunkBytes);
    const { bytes: body, contentHash } = await this.#takeChunk(offset, end, signal);
    const grownBytes = this.#grownChunkBytes();
    if (end < totalBytes) this.#startReadAhead(end, this.#chunkEnd(end, grownBytes), signal);
    const status = await this.#protocol.send(
      this.#sessionPath,
      {
        offset,
        body,
        isLast: end === totalBytes,
        contentHash,
        onSent: (sentBytes) => this.#noteSent(Math.min(sentBytes, end - offset)),
      },
      signal,
    );
    this.#chunkBytes = grownBytes;
    await this.#accept(status);
  }

  async #startUpload(signal: AbortSignal): Promise<string> {
    const { source, handle, tags } = this.#options;
    const fingerprint = await readable(fingerprintOf(source));
    const sessionPath = await this.#protocol.start(this.#file, signal);
    const { bucket, objectName, contentType } = this.#file;
    await this.#journal.put({
      sessionPath,
      bucket,
      objectName,
      contentType,
      fileName: source.name,
      sizeBytes: source.sizeBytes,
      lastModified: source.lastModified ?? null,
      fingerprint,
      handle: handle ?? null,
      tags: tags ?? {},
      startedAt: this.#clock.nowMs(),
    });
    return sessionPath;
  }

  /** Adopts the server's status. */
  async #accept({ status, receivedBytes, object }: UploadStatus): Promise<void> {
    if (status === "final") {
      await this.#succeed(object);
      return;
    }
    if (status === "cancelled") throw new ProtocolError("upload-not-active", 409, null);
    if (receivedBytes > this.#snapshot.uploadedBytes) this.#forgetFailures();
    this.#noteConfirmed(receivedBytes);
  }

  async #succeed(object: ObjectMetadata | null): Promise<void> {
    this.#forgetFailures();
    this.#noteConfirmed(this.#snapshot.totalBytes);
    await this.#forgetUpload();
    this.#change({ state: "success", object, secondsLeft: 0, isFollowing: false });
  }

  /** Another tab holds the upload: watch it until it finishes or releases the upload. */
  async #follow(sessionPath: string, signal: AbortSignal): Promise<void> {
    this.#mustQuery = true;
    const status = await this.#protocol.query(sessionPath, signal);
    if (!this.#snapshot.isFollowing) this.#change({ isFollowing: true });
    await this.#accept(status);
    if (status.status === "active") await this.#clock.sleep(followEveryMs, signal);
  }

  /** Another device may hold the upload: watch it until no more bytes arrive. */
  async #watchRival(sessionPath: string, signal: AbortSignal): Promise<void> {
    const before = this.#snapshot.uploadedBytes;
    await this.#clock.sleep(followEveryMs, signal);
    const status = await this.#protocol.query(sessionPath, signal);
    await this.#accept(status);
    if (status.status !== "active") return;
    if (status.isReceiving) this.#forgetFailures();
    this.#isRivalled = status.isReceiving || status.receivedBytes !== before;
    if (this.#snapshot.isFollowing !== this.#isRivalled) this.#change({ isFollowing: this.#isRivalled });
  }

  async #handleFailure(error: ApiError, signal: AbortSignal): Promise<void> {
    const { uploadedBytes } = this.#snapshot;
    this.#forgetFlight({});
    const told = error instanceof ProtocolError ? error.receivedBytes : null;
    if (error.code === "upload-wrong-offset" && told !== null) {
      // Another client continues this upload, or a response was lost: continue from the server's offset.
      this.#isRivalled = true;
      if (told !== uploadedBytes) this.#noteConfirmed(told);
      if (told > uploadedBytes) return;
    }
    if (error.code === "upload-chunk-hash-mismatch") {
      await this.#sendDamagedAgain(told ?? 0);
      return;
    }
    if (!isRetryable(error)) {
      await this.#fail(error);
      return;
    }
    const nowMs = this.#clock.nowMs();
    this.#failingSinceMs ??= nowMs;
    const sleepMs = this.#sleepMs;
    if (nowMs + sleepMs - this.#failingSinceMs > this.#retryTimeMsMax) {
      await this.#fail(error);
      return;
    }
    this.#sleepMs *= 2;
    this.#change({ retry: { error, atMs: nowMs + sleepMs }, bytesPerSecond: null, secondsLeft: null });
    await this.#clock.sleep(sleepMs, signal).catch(() => {
      // Paused or cancelled meanwhile: the next step checks the state.
    });
    this.#change({ retry: null });
  }

  /**
   * The server discarded bytes that differ from those read here. They may have been damaged in transit or on this disk.
   */
  async #sendDamagedAgain(atBytes: number): Promise<void> {
    this.#checkpoints = this.#checkpoints.filter(({ sizeBytes }) => sizeBytes <= atBytes);
    this.#noteConfirmed(atBytes);
    this.#damaged = { atBytes, tries: this.#damaged.atBytes === atBytes ? this.#damaged.tries + 1 : 1 };
    if (this.#damaged.tries < damagedTriesMax) return;
    this.#damaged.tries = 0;
    await this.#fail(new ApiError("upload-damaged", 400));
  }

  async #fail(error: ApiError): Promise<void> {
    // An upload unknown to the server cannot continue; any other can, from the journal.
    if (error.code === "upload-not-found" || error.code === "upload-not-active") await this.#forgetUpload();
    // A pause or cancel that arrived in the meantime has lost: there is nothing left to pause.
    this.#change({ state: "error", error, retry: null, bytesPerSecond: null, secondsLeft: null, isFollowing: false });
  }

  async #cancelUpload(): Promise<void> {
    if (this.#sessionPath === null) return;
    // The server discards idle uploads itself; a person who cancels does not wait for it.
    const signal = AbortSignal.timeout(cancelTimeoutMs);
    await this.#protocol.cancel(this.#sessionPath, signal).catch(() => {});
    await this.#forgetUpload();
  }

  async #forgetUpload(): Promise<void> {
    if (this.#sessionPath !== null) await this.#journal.remove(this.#sessionPath).catch(() => {});
  }

  get #file() {
    const { objectName, bucket = storageBucket, contentType, source } = this.#options;
    return { bucket, objectName, sizeBytes: source.sizeBytes, contentType: contentType || "application/octet-stream" };
  }

  #grownChunkBytes(): number {
    return this.#chunkBytes < uploadLimits.chunkBytesMax ? this.#chunkBytes * 2 : this.#chunkBytes;
  }

  /** Chunks end at a block boundary of the content hash, so that each can be verified at its end. */
  #chunkEnd(start: number, chunkBytes: number): number {
    const end = start + chunkBytes;
    return Math.min(this.#snapshot.totalBytes, end - (end % contentHashBlockBytes));
  }

  // Read and hash the next chunk while the current one is in flight.
  #startReadAhead(start: number, end: number, signal: AbortSignal): void {
    const chunk = this.#prepare(start, end, signal);
    // A failure surfaces when the chunk is awaited.
    chunk.catch(() => {});
    this.#readAhead = { start, end, chunk };
  }

  #takeChunk(start: number, end: number, signal: AbortSignal): Promise<Chunk> {
    const ahead = this.#readAhead;
    this.#readAhead = null;
    return ahead?.start === start && ahead.end === end ? ahead.chunk : this.#prepare(start, end, signal);
  }

  async #prepare(start: number, end: number, signal: AbortSignal): Promise<Chunk> {
    const from = await this.#hashBlocksUpTo(start, signal);
    const bytes = await this.#read(start, end);
    // A chunk that starts inside a block: the start of the block was sent earlier.
    const hashed = from.sizeBytes === start ? bytes : new Blob([await this.#read(from.sizeBytes, start), bytes]);
    const { contentHash, state } = await readable(this.#hasher.hashOn(from, hashed));
    this.#noteCheckpoint(state);
    return { start, end, bytes, contentHash };
  }

  async #read(start: number, end: number): Promise<Blob | Uint8Array<ArrayBuffer>> {
    const { source } = this.#options;
    const bytes = await readable((async () => source.slice(start, end))());
    const sizeBytes = bytes instanceof Blob ? bytes.size : bytes.byteLength;
    const fileBytes = await readable((async () => (await source.readSizeBytes?.()) ?? source.sizeBytes)());
    if (sizeBytes !== end - start || fileBytes !== source.sizeBytes) throw new ApiError("upload-size-changed", 0);
    return bytes;
  }

  /** The content hash of the file's first `sizeBytes` bytes. */
  async #hashUpTo(sizeBytes: number, signal: AbortSignal): Promise<string> {
    const from = await this.#hashBlocksUpTo(sizeBytes, signal);
    if (from.sizeBytes === sizeBytes) return from.contentHash;
    return (await readable(this.#hasher.hashOn(from, await this.#read(from.sizeBytes, sizeBytes)))).contentHash;
  }

  /**
   * The content hash at the last block boundary before `sizeBytes`; reads the file from the last checkpoint to there.
   */
  async #hashBlocksUpTo(sizeBytes: number, signal: AbortSignal): Promise<ContentHashState> {
    const target = sizeBytes - (sizeBytes % contentHashBlockBytes);
    let from = this.#checkpoints.findLast((checkpoint) => checkpoint.sizeBytes <= target) ?? noBytesHashed;
    try {
      while (from.sizeBytes < target) {
        this.#change({ comparedBytes: from.sizeBytes });
        const end = Math.min(target, from.sizeBytes + uploadLimits.chunkBytesMax);
        from = (await readable(this.#hasher.hashOn(from, await this.#read(from.sizeBytes, end)))).state;
        signal.throwIfAborted();
        this.#noteCheckpoint(from);
      }
    } finally {
      if (this.#snapshot.comparedBytes !== null) this.#change({ comparedBytes: null });
    }
    return from;
  }

  #noteCheckpoint(state: ContentHashState): void {
    const last = this.#checkpoints.at(-1);
    if (last === undefined || last.sizeBytes < state.sizeBytes) this.#checkpoints.push(state);
  }

  /** Two files must never be mixed: what the server holds must be the beginning of this file. */
  async #requireSameFile(proven: ContentHashState, signal: AbortSignal): Promise<void> {
    const isSame =
      proven.sizeBytes <= this.#snapshot.totalBytes &&
      (await this.#hashUpTo(proven.sizeBytes, signal)) === proven.contentHash;
    if (!isSame) throw new ApiError("upload-another-file", 0);
    this.#speed.reset();
  }

  #noteConfirmed(uploadedBytes: number): void {
    this.#speed.note(this.#clock.nowMs(), uploadedBytes);
    this.#change({ uploadedBytes, inFlightBytes: 0, ...this.#pace(uploadedBytes) });
  }

  #noteSent(inFlightBytes: number): void {
    if (this.#snapshot.state !== "running") return;
    const sentBytes = this.#snapshot.uploadedBytes + inFlightBytes;
    this.#speed.note(this.#clock.nowMs(), sentBytes);
    this.#change({ inFlightBytes, ...this.#pace(sentBytes) });
  }

  #pace(sentBytes: number): Pick<UploadSnapshot, "bytesPerSecond" | "secondsLeft"> {
    const bytesPerSecond = this.#speed.bytesPerSecond(this.#clock.nowMs());
    const leftBytes = this.#snapshot.totalBytes - sentBytes;
    return { bytesPerSecond, secondsLeft: bytesPerSecond === null ? null : leftBytes / bytesPerSecond };
  }

  #forgetFlight(change: Partial<UploadSnapshot>): void {
    this.#speed.reset();
    this.#change({ inFlightBytes: 0, retry: null, ...change });
  }

  #forgetFailures(): void {
    this.#sleepMs = firstSleepMs;
    this.#failingSinceMs = null;
  }

  #change(change: Partial<UploadSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    this.#options.onChange?.(this.#snapshot);
    for (const listener of this.#listeners) listener();
  }
}

/** No response, a busy or failing server, or another client sending: worth a retry. */
function isRetryable({ code, status }: ApiError): boolean {
  if (code === "network-request-failed" || code === "upload-wrong-offset") return true;
  // The next request computes its headers again, and with them a new token.
  if (code === "app-check-invalid") return true;
  return status >= 500 || status === 429 || status === 408;
}

function toUploadError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError("network-request-failed", 0);
}

function readable<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((cause: unknown) => {
    throw Object.assign(new ApiError("upload-file-unreadable", 0), { cause });
  });
}
