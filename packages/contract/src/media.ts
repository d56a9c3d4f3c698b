import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { fileNameSchema } from "./text.ts";

/** Media types that an anchor's card can show as they are; everything else is only ever downloaded. */
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

/** Of them, those that can stand for a blueprint in lists. */
export const coverMediaTypes = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"] as const;

/** Where an uploaded file of a team's content lies in its bucket. */
export function toMediaName(teamId: string, fileId: string): string {
  return `teams/${teamId}/media/${fileId}`;
}

/** The file that a name in the bucket stands for; null where it is not one of a team's content. */
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
    "Gives the blueprint's team files of its own, under the same ids, of another blueprint that the asker may see. Asked again, it copies nothing twice.",
  apiScope: "write",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    body: z.object({ fromBlueprintId: blueprintIdSchema, fileIds: z.array(z.uuid()).max(mediaIdsMax) }),
    response: z.object({ missingFileIds: z.array(z.string()) }),
  },
  errors: ["forbidden", "storage-quota-exceeded", "storage-full"],
});

/** How the bytes of a file are written as text (spec §5). `raw` is the text itself in UTF-8. */
export const textFormats = ["raw", "base64", "base64url", "data_url"] as const;

export const createMedia = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/media/files",
  access: "blueprint.edit",
  summary:
    "Stores a small file that is at hand as text, such as a picture as a data URL, among the content of the blueprint's team. Answers what an anchor refers to it by.",
  apiScope: "write",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    body: z.object({
      name: fileNameSchema,
      format: z.enum(textFormats),
      text: z.string().max(limits.mediaTextCharactersMax),
      /** Left out: what a data URL says of itself. */
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
  summary: "Short-lived addresses of files of the blueprint's team. Files that are not there are left out.",
  apiScope: "read",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    body: z.object({ fileIds: z.array(z.uuid()).max(mediaIdsMax) }),
    response: z.object({ urls: z.record(z.string(), z.string()) }),
  },
  errors: [],
});
