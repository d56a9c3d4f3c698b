import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { collaborationPath } from "@blueprint/contract/collaboration";
import { expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";

/** Opens a WebSocket by hand and never closes its side. Resolves at the server's first bytes. */
async function openStubbornly(app: TestApp, cookie: string): Promise<{ socket: Socket; answer: string }> {
  const { hostname, port, host } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(
    [
      `GET ${collaborationPath} HTTP/1.1`,
      `Host: ${host}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
      `Cookie: ${cookie}`,
      "\r\n",
    ].join("\r\n"),
  );
  const [bytes] = (await once(socket, "data")) as [Buffer];
  return { socket, answer: bytes.toString("latin1") };
}

test("a stopping server waits for no client that keeps its side open, admitted or refused", async () => {
  const app = await createTestApp();
  const { cookie } = await app.buildPerson();
  const sockets = [(await openStubbornly(app, cookie)).socket, (await openStubbornly(app, "")).socket];
  const ends = sockets.map((socket) => once(socket, "close"));
  // The library alone would wait 30 seconds for the answer to its close frame.
  await app.close();
  await Promise.all(ends);
  expect(sockets.every((socket) => socket.destroyed)).toBe(true);
}, 15_000);

test("a stopping server refuses new connections and does not wait for them", async () => {
  const app = await createTestApp();
  const { cookie } = await app.buildPerson();
  // Keeps the sockets' part busy for a second.
  await openStubbornly(app, cookie);
  const closed = app.close();
  const late = await openStubbornly(app, cookie);
  expect(late.answer).toMatch(/^HTTP\/1\.1 503 /);
  await closed;
}, 15_000);
