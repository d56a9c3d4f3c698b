import type { Duplex } from "node:stream";
import { type ErrorBody, type ErrorCode, errorCatalogue } from "@blueprint/contract/errors";

export interface RawAnswerOptions {
  readonly requestId: string;
  /** Headers of every response; see `listSecurityHeaders`. */
  readonly securityHeaders: Readonly<Record<string, string>>;
}

const reasons: Record<number, string> = {
  400: "Bad Request",
  408: "Request Timeout",
  421: "Misdirected Request",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
};

/** Refuses in the common form where there is no request that the framework could answer, and closes the connection. */
export function refuseConnection(
  socket: Duplex,
  code: ErrorCode,
  { requestId, securityHeaders }: RawAnswerOptions,
): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, message } = errorCatalogue[code];
  const body = JSON.stringify({ code, message, requestId } satisfies ErrorBody);
  const headers = {
    ...securityHeaders,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // Anything the client still sends is discarded: the connection closes once the answer is sent.
  socket.end(`HTTP/1.1 ${status} ${reasons[status] ?? "Refused"}\r\n${lines.join("")}\r\n${body}`, () =>
    socket.destroy(),
  );
}
