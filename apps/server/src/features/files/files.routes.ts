import { type ScanId, scanIdSchema, teamIdSchema } from "@blueprint/contract/ids";
import { storageBucket } from "@blueprint/contract/limits";
import { shownMediaTypes, toMediaName } from "@blueprint/contract/media";
import { compressedSuffix } from "@blueprint/scans/compressed-file";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { sendCompressedBytes } from "../../platform/http/send-compressed-bytes.ts";
import { sendStoredBytes } from "../../platform/http/send-stored-bytes.ts";
import { createRecentAnswers } from "../../platform/recent-answers.ts";
import { requireValidKey } from "../../platform/storage/object-storage.ts";
import { createServedFiles } from "../publishing/served-files.service.ts";
import { findOriginal, isScanOffered, toDeliveryPrefix } from "../scans/scans.service.ts";
import { findStoredObject } from "../uploads/stored-files.service.ts";
import { type FileRight, filesPath, findFileRight, toMediaPrefix, toOriginalPrefix } from "./files.service.ts";

const contentTypes: Readonly<Record<string, string>> = {
  bin: "application/octet-stream",
  glb: "model/gltf-binary",
  gltf: "model/gltf+json",
  jpg: "image/jpeg",
  json: "application/json",
  ktx2: "image/ktx2",
  png: "image/png",
  spz: "application/octet-stream",
  svg: "image/svg+xml",
  webp: "image/webp",
};

/** Of these a converter may have stored a compressed form alone; pictures are compressed in themselves. */
const compressible: ReadonlySet<string> = new Set(["bin", "glb", "json", "svg"]);

/** How old the answer may be to whether a scan of the team is still there. */
const offeredForMs = 60_000;
const keptScansMax = 10_000;
/**
 * A cache that people share may answer for this long without asking us; with a minute of ours on top, an address ends
 * within ten minutes of what it was for.
 */
const sharedForSecondsMax = 480;

/**
 * Files by capability: whoever holds the address may read while it is for something that is still there, nobody else
 * learns whether there is anything.
 */
export function registerFileRoutes(app: FastifyInstance, context: AppContext): void {
  const isServed = createServedFiles(context);
  const recently = createRecentAnswers<boolean>(context.clock, { validForMs: offeredForMs, keptMax: keptScansMax });
  const isOffered = async ({ audience }: FileRight, prefix: string, scanId: ScanId) =>
    audience === "team" ? recently(scanId, () => isScanOffered(context, scanId)) : isServed(audience, prefix);
  const method: ("GET" | "HEAD")[] = ["GET", "HEAD"];
  // A tileset is hundreds of small files, and a venue's visitors may share one address: no counting here.
  const common = {
    method,
    schema: { hide: true },
    config: { access: "capability" as const, rateLimit: false as const },
  };

  app.route<{ Params: { capability: string; scanId: string; attempt: string; "*": string } }>({
    ...common,
    url: `${filesPath}/:capability/deliveries/:scanId/:attempt/*`,
    handler: async (request, reply) => {
      const { capability, scanId, attempt, "*": path } = request.params;
      const id = scanIdSchema.safeParse(scanId);
      if (!id.success || !/^[1-9]\d{0,8}$/.test(attempt)) throw new AppError("not-found");
      const prefix = toDeliveryPrefix(scanId, Number(attempt));
      const right = findFileRight(context, capability, prefix);
      const key = `${prefix}/${path}`;
      if (right === null || !isValidKey(key)) throw new AppError("not-found");
      if (!(await isOffered(right, prefix, id.data))) throw new AppError("not-found");
      const extension = /\.([a-z0-9]{1,8})$/i.exec(path)?.[1]?.toLowerCase() ?? "";
      const headers = { "content-type": contentTypes[extension] ?? "application/octet-stream" };
      const mayBeCompressed = compressible.has(extension);
      return sendObject(context, request, reply, { key, headers, right, mayBeCompressed });
    },
  });

  app.route<{ Params: { capability: string; scanId: string } }>({
    ...common,
    url: `${filesPath}/:capability/originals/:scanId`,
    handler: async (request, reply) => {
      const { capability } = request.params;
      const scanId = scanIdSchema.safeParse(request.params.scanId);
      if (!scanId.success) throw new AppError("not-found");
      const prefix = toOriginalPrefix(scanId.data);
      const right = findFileRight(context, capability, prefix);
      const isThere = right !== null && (await isOffered(right, prefix, scanId.data));
      const original = isThere ? await findOriginal(context, scanId.data) : null;
      if (right === null || original === null) throw new AppError("not-found");
      const headers = {
        "content-type": "application/octet-stream",
        "content-disposition": toAttachment(original.fileName),
      };
      return sendObject(context, request, reply, { key: original.storageKey, headers, right });
    },
  });

  app.route<{ Params: { capability: string; teamId: string; fileId: string } }>({
    ...common,
    url: `${filesPath}/:capability/media/:teamId/:fileId`,
    handler: async (request, reply) => {
      const { capability, teamId, fileId } = request.params;
      const isUsable = teamIdSchema.safeParse(teamId).success && /^[0-9A-Za-z_-]{1,64}$/.test(fileId);
      const right = isUsable ? findFileRight(context, capability, toMediaPrefix(teamId, fileId)) : null;
      const isGone = right === null || (right.audience !== "team" && !(await isServed(right.audience, fileId)));
      const object = isGone ? null : await findStoredObject(context.db, storageBucket, toMediaName(teamId, fileId));
      if (right === null || object === null) throw new AppError("not-found");
      // Its type is what the sender said: only what a card shows is answered as such, and nothing as a page.
      const type = shownMediaTypes.find((shown) => shown === object.contentType);
      const headers =
        type === undefined
          ? { "content-type": "application/octet-stream", "content-disposition": "attachment" }
          : { "content-type": type };
      return sendObject(context, request, reply, { key: object.storageKey, headers, right });
    },
  });
}

interface SentObject {
  key: string;
  headers: Record<string, string>;
  right: FileRight;
  mayBeCompressed?: boolean;
}

async function sendObject(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { key: plainKey, headers, right, mayBeCompressed = false }: SentObject,
): Promise<FastifyReply> {
  const compressedKey = plainKey + compressedSuffix;
  const compressed = mayBeCompressed ? await context.storage.head(compressedKey) : null;
  const head = compressed ?? (await context.storage.head(plainKey));
  if (head === null) throw new AppError("not-found");
  const { sizeBytes } = head;
  // Objects are never changed under their key, so size and time tell versions apart byte for byte.
  const etag = `"${sizeBytes.toString(36)}-${head.modifiedAt.getTime().toString(36)}"`;
  const isShared = right.audience !== "team" && right.audience.who === "visitors";
  const sharing = isShared ? `public, s-maxage=${Math.min(right.secondsLeft, sharedForSecondsMax)}` : "private";
  const cacheControl = `${sharing}, max-age=${right.secondsLeft}, immutable`;
  const send = compressed === null ? sendStoredBytes : sendCompressedBytes;
  return send(context.storage, request, reply, {
    key: compressed === null ? plainKey : compressedKey,
    sizeBytes,
    etag,
    headers: { ...headers, "cache-control": cacheControl },
  });
}

function isValidKey(key: string): boolean {
  try {
    requireValidKey(key);
    return true;
  } catch {
    return false;
  }
}

/** The person's own file name for any client (RFC 6266): a harmless ASCII one, and the real one percent-encoded. */
function toAttachment(fileName: string): string {
  const plain = fileName.replace(/[^A-Za-z0-9._ -]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
