import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { closeCodes } from "@blueprint/contract/collaboration";
import { HocuspocusProviderWebsocket } from "@hocuspocus/provider";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { HeldSocket } from "./held-socket.ts";

// A socket closed while connecting reports an error that browsers don't throw.
class QuietWebSocket extends WebSocket {
  constructor(address: string) {
    super(address);
    this.on("error", () => {});
  }
}

let server: WebSocketServer;
let url: string;
/** Requested paths, in order. */
let visits: string[];
let onVisit: () => void;

beforeEach(async () => {
  visits = [];
  onVisit = () => {};
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on("connection", (socket, request) => {
    const path = request.url ?? "";
    visits.push(path);
    socket.close(path === "/refused" ? closeCodes.updateRefused : closeCodes.tooFast);
    onVisit();
  });
});

afterEach(() => {
  server.close();
});

const options = (path: string) => ({
  url: url + path,
  WebSocketPolyfill: QuietWebSocket,
  delay: 10,
  minDelay: 10,
  maxDelay: 10,
});
const count = (path: string) => visits.filter((visit) => visit === path).length;
const until = (condition: () => boolean) =>
  new Promise<void>((resolve) => {
    onVisit = () => condition() && resolve();
  });

test("reconnects after a pause, a longer one each time, until all is well again", async () => {
  const socket = new HeldSocket(options("/fast"));
  const pauses: number[] = [];
  socket.on("close", () => {
    if (pauses.length === 3) socket.forgetPauses();
    pauses.push(socket.comeBackLater(20));
  });
  await until(() => count("/fast") === 5);
  socket.destroy();
  expect(pauses.slice(0, 4)).toEqual([20, 40, 80, 20]);
});

test("stays closed once it is held, while the library's own keeps reconnecting", async () => {
  const socket = new HeldSocket(options("/refused"));
  socket.on("close", () => socket.hold());
  await until(() => count("/refused") === 1);
  const other = new HocuspocusProviderWebsocket(options("/other"));
  other.on("close", () => other.disconnect());
  await until(() => count("/other") === 5);
  void socket.connect();
  await until(() => count("/other") === 8);
  other.destroy();
  socket.destroy();
  expect(count("/refused")).toBe(1);
});
