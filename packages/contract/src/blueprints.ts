import { z } from "zod";
import {
  claimStates,
  coverSchema,
  floorAreaSchema,
  placeIdSchema,
  tagsSchema,
  venueTimeZoneSchema,
} from "./blueprint-details.ts";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema, teamIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { linesOfText, nameLine } from "./text.ts";
import { industries } from "./users.ts";

/** Life of a blueprint (product §4). A published one is `published` as long as a frozen version is being served. */
export const blueprintStates = ["draft", "ready", "published", "archived", "binned"] as const;
export type BlueprintState = (typeof blueprintStates)[number];

/**
 * Who may open the published place: those who may edit it, members of its team who may see it, anyone with the link,
 * anyone with the link and the password, anyone (it is listed).
 */
export const visibilities = ["private", "team", "unlisted", "password", "public"] as const;
export type Visibility = (typeof visibilities)[number];

/** WGS 84 degrees; both or neither. */
const placeSchema = z.object({
  address: linesOfText(limits.addressCharactersMax),
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
});
export type Place = z.infer<typeof placeSchema>;

const placeRequestSchema = placeSchema.refine(
  ({ latitude, longitude }) => (latitude === null) === (longitude === null),
  { path: ["longitude"], error: "Latitude and longitude belong together: give both or neither." },
);

export const blueprintSchema = z.object({
  id: blueprintIdSchema,
  teamId: teamIdSchema,
  slug: z.string(),
  name: z.string(),
  industry: z.enum(industries),
  description: z.string(),
  place: placeSchema,
  tags: z.array(z.string()),
  /** IANA name; null while nobody has said it. */
  timeZone: z.string().nullable(),
  /** Of an outside register of places; null while nobody has said it. */
  placeId: z.string().nullable(),
  floorAreaSquareMetres: z.number().nullable(),
  claimState: z.enum(claimStates),
  state: z.enum(blueprintStates),
  visibility: z.enum(visibilities),
  /** Whether a password was set; the password itself is never told. */
  hasPassword: z.boolean(),
  /** From then on visitors are not let in; null for never. */
  expiresAt: z.string().nullable(),
  /** Sites that may show the place in a frame. */
  embedOrigins: z.array(z.string()),
  /** Number of the version visitors see; null while nothing is published. */
  publishedVersion: z.number().int().nullable(),
  /** Number of the newest frozen version, 0 before the first. */
  latestVersion: z.number().int(),
  /** What the team has chosen; null for the preview picture of the first ready scan. */
  cover: coverSchema.nullable(),
  /** The picture that stands for it, on a short-lived address; null before a scan is ready. */
  coverUrl: z.string().nullable(),
  scanCount: z.number().int(),
  /** Of them, those that could not be converted and wait for somebody. */
  failedScanCount: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** From when on it is removed for good; null unless it lies in the bin. */
  removedAt: z.string().nullable(),
});
export type Blueprint = z.infer<typeof blueprintSchema>;

const params = z.object({ blueprintId: blueprintIdSchema });

/** What a blueprint says beyond its name and place; null takes it away. */
const details = {
  tags: tagsSchema.optional(),
  timeZone: venueTimeZoneSchema.nullable().optional(),
  placeId: placeIdSchema.nullable().optional(),
  floorAreaSquareMetres: floorAreaSchema.nullable().optional(),
};

export const createBlueprint = defineEndpoint({
  method: "POST",
  url: "/api/blueprints",
  access: "blueprint.edit",
  summary: "Makes a draft in a team.",
  apiScope: "write",
  schema: {
    body: z.object({
      teamId: teamIdSchema,
      name: nameLine(limits.blueprintNameCharactersMax),
      industry: z.enum(industries),
      description: linesOfText(limits.descriptionCharactersMax).optional(),
      place: placeRequestSchema.optional(),
      ...details,
    }),
    response: blueprintSchema,
  },
  errors: ["forbidden"],
});

export const listBlueprints = defineEndpoint({
  method: "GET",
  url: "/api/blueprints",
  access: "blueprint.see",
  summary: "Blueprints of a team, newest change first, by pages.",
  apiScope: "read",
  schema: {
    querystring: z.object({
      teamId: teamIdSchema,
      /** In names, addresses and tags. */
      search: linesOfText(100).optional(),
      /** Only those with this tag, however it is written. */
      tag: linesOfText(limits.tagCharactersMax).optional(),
      /** `open` is everything that is neither archived nor binned. */
      state: z.enum(["open", ...blueprintStates]).default("open"),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(limits.blueprintsPerPageMax).default(limits.blueprintsPerPage),
    }),
    response: z.object({
      blueprints: z.array(blueprintSchema),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
    }),
  },
  errors: [],
});

export const getBlueprint = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId",
  access: "blueprint.see",
  summary: "One blueprint of a team the asker is in.",
  apiScope: "read",
  schema: { params, response: blueprintSchema },
  errors: [],
});

export const updateBlueprint = defineEndpoint({
  method: "PATCH",
  url: "/api/blueprints/:blueprintId",
  access: "blueprint.edit",
  summary: "Changes what a blueprint says of itself; what is left out stays as it is.",
  apiScope: "write",
  schema: {
    params,
    body: z.object({
      name: nameLine(limits.blueprintNameCharactersMax).optional(),
      industry: z.enum(industries).optional(),
      description: linesOfText(limits.descriptionCharactersMax).optional(),
      place: placeRequestSchema.optional(),
      ...details,
      /** A scan of the blueprint, or a picture of its team of at most `coverBytesMax`. */
      cover: coverSchema.nullable().optional(),
    }),
    response: blueprintSchema,
  },
  errors: ["forbidden", "conflict"],
});

export const listBlueprintTags = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/blueprint-tags",
  access: "blueprint.see",
  summary: "Tags of the team's blueprints outside the bin, those of most blueprints first.",
  apiScope: "read",
  schema: {
    params: z.object({ teamId: teamIdSchema }),
    response: z.object({ tags: z.array(z.object({ tag: z.string(), count: z.number().int() })) }),
  },
  errors: [],
});

export const listDetailChoices = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/detail-choices",
  access: "blueprint.edit",
  summary:
    "What can be chosen for a blueprint: pictures for its cover. And in which units its team reads lengths, and who made it.",
  apiScope: "read",
  schema: {
    params,
    response: z.object({
      covers: z.array(
        z.object({
          cover: coverSchema,
          /** Of a scan's file; an uploaded picture has none. */
          name: z.string(),
          addedAt: z.string(),
          url: z.string(),
        }),
      ),
      units: z.enum(["metric", "imperial"]),
      /** Who made the blueprint; null when the account is gone. */
      createdByName: z.string().nullable(),
    }),
  },
  errors: ["forbidden"],
});

export const moveBlueprint = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/life",
  access: "blueprint.edit",
  summary: "Archives a blueprint, which stops being served then, or restores it from the archive or the bin.",
  apiScope: "write",
  schema: { params, body: z.object({ to: z.enum(["archived", "restored"]) }), response: blueprintSchema },
  errors: ["forbidden", "conflict"],
});

export const binBlueprint = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/bin",
  access: "blueprint.delete",
  summary: "Moves a blueprint to the bin. It stops being served, and after 30 days it is removed for good.",
  schema: { params, response: blueprintSchema },
  errors: ["forbidden", "conflict"],
});

export const publishBlueprint = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/publish",
  access: "blueprint.publish",
  summary: "Freezes the scene and the ready scans as the next version and serves it.",
  apiScope: "publish",
  schema: {
    params,
    body: z.object({
      /** `latestVersion` as the publisher saw it; another one since then is a conflict. */
      basedOnVersion: z.number().int().nonnegative(),
      /** `password` needs one that was set before (`changeSharing`). */
      visibility: z.enum(visibilities),
    }),
    response: blueprintSchema,
  },
  errors: ["forbidden", "publish-conflict", "publish-nothing-ready", "blueprint-archived", "plan-limit-published"],
});

export const unpublishBlueprint = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/unpublish",
  access: "blueprint.publish",
  summary: "Stops serving the published version; versions are kept.",
  apiScope: "publish",
  schema: { params, response: blueprintSchema },
  errors: ["forbidden"],
});

export const blueprintVersionSchema = z.object({
  number: z.number().int(),
  publishedAt: z.string(),
  publishedByName: z.string(),
  anchorCount: z.number().int(),
  isServed: z.boolean(),
});

export const listBlueprintVersions = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/versions",
  access: "blueprint.see",
  summary: "The frozen versions, newest first, by pages.",
  apiScope: "read",
  schema: {
    params,
    querystring: z.object({
      /** What the page before answered as `nextCursor`. */
      cursor: z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .optional(),
    }),
    response: z.object({ versions: z.array(blueprintVersionSchema), nextCursor: z.string().nullable() }),
  },
  errors: [],
});
