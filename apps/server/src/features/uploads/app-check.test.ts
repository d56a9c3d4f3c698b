import { createHmac } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { appCheckHeader, appCheckLifetimeMs, issueAppCheckToken } from "@blueprint/contract/app-check";
import { createUpload } from "@blueprint/uploads/upload";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSecrets } from "../../platform/secrets.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";

let app: TestApp;
let owner: TestPerson;

beforeAll(async () => {
  app = await createTestApp();
  owner = await app.buildPerson();
});
afterAll(() => app.close());

/** Requests a token as a browser does for a page's script. */
const ask = (headers: Record<string, string>) =>
  fetch(app.url + issueAppCheckToken.url, { method: issueAppCheckToken.method, headers });

async function getToken(): Promise<string> {
  const answer = (await (await ask({ origin: app.url })).json()) as { token: string };
  return answer.token;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const signAs = (key: string, signed: string) =>
  `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;

const name = () => encodeURIComponent(`users/${owner.userId}/note.txt`);
const pathOf = (query = "") => `${app.url}/v0/b/blueprint-local/o/${name()}${query}`;

/** Calls every storage endpoint once. @returns the status of each answer where the caller is admitted */
async function tryStorage(headers: Record<string, string>): Promise<Record<string, number | string>> {
  const answers: Record<string, number | string> = {};
  const call = async (what: string, url: string, init: RequestInit) => {
    const response = await fetch(url, { ...init, headers: { ...headers, ...(init.headers as object) } });
    const text = await response.text();
    answers[what] = response.ok ? response.status : (JSON.parse(text) as { code: string }).code;
    if (response.status === 401) expect((JSON.parse(text) as { message: string }).message).not.toBe("");
  };
  const head =
    "--b\r\nContent-Type: application/json\r\n\r\n{}\r\n--b\r\nContent-Type: text/plain\r\n\r\ntext\r\n--b--";
  const list = `${app.url}/v0/b/blueprint-local/o`;
  await call("multipart", `${list}?name=${name()}`, {
    method: "POST",
    headers: { "x-goog-upload-protocol": "multipart", "content-type": "multipart/related; boundary=b" },
    body: head,
  });
  await call("start", `${list}?name=${name()}`, {
    method: "POST",
    headers: {
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": "start",
      "x-goog-upload-header-content-length": "10",
    },
    body: "{}",
  });
  await call("metadata", pathOf(), {});
  await call("bytes", pathOf("?alt=media"), {});
  await call("change", pathOf(), { method: "PATCH", headers: { "content-type": "application/json" }, body: "{}" });
  await call("list", `${list}?prefix=users/${owner.userId}/&delimiter=/`, {});
  // A token in the address permits only the download of a file that has this token.
  await call("list as download", `${list}?prefix=users/${owner.userId}/&delimiter=/&alt=media&token=x`, {});
  await call("metadata as download", pathOf("?token=x"), {});
  await call("delete", pathOf(), { method: "DELETE" });
  return answers;
}

const allowed = {
  multipart: 200,
  start: 200,
  metadata: 200,
  bytes: 200,
  change: 200,
  list: 200,
  "list as download": 200,
  "metadata as download": 200,
  delete: 204,
};
const refused = Object.fromEntries(Object.keys(allowed).map((call) => [call, "app-check-invalid"]));

describe("an app-check token", () => {
  it("is issued only to our own pages", async () => {
    for (const headers of [{ origin: app.url }, { "sec-fetch-site": "same-origin" }]) {
      const answer = await ask(headers);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(await answer.json()).toEqual({ token: expect.any(String), expiresInMs: appCheckLifetimeMs });
    }
    const elsewhere: Record<string, string>[] = [
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
    ];
    for (const headers of elsewhere) {
      const answer = await ask(headers);
      expect([answer.status, await answer.json()], JSON.stringify(headers)).toMatchObject([
        403,
        { code: "untrusted-origin" },
      ]);
    }
  });

  it("is issued to one address a limited number of times, whatever addresses it claims", async () => {
    const busy = await createTestApp();
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 121; count++) {
        const headers = { origin: busy.url, "x-forwarded-for": `203.0.113.${count}` };
        statuses.push((await fetch(busy.url + issueAppCheckToken.url, { method: "POST", headers })).status);
      }
      expect([statuses.indexOf(429), statuses.filter((status) => status === 200).length]).toEqual([120, 120]);
    } finally {
      await busy.close();
    }
  });

  it("is required from browsers, recognised by their cookie or their headers", async () => {
    const browsers: Record<string, string>[] = [
      { cookie: owner.cookie },
      { cookie: owner.cookie, origin: app.url },
      { ...owner.asProgram, origin: app.url },
      { ...owner.asProgram, "sec-fetch-site": "same-origin" },
      // Another authorization scheme does not make the cookie a program's.
      { cookie: owner.cookie, authorization: "Basic eDp5" },
    ];
    for (const browser of browsers) {
      expect(await tryStorage(browser), JSON.stringify(browser)).toEqual(refused);
      expect(await tryStorage({ ...browser, [appCheckHeader]: await getToken() }), JSON.stringify(browser)).toEqual(
        allowed,
      );
    }
  });

  it("is not required from programs, but must be valid if one sends it", async () => {
    expect(await tryStorage(owner.asProgram)).toEqual(allowed);
    expect(await tryStorage({ ...owner.asProgram, [appCheckHeader]: "made.up.token" })).toEqual(refused);
  });

  it("is not needed to open a download address, as images and videos in pages do", async () => {
    await tryStorage(owner.asProgram);
    const upload = await fetch(`${app.url}/v0/b/blueprint-local/o?name=${name()}`, {
      method: "POST",
      headers: {
        ...owner.asProgram,
        "x-goog-upload-protocol": "multipart",
        "content-type": "multipart/related; boundary=b",
      },
      body: "--b\r\nContent-Type: application/json\r\n\r\n{}\r\n--b\r\nContent-Type: text/plain\r\n\r\nshown\r\n--b--",
    });
    const { downloadTokens } = (await upload.json()) as { downloadTokens: string };
    const address = pathOf(`?alt=media&token=${downloadTokens.split(",")[0]}`);
    const asPicture = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" };
    for (const headers of [{}, asPicture, { ...asPicture, cookie: owner.cookie }]) {
      expect(await (await fetch(address, { headers })).text()).toBe("shown");
    }
  });

  it("expires, and forged ones are never valid", async () => {
    const browser = { cookie: owner.cookie };
    const token = await getToken();
    const [header = "", payload = "", signature = ""] = token.split(".");
    const late = encode({ iat: 0, exp: 32_503_680_000 });
    const forged = [
      "",
      "x",
      `${header}.${payload}.`,
      `${header}.${late}.${signature}`,
      `${token}.more`,
      signAs("another key", `${header}.${payload}`),
      signAs(app.context.secrets.capabilityKey, `${header}.${payload}`),
      `${encode({ alg: "none", typ: "JWT" })}.${late}.`,
      signAs(app.context.secrets.appCheckKey, `${encode({ alg: "none", typ: "JWT" })}.${payload}`),
    ];
    for (const wrong of forged) {
      const answer = await fetch(pathOf(), { headers: { ...browser, [appCheckHeader]: wrong } });
      expect([answer.status, await answer.json()], wrong).toMatchObject([401, { code: "app-check-invalid" }]);
    }
    const ask = async () => (await fetch(pathOf(), { headers: { ...browser, [appCheckHeader]: token } })).status;
    app.clock.advance(appCheckLifetimeMs - 60_000);
    expect(await ask()).not.toBe(401);
    app.clock.advance(60_000);
    expect(await ask()).toBe(401);
  });

  it("that expires during an upload is replaced, and the upload continues where it was", async () => {
    const bytes = Buffer.alloc(1024 * 1024, 7);
    let [token, asked] = [await getToken(), 1];
    const upload = createUpload({
      source: { name: "hall.bin", sizeBytes: bytes.length, slice: (start, end) => bytes.subarray(start, end) },
      objectName: `users/${owner.userId}/hall.bin`,
      baseUrl: app.url,
      headers: async () => ({ cookie: owner.cookie, [appCheckHeader]: token }),
      clock: {
        nowMs: () => Date.now(),
        // What the page does before it retries.
        sleep: async () => {
          token = await getToken();
          asked++;
        },
      },
      onChange: ({ uploadedBytes }) => {
        if (uploadedBytes > 0 && asked === 1) app.clock.advance(appCheckLifetimeMs);
      },
    });
    upload.start();
    expect(await upload.done).toMatchObject({ state: "success", uploadedBytes: bytes.length });
    expect(asked).toBeGreaterThan(1);
  });

  it("does not replace a person: without a session it opens nothing", async () => {
    const answer = await fetch(pathOf(), { headers: { origin: app.url, [appCheckHeader]: await getToken() } });
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: "unauthenticated" }]);
  });
});

it("its key is stored with the others, and an installation without one gets one added", () => {
  const { dataDir } = app.context.config;
  const path = join(dataDir, "secrets.json");
  const { appCheckKey, ...older } = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
  expect(appCheckKey).toBe(app.context.secrets.appCheckKey);
  writeFileSync(path, JSON.stringify(older));
  const after = readSecrets(dataDir);
  expect(after).toMatchObject(older);
  expect(after.appCheckKey).toMatch(/^[\w-]{43}$/);
  expect(after.appCheckKey).not.toBe(appCheckKey);
  expect(readSecrets(dataDir)).toEqual(after);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
