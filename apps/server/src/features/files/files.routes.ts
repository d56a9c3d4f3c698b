import { type ScanId, scanIdSchema, type TeamId, teamIdSchema } from "@blueprint/contract/ids";
import { storageBucket } from "@blueprint/contract/limits";
import { shownMediaTypes, toMediaName } from "@blueprint/contract/media";
import type { Permission } from "@blueprint/contract/roles";
import { compressedSuffix } from "@blueprint/scans/compressed-file";
import { previewFileName } from "@blueprint/scans/preview-file";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { filesPath } from "../../platform/http/capability.ts";
import { sendCompressedBytes } from "../../platform/http/send-compressed-bytes.ts";
import { sendStoredBytes } from "../../platform/http/send-stored-bytes.ts";
import { createRecentAnswers } from "../../platform/recent-answers.ts";
import { requireValidKey } from "../../platform/storage/object-storage.ts";
import {
  type FileRight,
  findFileRight,
  toMediaPrefix,
  toOriginalPrefix,
} from "../blueprints/file-addresses.service.ts";
import { createServedFiles } from "../publishing/served-files.service.ts";
import { findOfferingTeam, findOriginal, toDeliveryPrefix } from "../scans/scans.service.ts";
import { findStoredObject } from "../uploads/stored-files.service.ts";
import { createFileReaders } from "./file-readers.service.ts";

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

/** File types that a converter may have stored compressed only; pictures are compressed already. */
const compressible: ReadonlySet<string> = new Set(["bin", "glb", "json", "svg"]);

/** How long a scan's existence is cached. */
const offeredForMs = 60_000;
const keptScansMax = 10_000;
/**
 * How long a shared cache may answer without asking us; with another minute in our own, an address stops working within
 * ten minutes after its subject is gone.
 */
const sharedForSecondsMax = 480;

/**
 * Files by capability: the holder of an address may read while its subject exists; everyone else learns nothing, not
 * even whether there is a file.
 */
export function registerFileRoutes(app: FastifyInstance, context: AppContext): void {
  const mayStillRead = createFileReaders(context);
  const isServed = createServedFiles(context, mayStillRead);
  const recently = createRecentAnswers<TeamId | null>(context.clock, {
    validForMs: offeredForMs,
    keptMax: keptScansMax,
  });
  const isOffered = async ({ audience }: FileRight, prefix: string, scanId: ScanId, permission: Permission) => {
    if (audience.who !== "team") return await isServed(audience, prefix);
    const teamId = await recently(scanId, () => findOfferingTeam(context, scanId));
    return teamId !== null && (await mayStillRead(audience.userId, teamId, permission));
  };
  const method: ("GET" | "HEAD")[] = ["GET", "HEAD"];
  // A tileset is hundreds of small files, and a venue's visitors may share one address: no rate limit here.
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
      if (!(await isOffered(right, prefix, id.data, "blueprint.see"))) throw new AppError("not-found");
      const extension = /\.([a-z0-9]{1,8})$/i.exec(path)?.[1]?.toLowerCase() ?? "";
      // Pages that embed or link to a place show the picture that any visitor may see.
      const isForPages = path === previewFileName && right.audience.who === "visitors";
      const headers = {
        "content-type": contentTypes[extension] ?? "application/octet-stream",
        ...(isForPages ? { "cross-origin-resource-policy": "cross-origin" } : {}),
      };
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
      const isThere = right !== null && (await isOffered(right, prefix, scanId.data, "original.download"));
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
      const mayRead = async ({ audience }: FileRight) =>
        audience.who === "team"
          ? mayStillRead(audience.userId, teamId as TeamId, "blueprint.see")
          : isServed(audience, fileId);
      const object =
        right === null || !(await mayRead(right))
          ? null
          : await findStoredObject(context.db, storageBucket, toMediaName(teamId, fileId));
      if (right === null || object === null) throw new AppError("not-found");
      // The sender declared the type: only types that cards display are returned as such, and none as a page.
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
  // Objects never change under their key, so size and time identify the bytes.
  const etag = `"${sizeBytes.toString(36)}-${head.modifiedAt.getTime().toString(36)}"`;
  const sharing =
    right.audience.who === "visitors"
      ? `public, s-maxage=${Math.min(right.secondsLeft, sharedForSecondsMax)}`
      : "private";
  const cacheControl = `${sharing}, max-age=${right.secondsLeft}, immutable`;
  const send = compressed === null ? sendStoredBytes : sendCompressedBytes;
  return send(context.storage, request, reply, {
    key: compressed === null ? plainKey : compressedKey,
    sizeBytes,
    etag,
    headers: { ...headers, ...listCdnHeaders(context.config), "cache-control": cacheControl },
  });
}

/** Lets our pages read what a content delivery network passes on from here. Without one, other origins read nothing. */
function listCdnHeaders({ cdnUrl, publicUrl }: Config): Record<string, string> {
  if (cdnUrl === undefined) return {};
  return { "access-control-allow-origin": publicUrl, "cross-origin-resource-policy": "cross-origin" };
}

function isValidKey(key: string): boolean {
  try {
    requireValidKey(key);
    return true;
  } catch {
    return false;
  }
}

/** The original file name for any client (RFC 6266): an ASCII fallback and the real name percent-encoded. */
function toAttachment(fileName: string): string {
  const plain = fileName.replace(/[^A-Za-z0-9._ -]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
