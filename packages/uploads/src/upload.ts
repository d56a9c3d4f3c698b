/**
 * The resumable upload client. For screens:
 *
 * - `createUpload(options)` makes an upload of a new file; `upload.start()` sends it.
 * - `resumeUpload(options)` goes on with a session of the journal, once its file is at hand again; null for another file.
 * - `findSession(journal, source)` finds the journaled session of a file that somebody chose; `reopenFile(handle)` opens
 *   the file of a journaled session again (call it in a click). Both are in `resume-upload.ts`.
 * - What is sent is compared on both sides by a hash. A session only goes on with the file it began with: its beginning is
 *   compared with what the server holds first (`comparedBytes`), and another file ends in `upload-another-file`.
 * - `upload.snapshot` and `upload.subscribe(listener)` (fit for `useSyncExternalStore`): state, confirmed and sent bytes,
 *   speed, time left, what it waits for, the error, the stored file's metadata.
 * - `upload.pause()`, `resume()`, `cancel()` answer whether the state allowed it (spec §4: pause from running; resume
 *   from paused or pausing; cancel from running or pausing).
 * - `upload.done` resolves with the last snapshot at success, error or canceled; it never rejects.
 * - In browsers pass `journal: openIndexedDbJournal()`; what is interrupted stays in it until success or cancel.
 */
import { ApiError } from "@blueprint/contract/api-client";
import { contentHashBlockBytes } from "@blueprint/contract/content-hash";
import { storageBucket, uploadLimits } from "@blueprint/contract/limits";
import { type ContentHashState, noBytesHashed } from "./content-hash.ts";
import { type ContentHasher, createDefaultContentHasher } from "./content-hasher.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { createMemoryJournal, type JournaledSession, type UploadJournal } from "./journal.ts";
import { createDefaultLocks, type SessionLocks } from "./session-locks.ts";
import { SpeedMeter } from "./speed-meter.ts";
import {
  createStorageProtocol,
  type ObjectMetadata,
  ProtocolError,
  type SessionStatus,
  type StorageProtocol,
} from "./storage-protocol.ts";
import { createDefaultTransport, createFetchTransport, type Transport } from "./transport.ts";
import { systemUploadClock, type UploadClock } from "./upload-clock.ts";
import type { UploadSource } from "./upload-source.ts";

// spec §4.
export type UploadState = "running" | "pausing" | "paused" | "canceling" | "canceled" | "success" | "error";

export interface UploadSnapshot {
  readonly state: UploadState;
  /** Confirmed by the server: on its disk for certain. */
  readonly uploadedBytes: number;
  /** Sent but not confirmed; may have to be sent again. */
  readonly inFlightBytes: number;
  readonly totalBytes: number;
  /** Null while there is nothing to judge by. */
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** Set while a failure is waited out. */
  readonly retry: { readonly error: ApiError; readonly atMs: number } | null;
  /** While the file is compared with what the server holds of it: how far that is. Null at all other times. */
  readonly comparedBytes: number | null;
  /** Another tab or device is sending this file; its progress is shown. */
  readonly isFollowing: boolean;
  readonly error: ApiError | null;
  /** The stored file's metadata, at success. */
  readonly object: ObjectMetadata | null;
}

export interface UploadOptions {
  readonly source: UploadSource;
  /** Where it goes: a scan's `uploadName`. */
  readonly objectName: string;
  readonly bucket?: string;
  /** Origin of the server without a trailing slash; empty for the page's own. */
  readonly baseUrl?: string;
  /** Sent with every request; a function is asked each time, for tokens that change. */
  readonly headers?: Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);
  readonly contentType?: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly transport?: Transport;
  readonly clock?: UploadClock;
  readonly locks?: SessionLocks;
  readonly hasher?: ContentHasher;
  readonly journal?: UploadJournal;
  /** Kept with the session in the journal. */
  readonly handle?: FileSystemFileHandle;
  readonly tags?: Readonly<Record<string, string>>;
  /** Failures are retried with a sleep that doubles until this much time has passed without progress. */
  readonly retryTimeMsMax?: number;
  readonly onChange?: (snapshot: UploadSnapshot) => void;
}

export interface Upload {
  readonly snapshot: UploadSnapshot;
  readonly done: Promise<UploadSnapshot>;
  /** Begins to send; again calls do nothing. */
  start(): void;
  pause(): boolean;
  resume(): boolean;
  cancel(): boolean;
  /** Calls back after every change; answers how to stop that. */
  subscribe(listener: () => void): () => void;
}

const retryTimeMsDefault = 10 * 60_000;
const firstSleepMs = 1_000;
const followEveryMs = 2_000;
const cancelTimeoutMs = 10_000;
/** What arrives damaged is sent again at once, but not for ever. */
const damagedTriesMax = 4;

interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly bytes: Blob | Uint8Array<ArrayBuffer>;
  /** Of everything up to `end`. */
  readonly contentHash: string;
}

/**
 * @throws ApiError upload-name-invalid for the root (spec §5)
 * @throws RangeError for a retry time below 0 (spec §5)
 */
export function createUpload(options: UploadOptions): Upload {
  return new UploadTask(options, null);
}

/** What is needed to go on with a session, whichever device began it. */
export type ContinuedSession = Pick<JournaledSession, "sessionPath" | "bucket" | "objectName" | "contentType">;

/**
 * As `createUpload`, going on with a session. The beginning of `source` is compared with what the server holds before a
 * byte is sent.
 */
export function continueUpload(options: Omit<UploadOptions, "objectName">, session: ContinuedSession): Upload {
  const { bucket, objectName, contentType } = session;
  return new UploadTask({ ...options, bucket, objectName, contentType }, session.sessionPath);
}

class UploadTask implements Upload {
  readonly done: Promise<UploadSnapshot>;
  readonly #options: UploadOptions;
  readonly #protocol: StorageProtocol;
  readonly #clock: UploadClock;
  readonly #journal: UploadJournal;
  readonly #locks: SessionLocks;
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
  /** The server's offset is not known for certain: ask before sending. */
  #mustQuery: boolean;
  /** The server stood elsewhere than it said: somebody else, whom no lock keeps away, may be sending this file. */
  #isRivalled = false;
  // spec §9: starts at 256 KiB and doubles after each success while under 32 MiB.
  #chunkBytes: number = uploadLimits.chunkBytesStart;
  #readAhead: { start: number; end: number; chunk: Promise<Chunk> } | null = null;
  /** Where the file's content hash is known already, in growing order. */
  #checkpoints: ContentHashState[] = [noBytesHashed];
  /** Where the server fell back to because of damage, and how often in a row. */
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
    // Not started yet: nothing runs that could notice.
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

  /** One step; true when there is nothing more to do for now. */
  async #advance(): Promise<boolean> {
    switch (this.#snapshot.state) {
      case "pausing":
        this.#forgetFlight({ state: "paused", bytesPerSecond: null, secondsLeft: null, isFollowing: false });
        return true;
      case "canceling":
        await this.#cancelSession();
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
      // Whoever interrupted has set the state already.
      if (signal.aborted) return false;
      await this.#handleFailure(toUploadError(error), signal);
    }
    return false;
  }

  async #send(signal: AbortSignal): Promise<void> {
    const { source } = this.#options;
    const totalBytes = source.sizeBytes;
    // spec §5: 256 KiB or less go in one request.
    if (this.#sessionPath === null && totalBytes <= uploadLimits.singleRequestBytesMax) {
      const { bytes, contentHash } = await this.#prepare(0, totalBytes, signal);
      const object = await this.#protocol.sendWhole(this.#file, bytes, contentHash, signal);
      await this.#succeed(object);
      return;
    }
    this.#sessionPath ??= await this.#startSession(signal);
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

  async #startSession(signal: AbortSignal): Promise<string> {
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

  /** Takes the server's word for where the upload stands. */
  async #accept({ status, receivedBytes, object }: SessionStatus): Promise<void> {
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
    await this.#forgetSession();
    this.#change({ state: "success", object, secondsLeft: 0, isFollowing: false });
  }

  /** Another tab has the session: watch it until it is done or gives the session back. */
  async #follow(sessionPath: string, signal: AbortSignal): Promise<void> {
    this.#mustQuery = true;
    const status = await this.#protocol.query(sessionPath, signal);
    if (!this.#snapshot.isFollowing) this.#change({ isFollowing: true });
    await this.#accept(status);
    if (status.status === "active") await this.#clock.sleep(followEveryMs, signal);
  }

  /** Another device may have the session: watch it until nothing comes in any more. */
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
      // Somebody else goes on with this session, or an answer got lost: go on from where the server stands.
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
      // Paused or cancelled meanwhile: the next step looks at the state.
    });
    this.#change({ retry: null });
  }

  /** The server dropped what is not what this side read. It may have changed on the way or on this device's disk. */
  async #sendDamagedAgain(atBytes: number): Promise<void> {
    this.#checkpoints = this.#checkpoints.filter(({ sizeBytes }) => sizeBytes <= atBytes);
    this.#noteConfirmed(atBytes);
    this.#damaged = { atBytes, tries: this.#damaged.atBytes === atBytes ? this.#damaged.tries + 1 : 1 };
    if (this.#damaged.tries < damagedTriesMax) return;
    this.#damaged.tries = 0;
    await this.#fail(new ApiError("upload-damaged", 400));
  }

  async #fail(error: ApiError): Promise<void> {
    // What the server no longer knows cannot be gone on with; everything else can, from the journal.
    if (error.code === "upload-not-found" || error.code === "upload-not-active") await this.#forgetSession();
    // A pause or cancel that came while this was being decided has lost: nothing is left to pause.
    this.#change({ state: "error", error, retry: null, bytesPerSecond: null, secondsLeft: null, isFollowing: false });
  }

  async #cancelSession(): Promise<void> {
    if (this.#sessionPath === null) return;
    // The server forgets idle sessions by itself; a person who cancels does not wait for it.
    const signal = AbortSignal.timeout(cancelTimeoutMs);
    await this.#protocol.cancel(this.#sessionPath, signal).catch(() => {});
    await this.#forgetSession();
  }

  async #forgetSession(): Promise<void> {
    if (this.#sessionPath !== null) await this.#journal.remove(this.#sessionPath).catch(() => {});
  }

  get #file() {
    const { objectName, bucket = storageBucket, contentType, source } = this.#options;
    return { bucket, objectName, sizeBytes: source.sizeBytes, contentType: contentType || "application/octet-stream" };
  }

  #grownChunkBytes(): number {
    return this.#chunkBytes < uploadLimits.chunkBytesMax ? this.#chunkBytes * 2 : this.#chunkBytes;
  }

  /** Chunks end where a block of the content hash does, so that every one can be proven as it ends. */
  #chunkEnd(start: number, chunkBytes: number): number {
    const end = start + chunkBytes;
    return Math.min(this.#snapshot.totalBytes, end - (end % contentHashBlockBytes));
  }

  // The next chunk is read and hashed while this one is on its way.
  #startReadAhead(start: number, end: number, signal: AbortSignal): void {
    const chunk = this.#prepare(start, end, signal);
    // A failure shows when the chunk's turn comes.
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
    // A chunk that begins in the middle of a block: the block's beginning was sent before.
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

  /** The content hash of the file's first bytes. */
  async #hashUpTo(sizeBytes: number, signal: AbortSignal): Promise<string> {
    const from = await this.#hashBlocksUpTo(sizeBytes, signal);
    if (from.sizeBytes === sizeBytes) return from.contentHash;
    return (await readable(this.#hasher.hashOn(from, await this.#read(from.sizeBytes, sizeBytes)))).contentHash;
  }

  /** The content hash where the last block before `sizeBytes` ends; what lies between it and the last checkpoint is read. */
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

  /** Two files are never mixed: what the server holds must be this file's beginning. */
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

/** No answer, a busy or failing server, or another sender at work: worth another try. */
function isRetryable({ code, status }: ApiError): boolean {
  if (code === "network-request-failed" || code === "upload-wrong-offset") return true;
  // The next request asks for its headers again, and with them for a new token.
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
