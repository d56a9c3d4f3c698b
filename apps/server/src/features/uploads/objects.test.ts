import { deleteScan } from "@blueprint/contract/scans";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storedObjects } from "../../db/schema/uploads.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { removeStoredBytes } from "./objects.jobs.ts";
import { announceScan, randomFile, WireClient } from "./testing/upload-test-world.ts";

let app: TestApp;
let owner: TestPerson;

beforeAll(async () => {
  app = await createTestApp();
  owner = await app.buildPerson();
});
afterAll(() => app.close());

const bucketPath = "/v0/b/blueprint-local/o";
const pathOf = (name: string) => `${bucketPath}/${encodeURIComponent(name)}`;
const ownName = (name: string) => `users/${owner.userId}/${name}`;
const store = async (name: string, text: string, metadata: unknown = {}, person = owner) => {
  const answer = await new WireClient(app.url, person.asProgram).multipart(name, Buffer.from(text), metadata);
  expect(answer.status).toBe(200);
  return answer.json as Record<string, string>;
};
const ask = (path: string, { method = "GET", person = owner as TestPerson | null, headers = {}, body = "" } = {}) =>
  fetch(app.url + path, {
    method,
    headers: { ...(person === null ? {} : person.asProgram), ...headers },
    ...(body === "" ? {} : { body }),
  });
const patch = (name: string, change: unknown, person = owner) =>
  ask(pathOf(name), {
    method: "PATCH",
    person,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: typeof change === "string" ? change : JSON.stringify(change),
  });
const codeOf = async (response: Response) => ({
  status: response.status,
  code: ((await response.json()) as { code: string }).code,
});

describe("the metadata of a file", () => {
  it("has the provider's fields, with numbers as text", async () => {
    const sent = await store(ownName("plan.txt"), "0123456789", { contentType: "text/plain", metadata: { a: "1" } });
    const response = await ask(pathOf(ownName("plan.txt")));
    expect(response.headers.get("cache-control")).toBe("no-store");
    const resource = (await response.json()) as Record<string, string>;
    expect(resource).toEqual(sent);
    expect(resource).toMatchObject({
      name: ownName("plan.txt"),
      bucket: "blueprint-local",
      generation: expect.stringMatching(/^\d{16}$/),
      metageneration: "1",
      contentType: "text/plain",
      timeCreated: expect.stringMatching(/^\d{4}-.*Z$/),
      updated: resource.timeCreated,
      storageClass: "STANDARD",
      size: "10",
      md5Hash: "eB5eJF1ptWaXm4bijSPyxw==",
      etag: expect.stringMatching(/./),
      downloadTokens: expect.stringMatching(/^[\w-]{40,}$/),
      metadata: { a: "1" },
    });
  });

  it("is found under every valid name", async () => {
    const longName = ownName("ü".repeat(480));
    for (const name of [ownName("a%2Fb"), ownName("?#&+;=,:@ $'()*!~"), ownName("deep/er/still"), longName]) {
      await store(name, name);
      const response = await ask(`${pathOf(name)}?alt=media`);
      expect([response.status, await response.text()], name).toEqual([200, name]);
    }
  });

  it.each([
    "{",
    "[]",
    "5",
    { contentType: 5 },
    { metadata: { a: 1 } },
    { metadata: { a: "\ud800" } },
    { cacheControl: "a\0" },
    { cacheControl: "a\r\nset-cookie: b=c" },
  ])("cannot be changed to %j", async (change) => {
    const before = await store(ownName("kept.txt"), "x", { cacheControl: "no-store" });
    expect((await patch(ownName("kept.txt"), change)).status).toBe(400);
    expect(await (await ask(pathOf(ownName("kept.txt")))).json()).toEqual(before);
  });

  it("cannot grow without limit, and clients cannot change name, size and hash", async () => {
    const before = await store(ownName("grown.txt"), "x");
    const metadata = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`k${index}`, "x".repeat(8000)]));
    expect((await patch(ownName("grown.txt"), { metadata, name: "users/x/y", size: "5", md5Hash: "x" })).status).toBe(
      200,
    );
    expect(await (await ask(pathOf(ownName("grown.txt")))).json()).toMatchObject({
      name: before.name,
      size: "1",
      md5Hash: before.md5Hash,
    });
    const more = { metadata: { one: "x".repeat(8000), two: "x".repeat(8000) } };
    expect(await codeOf(await patch(ownName("grown.txt"), more))).toEqual({
      status: 400,
      code: "upload-metadata-invalid",
    });
  });
});

describe("the bytes of a file", () => {
  it("are served with its headers, and no stored file acts as one of our pages", async () => {
    await store(ownName("page.html"), "<script>alert(1)</script>", {
      contentType: "text/html",
      cacheControl: "private, max-age=60",
      contentDisposition: "inline",
      contentLanguage: "en",
    });
    const response = await ask(`${pathOf(ownName("page.html"))}?alt=media`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/html",
      "content-length": "25",
      "cache-control": "private, max-age=60",
      // A browser would run it: it is always downloaded, whatever its owner declared.
      "content-disposition": "attachment",
      "content-language": "en",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
  });

  it.each([
    ["image/svg+xml", `inline; filename="plan.svg"`, `attachment; filename="plan.svg"`],
    ["Text/HTML; charset=utf-8", undefined, "attachment"],
    ["application/xhtml+xml", "inline", "attachment"],
    ["image/png", "inline", "inline"],
    ["text/plain", undefined, null],
  ])(
    "are downloaded rather than opened if a browser would run them: %s",
    async (contentType, contentDisposition, sent) => {
      const name = ownName("any");
      await store(name, "some bytes", {
        contentType,
        ...(contentDisposition === undefined ? {} : { contentDisposition }),
      });
      const { headers } = await ask(`${pathOf(name)}?alt=media`);
      expect(headers.get("content-disposition")).toBe(sent);
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    },
  );

  it("respond to HEAD, are sent in parts, and not sent again to clients that have them", async () => {
    const name = ownName("parts.txt");
    const { etag: firstTag } = await store(name, "0123456789");
    const media = `${pathOf(name)}?alt=media`;
    const head = await ask(media, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);
    const etag = head.headers.get("etag") ?? "";
    expect(etag).toBe(`"${firstTag}"`);
    expect((await ask(media, { headers: { "if-none-match": etag } })).status).toBe(304);
    const part = await ask(media, { headers: { range: "bytes=-3", "if-range": etag } });
    expect([part.status, await part.text()]).toEqual([206, "789"]);
    const beyond = await ask(media, { headers: { range: "bytes=10-" } });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */10"]);
    await patch(name, { contentLanguage: "de" });
    expect((await ask(media, { headers: { "if-none-match": etag } })).status).toBe(200);
    const stale = await ask(media, { headers: { range: "bytes=-3", "if-range": etag } });
    expect(stale.status).toBe(200);
  });

  it("open for anyone with the token, and for nobody who guesses", async () => {
    const { downloadTokens: token } = await store(ownName("token.txt"), "shown");
    const open = (name: string, given: string, person: TestPerson | null = null) =>
      ask(`${pathOf(name)}?alt=media&token=${given}`, { person });
    expect(await (await open(ownName("token.txt"), token ?? "")).text()).toBe("shown");
    expect(await (await open(ownName("token.txt"), token ?? "", await app.buildPerson())).text()).toBe("shown");
    // A wrong token gets the same response as a missing file.
    const gone = { status: 404, code: "not-found" };
    for (const guess of ["", "x", `${token}x`, "undefined"]) {
      expect(await codeOf(await open(ownName("token.txt"), guess)), guess).toEqual(gone);
    }
    expect(await codeOf(await open(ownName("never.txt"), token ?? ""))).toEqual(gone);
    // The token grants the bytes, not the metadata.
    expect((await ask(`${pathOf(ownName("token.txt"))}?token=${token}`, { person: null })).status).toBe(401);
  });
});

describe("deleting a file", () => {
  it("removes its bytes, durably, and never those of a newer file of that name", async () => {
    const name = ownName("deleted.txt");
    await store(name, "old");
    const [row] = await app.context.db.select().from(storedObjects).where(eq(storedObjects.fullPath, name));
    const key = row?.storageKey ?? "";
    await removeStoredBytes(app.context, key);
    expect(await app.context.storage.head(key)).not.toBeNull();
    expect((await ask(pathOf(name), { method: "DELETE" })).status).toBe(204);
    const jobs = await app.context
      .sql`select payload from graphile_worker._private_jobs where key = ${`remove:${key}`}`;
    expect(jobs).toEqual([{ payload: { storageKey: key } }]);
    await store(name, "new");
    await removeStoredBytes(app.context, key);
    expect(await app.context.storage.head(key)).toBeNull();
    expect(await (await ask(`${pathOf(name)}?alt=media`)).text()).toBe("new");
  });

  it("frees its room in the team", async () => {
    const small = await createTestApp({ config: { storageBytesMax: 1000 } });
    try {
      const person = await small.buildPerson();
      const wire = new WireClient(small.url, person.asProgram);
      const mine = `users/${person.userId}/mine`;
      const ours = `teams/${person.personalTeamId}/ours`;
      expect((await wire.multipart(mine, randomFile(600))).status).toBe(200);
      expect((await wire.multipart(ours, randomFile(400))).status).toBe(200);
      const quota = { status: 402, code: "storage-quota-exceeded" };
      expect(await wire.multipart(`${ours} too`, randomFile(1))).toMatchObject(quota);
      expect(await wire.start(`users/${person.userId}/more`, 1)).toMatchObject(quota);
      await fetch(small.url + pathOf(mine), { method: "DELETE", headers: person.asProgram });
      expect((await wire.multipart(`${ours} too`, randomFile(600))).status).toBe(200);
    } finally {
      await small.close();
    }
  });
});

describe("the original of a scan", () => {
  it("can be read by people who edit the blueprint, but neither deleted nor replaced through this endpoint", async () => {
    const { name } = await announceScan(app, owner, 4);
    await store(name, "scan");
    const [editor, viewer] = [
      await app.buildMember(owner.personalTeamId, "editor"),
      await app.buildMember(owner.personalTeamId, "viewer"),
    ];
    expect(await codeOf(await ask(pathOf(name), { person: viewer }))).toEqual({ status: 403, code: "forbidden" });
    expect(await (await ask(`${pathOf(name)}?alt=media`, { person: editor })).text()).toBe("scan");
    expect(await codeOf(await ask(pathOf(name), { method: "DELETE" }))).toEqual({
      status: 403,
      code: "operation-not-allowed",
    });
    const wire = new WireClient(app.url, owner.asProgram);
    expect(await wire.multipart(name, Buffer.from("SCAN"))).toMatchObject({ status: 409, code: "upload-not-active" });
    expect(await wire.multipart(`teams/${owner.personalTeamId}/scans/other`, Buffer.from("x"))).toMatchObject({
      status: 403,
      code: "unauthorized",
    });
    expect(await (await ask(`${pathOf(name)}?alt=media`)).text()).toBe("scan");
  });

  it("is removed with its scan", async () => {
    const { name, scanId } = await announceScan(app, owner, 4);
    const { downloadTokens: token } = await store(name, "scan");
    const folder = name.slice(0, name.lastIndexOf("/") + 1);
    const listed = async () => {
      const response = await ask(`${bucketPath}?prefix=${encodeURIComponent(folder)}`);
      return ((await response.json()) as { items: unknown[] }).items.length;
    };
    expect(await listed()).toBe(1);
    await owner.api(deleteScan, { params: { scanId } });
    expect(await codeOf(await ask(pathOf(name)))).toEqual({ status: 404, code: "not-found" });
    expect((await ask(`${pathOf(name)}?alt=media&token=${token}`, { person: null })).status).toBe(404);
    expect(await listed()).toBe(0);
  });
});

describe("a list", () => {
  const list = async (query: Record<string, string>, person = owner): Promise<Record<string, unknown>> => {
    const response = await ask(`${bucketPath}?${new URLSearchParams(query)}`, { person });
    return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
  };

  it("supports prefixes, delimiters and pages by the bytes of the names", async () => {
    const person = await app.buildPerson();
    const at = (name: string) => `users/${person.userId}/${name}`;
    for (const name of ["a%b/1", "a_b", "aXb", "b/1", "b/2/3", "b0"]) await store(at(name), name, {}, person);
    const names = (...wanted: string[]) => wanted.map((name) => ({ name: at(name), bucket: "blueprint-local" }));
    expect(await list({ prefix: at("a_") }, person)).toEqual({ status: 200, prefixes: [], items: names("a_b") });
    expect(await list({ prefix: at(""), delimiter: "/" }, person)).toEqual({
      status: 200,
      prefixes: [at("a%b/"), at("b/")],
      items: names("aXb", "a_b", "b0"),
    });
    const pages: unknown[] = [];
    let pageToken: string | undefined;
    do {
      const page = await list(
        { prefix: at(""), delimiter: "/", maxResults: "1", ...(pageToken === undefined ? {} : { pageToken }) },
        person,
      );
      pages.push(...(page.prefixes as string[]), ...(page.items as { name: string }[]).map(({ name }) => name));
      pageToken = page.nextPageToken as string | undefined;
    } while (pageToken !== undefined);
    expect(pages).toEqual(["a%b/", "aXb", "a_b", "b/", "b0"].map(at));
  });

  it.each<Record<string, string>>([
    { maxResults: "0" },
    { maxResults: "-1" },
    { maxResults: "many" },
    { pageToken: "AAAA" },
    { delimiter: "\0" },
  ])("refuses %j", async (query) => {
    expect(await list({ prefix: ownName(""), ...query })).toMatchObject({ status: 400, code: "invalid-input" });
  });

  it("shows only the person's own folder or their team's", async () => {
    const other = await app.buildPerson();
    const prefixes = [
      "",
      "u",
      "users/",
      `users/${owner.userId}`,
      `users/${other.userId}/`,
      "teams/",
      `teams/${other.personalTeamId}/`,
    ];
    for (const prefix of prefixes) {
      expect(await list({ prefix }), prefix).toMatchObject({ status: 403, code: "unauthorized" });
    }
    expect((await ask(bucketPath, { person: null })).status).toBe(401);
    expect((await ask("/v0/b/another/o?prefix=users/")).status).toBe(404);
  });
});
