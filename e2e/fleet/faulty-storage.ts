import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

/** An S3 service that can fail, in front of a real one. */
export interface FaultyStorage {
  /** In the form of STORAGE_URL. */
  readonly url: string;
  /** Answers 503 to every request, or delays each by some milliseconds; null: as the real one. */
  fail(how: "unavailable" | { delayMs: number } | null): void;
  close(): Promise<void>;
}

/** @param storageUrl in the form of STORAGE_URL, without TLS */
export async function startFaultyStorage(storageUrl: string): Promise<FaultyStorage> {
  const real = new URL(storageUrl.replace(/^s3:/, "http:"));
  let fault: Parameters<FaultyStorage["fail"]>[0] = null;
  const server = createServer(async (request, response) => {
    if (fault === "unavailable") {
      request.resume();
      response.writeHead(503, { "content-type": "application/xml" });
      response.end("<Error><Code>ServiceUnavailable</Code><Message>Please try again.</Message></Error>");
      return;
    }
    if (fault !== null) await wait(fault.delayMs);
    // The signature covers the name that the client used, so it is passed on.
    const { method = "GET", url: path, headers } = request;
    const onward = send({ hostname: real.hostname, port: real.port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      pipeline(answer, response, () => {});
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    pipeline(request, onward, () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: storageUrl.replace(`${real.hostname}:${real.port}`, `127.0.0.1:${port}`),
    fail: (how) => {
      fault = how;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
