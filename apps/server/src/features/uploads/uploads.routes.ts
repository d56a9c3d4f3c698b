import type { IncomingMessage } from "node:http";
import { contentHashHeaders, receivingHeader } from "@blueprint/contract/content-hash";
import { getScanUpload } from "@blueprint/contract/scans";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { requireCheckedActor } from "../../platform/http/app-check.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { UploadLocks } from "../../platform/staging/upload-locks.ts";
import { openMultipartStream } from "./multipart-stream.ts";
import {
  parseMultipartUpload,
  parseUploadMetadata,
  type StoredObjectRow,
  toMetadataResource,
  type UploadMetadata,
} from "./upload-metadata.ts";
import { openStaging } from "./uploads.jobs.ts";
import type { UploadRow } from "./uploads.repository.ts";
import {
  cancelUpload,
  finalizeUpload,
  findScanUpload,
  getProgress,
  type OnScanOriginal,
  receiveChunk,
  startUpload,
  storeAtOnce,
  storeStream,
  type UploadDesk,
  type UploadProgress,
} from "./uploads.service.ts";

/** spec §9: chunks are multiples of this. */
const chunkGranularityBytes = 256 * 1024;
/** Clients send up to 256 KiB this way, some of them everything; larger bodies are not held in memory. */
const heldBodyBytesMax = 8 * 1024 * 1024;
const metadataBytesMax = 64 * 1024;
/** Allows many small files, but stops a runaway loop. */
const requestsPerMinuteMax = 6_000;

interface UploadRoute {
  Params: { bucket: string };
  Querystring: { name?: string; upload_id?: string };
}

/** Whether a request carries a file's bytes, which may take as long as its sender's connection needs. */
export function isUploadRequest({ method, url = "" }: Pick<IncomingMessage, "method" | "url">): boolean {
  return method === "POST" && /^\/v0\/b\/[^/?]+\/o(\?|$)/.test(url);
}

/** The upload half of the storage protocol (spec §7): one address, with headers that select the operation. */
export function registerUploadRoutes(
  app: FastifyInstance,
  context: AppContext,
  { onScanOriginal }: { onScanOriginal: OnScanOriginal },
): void {
  const staging = openStaging(context);
  const desk: UploadDesk = {
    context,
    staging,
    locks: new UploadLocks(context.clock, staging.lease),
    onScanOriginal,
  };
  mount(app, getScanUpload, async ({ scope }) => {
    const found = await findScanUpload(desk, scope);
    if (found === null) return { upload: null };
    const { upload, isReceiving } = found;
    const { contentType = "application/octet-stream" } = upload.metadata as UploadMetadata;
    const { receivedBytes } = upload;
    return { upload: { sessionPath: toUploadPath(upload), contentType, receivedBytes, isReceiving } };
  });
  void app.register(async (scope) => {
    // Bodies are streamed to disk; nothing may read or buffer them before.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.addHook("onClose", async () => {
      await desk.locks.interruptAll();
      await staging.close();
    });
    scope.post<UploadRoute>(
      "/v0/b/:bucket/o",
      { config: { access: "bucket", apiScope: "scans", rateLimit: { max: requestsPerMinuteMax, timeWindow: 60_000 } } },
      async (request, reply) => {
        try {
          return await answer(desk, request, reply);
        } finally {
          // A body that was refused halfway would block the connection's next request.
          request.raw.resume();
        }
      },
    );
  });
}

async function answer(
  desk: UploadDesk,
  request: FastifyRequest<UploadRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const actor = requireCheckedActor(desk.context, request);
  const id = request.query.upload_id;
  if (id !== undefined) return answerCommand(desk, actor, id, request, reply);
  const protocol = headerOf(request, "x-goog-upload-protocol");
  if (protocol === "multipart") return answerMultipart(desk, actor, request, reply);
  const isStart = headerOf(request, "x-goog-upload-command") === "start";
  if (protocol === "resumable" && isStart) return answerStart(desk, actor, request, reply);
  throw new AppError("invalid-input", {
    fields: { "x-goog-upload-protocol": "Must be multipart, or resumable with the command start." },
  });
}

async function answerStart(
  desk: UploadDesk,
  actor: Actor,
  request: FastifyRequest<UploadRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const metadata = parseUploadMetadata((await readBody(request, metadataBytesMax)).toString("utf8"));
  const name = readName(request, metadata);
  const contentType = metadata.contentType ?? headerOf(request, "x-goog-upload-header-content-type");
  const upload = await startUpload(desk, actor, {
    bucket: request.params.bucket,
    name,
    sizeBytes: readByteCount(request, "x-goog-upload-header-content-length") ?? missingSize(),
    metadata: { ...metadata, contentType },
  });
  const url = originOf(desk.context, request) + toUploadPath(upload);
  return reply
    .headers({
      "x-goog-upload-status": "active",
      "x-goog-upload-url": url,
      "x-goog-upload-control-url": url,
      "x-goog-upload-chunk-granularity": String(chunkGranularityBytes),
    })
    .send("");
}

/** @throws AppError upload-name-invalid for invalid UTF-8: the router would take its escapes for the name itself */
function readName(request: FastifyRequest<UploadRoute>, metadata: UploadMetadata): string {
  const { search } = new URL(request.raw.url ?? "", "http://server");
  try {
    decodeURIComponent(search);
  } catch {
    throw new AppError("upload-name-invalid");
  }
  return request.query.name ?? metadata.name ?? "";
}

function toUploadPath({ id, bucket, fullPath }: UploadRow): string {
  const query = new URLSearchParams({ name: fullPath, upload_id: id, upload_protocol: "resumable" });
  return `/v0/b/${encodeURIComponent(bucket)}/o?${query}`;
}

async function answerCommand(
  desk: UploadDesk,
  actor: Actor,
  id: string,
  request: FastifyRequest<UploadRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const command = (headerOf(request, "x-goog-upload-command") ?? "").replaceAll(" ", "");
  try {
    const progress = await runCommand(desk, actor, id, command, request);
    if (await desk.locks.isReceiving(id)) reply.header(receivingHeader, "true");
    return sendProgress(reply, progress);
  } catch (error) {
    // Whatever went wrong, the client learns where to resume.
    const progress = await getProgress(desk, actor, id).catch(() => null);
    if (progress !== null) setProgressHeaders(reply, progress);
    throw error;
  }
}

async function runCommand(
  desk: UploadDesk,
  actor: Actor,
  id: string,
  command: string,
  request: FastifyRequest<UploadRoute>,
): Promise<UploadProgress> {
  // A malformed id would cause a database error instead of an empty result.
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new AppError("upload-not-found");
  switch (command) {
    case "query":
      return getProgress(desk, actor, id);
    case "cancel":
      return cancelUpload(desk, actor, id);
    case "finalize":
      return finalizeUpload(desk, actor, id, { contentHash: readContentHash(request) });
    case "upload":
    case "upload,finalize": {
      const offset = readByteCount(request, "x-goog-upload-offset") ?? missingOffset();
      return receiveChunk(desk, actor, id, {
        offset,
        lengthBytes: readByteCount(request, "content-length"),
        body: request.raw,
        finalize: command === "upload,finalize",
        contentHash: readContentHash(request),
      });
    }
    default:
      throw new AppError("invalid-input", {
        fields: { "x-goog-upload-command": "Must be query, upload, finalize or cancel." },
      });
  }
}

async function answerMultipart(
  desk: UploadDesk,
  actor: Actor,
  request: FastifyRequest<UploadRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { bucket } = request.params;
  const contentType = request.headers["content-type"];
  const lengthBytes = readByteCount(request, "content-length") ?? 0;
  const toTarget = (metadata: UploadMetadata) => ({
    bucket,
    name: readName(request, metadata),
    metadata,
    contentHash: readContentHash(request),
  });
  let object: StoredObjectRow;
  if (lengthBytes > heldBodyBytesMax) {
    const { metadata, ...file } = await openMultipartStream(contentType, lengthBytes, request.raw);
    object = await storeStream(desk, actor, { ...toTarget(metadata), ...file });
  } else {
    const { metadata, bytes } = parseMultipartUpload(contentType, await readBody(request, heldBodyBytesMax));
    object = await storeAtOnce(desk, actor, { ...toTarget(metadata), bytes });
  }
  return reply.header("x-goog-upload-status", "final").send(toMetadataResource(object));
}

function sendProgress(reply: FastifyReply, progress: UploadProgress): FastifyReply {
  setProgressHeaders(reply, progress);
  return reply.send(progress.object === null ? "" : toMetadataResource(progress.object));
}

function setProgressHeaders(reply: FastifyReply, { status, receivedBytes, proven }: UploadProgress): void {
  reply.headers({ "x-goog-upload-status": status, "x-goog-upload-size-received": String(receivedBytes) });
  if (proven === null) return;
  reply.headers({
    [contentHashHeaders.provenBytes]: String(proven.sizeBytes),
    [contentHashHeaders.contentHash]: proven.contentHash,
  });
}

/** A server has several host names; the upload address uses the one of the request. */
function originOf({ config }: AppContext, request: FastifyRequest): string {
  return new URL(config.publicUrl).host === request.host ? config.publicUrl : `${request.protocol}://${request.host}`;
}

async function readBody(request: FastifyRequest, bytesMax: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const part of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      sizeBytes += part.length;
      if (sizeBytes > bytesMax) throw new AppError("payload-too-large");
      parts.push(part);
    }
  } catch (cause) {
    // A sender who has gone reads no answer, and is no server error to be logged.
    throw cause instanceof AppError ? cause : new AppError("upload-metadata-invalid", { cause });
  }
  return Buffer.concat(parts);
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function readContentHash(request: FastifyRequest): string | undefined {
  const text = headerOf(request, contentHashHeaders.contentHash);
  if (text === undefined || /^[0-9a-f]{64}$/.test(text)) return text;
  throw new AppError("invalid-input", {
    fields: { [contentHashHeaders.contentHash]: "Must be 64 lower-case hexadecimal digits." },
  });
}

function readByteCount(request: FastifyRequest, name: string): number | undefined {
  const text = headerOf(request, name);
  if (text === undefined) return undefined;
  const bytes = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(bytes))
    throw new AppError("invalid-input", { fields: { [name]: "Must be a number of bytes." } });
  return bytes;
}

function missingSize(): never {
  throw new AppError("invalid-input", {
    fields: { "x-goog-upload-header-content-length": "The size must be declared." },
  });
}

function missingOffset(): never {
  throw new AppError("invalid-input", { fields: { "x-goog-upload-offset": "The offset must be named." } });
}
