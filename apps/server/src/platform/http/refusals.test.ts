import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { getMe } from "@blueprint/contract/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { toSessionCookieName } from "./session.ts";

let app: TestApp;
let person: TestPerson;
beforeAll(async () => {
  const publicUrl = "https://places.example.org";
  app = await createTestApp({ config: { publicUrl, allowedHosts: ["places.internal"] } });
  person = await app.buildPerson();
});
afterAll(() => app.close());

interface Answer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** Sends raw lines, which Node's clients would not. */
async function send(...lines: string[]): Promise<Answer> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write(lines.join("\r\n"));
  const [head = "", ...rest] = (await text(socket)).split("\r\n\r\n");
  const [first = "", ...named] = head.split("\r\n");
  const headers = new Map(named.map((line) => line.toLowerCase().split(/: (.*)/, 2) as [string, string]));
  return { status: Number(first.split(" ")[1]), headers, body: rest.join("\r\n\r\n") };
}

const ask = (method: string, path: string, ...headers: string[]) => askUnder("localhost", method, path, ...headers);
const askUnder = (host: string, method: string, path: string, ...headers: string[]) =>
  send(`${method} ${path} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...headers, "", "");

const json = "Content-Type: application/json";

describe("refused requests", () => {
  it.each<[string, () => Promise<Answer>, number, string]>([
    ["an unknown address", () => ask("GET", "/api/nothing"), 404, "not-found"],
    ["an id as long as no id is", () => ask("GET", `/api/users/${"a".repeat(400)}`), 404, "not-found"],
    ["another method", () => ask("DELETE", "/api/me"), 405, "method-not-allowed"],
    ["a method nobody knows", () => ask("PROPFIND", "/api/me"), 405, "method-not-allowed"],
    ["a malformed address", () => ask("GET", "/api/users/%E0%A4%A"), 400, "invalid-input"],
    ["a body that is no JSON", () => post("{", json), 400, "invalid-input"],
    ["a body of another type", () => post("<a/>", "Content-Type: text/xml"), 415, "unsupported-media-type"],
    [
      "a body that is too large",
      () => ask("PATCH", "/api/me/onboarding", json, "Content-Length: 2000000"),
      413,
      "payload-too-large",
    ],
    ["a line that is no request", () => send("HELLO", "", ""), 400, "invalid-input"],
    ["a head that is too large", () => ask("GET", "/", `X-Large: ${"a".repeat(40_000)}`), 431, "headers-too-large"],
    [
      "a body in broken pieces",
      () => ask("PATCH", "/api/me/onboarding", json, "Transfer-Encoding: chunked", "", "zz"),
      400,
      "invalid-input",
    ],
    ["somebody who is nobody", () => ask("GET", "/api/me"), 401, "unauthenticated"],
    ["a wrong name", () => askUnder("elsewhere.example", "GET", "/api/session"), 421, "host-unknown"],
  ])("get the common format and the headers of every response: %s", async (_, refused, status, code) => {
    const answer = await refused();
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({
      code,
      message: expect.any(String),
      requestId: expect.stringMatching(/^\S+$/),
    });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": expect.stringContaining("application/json"),
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "strict-transport-security": expect.stringContaining("max-age=31536000"),
      "permissions-policy": expect.stringContaining("xr-spatial-tracking=(self)"),
      "cache-control": "no-store",
    });
  });

  const post = (body: string, type: string) =>
    send(
      "PATCH /api/me/onboarding HTTP/1.1",
      "Host: localhost",
      "Connection: close",
      type,
      `Content-Length: ${body.length}`,
      "",
      body,
    );

  it("get the methods that an address accepts", async () => {
    const { headers } = await ask("DELETE", "/api/me");
    expect(headers.get("allow")).toBe("get, head");
  });
});

describe("private responses", () => {
  it("are never cached, and our pages may use a headset but no microphone", async () => {
    const { status, headers } = await ask("GET", "/api/me", `Cookie: ${person.cookie}`);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    const policy = headers.get("permissions-policy") ?? "";
    for (const feature of ["gyroscope", "accelerometer", "fullscreen", "gamepad", "geolocation", "xr-spatial-tracking"])
      expect(policy).toContain(`${feature}=(self)`);
    for (const feature of ["microphone", "camera"]) expect(policy).toContain(`${feature}=()`);
  });

  it("require the cookie with __Host- over https", async () => {
    const [, value = ""] = person.cookie.split(/=(.*)/);
    expect(person.cookie).toMatch(/^__Host-better-auth\.session_token=/);
    expect((await person.api(getMe, {})).profile.uid).toBe(person.userId);
    for (const name of ["better-auth.session_token", "__Secure-better-auth.session_token"])
      expect((await ask("GET", "/api/me", `Cookie: ${name}=${value}`)).status, name).toBe(401);
    expect(toSessionCookieName("http://localhost:8080")).toBe("better-auth.session_token");
  });

  it("get that cookie from sign-in: for this host, over https, unseen by scripts", async () => {
    const body = JSON.stringify({ email: person.email, password: person.password });
    const signedIn = await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const line = signedIn.headers.getSetCookie().find((one) => one.includes("session_token")) ?? "";
    expect(line).toMatch(/^__Host-better-auth\.session_token=/);
    const attributes = line.toLowerCase().split("; ").slice(1);
    expect(attributes).toEqual(expect.arrayContaining(["path=/", "secure", "httponly", "samesite=lax"]));
    expect(attributes.join()).not.toContain("domain");
  });
});

describe("the host name of a request", () => {
  it.each([
    ["places.example.org", 200],
    ["Places.Example.org:443", 200],
    ["places.internal:8080", 200],
    ["localhost:1", 200],
    ["blueprint.localhost", 200],
    ["127.0.0.1:9999", 200],
    ["[::1]", 200],
    ["192.0.2.1", 421],
    ["elsewhere.example", 421],
    ["localhost.elsewhere.example", 421],
    ["places.example.org@elsewhere.example", 421],
    ["", 421],
  ])("%j gets %i", async (host, status) => {
    expect((await askUnder(host, "GET", "/api/session")).status).toBe(status);
  });

  it("does not matter for a health probe", async () => {
    expect((await askUnder("10.0.0.7:8080", "GET", "/healthz")).status).toBe(200);
  });

  it("is checked for the documents' socket as well", async () => {
    const open = (host: string) =>
      new Promise((resolve) => {
        const headers = { host, cookie: person.cookie, origin: `http://${host}` };
        const socket = new WebSocket(`${app.url.replace("http", "ws")}/collab`, { headers });
        socket.once("unexpected-response", (_request, { statusCode }) => resolve(statusCode));
        socket.once("open", () => {
          socket.terminate();
          resolve("open");
        });
        socket.on("error", () => {});
      });
    expect([await open("localhost"), await open("elsewhere.example")]).toEqual(["open", 421]);
  });
});
