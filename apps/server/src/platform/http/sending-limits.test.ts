import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { notificationEventsUrl } from "@blueprint/contract/notifications";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { WireClient } from "../../features/uploads/testing/upload-test-world.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { defaultSendingLimits, type SendingLimits } from "./sending-limits.ts";

let app: TestApp;
let sockets: Socket[] = [];

/** Limits short enough to observe; all others stay out of the way. */
async function start(limits: Partial<SendingLimits>, trustedProxies: string[] = []): Promise<void> {
  const sendingLimits = { ...defaultSendingLimits, connectionsPerAddressMax: 1_000, ...limits };
  app = await createTestApp({ config: { sendingLimits, trustedProxies } });
}

beforeEach(() => {
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** A separate connection, and everything received until it is closed. */
function open(): { socket: Socket; closed: Promise<string>; read: () => string } {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  let text = "";
  socket.setEncoding("utf8").on("data", (part) => {
    text += part;
  });
  socket.on("error", () => {});
  return { socket, closed: new Promise((resolve) => socket.once("close", () => resolve(text))), read: () => text };
}

const headOf = (lines: string[]) => `${["POST /api/me HTTP/1.1", "Host: localhost", ...lines].join("\r\n")}\r\n\r\n`;
const jsonHead = (path: string, length: number) =>
  headOf(["Content-Type: application/json", `Content-Length: ${length}`]).replace("/api/me", path);

function expectRefusal(answer: string, status: number, code: string): void {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head.split("\r\n")[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body)).toEqual({ code, message: expect.any(String), requestId: expect.stringMatching(/\S/) });
  expect(head.toLowerCase()).toMatch(/^connection: close$/m);
  expect(head.toLowerCase()).toMatch(/^x-content-type-options: nosniff$/m);
  expect(head.toLowerCase()).toMatch(/^content-security-policy: /m);
}

describe("half-sent requests", () => {
  it("end when their body does not arrive: unanswered ones with 408, and those that already have a response", async () => {
    await start({ bodyMs: 300 });
    const known = Array.from({ length: 8 }, () => open());
    for (const { socket } of known) socket.write(`${jsonHead("/api/published/hall/open", 500)}{"password":`);
    const foreign = open();
    foreign.socket.write(`${headOf(["Origin: https://elsewhere.example", "Content-Length: 500"])}{"a":`);
    for (const { closed } of known) expectRefusal(await closed, 408, "request-timeout");
    expect(await foreign.closed).toMatch(/^HTTP\/1.1 403 /);
  });

  it("end when their head does not arrive", async () => {
    await start({ headersMs: 300 });
    const { socket, closed } = open();
    socket.write("POST /api/me HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    expectRefusal(await closed, 408, "request-timeout");
  });

  it("that arrive in time get a response, however slow they are", async () => {
    await start({ bodyMs: 10_000 });
    const { socket, closed, read } = open();
    const body = JSON.stringify({ password: "a guess" });
    socket.write(jsonHead("/api/published/hall/open", body.length));
    for (const character of body) {
      socket.write(character);
      await wait(5);
    }
    await expect.poll(read).toMatch(/^HTTP\/1.1 404 [\s\S]*blueprint-not-published/);
    socket.end();
    await closed;
  });
});

describe("uploads", () => {
  let person: TestPerson;
  const kib = 1024;

  async function begin(sizeBytes: number) {
    person = await app.buildPerson();
    const wire = new WireClient(app.url, person.asProgram);
    const session = await wire.open(`users/${person.userId}/plan.bin`, sizeBytes);
    return { wire, session };
  }
  const uploadHead = (session: string, length: number) => {
    const { pathname, search } = new URL(session);
    const lines = [
      `POST ${pathname}${search} HTTP/1.1`,
      "Host: localhost",
      `Authorization: ${person.asProgram.authorization}`,
      "X-Goog-Upload-Command: upload, finalize",
      "X-Goog-Upload-Offset: 0",
      `Content-Length: ${length}`,
    ];
    return `${lines.join("\r\n")}\r\n\r\n`;
  };

  it("end when too little arrives, keep what arrived, and continue from there", async () => {
    await start({ bodyMs: 200, paceWindowMs: 400, paceBytes: 16 * kib });
    const bytes = randomBytes(600 * kib);
    const { wire, session } = await begin(bytes.length);
    const { socket, closed } = open();
    socket.write(uploadHead(session, bytes.length));
    socket.write(bytes.subarray(0, 300 * kib));
    await closed;
    const known = async () => Number((await wire.command(session, "query")).headers.get("x-goog-upload-size-received"));
    await expect.poll(known).toBe(300 * kib);
    const last = await wire.upload(session, 300 * kib, bytes.subarray(300 * kib), { finalize: true });
    expect([last.status, last.headers.get("x-goog-upload-status")]).toEqual([200, "final"]);
  });

  it("may take longer than any other body, while enough of them arrives", async () => {
    await start({ bodyMs: 150, paceWindowMs: 300, paceBytes: 1 * kib });
    const bytes = randomBytes(100 * kib);
    const { session } = await begin(bytes.length);
    const { socket, read } = open();
    socket.write(uploadHead(session, bytes.length));
    // Ten times the time limit of a JSON body.
    for (let at = 0; at < bytes.length; at += 2 * kib) {
      socket.write(bytes.subarray(at, at + 2 * kib));
      await wait(30);
    }
    await expect.poll(read).toMatch(/^HTTP\/1.1 200 [\s\S]*x-goog-upload-status: final/i);
  });

  it("without a person, refused and sent no further, hold nothing", async () => {
    await start({ paceWindowMs: 300 });
    const { socket, closed } = open();
    socket.write(`${headOf(["Content-Length: 5000000"]).replace("/api/me", "/v0/b/blueprint-local/o?name=x")}some`);
    expect(await closed).toMatch(/^HTTP\/1.1 401 /);
  });
});

describe("connections without a body", () => {
  it("are not cut: event streams and document sockets", async () => {
    await start({ bodyMs: 100, headersMs: 200, paceWindowMs: 100 });
    const person = await app.buildPerson();
    const { socket, read } = open();
    const lines = [`GET ${notificationEventsUrl} HTTP/1.1`, "Host: localhost", `Cookie: ${person.cookie}`];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    const collaboration = new WebSocket(`${app.url.replace("http", "ws")}/collab`, {
      headers: { cookie: person.cookie },
    });
    await expect.poll(() => collaboration.readyState).toBe(WebSocket.OPEN);
    await expect.poll(read).toMatch(/text\/event-stream/);
    await wait(1_000);
    expect([socket.destroyed, collaboration.readyState]).toEqual([false, WebSocket.OPEN]);
    collaboration.terminate();
  });
});

describe("connections from one address", () => {
  it("are refused beyond the limit, silent ones too, and accepted again when others have closed", async () => {
    await start({ connectionsPerAddressMax: 5 });
    const first = Array.from({ length: 5 }, () => open());
    for (const { socket } of first) await new Promise((resolve) => socket.once("connect", resolve));
    const one = open();
    expectRefusal(await one.closed, 429, "too-many-requests");
    for (const { socket } of first) socket.destroy();
    await expect
      .poll(() =>
        fetch(`${app.url}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
  });

  it("are counted for the client that a trusted proxy forwards, by requests and sockets, and never for the proxy", async () => {
    await start({ connectionsPerAddressMax: 2 }, ["127.0.0.1"]);
    const person = await app.buildPerson();
    const hold = async (address: string) => {
      const { socket, read } = open();
      const lines = [`GET ${notificationEventsUrl} HTTP/1.1`, "Host: localhost", `Cookie: ${person.cookie}`];
      socket.write(`${[...lines, `X-Forwarded-For: ${address}`].join("\r\n")}\r\n\r\n`);
      await expect.poll(read).toMatch(/^HTTP/);
      return read().split("\r\n")[0];
    };
    const [good, refused] = ["HTTP/1.1 200 OK", "HTTP/1.1 429 Too Many Requests"];
    expect([await hold("2001:db8:1:2::1"), await hold("2001:db8:1:2::2")]).toEqual([good, good]);
    expect([await hold("2001:db8:1:2::3"), await hold("2001:db8:1:3::1")]).toEqual([refused, good]);
    const headers = { cookie: person.cookie, "x-forwarded-for": "2001:db8:1:2::4" };
    const collaboration = new WebSocket(`${app.url.replace("http", "ws")}/collab`, { headers });
    const status = await new Promise((resolve) => {
      collaboration.once("unexpected-response", (_request, { statusCode }) => resolve(statusCode));
      collaboration.once("open", () => resolve("open"));
      collaboration.on("error", () => {});
    });
    expect(status).toBe(429);
  });
});
