import { mkdtempSync, rmSync } from "node:fs";
import { appendFile, open, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { storageBucket } from "@blueprint/contract/limits";
import { getScanUpload } from "@blueprint/contract/scans";
import { createMemoryJournal } from "@blueprint/uploads/journal";
import { findJournaledUpload, resumeUpload } from "@blueprint/uploads/resume-upload";
import { continueUpload, createUpload, type UploadOptions, type UploadSnapshot } from "@blueprint/uploads/upload";
import type { UploadClock } from "@blueprint/uploads/upload-clock";
import { createMemoryLocks } from "@blueprint/uploads/upload-locks";
import type { UploadSource } from "@blueprint/uploads/upload-source";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { scans } from "../../db/schema/scans.ts";
import { storedObjects, uploads } from "../../db/schema/uploads.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { announceScan, randomFile, stateOfScan } from "./testing/upload-test-world.ts";
import { removeIdleUploads } from "./uploads.jobs.ts";

const KiB = 1024;
const MiB = 1024 * KiB;

let app: TestApp;
let owner: TestPerson;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.buildPerson();
});

const sourceOf = (bytes: Buffer<ArrayBuffer>, name = "hall.ply"): UploadSource => ({
  name,
  sizeBytes: bytes.length,
  slice: (start, end) => bytes.subarray(start, end),
});

const contentOf = async (name: string) => {
  const [row] = await app.context.db.select().from(storedObjects).where(eq(storedObjects.fullPath, name));
  return buffer((await app.context.storage.read(row!.storageKey)).stream);
};

/** Records every wait, but only waits a moment in real time. */
const impatientClock: UploadClock = {
  nowMs: () => Date.now(),
  sleep: async (_, signal) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    signal.throwIfAborted();
  },
};

interface SentRequest {
  command: string;
  offset: number;
  sizeBytes: number;
}

/**
 * The real network, instrumented; `before` may stop a request, `damage` change its bytes, `after` lose its response.
 */
function watchFetch({
  before = () => {},
  damage = () => false,
  after = () => {},
}: {
  damage?: (request: SentRequest, number: number) => boolean;
  before?: (request: SentRequest, number: number) => void | Promise<void>;
  after?: (request: SentRequest, number: number) => void;
} = {}) {
  const requests: SentRequest[] = [];
  const watched: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const body = init?.body;
    const request = {
      command: headers.get("x-goog-upload-command") ?? headers.get("x-goog-upload-protocol") ?? "",
      offset: Number(headers.get("x-goog-upload-offset") ?? 0),
      sizeBytes: body instanceof Uint8Array ? body.length : 0,
    };
    requests.push(request);
    const number = requests.length;
    await before(request, number);
    let sent = init;
    if (body instanceof Uint8Array && damage(request, number)) {
      const damaged = Uint8Array.from(body);
      damaged[1000]! ^= 1;
      sent = { ...init, body: damaged };
    }
    const response = await fetch(input, sent);
    after(request, number);
    return response;
  };
  const chunks = () => requests.filter(({ command }) => command.startsWith("upload"));
  return { fetch: watched, requests, chunks };
}

function optionsFor(
  bytes: Buffer<ArrayBuffer>,
  objectName: string,
  changes: Partial<UploadOptions> = {},
): UploadOptions {
  return {
    source: sourceOf(bytes),
    objectName,
    baseUrl: app.url,
    headers: owner.asProgram,
    contentType: "model/ply",
    clock: impatientClock,
    locks: createMemoryLocks(),
    ...changes,
  };
}

describe("the client against the server", () => {
  it.each([0, 1, 256 * KiB])("sends %d bytes in one request", async (sizeBytes) => {
    const bytes = randomFile(sizeBytes);
    const { name, scanId } = await announceScan(app, owner, sizeBytes);
    const { fetch, requests } = watchFetch();
    const upload = createUpload(optionsFor(bytes, name, { fetch }));
    upload.start();
    const last = await upload.done;
    expect(last).toMatchObject({
      state: "success",
      uploadedBytes: sizeBytes,
      object: { name, contentType: "model/ply" },
    });
    expect(requests.map(({ command }) => command)).toEqual(["multipart"]);
    expect((await contentOf(name)).equals(bytes)).toBe(true);
    expect(await stateOfScan(app.context, scanId)).toBe("queued");
  });

  it("sends larger files in chunks that start at 256 KiB and double up to 32 MiB", async () => {
    const bytes = randomFile(130 * MiB);
    const { name } = await announceScan(app, owner, bytes.length);
    const { fetch, chunks } = watchFetch();
    const seen: UploadSnapshot[] = [];
    const journal = createMemoryJournal();
    const upload = createUpload(optionsFor(bytes, name, { fetch, journal, onChange: (at) => seen.push(at) }));
    upload.start();
    expect((await upload.done).state).toBe("success");
    const sizes = chunks().map(({ sizeBytes }) => sizeBytes / KiB);
    expect(sizes.slice(0, 10)).toEqual([256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 32_768, 32_768]);
    expect((await contentOf(name)).equals(bytes)).toBe(true);
    const confirmed = seen.map(({ uploadedBytes }) => uploadedBytes);
    expect(confirmed).toEqual([...confirmed].sort((a, b) => a - b));
    expect(seen.some(({ bytesPerSecond, secondsLeft }) => bytesPerSecond! > 0 && secondsLeft! > 0)).toBe(true);
    expect(await journal.list()).toEqual([]);
  });

  it("pauses, reports the true number of bytes, and resumes without repeating what was confirmed", async () => {
    const bytes = randomFile(3 * MiB);
    const { name } = await announceScan(app, owner, bytes.length);
    const { fetch, chunks } = watchFetch({
      before: ({ command }) => {
        if (command === "upload" && chunks().length === 3) upload.pause();
      },
    });
    const upload = createUpload(optionsFor(bytes, name, { fetch }));
    upload.start();
    await expect.poll(() => upload.snapshot.state).toBe("paused");
    expect(upload.snapshot).toMatchObject({ uploadedBytes: 768 * KiB, inFlightBytes: 0, bytesPerSecond: null });
    upload.resume();
    expect((await upload.done).state).toBe("success");
    expect((await contentOf(name)).equals(bytes)).toBe(true);
  });

  it("cancels on both sides", async () => {
    const bytes = randomFile(2 * MiB);
    const { name } = await announceScan(app, owner, bytes.length);
    const journal = createMemoryJournal();
    const { fetch, chunks, requests } = watchFetch({
      before: ({ command }) => {
        if (command === "upload" && chunks().length === 2) upload.cancel();
      },
    });
    const upload = createUpload(optionsFor(bytes, name, { fetch, journal }));
    upload.start();
    expect((await upload.done).state).toBe("canceled");
    expect(requests.at(-1)?.command).toBe("cancel");
    expect(await journal.list()).toEqual([]);
  });

  it("asks for the offset after the network failed, and repeats no confirmed byte", async () => {
    const bytes = randomFile(3 * MiB);
    const { name } = await announceScan(app, owner, bytes.length);
    const { fetch, requests, chunks } = watchFetch({
      before: (_, number) => {
        if (number === 3 || number === 4) throw new TypeError("the cable is out");
      },
      // The server has the bytes, but its response never arrived.
      after: (_, number) => {
        if (number === 7) throw new TypeError("the answer got lost");
      },
    });
    const upload = createUpload(optionsFor(bytes, name, { fetch }));
    upload.start();
    expect((await upload.done).state).toBe("success");
    const commands = requests.map(({ command }) => command);
    expect(commands).toEqual([
      "start",
      "upload",
      "upload",
      "query",
      "query",
      "upload",
      "upload",
      "query",
      "upload",
      "upload, finalize",
    ]);
    expect(chunks().map(({ offset }) => offset / KiB)).toEqual([0, 256, 256, 768, 1792, 2816]);
    expect((await contentOf(name)).equals(bytes)).toBe(true);
  });

  it("learns that it was done when the last response was lost", async () => {
    const bytes = randomFile(300 * KiB);
    const { name } = await announceScan(app, owner, bytes.length);
    const { fetch } = watchFetch({
      after: ({ command }) => {
        if (command === "upload, finalize") throw new TypeError("the answer got lost");
      },
    });
    const upload = createUpload(optionsFor(bytes, name, { fetch }));
    upload.start();
    expect(await upload.done).toMatchObject({ state: "success", uploadedBytes: bytes.length, object: { name } });
  });

  it("continues in another program from the journal, if the file is the same", async () => {
    const bytes = randomFile(3 * MiB);
    const { name } = await announceScan(app, owner, bytes.length);
    const journal = createMemoryJournal();
    const killed = watchFetch({
      before: (_, number) => (number > 4 ? new Promise<void>(() => {}) : undefined),
    });
    const tags = { scanId: "scan-1" };
    createUpload(optionsFor(bytes, name, { fetch: killed.fetch, journal, tags })).start();
    await expect.poll(() => killed.requests.length).toBe(5);

    const [journaled] = await journal.list();
    expect(journaled).toMatchObject({ objectName: name, fileName: "hall.ply", sizeBytes: bytes.length, tags });
    const changed = Buffer.from(bytes);
    changed[0]! ^= 1;
    expect(await findJournaledUpload(journal, sourceOf(changed))).toBeNull();
    expect(await resumeUpload({ ...optionsFor(changed, name), journaled: journaled! })).toBeNull();
    expect(await findJournaledUpload(journal, sourceOf(bytes.subarray(1)))).toBeNull();

    expect(await findJournaledUpload(journal, sourceOf(bytes, "renamed.ply"))).toEqual(journaled);
    const { fetch, requests } = watchFetch();
    const resumed = await resumeUpload({ ...optionsFor(bytes, name, { fetch, journal }), journaled: journaled! });
    resumed!.start();
    expect((await resumed!.done).state).toBe("success");
    expect(requests[0]?.command).toBe("query");
    expect(requests[1]?.offset).toBe(1792 * KiB);
    expect((await contentOf(name)).equals(bytes)).toBe(true);
    expect(await journal.list()).toEqual([]);
  });

  it("sends damaged bytes again, and nothing else", async () => {
    const bytes = randomFile(3 * MiB);
    const { name } = await announceScan(app, owner, bytes.length);
    const { fetch, chunks } = watchFetch({ damage: ({ offset }, number) => offset === 768 * KiB && number < 6 });
    const upload = createUpload(optionsFor(bytes, name, { fetch }));
    upload.start();
    expect(await upload.done).toMatchObject({ state: "success", error: null });
    expect(chunks().map(({ offset }) => offset / KiB)).toEqual([0, 256, 768, 768, 1792]);
    expect((await contentOf(name)).equals(bytes)).toBe(true);
  });

  it("reports lasting damage, and keeps what was confirmed", async () => {
    const bytes = randomFile(3 * MiB);
    const { name } = await announceScan(app, owner, bytes.length);
    const journal = createMemoryJournal();
    const { fetch, chunks } = watchFetch({ damage: ({ offset }) => offset === 768 * KiB });
    const upload = createUpload(optionsFor(bytes, name, { fetch, journal }));
    upload.start();
    expect(await upload.done).toMatchObject({
      state: "error",
      uploadedBytes: 768 * KiB,
      error: { code: "upload-damaged" },
    });
    expect(chunks().map(({ offset }) => offset / KiB)).toEqual([0, 256, 768, 768, 768, 768]);
    expect(await journal.list()).toHaveLength(1);
  });

  it("continues with no other file, even one whose difference only a comparison of all its bytes can show", async () => {
    const bytes = randomFile(3 * MiB);
    const { name } = await announceScan(app, owner, bytes.length);
    const journal = createMemoryJournal();
    const { fetch } = watchFetch({
      before: (_, number) => {
        if (number > 4) throw new TypeError("the cable is out");
      },
    });
    const left = createUpload(optionsFor(bytes, name, { fetch, journal, retryTimeMsMax: 0 }));
    left.start();
    await left.done;
    const [journaled] = await journal.list();

    // The fingerprint samples head, middle and tail, and misses this change.
    const another = Buffer.from(bytes);
    another[300 * KiB]! ^= 1;
    const second = watchFetch();
    const compared: (number | null)[] = [];
    const onChange = ({ comparedBytes }: UploadSnapshot) => compared.push(comparedBytes);
    const mixed = await resumeUpload({
      ...optionsFor(another, name, { fetch: second.fetch, journal, onChange }),
      journaled: journaled!,
    });
    mixed!.start();
    expect(await mixed!.done).toMatchObject({ state: "error", error: { code: "upload-another-file" } });
    expect(compared).toContain(0);
    expect(mixed!.snapshot.comparedBytes).toBeNull();
    expect(second.chunks()).toEqual([]);

    const resumed = await resumeUpload({ ...optionsFor(bytes, name, { journal }), journaled: journaled! });
    resumed!.start();
    expect(await resumed!.done).toMatchObject({ state: "success" });
    expect((await contentOf(name)).equals(bytes)).toBe(true);
  });

  it("lets one of two tabs send; the other follows, and takes over when the first gives up", async () => {
    const bytes = randomFile(4 * MiB);
    const { name } = await announceScan(app, owner, bytes.length);
    const journal = createMemoryJournal();
    const locks = createMemoryLocks();
    const first = watchFetch({
      before: async ({ command }) => {
        if (command === "upload" && first.chunks().length === 3) {
          const [journaled] = await journal.list();
          follower = (await resumeUpload({
            ...optionsFor(bytes, name, { fetch: second.fetch, locks }),
            journaled: journaled!,
          }))!;
          follower.start();
          await expect.poll(() => follower.snapshot.isFollowing).toBe(true);
        }
        if (command === "upload" && first.chunks().length === 4) sender.pause();
      },
    });
    const second = watchFetch();
    let follower!: ReturnType<typeof createUpload>;
    const sender = createUpload(optionsFor(bytes, name, { fetch: first.fetch, journal, locks }));
    sender.start();
    await expect.poll(() => sender.snapshot.state).toBe("paused");
    expect((await follower.done).state).toBe("success");
    // Resumed after that, the first one finds the upload finished.
    sender.resume();
    expect(await sender.done).toMatchObject({ state: "success", uploadedBytes: bytes.length });
    expect((await contentOf(name)).equals(bytes)).toBe(true);
    expect(
      [...first.chunks(), ...second.chunks()].filter(({ command }) => command === "upload, finalize"),
    ).toHaveLength(1);
  });

  it("lets one of two devices send, without a lock between them; the other continues when the first one dies", async () => {
    const bytes = randomFile(8 * MiB);
    const { name, scanId } = await announceScan(app, owner, bytes.length);
    const { promise: death, reject: die } = Promise.withResolvers<never>();
    death.catch(() => {});
    const rest = Promise.withResolvers<void>();
    const first: typeof fetch = async (input, init) => {
      const isFourth = new Headers(init?.headers).get("x-goog-upload-offset") === String(1792 * KiB);
      if (!isFourth) return fetch(input, init);
      // Half of a chunk arrives and then nothing, until the device dies.
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue((init!.body as Uint8Array).subarray(0, MiB));
          rest.promise.then(
            () => controller.error(new Error("the device died")),
            () => {},
          );
        },
      });
      return Promise.race([fetch(input, { ...init, body, duplex: "half" } as RequestInit), death]);
    };
    createUpload(optionsFor(bytes, name, { fetch: first, clock: { ...impatientClock, sleep: () => death } })).start();
    const findLeft = async () => (await owner.api(getScanUpload, { params: { scanId } })).upload;
    await expect.poll(async () => (await findLeft())?.receivedBytes, { timeout: 5_000 }).toBe(1792 * KiB);

    const left = (await findLeft())!;
    const journaled = { ...left, bucket: storageBucket, objectName: name };
    const seen: UploadSnapshot[] = [];
    const second = watchFetch();
    const taken = continueUpload(
      { ...optionsFor(bytes, name, { fetch: second.fetch }), onChange: (snapshot) => seen.push(snapshot) },
      journaled,
    );
    taken.start();
    await expect.poll(() => taken.snapshot.isFollowing, { timeout: 5_000 }).toBe(true);
    die(new Error("the device died"));
    rest.resolve();
    expect(await taken.done).toMatchObject({ state: "success", isFollowing: false });
    expect(second.requests[0]?.command).toBe("query");
    expect((await contentOf(name)).equals(bytes)).toBe(true);
  });

  it("ends with the server's message if retrying is useless", async () => {
    const bytes = randomFile(300 * KiB);
    const { name, scanId } = await announceScan(app, owner, bytes.length);
    const journal = createMemoryJournal();
    const { fetch } = watchFetch({
      before: async ({ command }) => {
        if (command === "upload, finalize") {
          await app.context.db.update(scans).set({ state: "cancelled" }).where(eq(scans.id, scanId));
        }
      },
    });
    const upload = createUpload(optionsFor(bytes, name, { fetch, journal }));
    upload.start();
    expect(await upload.done).toMatchObject({ state: "error", error: { code: "upload-not-active" } });
    expect(await journal.list()).toEqual([]);

    const foreign = createUpload(optionsFor(bytes, name, { headers: {} }));
    foreign.start();
    expect(await foreign.done).toMatchObject({ state: "error", error: { code: "unauthenticated" } });
  });

  it("ends with a message if its session is too old, and the same scan starts over", async () => {
    const bytes = randomFile(2 * MiB);
    const { name, scanId } = await announceScan(app, owner, bytes.length);
    const journal = createMemoryJournal();
    const left = watchFetch({
      before: (_, number) => {
        if (number > 3) throw new TypeError("the cable is out");
      },
    });
    const first = createUpload(optionsFor(bytes, name, { fetch: left.fetch, journal, retryTimeMsMax: 0 }));
    first.start();
    await first.done;
    const [journaled] = await journal.list();

    // Eight days later, from this upload's point of view.
    const longAgo = new Date(app.clock.now().getTime() - 8 * 24 * 3_600_000);
    await app.context.db.update(uploads).set({ updatedAt: longAgo }).where(eq(uploads.scanId, scanId));
    expect(await removeIdleUploads(app.context)).toBe(1);
    const late = await resumeUpload({ ...optionsFor(bytes, name, { journal }), journaled: journaled! });
    late!.start();
    expect(await late!.done).toMatchObject({
      state: "error",
      error: { message: "This upload has expired. Start it again. Nothing else was lost." },
    });
    expect(await journal.list()).toEqual([]);

    const anew = createUpload(optionsFor(bytes, name, { journal }));
    anew.start();
    expect((await anew.done).state).toBe("success");
    expect(await stateOfScan(app.context, scanId)).toBe("queued");
  });

  it.each([
    ["grows", (path: string) => appendFile(path, "more")],
    ["shrinks", (path: string, sizeBytes: number) => truncate(path, sizeBytes - 1)],
  ])("refuses a file that %s while it is read, and continues once it is as it was", async (_, change) => {
    const bytes = randomFile(3 * MiB);
    const path = join(mkdtempSync(join(tmpdir(), "blueprint-file-")), "hall.ply");
    await writeFile(path, bytes);
    const file = await open(path);
    const source: UploadSource = {
      ...sourceOf(bytes),
      slice: async (start, end) => {
        const { buffer: read, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
        return read.subarray(0, bytesRead);
      },
      readSizeBytes: async () => (await file.stat()).size,
    };
    const { name } = await announceScan(app, owner, bytes.length);
    const journal = createMemoryJournal();
    const { fetch } = watchFetch({
      before: async ({ offset }) => {
        if (offset === 256 * KiB) await change(path, bytes.length);
      },
    });
    const upload = createUpload({ ...optionsFor(bytes, name, { fetch, journal }), source });
    upload.start();
    const { state, error, uploadedBytes } = await upload.done;
    expect({ state, code: error?.code }).toEqual({ state: "error", code: "upload-size-changed" });
    expect(uploadedBytes).toBeGreaterThan(0);

    await writeFile(path, bytes);
    const [journaled] = await journal.list();
    const { fetch: watched, chunks } = watchFetch();
    const resumed = await resumeUpload({
      ...optionsFor(bytes, name, { fetch: watched, journal }),
      source,
      journaled: journaled!,
    });
    resumed!.start();
    expect((await resumed!.done).state).toBe("success");
    expect(chunks()[0]?.offset).toBe(uploadedBytes);
    expect((await contentOf(name)).equals(bytes)).toBe(true);
    await file.close();
    rmSync(dirname(path), { recursive: true });
  });

  it("keeps the upload when it gives up on the network, so that it can continue later", async () => {
    const bytes = randomFile(MiB);
    const { name } = await announceScan(app, owner, bytes.length);
    const journal = createMemoryJournal();
    const { fetch } = watchFetch({
      before: (_, number) => {
        if (number > 2) throw new TypeError("the cable is out");
      },
    });
    const upload = createUpload(optionsFor(bytes, name, { fetch, journal, retryTimeMsMax: 0 }));
    upload.start();
    const last = await upload.done;
    expect(last).toMatchObject({ state: "error", uploadedBytes: 256 * KiB, error: { code: "network-request-failed" } });
    expect(await journal.list()).toHaveLength(1);
  });
});
