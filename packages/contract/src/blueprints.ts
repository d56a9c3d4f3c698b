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
import { openingHoursSchema, venueFactsSchema } from "./opening-hours.ts";
import { publishedSceneSchema } from "./published.ts";
import { linesOfText, nameLine } from "./text.ts";
import { industries } from "./users.ts";

/** Lifecycle of a blueprint (product §4). `published` lasts as long as a frozen version is being served. */
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
  { path: ["longitude"], error: "Enter both latitude and longitude, or neither." },
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
  /** IANA name; null until set. */
  timeZone: z.string().nullable(),
  /** Id in an external place directory; null until set. */
  placeId: z.string().nullable(),
  floorAreaSquareMetres: z.number().nullable(),
  /** Null until set. */
  openingHours: openingHoursSchema.nullable(),
  facts: venueFactsSchema,
  claimState: z.enum(claimStates),
  state: z.enum(blueprintStates),
  visibility: z.enum(visibilities),
  /** Whether a password is set; the password itself is never returned. */
  hasPassword: z.boolean(),
  /** Visitors are refused from then on; null for never. */
  expiresAt: z.string().nullable(),
  /** Sites that may show the place in a frame. */
  embedOrigins: z.array(z.string()),
  /** Number of the version visitors see; null while nothing is published. */
  publishedVersion: z.number().int().nullable(),
  /** Number of the newest frozen version, 0 before the first. */
  latestVersion: z.number().int(),
  /** The team's choice; null for the preview picture of the first ready scan. */
  cover: coverSchema.nullable(),
  /** Short-lived URL of the cover picture; null before a scan is ready. */
  coverUrl: z.string().nullable(),
  scanCount: z.number().int(),
  /** How many of them failed to convert and need attention. */
  failedScanCount: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When it is removed for good; null unless it is in the bin. */
  removedAt: z.string().nullable(),
});
export type Blueprint = z.infer<typeof blueprintSchema>;

const params = z.object({ blueprintId: blueprintIdSchema });

/** Optional details beyond name and place; null clears a field. */
const details = {
  tags: tagsSchema.optional(),
  timeZone: venueTimeZoneSchema.nullable().optional(),
  placeId: placeIdSchema.nullable().optional(),
  floorAreaSquareMetres: floorAreaSchema.nullable().optional(),
  openingHours: openingHoursSchema.nullable().optional(),
  facts: venueFactsSchema.optional(),
};

export const createBlueprint = defineEndpoint({
  method: "POST",
  url: "/api/blueprints",
  access: "blueprint.edit",
  summary: "Creates a draft in a team.",
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
  summary: "Blueprints of a team, most recently changed first, paginated.",
  apiScope: "read",
  schema: {
    querystring: z.object({
      teamId: teamIdSchema,
      /** Matched against names, addresses and tags. */
      search: linesOfText(100).optional(),
      /** Only blueprints with this tag, ignoring case. */
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
  summary: "A blueprint of one of the caller's teams.",
  apiScope: "read",
  schema: { params, response: blueprintSchema },
  errors: [],
});

export const updateBlueprint = defineEndpoint({
  method: "PATCH",
  url: "/api/blueprints/:blueprintId",
  access: "blueprint.edit",
  summary: "Changes a blueprint's details. Fields left out don't change.",
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
  summary: "Tags of the team's blueprints outside the bin, most used first.",
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
  summary: "Cover pictures to choose from, the blueprint's units, and who created it.",
  apiScope: "read",
  schema: {
    params,
    response: z.object({
      covers: z.array(
        z.object({
          cover: coverSchema,
          /** Name of the scan's file; an uploaded picture has none. */
          name: z.string(),
          addedAt: z.string(),
          url: z.string(),
        }),
      ),
      units: z.enum(["metric", "imperial"]),
      /** Name of the blueprint's creator; null if the account was deleted. */
      createdByName: z.string().nullable(),
    }),
  },
  errors: ["forbidden"],
});

export const moveBlueprint = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/life",
  access: "blueprint.edit",
  summary: "Archives a blueprint, which closes it to visitors, or restores it from the archive or the bin.",
  apiScope: "write",
  schema: { params, body: z.object({ to: z.enum(["archived", "restored"]) }), response: blueprintSchema },
  errors: ["forbidden", "conflict"],
});

export const binBlueprint = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/bin",
  access: "blueprint.delete",
  summary: "Moves a blueprint to the bin, which closes it to visitors. It's permanently deleted after 30 days.",
  schema: { params, response: blueprintSchema },
  errors: ["forbidden", "conflict"],
});

export const publishBlueprint = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/publish",
  access: "blueprint.publish",
  summary: "Publishes the scene and its ready scans as the next version.",
  apiScope: "publish",
  schema: {
    params,
    body: z.object({
      /** `latestVersion` as the publisher saw it; a newer one is a conflict. */
      basedOnVersion: z.number().int().nonnegative(),
      /** `password` requires one set earlier (`changeSharing`). */
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
  summary: "Unpublishes the blueprint. All versions are kept.",
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
  summary: "Published versions, newest first, paginated.",
  apiScope: "read",
  schema: {
    params,
    querystring: z.object({
      /** `nextCursor` of the previous page. */
      cursor: z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .optional(),
      /** Adds the scene of the version that is served. */
      with: z.literal("scene").optional(),
    }),
    response: z.object({
      versions: z.array(blueprintVersionSchema),
      nextCursor: z.string().nullable(),
      /** As staff see it; only if asked for, null while no version is served. */
      servedScene: publishedSceneSchema.nullable().optional(),
    }),
  },
  errors: [],
});
