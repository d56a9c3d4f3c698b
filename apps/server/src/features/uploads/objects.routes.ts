import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { requireCheckedActor } from "../../platform/http/app-check.ts";
import { sendStoredBytes } from "../../platform/http/send-stored-bytes.ts";
import { storedText } from "../../platform/stored-text.ts";
import { changeDescription, deleteObject, getObject, getObjectByToken, listObjects } from "./objects.service.ts";
import { type StoredObjectRow, toMetadataResource, toObjectEtag } from "./stored-files.service.ts";

const entriesMax = 1000;
/** Allows many small files, but stops a runaway loop. */
const requestsPerMinuteMax = 6_000;

const changedText = storedText.nullish();
/** Other fields of a metadata resource (name, size, hash) belong to the server and are ignored. */
const changeSchema = z.object({
  cacheControl: changedText,
  contentDisposition: changedText,
  contentEncoding: changedText,
  contentLanguage: changedText,
  contentType: changedText,
  metadata: z.record(storedText.max(256), storedText.max(8192).nullable()).nullish(),
});

interface ObjectRoute {
  Params: { bucket: string; "*": string };
  Querystring: { alt?: string; token?: string };
}
interface ListRoute {
  Params: { bucket: string };
  Querystring: { prefix?: string; delimiter?: string; maxResults?: string; pageToken?: string };
}

/** The other half of the storage protocol (spec §7): existing files. */
export function registerObjectRoutes(app: FastifyInstance, context: AppContext): void {
  const common = {
    schema: { hide: true },
    config: { access: "bucket" as const, rateLimit: { max: requestsPerMinuteMax, timeWindow: 60_000 } },
  };
  // A name is one segment with encoded slashes; a wildcard lets it have the full length of names.
  const url = "/v0/b/:bucket/o/*";

  app.route<ObjectRoute>({
    ...common,
    method: ["GET", "HEAD"],
    url,
    handler: async (request, reply) => {
      const wantsBytes = request.query.alt === "media";
      const object = await findRequested(context, request, wantsBytes ? request.query.token : undefined);
      if (wantsBytes) return sendMedia(context, request, reply, object);
      return reply.header("cache-control", "no-store").send(toMetadataResource(object));
    },
  });

  app.route<ObjectRoute>({
    ...common,
    method: "PATCH",
    url,
    handler: async (request, reply) => {
      const actor = requireCheckedActor(context, request);
      const { bucket, "*": name } = request.params;
      const change = changeSchema.safeParse(request.body);
      if (!change.success) throw new AppError("upload-metadata-invalid", { cause: change.error });
      const { metadata: customMetadata, ...fields } = change.data;
      const object = await changeDescription(context, actor, bucket, name, { ...fields, customMetadata });
      return reply.header("cache-control", "no-store").send(toMetadataResource(object));
    },
  });

  app.route<ObjectRoute>({
    ...common,
    method: "DELETE",
    url,
    handler: async (request, reply) => {
      const { bucket, "*": name } = request.params;
      await deleteObject(context, requireCheckedActor(context, request), bucket, name);
      return reply.status(204).send();
    },
  });

  app.route<ListRoute>({
    ...common,
    method: "GET",
    url: "/v0/b/:bucket/o",
    handler: async (request, reply) => {
      const actor = requireCheckedActor(context, request);
      const { bucket } = request.params;
      const { prefix = "", delimiter = "", maxResults, pageToken } = request.query;
      const { entries, nextAfter } = await listObjects(context, actor, bucket, {
        prefix,
        delimiter,
        after: pageToken === undefined ? "" : Buffer.from(pageToken, "base64url").toString("utf8"),
        entriesMax: readEntriesMax(maxResults),
      });
      return reply.header("cache-control", "no-store").send({
        prefixes: entries.filter(({ isFolder }) => isFolder).map(({ entry }) => entry),
        items: entries.filter(({ isFolder }) => !isFolder).map(({ entry }) => ({ name: entry, bucket })),
        ...(nextAfter === null ? {} : { nextPageToken: Buffer.from(nextAfter).toString("base64url") }),
      });
    },
  });
}

async function findRequested(
  context: AppContext,
  request: FastifyRequest<ObjectRoute>,
  token: string | undefined,
): Promise<StoredObjectRow> {
  const { bucket, "*": name } = request.params;
  // A signed-in user may hold the token of a file that another user shared.
  if (token !== undefined) return getObjectByToken(context, bucket, name, token);
  return getObject(context, requireCheckedActor(context, request), bucket, name);
}

function sendMedia(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  object: StoredObjectRow,
): Promise<FastifyReply> {
  const given = {
    "content-type": object.contentType ?? "application/octet-stream",
    "cache-control": object.cacheControl ?? "private, max-age=0, must-revalidate",
    "content-disposition": object.contentDisposition,
    "content-encoding": object.contentEncoding,
    "content-language": object.contentLanguage,
    "last-modified": object.updated.toUTCString(),
  };
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) if (value) headers[name] = toHeaderBytes(value);
  const { storageKey: key, sizeBytes } = object;
  return sendStoredBytes(context.storage, request, reply, {
    key,
    sizeBytes,
    etag: `"${toObjectEtag(object)}"`,
    headers,
  });
}

/** Headers are bytes: non-ASCII text is sent as UTF-8, as object stores do. */
function toHeaderBytes(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

function readEntriesMax(text: string | undefined): number {
  if (text === undefined) return entriesMax;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1) throw new AppError("invalid-input", { fields: { maxResults: "Must be a number of at least 1." } });
  return Math.min(count, entriesMax);
}
