import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { linesOfText } from "./text.ts";
import { industries } from "./users.ts";

/** A published public place as listed for everyone: what its version says, nothing about people or the team. */
export const discoveredPlaceSchema = z.object({
  slug: z.string(),
  name: z.string(),
  industry: z.enum(industries),
  description: z.string(),
  address: z.string(),
  tags: z.array(z.string()),
  anchorCount: z.number().int(),
  publishedAt: z.string(),
  /** Short-lived URL of the preview picture. */
  coverUrl: z.string().nullable(),
});
export type DiscoveredPlace = z.infer<typeof discoveredPlaceSchema>;

const searchSchema = linesOfText(100).optional();

export const discoverPlaces = defineEndpoint({
  method: "GET",
  url: "/api/discover",
  access: "anyone",
  summary: "Public blueprints, most recently published first, paginated. Results match every search word.",
  schema: {
    querystring: z.object({
      search: searchSchema,
      industry: z.enum(industries).optional(),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(limits.blueprintsPerPageMax).default(limits.blueprintsPerPage),
    }),
    response: z.object({
      places: z.array(discoveredPlaceSchema),
      nextCursor: z.string().nullable(),
      /** Number of search results in the chosen industry. */
      total: z.number().int(),
      /** Number of search results in each industry that has any, independent of the chosen one. */
      industries: z.array(z.object({ industry: z.enum(industries), count: z.number().int() })),
    }),
  },
  errors: [],
});

/** A public place as a pin on a map. WGS 84 degrees. */
export const locatedPlaceSchema = z.object({
  slug: z.string(),
  name: z.string(),
  industry: z.enum(industries),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type LocatedPlace = z.infer<typeof locatedPlaceSchema>;

export const locatePlaces = defineEndpoint({
  method: "GET",
  url: "/api/discover/locations",
  access: "anyone",
  summary: "Locations of the places that `/api/discover` finds. If there are many, the most recently published ones.",
  schema: {
    querystring: z.object({ search: searchSchema, industry: z.enum(industries).optional() }),
    response: z.object({
      places: z.array(locatedPlaceSchema).max(limits.locatedPlacesMax),
      /** Number of results with a location, including those beyond the list. */
      total: z.number().int(),
    }),
  },
  errors: [],
});
