import { type Agent, request as openRequest } from "node:http";
import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FuzzAnswer } from "./judge-answer.ts";
import type { FuzzRequest } from "./make-request.ts";

export interface Destination {
  readonly url: string;
  readonly agent: Agent;
  /** A response that takes longer counts as a hanging server. */
  readonly withinMs: number;
}

const unreadBodyBytesMin = 256 * 1024;
/** What the server compresses with, if a request accepts it. */
const unpackers: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

/** @throws Error if there is no response or it is incomplete */
export function sendRequest(
  destination: Destination,
  request: Pick<FuzzRequest, "method" | "path" | "headers" | "body">,
  isStream: boolean,
): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(destination.url);
  const { agent, withinMs } = destination;
  return new Promise((resolve, reject) => {
    let isLate = false;
    const fail = (error: Error & { code?: string }) => {
      clearTimeout(timer);
      const isReset = error.code === "ECONNRESET" || error.code === "EPIPE";
      // Checked first: a request aborted by the timeout looks like a reset connection.
      if (isLate) reject(new Error(`no answer within ${withinMs} ms`));
      // The server may close a keep-alive connection just as it is reused.
      else if (isReset && outgoing.reusedSocket) sendRequest(destination, request, isStream).then(resolve, reject);
      // The server need not read a body to the end that it rejects for its size.
      else if (isReset && (request.body?.length ?? 0) > unreadBodyBytesMin) resolve({ status: 0, type: "", text: "" });
      else reject(error);
    };
    const timer = setTimeout(() => {
      isLate = true;
      outgoing.destroy();
      fail(new Error());
    }, withinMs);
    const headers: Record<string, string> = { ...request.headers };
    if (request.body !== null) headers["content-length"] = String(request.body.length);
    const { method, path } = request;
    const outgoing = openRequest({ hostname, port, method, path, headers: toLatin(headers), agent }, (answer) => {
      const { statusCode: status = 0 } = answer;
      const type = answer.headers["content-type"] ?? "";
      if (isStream && status === 200) {
        clearTimeout(timer);
        outgoing.destroy();
        resolve({ status, type, text: "" });
        return;
      }
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("error", fail);
      answer.on("end", () => {
        clearTimeout(timer);
        const unpack = unpackers[answer.headers["content-encoding"] ?? ""];
        const bytes = Buffer.concat(parts);
        try {
          resolve({ status, type, text: (unpack === undefined ? bytes : unpack(bytes)).toString("utf8") });
        } catch (cause) {
          reject(new Error("the answer's bytes are not in the encoding it names", { cause }));
        }
      });
    });
    outgoing.on("error", fail);
    outgoing.end(request.body ?? undefined);
  });
}

/** Node accepts only Latin-1 header values without control characters. */
function toLatin(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll(/[^\t\x20-\xff]/g, "?")]),
  );
}

/** @returns the response up to the end of its head or of the connection; "no answer" after a timeout without data */
export function sendRaw({ url, withinMs }: Omit<Destination, "agent">, lines: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let text = "";
    const socket = connect({ host: hostname, port: Number(port) });
    const finish = (outcome: string) => {
      socket.destroy();
      resolve(outcome);
    };
    socket.setTimeout(withinMs, () => finish(text === "" ? "no answer" : text));
    socket.on("data", (part) => {
      text += part.toString("latin1");
      if (text.includes("\r\n\r\n")) finish(text);
    });
    socket.on("error", () => finish(text));
    socket.on("close", () => finish(text));
    socket.write(lines, "latin1");
  });
}
