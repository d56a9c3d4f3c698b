import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { fileNameSchema } from "./text.ts";

/** Media types that an anchor's card can display; everything else is download-only. */
export const shownMediaTypes = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "image/avif",
  "image/svg+xml",
  "video/mp4",
  "video/webm",
  "audio/mpeg",
  "audio/mp4",
  "audio/ogg",
  "audio/wav",
  "audio/webm",
  "audio/flac",
  "audio/aac",
  "application/pdf",
  "model/gltf-binary",
  "text/vtt",
] as const;

/** The subset that can serve as a blueprint's cover in lists. */
export const coverMediaTypes = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"] as const;

/** Bucket path of an uploaded file of a team's content. */
export function toMediaName(teamId: string, fileId: string): string {
  return `teams/${teamId}/media/${fileId}`;
}

/** The file id in a bucket path; null where the path is not a team's content. */
export function findMediaId(name: string): string | null {
  const [root, , folder, fileId, ...deeper] = name.split("/");
  return root === "teams" && folder === "media" && fileId !== undefined && deeper.length === 0 ? fileId : null;
}

const mediaIdsMax = 500;

export const copyMedia = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/media/copies",
  access: "blueprint.edit",
  summary:
    "Copies files from another blueprint the caller can see to this blueprint's team, under the same ids. Repeating the request copies nothing twice.",
  apiScope: "write",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    body: z.object({ fromBlueprintId: blueprintIdSchema, fileIds: z.array(z.uuid()).max(mediaIdsMax) }),
    response: z.object({ missingFileIds: z.array(z.string()) }),
  },
  errors: ["forbidden", "storage-quota-exceeded", "storage-full"],
});

/** Text encodings of a file's bytes (spec §5). `raw` is the text itself in UTF-8. */
export const textFormats = ["raw", "base64", "base64url", "data_url"] as const;

export const createMedia = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/media/files",
  access: "blueprint.edit",
  summary:
    "Stores a small file given as text, such as a picture as a data URL, for the blueprint's team. Returns the reference that an anchor uses.",
  apiScope: "write",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    body: z.object({
      name: fileNameSchema,
      format: z.enum(textFormats),
      text: z.string().max(limits.mediaTextCharactersMax),
      /** If omitted, the type that a data URL declares. */
      contentType: z
        .string()
        .regex(/^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,60}$/)
        .optional(),
    }),
    response: z.object({
      kind: z.literal("file"),
      fileId: z.uuid(),
      name: z.string(),
      contentType: z.string(),
      sizeBytes: z.number().int(),
    }),
  },
  errors: ["forbidden", "storage-quota-exceeded", "storage-full"],
});

export const resolveMedia = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/media",
  access: "blueprint.see",
  summary: "Short-lived URLs of files of the blueprint's team. Missing files are left out.",
  apiScope: "read",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    body: z.object({ fileIds: z.array(z.uuid()).max(mediaIdsMax) }),
    response: z.object({ urls: z.record(z.string(), z.string()) }),
  },
  errors: [],
});
