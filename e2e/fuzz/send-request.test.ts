import { Agent, createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from "node:net";
import { brotliCompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sendRaw, sendRequest } from "./send-request.ts";

const get = { method: "GET", path: "/", headers: {}, body: null };
const withinMs = 300;
let answer: RequestListener;
let server: Server;
let agent: Agent;

beforeEach(async () => {
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
});

const toUrl = (listening: Server | SocketServer) => `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
const send = (request: Parameters<typeof sendRequest>[1] = get, isStream = false) =>
  sendRequest({ url: toUrl(server), agent, withinMs }, request, isStream);
const warmUp = async () => {
  answer = (_, response) => response.end("ok");
  await send();
};

test("a response is read to its end", async () => {
  answer = (_, response) => response.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
  expect(await send()).toEqual({ status: 404, type: "text/plain", text: "nothing here" });
});

test("a compressed response is decoded, and is a fault if it is invalid", async () => {
  answer = (_, response) => response.writeHead(200, { "content-encoding": "br" }).end(brotliCompressSync("{}"));
  expect(await send()).toMatchObject({ status: 200, text: "{}" });
  answer = (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("{}");
  await expect(send()).rejects.toThrow("not in the encoding it names");
});

test("a server that never responds hangs", async () => {
  answer = () => undefined;
  await expect(send()).rejects.toThrow(`no answer within ${withinMs} ms`);
});

test("a response that never ends is a hang, on a reused connection too", async () => {
  await warmUp();
  answer = (_, response) => response.write("half of ");
  await expect(send()).rejects.toThrow(`no answer within ${withinMs} ms`);
});

test("a large body that is neither read nor refused is a hang", async () => {
  await warmUp();
  answer = () => undefined;
  const body = Buffer.alloc(2 ** 20);
  await expect(send({ ...get, method: "POST", body })).rejects.toThrow(`no answer within ${withinMs} ms`);
});

test("a stream counts as a response once it has begun, and as a hang if it does not begin", async () => {
  answer = (_, response) => response.writeHead(200, { "content-type": "text/event-stream" }).write(": hello\n\n");
  expect(await send(get, true)).toMatchObject({ status: 200, type: "text/event-stream" });
  answer = () => undefined;
  await expect(send(get, true)).rejects.toThrow("no answer");
});

test("a connection that is cut is a fault unless something explains it", async () => {
  answer = (request) => request.socket.destroy();
  await expect(send()).rejects.toThrow();
});

test("bytes that are not a request get a response, or the connection ends; otherwise nothing arrived", async () => {
  expect(await sendRaw({ url: toUrl(server), withinMs }, "no request\r\n\r\n")).toMatch(/^HTTP\/1\.1 400/);
  const silent = createSocketServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  expect(await sendRaw({ url: toUrl(silent), withinMs }, "hello\r\n\r\n")).toBe("no answer");
  silent.close();
});
