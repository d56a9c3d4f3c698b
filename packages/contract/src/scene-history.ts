import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema, sceneVersionIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { lineOfText } from "./text.ts";

/** A number that grows with every stored edit; a point of a document's history. */
const editIdSchema = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** What one person changed without a long pause. */
export const editSessionSchema = z.object({
  /** Null for what the server changed by itself, and for people whose account is gone. */
  authorId: z.string().nullable(),
  authorName: z.string().nullable(),
  /** ISO 8601, UTC, by the server's clock. */
  startedAt: z.string(),
  endedAt: z.string(),
  changeCount: z.number().int(),
  /** The session's last edit: `getSceneAtEdit` gives the document as it was then, others' edits included. */
  editId: z.number().int(),
});
export type EditSession = z.infer<typeof editSessionSchema>;

export const namedVersionSchema = z.object({
  id: sceneVersionIdSchema,
  name: z.string(),
  editId: z.number().int(),
  /** Null when the account is gone. */
  createdByName: z.string().nullable(),
  createdAt: z.string(),
});
export type NamedVersion = z.infer<typeof namedVersionSchema>;

const params = z.object({ blueprintId: blueprintIdSchema });
const versionName = lineOfText(limits.sceneVersionNameCharactersMax);

export const listEditSessions = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/history",
  access: "blueprint.see",
  summary: "Who edited the document when, newest first, by pages.",
  apiScope: "read",
  schema: {
    params,
    querystring: z.object({
      /** Only sessions that ended before this edit. */
      before: editIdSchema.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.object({
      sessions: z.array(editSessionSchema),
      /** `before` of the next page; null on the last one. */
      nextBefore: z.number().int().nullable(),
    }),
  },
  errors: ["too-many-requests"],
});

export const getSceneAtEdit = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/history/:editId",
  access: "blueprint.see",
  summary:
    "The document as it was after an edit, as a base64 Yjs update. Restoring is an ordinary edit of the document.",
  apiScope: "read",
  schema: {
    params: params.extend({ editId: editIdSchema }),
    response: z.object({ state: z.string() }),
  },
  errors: ["history-too-large", "too-many-requests"],
});

export const listNamedVersions = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/named-versions",
  access: "blueprint.see",
  summary: "Points of the history that people named, newest state first.",
  apiScope: "read",
  schema: { params, response: z.object({ versions: z.array(namedVersionSchema) }) },
  errors: [],
});

export const createNamedVersion = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/named-versions",
  access: "blueprint.edit",
  summary: "Names a point of the history; without `editId` what is saved now.",
  apiScope: "write",
  schema: {
    params,
    body: z.object({ name: versionName, editId: editIdSchema.optional() }),
    response: namedVersionSchema,
  },
  errors: ["forbidden"],
});

export const renameNamedVersion = defineEndpoint({
  method: "PATCH",
  url: "/api/blueprints/:blueprintId/named-versions/:versionId",
  access: "blueprint.edit",
  summary: "Gives a named version another name.",
  apiScope: "write",
  schema: {
    params: params.extend({ versionId: sceneVersionIdSchema }),
    body: z.object({ name: versionName }),
    response: namedVersionSchema,
  },
  errors: ["forbidden"],
});
