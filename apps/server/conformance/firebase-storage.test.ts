import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { ReadableStream as WebStream } from "node:stream/web";
import { appCheckLifetimeMs, issueAppCheckToken } from "@blueprint/contract/app-check";
import { deleteApp, type FirebaseApp, initializeApp } from "@firebase/app";
import { CustomProvider, initializeAppCheck } from "@firebase/app-check";
import {
  connectStorageEmulator,
  deleteObject,
  type FirebaseStorage,
  getBytes,
  getDownloadURL,
  getMetadata,
  getStorage,
  getStream,
  list,
  listAll,
  ref,
  StringFormat,
  updateMetadata,
  uploadBytes,
  uploadBytesResumable,
  uploadString,
} from "@firebase/storage";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storedObjects } from "../src/db/schema/uploads.ts";
import { createTestApp, type TestApp, type TestPerson } from "../src/testing/create-test-app.ts";

const KiB = 1024;
const MiB = 1024 * KiB;
const storageBytesMax = 64 * MiB;

let server: TestApp;
let owner: TestPerson;
let storage: FirebaseStorage;
const apps: FirebaseApp[] = [];

interface ClientOptions {
  /** As the sign-in hands it to programs. */
  token?: string;
  bucket?: string;
  /** Makes the client attach app-check tokens, which this provider gets. */
  appCheck?: () => Promise<{ token: string; expireTimeMillis: number }>;
}

/** The official client, told where our server is and nothing else. */
function connectClient(url: string, { token, bucket = "blueprint-local", appCheck }: ClientOptions = {}) {
  const app = initializeApp(
    { storageBucket: bucket, appId: "1:1:web:1", projectId: "blueprint", apiKey: "none" },
    `client ${apps.length}`,
  );
  apps.push(app);
  if (appCheck !== undefined) initializeAppCheck(app, { provider: new CustomProvider({ getToken: appCheck }) });
  const client = getStorage(app);
  const { hostname, port } = new URL(url);
  connectStorageEmulator(client, hostname, Number(port), token === undefined ? {} : { mockUserToken: token });
  return client;
}

const tokenOf = ({ cookie }: { cookie: string }) => decodeURIComponent(cookie.slice(cookie.indexOf("=") + 1));
const own = (name: string) => ref(storage, `users/${owner.userId}/${name}`);
const md5Of = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("base64");
const isEqual = (actual: ArrayBuffer, expected: Uint8Array) => Buffer.from(actual).equals(expected);

/** Every call of the client at one place. */
function everything(client: FirebaseStorage, name: string): [string, () => Promise<unknown>][] {
  const place = ref(client, name);
  return [
    ["uploadBytes", () => uploadBytes(place, randomBytes(10))],
    ["uploadBytesResumable", async () => await uploadBytesResumable(place, randomBytes(300 * KiB))],
    ["getMetadata", () => getMetadata(place)],
    ["getDownloadURL", () => getDownloadURL(place)],
    ["getBytes", () => getBytes(place)],
    ["updateMetadata", () => updateMetadata(place, { cacheControl: "no-store" })],
    ["list", () => list(place.parent!)],
    ["deleteObject", () => deleteObject(place)],
  ];
}

beforeAll(async () => {
  server = await createTestApp({ config: { storageBytesMax }, withJobs: true });
  owner = await server.buildPerson();
  const response = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: owner.email, password: owner.password }),
  });
  const token = response.headers.get("set-auth-token");
  if (token === null) throw new Error(`No token came with the sign-in: ${response.status}`);
  storage = connectClient(server.url, { token });
});
afterAll(async () => {
  for (const app of apps) await deleteApp(app);
  await server.close();
});

describe("uploads", () => {
  it("a small file is sent in one request, with all its metadata", async () => {
    const bytes = randomBytes(100 * KiB);
    const place = own("small file, 100% & ünïcode?.bin");
    const { metadata } = await uploadBytes(place, bytes, {
      contentType: "image/png",
      cacheControl: "private, max-age=60",
      contentDisposition: "inline",
      contentEncoding: "identity",
      contentLanguage: "de",
      customMetadata: { room: "hall", maß: "1 Ω" },
    });
    expect(metadata).toMatchObject({
      bucket: "blueprint-local",
      fullPath: place.fullPath,
      name: "small file, 100% & ünïcode?.bin",
      size: bytes.length,
      generation: expect.stringMatching(/^\d+$/),
      metageneration: "1",
      md5Hash: md5Of(bytes),
      contentType: "image/png",
      cacheControl: "private, max-age=60",
      contentDisposition: "inline",
      contentEncoding: "identity",
      contentLanguage: "de",
      customMetadata: { room: "hall", maß: "1 Ω" },
    });
    expect(Math.abs(Date.parse(metadata.timeCreated) - Date.now())).toBeLessThan(60_000);
    expect(metadata.updated).toBe(metadata.timeCreated);
    expect(isEqual(await getBytes(place), bytes)).toBe(true);
    expect(await getMetadata(place)).toMatchObject({ ...metadata });
  });

  it("an empty file is sent in one request and as a task", async () => {
    for (const place of [own("empty"), own("empty task")]) {
      if (place.name === "empty") await uploadBytes(place, new Uint8Array(0));
      else await uploadBytesResumable(place, new Uint8Array(0));
      expect(await getMetadata(place)).toMatchObject({ size: 0, md5Hash: md5Of(Buffer.alloc(0)) });
      expect((await getBytes(place)).byteLength).toBe(0);
      expect((await getBytes(place, 10)).byteLength).toBe(0);
    }
  });

  it.each([256 * KiB, 256 * KiB + 1])(
    "%d bytes are sent as a task, on both sides of the single-request threshold",
    async (size) => {
      const bytes = randomBytes(size);
      const place = own(`task of ${size}`);
      const { state, metadata } = await uploadBytesResumable(place, bytes);
      expect([state, metadata.size]).toEqual(["success", size]);
      expect(isEqual(await getBytes(place), bytes)).toBe(true);
    },
  );

  it("a large file is sent in growing chunks, its hash known at once", async () => {
    const bytes = randomBytes(9 * MiB + 5);
    const place = own("large.bin");
    const task = uploadBytesResumable(place, bytes, { contentType: "model/ply" });
    const progress: number[] = [];
    task.on("state_changed", ({ bytesTransferred }) => void progress.push(bytesTransferred));
    const { metadata } = await task;
    expect(metadata).toMatchObject({ size: bytes.length, contentType: "model/ply", md5Hash: md5Of(bytes) });
    // 256 KiB, 512 KiB, 1, 2, 4 MiB and the rest: each sum of what came before.
    expect(progress.filter((sent) => sent > 0)).toEqual([
      ...[1, 3, 7, 15, 31].map((chunks) => chunks * 256 * KiB),
      bytes.length,
    ]);
    expect(isEqual(await getBytes(place), bytes)).toBe(true);
    expect((await getMetadata(place)).md5Hash).toBe(md5Of(bytes));
  });

  it("a large file is sent in a single request, as `uploadBytes` does", async () => {
    const bytes = randomBytes(9 * MiB + 5);
    const place = own("large at once.bin");
    const { metadata } = await uploadBytes(place, bytes, { contentType: "model/ply" });
    expect(metadata).toMatchObject({ size: bytes.length, contentType: "model/ply", md5Hash: md5Of(bytes) });
    expect(isEqual(await getBytes(place), bytes)).toBe(true);
  });

  it("pause and resume continue at the server's offset", async () => {
    const bytes = randomBytes(3 * MiB);
    const place = own("paused.bin");
    const task = uploadBytesResumable(place, bytes);
    let hasPaused = false;
    const paused = new Promise<number>((resolve) => {
      task.on("state_changed", ({ state, bytesTransferred }) => {
        if (state === "running" && bytesTransferred > 0 && !hasPaused) hasPaused = task.pause();
        if (state === "paused") resolve(bytesTransferred);
      });
    });
    const sentBytes = await paused;
    expect(sentBytes).toBeGreaterThan(0);
    expect(sentBytes).toBeLessThan(bytes.length);
    expect(task.snapshot.state).toBe("paused");
    await expect(getMetadata(place)).rejects.toMatchObject({ code: "storage/object-not-found" });
    expect(task.resume()).toBe(true);
    expect((await task).state).toBe("success");
    expect(isEqual(await getBytes(place), bytes)).toBe(true);
  });

  it("cancel leaves no file", async () => {
    const place = own("canceled.bin");
    const task = uploadBytesResumable(place, randomBytes(3 * MiB));
    task.on("state_changed", ({ bytesTransferred }) => {
      if (bytesTransferred > 0) task.cancel();
    });
    await expect(task).rejects.toMatchObject({ code: "storage/canceled" });
    expect(task.snapshot.state).toBe("canceled");
    await expect(getMetadata(place)).rejects.toMatchObject({ code: "storage/object-not-found" });
  });

  it("a second upload replaces the first as a newer generation", async () => {
    const place = own("replaced.txt");
    const first = await uploadString(place, "first");
    const second = await uploadString(place, "second");
    expect(Number(second.metadata.generation)).toBeGreaterThan(Number(first.metadata.generation));
    expect(Buffer.from(await getBytes(place)).toString()).toBe("second");
  });
});

describe("string formats", () => {
  const bytes = Buffer.from("ad698efbe13ab7bfeb97", "hex");
  const readBack = async (name: string) => Buffer.from(await getBytes(own(name)));

  it("raw, base64, base64url and data URLs arrive as bytes", async () => {
    await uploadString(own("raw"), "Grüße 😊", StringFormat.RAW);
    expect((await readBack("raw")).toString("utf8")).toBe("Grüße 😊");
    await uploadString(own("base64"), bytes.toString("base64"), StringFormat.BASE64);
    expect(await readBack("base64")).toEqual(bytes);
    await uploadString(own("base64url"), bytes.toString("base64url"), StringFormat.BASE64URL);
    expect(await readBack("base64url")).toEqual(bytes);
    await uploadString(own("data"), `data:image/png;base64,${bytes.toString("base64")}`, StringFormat.DATA_URL);
    expect(await readBack("data")).toEqual(bytes);
    expect(await getMetadata(own("data"))).toMatchObject({ contentType: "image/png" });
    await uploadString(own("data text"), "data:text/plain,caf%C3%A9", StringFormat.DATA_URL);
    expect((await readBack("data text")).toString("utf8")).toBe("café");
  });

  it.each([
    [StringFormat.BASE64, "ab-_"],
    [StringFormat.BASE64, "ab!c"],
    [StringFormat.BASE64URL, "ab+/"],
    [StringFormat.DATA_URL, "image/png;base64,aaaa"],
    [StringFormat.DATA_URL, "data:text/plain,%E0%A4%A"],
  ])("%s refuses %s before anything is sent", (format, text) => {
    expect(() => uploadString(own("refused"), text, format)).toThrow(
      expect.objectContaining({ code: "storage/invalid-format" }),
    );
  });
});

describe("metadata", () => {
  it("is changed field by field, null removes a field, and the metageneration counts it", async () => {
    const place = own("described.txt");
    const { metadata: before } = await uploadString(place, "text", StringFormat.RAW, {
      contentType: "text/plain",
      cacheControl: "no-store",
      customMetadata: { a: "1", b: "2" },
    });
    const after = await updateMetadata(place, {
      contentType: "text/markdown",
      contentLanguage: "de",
      contentDisposition: 'attachment; filename="Plan → Halle.txt"',
      customMetadata: { b: "3", c: "4" },
    });
    expect(after).toMatchObject({
      generation: before.generation,
      metageneration: "2",
      contentType: "text/markdown",
      contentLanguage: "de",
      cacheControl: "no-store",
      customMetadata: { a: "1", b: "3", c: "4" },
      size: 4,
    });
    expect(Date.parse(after.updated)).toBeGreaterThanOrEqual(Date.parse(before.updated));
    expect(after.timeCreated).toBe(before.timeCreated);
    const url = await getDownloadURL(place);
    const response = await fetch(url);
    expect(response.headers.get("content-type")).toBe("text/markdown");
    expect(response.headers.get("content-language")).toBe("de");
    const disposition = Buffer.from(response.headers.get("content-disposition") ?? "", "latin1").toString("utf8");
    expect(disposition).toBe('attachment; filename="Plan → Halle.txt"');

    const removed = { cacheControl: null, customMetadata: { a: null } } as unknown as { cacheControl: string };
    const last = await updateMetadata(place, removed);
    expect(last.metageneration).toBe("3");
    expect(last.cacheControl).toBeUndefined();
    expect(last.customMetadata).toEqual({ b: "3", c: "4" });
    expect(await getMetadata(place)).toMatchObject({ metageneration: "3", contentType: "text/markdown" });
  });
});

describe("downloads", () => {
  it("an address with a token opens for anyone, in parts on request", async () => {
    const place = own("shown.txt");
    await uploadString(place, "0123456789", StringFormat.RAW, { contentType: "text/plain" });
    const url = await getDownloadURL(place);
    expect(url).toMatch(/\/v0\/b\/blueprint-local\/o\/users%2F[^/?]+%2Fshown\.txt\?alt=media&token=[^&]+$/);
    expect(await (await fetch(url)).text()).toBe("0123456789");
    const part = await fetch(url, { headers: { range: "bytes=2-4" } });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([206, "bytes 2-4/10", "234"]);
    const forged = new URL(url);
    forged.searchParams.set("token", "guess");
    expect((await fetch(forged)).status).toBe(404);
    // The client finds the file by its own address again.
    expect(ref(storage, url).fullPath).toBe(place.fullPath);
  });

  it("an address carries the first of several tokens, and each of them opens the file", async () => {
    const place = own("shown to two.txt");
    await uploadString(place, "0123456789");
    await server.context.db
      .update(storedObjects)
      .set({ downloadTokens: ["first-token", "second-token"] })
      .where(eq(storedObjects.fullPath, place.fullPath));
    const url = await getDownloadURL(place);
    expect(new URL(url).search).toBe("?alt=media&token=first-token");
    for (const token of ["first-token", "second-token"])
      expect(await (await fetch(url.replace("first-token", token))).text(), token).toBe("0123456789");
    expect((await fetch(url.replace("first-token", "first-token,second-token"))).status).toBe(404);
  });

  it("bytes are limited to the requested number, and can be streamed", async () => {
    const bytes = randomBytes(2 * MiB);
    const place = own("streamed.bin");
    await uploadBytesResumable(place, bytes);
    expect(isEqual(await getBytes(place, 1000), bytes.subarray(0, 1000))).toBe(true);
    const read = (max?: number) => buffer(getStream(place, max) as unknown as WebStream);
    expect((await read()).equals(bytes)).toBe(true);
    expect((await read(1000)).equals(bytes.subarray(0, 1000))).toBe(true);
  });
});

describe("lists", () => {
  it("files and folders of one level are listed page by page, in order", async () => {
    const names = ["b.txt", "a.txt", "deep/one.txt", "deep/two.txt", "deeper/further/x.txt", "Z.txt", "ä.txt"];
    for (const name of names) await uploadString(own(`list/${name}`), name);
    const folder = own("list");
    const all = await listAll(folder);
    expect(all.items.map(({ name }) => name)).toEqual(["Z.txt", "a.txt", "b.txt", "ä.txt"]);
    expect(all.prefixes.map(({ name }) => name)).toEqual(["deep", "deeper"]);

    const seen: string[] = [];
    let pageToken: string | undefined;
    do {
      const page = await list(folder, { maxResults: 2, ...(pageToken === undefined ? {} : { pageToken }) });
      const entries = [...page.items, ...page.prefixes].map(({ name }) => name);
      expect(entries.length).toBeLessThanOrEqual(2);
      seen.push(...entries);
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    expect(seen.toSorted()).toEqual(["Z.txt", "a.txt", "b.txt", "deep", "deeper", "ä.txt"].toSorted());

    expect((await listAll(own("list/deep"))).items.map(({ name }) => name)).toEqual(["one.txt", "two.txt"]);
    expect(await listAll(own("nothing here"))).toMatchObject({ items: [], prefixes: [] });
  });
});

describe("deleting", () => {
  it("removes the file, its address and its bytes", async () => {
    const place = own("deleted.txt");
    await uploadString(place, "gone soon");
    const url = await getDownloadURL(place);
    await deleteObject(place);
    const notFound = { code: "storage/object-not-found" };
    await expect(getMetadata(place)).rejects.toMatchObject(notFound);
    await expect(getBytes(place)).rejects.toMatchObject(notFound);
    await expect(deleteObject(place)).rejects.toMatchObject(notFound);
    expect((await fetch(url)).status).toBe(404);
  });
});

describe("refusals", () => {
  it("401 without a session is storage/unauthenticated", async () => {
    await uploadString(own("guarded.txt"), "mine");
    for (const client of [connectClient(server.url), connectClient(server.url, { token: "forged.c2lnbmF0dXJl" })]) {
      for (const [call, run] of everything(client, own("guarded.txt").fullPath)) {
        await expect(run(), call).rejects.toMatchObject({ code: "storage/unauthenticated", status: 401 });
      }
    }
  });

  it("403 for another person's files is storage/unauthorized, whether they exist or not", async () => {
    await uploadString(own("guarded.txt"), "mine");
    const stranger = connectClient(server.url, { token: tokenOf(await server.buildPerson()) });
    const names = ["guarded.txt", "never.txt"].map((name) => own(name).fullPath);
    for (const name of [...names, `teams/${owner.personalTeamId}/notes.txt`, "anything/at all.txt"]) {
      for (const [call, run] of everything(stranger, name)) {
        await expect(run(), `${call} ${name}`).rejects.toMatchObject({ code: "storage/unauthorized", status: 403 });
      }
    }
    expect(Buffer.from(await getBytes(own("guarded.txt"))).toString()).toBe("mine");
  });

  it("a team's files are read by its viewers and written by its editors", async () => {
    const place = `teams/${owner.personalTeamId}/plans/notes.txt`;
    const as = async (role: "viewer" | "editor") =>
      ref(connectClient(server.url, { token: tokenOf(await server.buildMember(owner.personalTeamId, role)) }), place);
    const [viewer, editor] = [await as("viewer"), await as("editor")];
    await uploadString(editor, "for all of us");
    expect(Buffer.from(await getBytes(viewer)).toString()).toBe("for all of us");
    expect((await listAll(viewer.parent!)).items).toHaveLength(1);
    const refused = { code: "storage/unauthorized", status: 403 };
    await expect(uploadString(viewer, "mine")).rejects.toMatchObject(refused);
    await expect(updateMetadata(viewer, { cacheControl: "no-store" })).rejects.toMatchObject(refused);
    await expect(deleteObject(viewer)).rejects.toMatchObject(refused);
    await deleteObject(editor);
  });

  it("402 beyond the storage is storage/quota-exceeded, before the bytes", async () => {
    const task = uploadBytesResumable(own("too large.bin"), new Uint8Array(storageBytesMax + 1));
    await expect(task).rejects.toMatchObject({ code: "storage/quota-exceeded", status: 402 });
    expect(task.snapshot.bytesTransferred).toBe(0);
  });

  it("404 on a read is storage/object-not-found, even in a bucket that does not exist", async () => {
    await expect(getMetadata(own("never"))).rejects.toMatchObject({ code: "storage/object-not-found" });
    await expect(getDownloadURL(own("never"))).rejects.toMatchObject({ code: "storage/object-not-found" });
    await expect(getBytes(own("never"))).rejects.toMatchObject({ code: "storage/object-not-found" });
    await expect(updateMetadata(own("never"), {})).rejects.toMatchObject({ code: "storage/object-not-found" });
    const elsewhere = connectClient(server.url, { token: tokenOf(owner), bucket: "another" });
    await expect(getMetadata(ref(elsewhere, own("empty").fullPath))).rejects.toMatchObject({
      code: "storage/object-not-found",
    });
  });

  it("the root is refused for uploads, downloads and deletion", () => {
    const root = ref(storage);
    const refused = expect.objectContaining({ code: "storage/invalid-root-operation" });
    expect(() => uploadBytes(root, randomBytes(1))).toThrow(refused);
    expect(() => uploadBytesResumable(root, randomBytes(1))).toThrow(refused);
    expect(() => uploadString(root, "x")).toThrow(refused);
    for (const call of [getDownloadURL, getMetadata, getBytes, deleteObject]) expect(() => call(root)).toThrow(refused);
  });

  it("listing above the person's own folder is storage/unauthorized", async () => {
    for (const name of ["", "users", "teams"]) {
      await expect(listAll(ref(storage, name)), name).rejects.toMatchObject({ code: "storage/unauthorized" });
    }
  });
});

describe("app-check tokens", () => {
  const issue = async () => {
    const headers = { origin: server.url };
    const answer = await fetch(server.url + issueAppCheckToken.url, { method: issueAppCheckToken.method, headers });
    const { token, expiresInMs } = (await answer.json()) as { token: string; expiresInMs: number };
    return { token, expireTimeMillis: Date.now() + expiresInMs };
  };
  const connect = (appCheck: NonNullable<ClientOptions["appCheck"]>) =>
    connectClient(server.url, { token: tokenOf(owner), appCheck });
  const file = () => own("checked.txt").fullPath;

  it("are attached by the client's provider, and everything is allowed as before", async () => {
    let asked = 0;
    const client = connect(async () => {
      asked++;
      return issue();
    });
    for (const [call, run] of everything(client, file())) await expect(run(), call).resolves.not.toBeNull();
    expect(asked, "one token serves them all").toBe(1);
  });

  it("that are forged or expired get 401, storage/unauthenticated, on every call", async () => {
    await uploadString(own("checked.txt"), "kept");
    const { token, expireTimeMillis } = await issue();
    const [header, payload] = token.split(".");
    // This build of the client reads no status text; in browsers it is storage/unauthorized-app (e2e/journeys/storage-client).
    const refused = { code: "storage/unauthenticated", status: 401 };
    const forged = connect(async () => ({ token: `${header}.${payload}.Zm9yZ2Vk`, expireTimeMillis }));
    for (const [call, run] of everything(forged, file())) await expect(run(), call).rejects.toMatchObject(refused);
    // The client goes on with what it was given: only the server's clock has moved.
    const late = connect(async () => ({ token, expireTimeMillis }));
    await expect(getMetadata(ref(late, file()))).resolves.toMatchObject({ size: 4 });
    server.clock.advance(appCheckLifetimeMs);
    for (const [call, run] of everything(late, file())) await expect(run(), call).rejects.toMatchObject(refused);
    expect(Buffer.from(await getBytes(own("checked.txt"))).toString()).toBe("kept");
  });
});

describe("other codes of the client", () => {
  it("an address outside this storage is storage/invalid-url", () => {
    for (const url of ["https://example.org/x", "http://", "ftp://127.0.0.1/x"]) {
      expect(() => ref(storage, url), url).toThrow(expect.objectContaining({ code: "storage/invalid-url" }));
    }
  });

  it("a name that cannot be stored is storage/unknown", async () => {
    for (const name of ["../other", "line\nbreak", "x".repeat(1100)]) {
      await expect(uploadBytes(own(name), randomBytes(1)), name).rejects.toMatchObject({
        code: "storage/unknown",
        status: 400,
      });
    }
  });
});

describe("retry times", () => {
  it("must be at least 0", () => {
    const client = connectClient(server.url);
    expect([client.maxUploadRetryTime, client.maxOperationRetryTime]).toEqual([600_000, 120_000]);
    for (const field of ["maxUploadRetryTime", "maxOperationRetryTime"] as const) {
      expect(() => {
        client[field] = -1;
      }).toThrow(expect.objectContaining({ code: "storage/invalid-argument" }));
      client[field] = 0;
      expect(client[field]).toBe(0);
    }
  });

  it("end with storage/retry-limit-exceeded if no server responds", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const client = connectClient(`http://127.0.0.1:${port}`, { token: tokenOf(owner) });
    client.maxOperationRetryTime = 300;
    await expect(getMetadata(ref(client, "users/x/y"))).rejects.toMatchObject({ code: "storage/retry-limit-exceeded" });
  });
});
