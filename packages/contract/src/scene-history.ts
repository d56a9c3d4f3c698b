import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema, sceneVersionIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { lineOfText } from "./text.ts";

/** A number that grows with every stored edit; identifies a point in a document's history. */
const editIdSchema = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

const changedObjectSchema = z.object({
  /** The root map of the document that holds it, such as `anchors`. */
  kind: z.string(),
  id: z.string(),
  /** Moved: only its position changed. */
  change: z.enum(["added", "removed", "moved", "changed"]),
  /** Its title or name after the change set, or before it was removed. */
  name: z.string(),
  /** Names of the fields, texts and parts that changed. */
  fields: z.array(z.string()),
});

export type ChangedObject = z.infer<typeof changedObjectSchema>;

/** What a change set changed in the end, by its own edits alone. */
export const changeSummarySchema = z.object({
  /** The change set's first edit: what it started from is the document as of the edit before. */
  firstEditId: z.number().int(),
  /** The first hundred. */
  objects: z.array(changedObjectSchema),
  /** How many there are of each kind and change. */
  counts: z.array(changedObjectSchema.pick({ kind: true, change: true }).extend({ count: z.number().int() })),
  /** Names of the settings of the whole place that changed. */
  settings: z.array(z.string()),
});
export type ChangeSummary = z.infer<typeof changeSummarySchema>;

/** Changes by one person without a long pause. */
export const changeSetSchema = z.object({
  /** Null for changes by the server itself, and for deleted accounts. */
  authorId: z.string().nullable(),
  authorName: z.string().nullable(),
  /** ISO 8601, UTC, server time. */
  startedAt: z.string(),
  endedAt: z.string(),
  changeCount: z.number().int(),
  /** The change set's last edit: `getSceneAtEdit` returns the document as of then, including others' edits. */
  editId: z.number().int(),
  /** Only if asked for; null for a history that needs too much memory to be replayed. */
  changes: changeSummarySchema.nullable().optional(),
});
export type ChangeSet = z.infer<typeof changeSetSchema>;

export const namedVersionSchema = z.object({
  id: sceneVersionIdSchema,
  name: z.string(),
  editId: z.number().int(),
  /** Null if the account was deleted. */
  createdByName: z.string().nullable(),
  createdAt: z.string(),
});
export type NamedVersion = z.infer<typeof namedVersionSchema>;

const params = z.object({ blueprintId: blueprintIdSchema });
const versionName = lineOfText(limits.sceneVersionNameCharactersMax);

export const listChangeSets = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/history",
  access: "blueprint.see",
  summary: "Who edited the document and when, newest first, paginated.",
  apiScope: "read",
  schema: {
    params,
    querystring: z.object({
      /** Only change sets that ended before this edit. */
      before: editIdSchema.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** Adds what each change set changed. */
      with: z.literal("changes").optional(),
    }),
    response: z.object({
      /** Change sets. Programs read them under this earlier name. */
      sessions: z.array(changeSetSchema),
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
  summary: "Named versions, newest first.",
  apiScope: "read",
  schema: { params, response: z.object({ versions: z.array(namedVersionSchema) }) },
  errors: [],
});

export const createNamedVersion = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/named-versions",
  access: "blueprint.edit",
  summary: "Names a point in the history. Without `editId`, the current state.",
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
  summary: "Renames a named version.",
  apiScope: "write",
  schema: {
    params: params.extend({ versionId: sceneVersionIdSchema }),
    body: z.object({ name: versionName }),
    response: namedVersionSchema,
  },
  errors: ["forbidden"],
});
