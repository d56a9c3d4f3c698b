import { ApiError } from "@blueprint/contract/api-client";
import { contentHashHeaders, receivingHeader } from "@blueprint/contract/content-hash";
import { type ErrorBody, type ErrorCode, isErrorCode } from "@blueprint/contract/errors";
import { answerInTime } from "@blueprint/contract/network-timeout";
import type { ContentHashState } from "./content-hash.ts";
import type { Transport, TransportResponse } from "./transport.ts";

/** The stored file's metadata, as returned by the server (spec §3). */
export type ObjectMetadata = Readonly<Record<string, unknown>>;

export interface ProtocolOptions {
  readonly transport: Transport;
  /** Origin of the server without a trailing slash; empty for the page's own. */
  readonly baseUrl: string;
  readonly headers: () => Record<string, string> | Promise<Record<string, string>>;
}

export interface FileDescription {
  readonly bucket: string;
  readonly objectName: string;
  readonly sizeBytes: number;
  readonly contentType: string;
}

export interface UploadStatus {
  readonly status: "active" | "final" | "cancelled";
  readonly receivedBytes: number;
  /** The part that the server verified by hash; null before any. */
  readonly proven: ContentHashState | null;
  /** A client is sending to this upload right now. */
  readonly isReceiving: boolean;
  readonly object: ObjectMetadata | null;
}

/** An error response of the server, with the offset it reported. */
export class ProtocolError extends ApiError {
  readonly receivedBytes: number | null;

  constructor(code: ErrorCode, status: number, receivedBytes: number | null, requestId?: string) {
    super(code, status, {}, requestId);
    this.name = "ProtocolError";
    this.receivedBytes = receivedBytes;
  }
}

type Body = Blob | Uint8Array<ArrayBuffer>;

export interface ChunkToSend {
  readonly offset: number;
  readonly body: Body;
  readonly isLast: boolean;
  /** Hash of everything up to the end of the chunk. */
  readonly contentHash: string;
  readonly onSent: (sentBytes: number) => void;
}

/** Calls of the storage protocol (spec §7). They throw `ProtocolError`, or the transport's error without a response. */
export interface StorageProtocol {
  /** Resolves to the upload's path and query, without an origin, so that it still works after the server moves. */
  start(file: FileDescription, signal: AbortSignal): Promise<string>;
  query(sessionPath: string, signal: AbortSignal): Promise<UploadStatus>;
  send(sessionPath: string, chunk: ChunkToSend, signal: AbortSignal): Promise<UploadStatus>;
  finalize(sessionPath: string, contentHash: string, signal: AbortSignal): Promise<UploadStatus>;
  cancel(sessionPath: string, signal: AbortSignal): Promise<void>;
  /** Metadata and bytes in one request: for files of 256 KiB or less (spec §5). */
  sendWhole(file: FileDescription, bytes: Body, contentHash: string, signal: AbortSignal): Promise<ObjectMetadata>;
}

export function createStorageProtocol({ transport, baseUrl, headers }: ProtocolOptions): StorageProtocol {
  const objectsPath = ({ bucket, objectName }: FileDescription) =>
    `/v0/b/${encodeURIComponent(bucket)}/o?${new URLSearchParams({ name: objectName })}`;

  const post = async (
    path: string,
    ownHeaders: Record<string, string>,
    body: Body | string | null,
    signal: AbortSignal,
    onSent?: (sentBytes: number) => void,
  ): Promise<TransportResponse> => {
    const response = await transport({
      url: baseUrl + path,
      headers: { ...(await headers()), ...ownHeaders },
      body,
      signal,
      ...(onSent === undefined ? {} : { onSent }),
    });
    if (response.status < 200 || response.status > 299) throw toProtocolError(response);
    return response;
  };

  const command = async (
    sessionPath: string,
    name: "query" | "finalize" | "cancel",
    signal: AbortSignal,
    ownHeaders: Record<string, string> = {},
  ): Promise<UploadStatus> =>
    toStatus(await post(sessionPath, { "x-goog-upload-command": name, ...ownHeaders }, null, signal));

  return {
    start: async (file, signal) => {
      const ownHeaders = {
        "content-type": "application/json; charset=utf-8",
        "x-goog-upload-protocol": "resumable",
        "x-goog-upload-command": "start",
        "x-goog-upload-header-content-length": String(file.sizeBytes),
        "x-goog-upload-header-content-type": file.contentType,
      };
      const description = JSON.stringify({ name: file.objectName, contentType: file.contentType });
      const response = await answerInTime((inTime) => post(objectsPath(file), ownHeaders, description, inTime), signal);
      const url = response.header("x-goog-upload-url");
      if (url === null) throw new ProtocolError("internal", response.status, null);
      const { pathname, search } = new URL(url, "http://relative");
      return pathname + search;
    },
    query: (sessionPath, signal) => answerInTime((inTime) => command(sessionPath, "query", inTime), signal),
    finalize: (sessionPath, contentHash, signal) =>
      command(sessionPath, "finalize", signal, { [contentHashHeaders.contentHash]: contentHash }),
    cancel: async (sessionPath, signal) => {
      await command(sessionPath, "cancel", signal);
    },
    send: async (sessionPath, { offset, body, isLast, contentHash, onSent }, signal) => {
      const ownHeaders = {
        "x-goog-upload-command": isLast ? "upload, finalize" : "upload",
        "x-goog-upload-offset": String(offset),
        [contentHashHeaders.contentHash]: contentHash,
      };
      return toStatus(await post(sessionPath, ownHeaders, body, signal, onSent));
    },
    sendWhole: async (file, bytes, contentHash, signal) => {
      const boundary = `blueprint-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
      const metadata = JSON.stringify({ name: file.objectName, contentType: file.contentType });
      const head =
        `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${metadata}\r\n` +
        `--${boundary}\r\nContent-Type: ${file.contentType}\r\n\r\n`;
      const response = await post(
        objectsPath(file),
        {
          "content-type": `multipart/related; boundary=${boundary}`,
          "x-goog-upload-protocol": "multipart",
          [contentHashHeaders.contentHash]: contentHash,
        },
        new Blob([head, bytes, `\r\n--${boundary}--`]),
        signal,
      );
      return JSON.parse(response.text) as ObjectMetadata;
    },
  };
}

function toStatus(response: TransportResponse): UploadStatus {
  const status = response.header("x-goog-upload-status");
  if (status !== "active" && status !== "final" && status !== "cancelled") {
    // A proxy or another intermediary answered instead of the server.
    throw new ProtocolError("service-unavailable", 503, null);
  }
  const object = status === "final" && response.text !== "" ? (JSON.parse(response.text) as ObjectMetadata) : null;
  const receivedBytes = Number(response.header("x-goog-upload-size-received") ?? 0);
  const contentHash = response.header(contentHashHeaders.contentHash);
  const provenBytes = Number(response.header(contentHashHeaders.provenBytes) ?? 0);
  return {
    status,
    receivedBytes,
    proven: contentHash === null ? null : { sizeBytes: provenBytes, contentHash },
    isReceiving: response.header(receivingHeader) === "true",
    object,
  };
}

function toProtocolError(response: TransportResponse): ProtocolError {
  const told = response.header("x-goog-upload-size-received");
  const receivedBytes = told === null ? null : Number(told);
  let body: Partial<ErrorBody> = {};
  try {
    body = JSON.parse(response.text) as Partial<ErrorBody>;
  } catch {
    // A foreign response: judged by its status alone.
  }
  const byStatus: ErrorCode = response.status === 502 || response.status === 503 ? "service-unavailable" : "internal";
  return new ProtocolError(
    isErrorCode(body?.code) ? body.code : byStatus,
    response.status,
    receivedBytes,
    body?.requestId,
  );
}
