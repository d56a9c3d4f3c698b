import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { scanKinds } from "./scan-formats.ts";
import { linesOfText } from "./text.ts";
import { industries } from "./users.ts";

/** What a place may have, as facets that are on or off. */
export const placeFeatures = ["tour", "guide", "stepFree", "lately"] as const;
/**
 * `tour`: a tour with stops. `guide`: suggested questions, or answers that the team prepared for the guide. `stepFree`: a
 * tour with stops that the team marked as step-free. `lately`: first published in the last `openedLatelyDays`.
 */
export type PlaceFeature = (typeof placeFeatures)[number];
export const openedLatelyDays = 30;

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
  /** From the visitor; only where a position was sent. */
  distanceMetres: z.number().optional(),
});
export type DiscoveredPlace = z.infer<typeof discoveredPlaceSchema>;

const isOn = z.literal("true").optional();
const placeFilterSchema = z.object({
  search: linesOfText(100).optional(),
  industry: z.enum(industries).optional(),
  /** As listed in `cities`. */
  city: linesOfText(200).optional(),
  /** A kind of scan that the place has. */
  scan: z.enum(scanKinds).optional(),
  tour: isOn,
  guide: isOn,
  stepFree: isOn,
  lately: isOn,
});
export type PlaceFilterQuery = z.infer<typeof placeFilterSchema>;

const pageSchema = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(limits.blueprintsPerPageMax).default(limits.blueprintsPerPage),
});

/** Every count is the number of results if that value is chosen: with all other choices, without another of its kind. */
const discoveredSchema = z.object({
  places: z.array(discoveredPlaceSchema),
  nextCursor: z.string().nullable(),
  /** Number of results. */
  total: z.number().int(),
  /** Without those that have no results, like the next two. */
  industries: z.array(z.object({ industry: z.enum(industries), count: z.number().int() })),
  /** Those with most results. */
  cities: z.array(z.object({ city: z.string(), count: z.number().int() })).max(limits.discoverCitiesMax),
  scanKinds: z.array(z.object({ kind: z.enum(scanKinds), count: z.number().int() })),
  features: z.record(z.enum(placeFeatures), z.number().int()),
});
export type DiscoveredPlaces = z.infer<typeof discoveredSchema>;

export const discoverPlaces = defineEndpoint({
  method: "GET",
  url: "/api/discover",
  access: "anyone",
  summary:
    "Public blueprints, most recently published first, paginated. A search finds its words in names, addresses, cities, tags " +
    "and descriptions, whatever their accents, best matches first; if it finds little, also words that resemble them.",
  schema: { querystring: placeFilterSchema.extend(pageSchema.shape), response: discoveredSchema },
  errors: [],
});

/** Three decimals are about 100 m: no more of a visitor's position is used. */
const roughDegrees = (max: number) =>
  z
    .number()
    .min(-max)
    .max(max)
    .overwrite((degrees) => Math.round(degrees * 1_000) / 1_000);

export const discoverPlacesNear = defineEndpoint({
  method: "POST",
  url: "/api/discover/near",
  access: "anyone",
  summary:
    "What `/api/discover` finds and has a location, nearest first. A POST, so that no address and no log holds the position; " +
    "it isn't stored.",
  schema: {
    body: placeFilterSchema.extend(pageSchema.shape).extend({
      /** WGS 84 degrees. */
      near: z.object({ latitude: roughDegrees(90), longitude: roughDegrees(180) }),
    }),
    response: discoveredSchema,
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
    querystring: placeFilterSchema,
    response: z.object({
      places: z.array(locatedPlaceSchema).max(limits.locatedPlacesMax),
      /** Number of results with a location, including those beyond the list. */
      total: z.number().int(),
    }),
  },
  errors: [],
});
