import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function upgrade(path: string, host = "127.0.0.1"): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  return (await text(socket)).split("\r\n")[0]!;
}

describe("an upgrade", () => {
  it.each(["/", "/nowhere", "//", "//[", "/\\", "/api/guide/live", "/collab/x"])(
    "of %s, which has no socket here, is refused, and the server goes on",
    async (path) => {
      expect(await upgrade(path)).toBe("HTTP/1.1 503 Service Unavailable");
      expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    },
  );

  it("under an unknown name is refused", async () => {
    expect(await upgrade("/collab", "evil.example")).toBe("HTTP/1.1 421 Misdirected Request");
  });
});
