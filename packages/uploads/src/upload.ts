/**
 * The resumable upload client. For screens:
 *
 * - `createUpload(options)` makes an upload of a new file; `upload.start()` sends it.
 * - `resumeUpload(options)` goes on with a session of the journal, once its file is at hand again; null for another file.
 * - `findSession(journal, source)` finds the journaled session of a file that somebody chose; `reopenFile(handle)` opens
 *   the file of a journaled session again (call it in a click). Both are in `resume-upload.ts`.
 * - `upload.snapshot` and `upload.subscribe(listener)` (fit for `useSyncExternalStore`): state, confirmed and sent bytes,
 *   speed, time left, what it waits for, the error, the stored file's metadata.
 * - `upload.pause()`, `resume()`, `cancel()` answer whether the state allowed it (spec §4: pause from running; resume
 *   from paused or pausing; cancel from running or pausing).
 * - `upload.done` resolves with the last snapshot at success, error or canceled; it never rejects.
 * - In browsers pass `journal: openIndexedDbJournal()`; what is interrupted stays in it until success or cancel.
 */
import { ApiError } from "@blueprint/contract/api-client";
import { storageBucket, uploadLimits } from "@blueprint/contract/limits";
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
  /** Another tab is sending this file; its progress is shown. */
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

/**
 * @throws ApiError upload-name-invalid for the root (spec §5)
 * @throws RangeError for a retry time below 0 (spec §5)
 */
export function createUpload(options: UploadOptions): Upload {
  return new UploadTask(options, null);
}

/** As `createUpload`, going on with a session. The caller has made sure that `source` is the session's file. */
export function continueUpload(options: Omit<UploadOptions, "objectName">, session: JournaledSession): Upload {
  const { bucket, objectName, contentType, tags } = session;
  return new UploadTask({ tags, ...options, bucket, objectName, contentType }, session.sessionPath);
}

class UploadTask implements Upload {
  readonly done: Promise<UploadSnapshot>;
  readonly #options: UploadOptions;
  readonly #protocol: StorageProtocol;
  readonly #clock: UploadClock;
  readonly #journal: UploadJournal;
  readonly #locks: SessionLocks;
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
  // spec §9: starts at 256 KiB and doubles after each success while under 32 MiB.
  #chunkBytes: number = uploadLimits.chunkBytesStart;
  #readAhead: { start: number; end: number; bytes: ReturnType<UploadSource["slice"]> } | null = null;
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
      const object = await this.#protocol.sendWhole(this.#file, await this.#read(0, totalBytes), signal);
      await this.#succeed(object);
      return;
    }
    this.#sessionPath ??= await this.#startSession(signal);
    this.#releaseLock ??= await this.#locks.tryAcquire(this.#sessionPath);
    if (this.#releaseLock === null) {
      await this.#follow(this.#sessionPath, signal);
      return;
    }
    if (this.#snapshot.isFollowing) this.#change({ isFollowing: false });
    if (this.#mustQuery) {
      await this.#accept(await this.#protocol.query(this.#sessionPath, signal));
      this.#mustQuery = false;
      return;
    }
    const offset = this.#snapshot.uploadedBytes;
    if (offset === totalBytes) {
      await this.#accept(await this.#protocol.finalize(this.#sessionPath, signal));
      return;
    }
    const end = Math.min(totalBytes, offset + this.#chunkBytes);
    const body = await this.#read(offset, end);
    const grownBytes = this.#grownChunkBytes();
    if (end < totalBytes) this.#startReadAhead(end, Math.min(totalBytes, end + grownBytes));
    const status = await this.#protocol.send(
      this.#sessionPath,
      {
        offset,
        body,
        isLast: end === totalBytes,
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

  async #handleFailure(error: ApiError, signal: AbortSignal): Promise<void> {
    const { uploadedBytes } = this.#snapshot;
    this.#forgetFlight({});
    const told = error instanceof ProtocolError ? error.receivedBytes : null;
    if (error.code === "upload-wrong-offset" && told !== null && told !== uploadedBytes) {
      // Somebody else went on with this session, or an answer got lost: go on from where the server stands.
      this.#noteConfirmed(told);
      this.#mustQuery = false;
      if (told > uploadedBytes) return;
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

  // The next chunk is read while this one is on its way.
  #startReadAhead(start: number, end: number): void {
    const bytes = this.#options.source.slice(start, end);
    // A failure shows when the chunk's turn comes.
    if (bytes instanceof Promise) bytes.catch(() => {});
    this.#readAhead = { start, end, bytes };
  }

  async #read(start: number, end: number): Promise<Blob | Uint8Array<ArrayBuffer>> {
    const ahead = this.#readAhead;
    this.#readAhead = null;
    const isAhead = ahead?.start === start && ahead.end === end;
    const bytes = await readable((async () => (isAhead ? ahead.bytes : this.#options.source.slice(start, end)))());
    const sizeBytes = bytes instanceof Blob ? bytes.size : bytes.byteLength;
    if (sizeBytes !== end - start) throw new ApiError("upload-size-changed", 0);
    return bytes;
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
