import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { placeCredentialsSchema } from "./guide.ts";
import { blueprintIdSchema, teamIdSchema } from "./ids.ts";
import { shortCodeCharacters } from "./short-code.ts";

/** Single events are kept this long at most, then only counts. */
export const visitEventsKeptHours = 48;
/** Counts are kept for 25 months. */
export const visitCountsKeptDays = 760;
/** Spots by the hour are kept for 90 days. */
export const visitHourSpotsKeptDays = 90;
/** A figure about fewer visitors than this is not shown. */
export const visitorsShownMin = 5;
/** A visit's browser can report for this long. */
export const visitReportedHours = 12;

/** What a visit is made on, as its browser judges. */
export const visitDevices = ["computer", "tablet", "phone"] as const;
export type VisitDevice = (typeof visitDevices)[number];

/** Upper ends, in ms, of the classes in which times to the first picture are counted; the last class has none. */
export const firstPictureClassesMs = [500, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000, 12_000, 20_000] as const;

/** The host of another site, without what was read there. */
const siteSchema = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?$/);

/** Side of a spot in metres. */
export const spotM = 0.5;
/** Spots on each side of the origin: places of two kilometres. */
const spotsMax = 2_000;

/** One day at most, so that a wrong clock can't count a year. */
const secondsSchema = z.number().int().min(0).max(86_400);
const idSchema = z.string().min(1).max(100);

/**
 * What happened in a visit. `at` numbers the events of a visit, so that one that arrives twice counts once; 0 to 9 are
 * the server's own.
 */
export const visitEventSchema = z.object({
  at: z.number().int().min(10).max(10_000),
  what: z.discriminatedUnion("kind", [
    /** Seconds that the place was visible in the browser. */
    z.object({ kind: z.literal("seen"), seconds: secondsSchema }),
    z.object({ kind: z.literal("anchor"), id: idSchema }),
    /** Seconds that the camera stood in a zone. */
    z.object({ kind: z.literal("zone"), id: idSchema, seconds: secondsSchema }),
    /** Seconds that the camera stood on a storey. Its index from the lowest, as text. */
    z.object({ kind: z.literal("storey"), id: z.string().regex(/^\d{1,3}$/), seconds: secondsSchema }),
    /**
     * The camera came to a spot on foot, once for each spot of a visit: cells of `spotM` along x and z, and the height of the
     * storey's floor in decimetres, in the scene's frame.
     */
    z.object({
      kind: z.literal("spot"),
      x: z.number().int().min(-spotsMax).max(spotsMax),
      z: z.number().int().min(-spotsMax).max(spotsMax),
      floorDm: z.number().int().min(-20_000).max(20_000),
    }),
    /** A stop of a tour began, from 0; the last one is where the tour ends. */
    z.object({ kind: z.literal("stop"), id: idSchema, stop: z.number().int().min(0).max(1_000) }),
    /** The place could not be drawn. */
    z.object({ kind: z.literal("no-picture") }),
  ]),
});
export type VisitEvent = z.infer<typeof visitEventSchema>;

export const visitEventsMax = 100;

export const beginVisit = defineEndpoint({
  method: "POST",
  url: "/api/published/:slug/visits",
  access: "anyone",
  summary:
    "Counts a visit of a published place, without cookies, and returns what reports its events. Robots, and browsers that ask not to be tracked, aren't counted.",
  schema: {
    params: z.object({ slug: z.string().max(200) }),
    body: placeCredentialsSchema.extend({
      form: z.enum(["scene", "text"]),
      device: z.enum(visitDevices),
      /** The other site that led here, or that the place is embedded in. */
      site: siteSchema.optional(),
      isEmbedded: z.boolean().default(false),
      /** The code of the short link that led here. */
      code: z.string().max(shortCodeCharacters).optional(),
      firstPictureMs: z.number().int().min(0).max(600_000).optional(),
    }),
    response: z.object({
      /** Reports events of this visit; null if the visit is not counted. */
      visit: z.string().nullable(),
    }),
  },
  errors: ["blueprint-not-published", "blueprint-password-needed"],
});

export const reportVisit = defineEndpoint({
  method: "POST",
  url: "/api/visit-events",
  access: "anyone",
  summary: "Reports what happened in a visit. Events that arrived before, or that aren't about its place, are ignored.",
  schema: {
    body: z.object({ visit: z.string().max(400), events: z.array(visitEventSchema).min(1).max(visitEventsMax) }),
    response: z.object({}),
  },
  errors: ["visit-ended"],
});

const daySchema = z.iso.date();

/** A figure; null where it is about fewer than `visitorsShownMin` visitors. */
export const visitFigureSchema = z.number().int().nullable();

const visitSubjectSchema = z.object({
  /** Id of an object of the place, host of a site, or a device. Empty for "no other site". */
  id: z.string(),
  /** Null for what the place no longer shows. */
  title: z.string().nullable(),
  /** How often, and for how many seconds where that is measured. */
  count: visitFigureSchema,
  seconds: visitFigureSchema,
  visitors: visitFigureSchema,
});
export type VisitSubject = z.infer<typeof visitSubjectSchema>;

const visitTotalsSchema = z.object({
  visits: visitFigureSchema,
  /** Of each day; who comes back on another day counts again. */
  visitors: visitFigureSchema,
  seconds: visitFigureSchema,
  /** Visits in which the place could not be drawn. */
  withoutPicture: visitFigureSchema,
  /** Upper ends of the classes that half, and 95 %, of the first pictures are in; null if unknown. */
  firstPictureMedianMs: visitFigureSchema,
  firstPictureP95Ms: visitFigureSchema,
  /** Of members of the team; not in any other figure. */
  teamVisits: z.number().int(),
});
export type VisitTotals = z.infer<typeof visitTotalsSchema>;

export const getVisitNumbers = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/visit-numbers",
  access: "answer.see",
  summary: `How a place was visited from one day to another (UTC, both included). Figures about fewer than ${visitorsShownMin} visitors are null.`,
  apiScope: "read",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    querystring: z.object({ from: daySchema, to: daySchema }),
    response: z.object({
      from: daySchema,
      to: daySchema,
      totals: visitTotalsSchema,
      /** Of a single day by the hour; each begins at `at`. Those without visits are left out. */
      spans: z.array(z.object({ at: z.iso.datetime(), visits: visitFigureSchema, visitors: visitFigureSchema })),
      anchors: z.array(visitSubjectSchema),
      zones: z.array(visitSubjectSchema),
      /** By their index from the lowest, for visitors on foot. */
      storeys: z.array(visitSubjectSchema),
      /** How many reached each stop, in the tour's order. */
      tours: z.array(
        z.object({
          id: z.string(),
          title: z.string().nullable(),
          stops: z.array(z.object({ stop: z.number().int(), count: visitFigureSchema, visitors: visitFigureSchema })),
        }),
      ),
      /** Short links that visits began with. */
      links: z.array(visitSubjectSchema),
      /** Other sites that link to the place, and those that embed it. */
      sources: z.array(visitSubjectSchema),
      embeds: z.array(visitSubjectSchema),
      devices: z.array(visitSubjectSchema),
      /** `scene` or `text`. */
      forms: z.array(visitSubjectSchema),
    }),
  },
  errors: ["forbidden"],
});
export type VisitNumbers = z.infer<typeof getVisitNumbers.schema.response>;

/** Places that a team's overview lists, those with most visitors first. */
export const visitedPlacesMax = 10;

export const getTeamVisits = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/visit-numbers",
  access: "answer.see",
  summary: `How a team's places were visited from one day to another (UTC, both included), those with most visitors first. Figures about fewer than ${visitorsShownMin} visitors are null.`,
  apiScope: "read",
  schema: {
    params: z.object({ teamId: teamIdSchema }),
    querystring: z.object({ from: daySchema, to: daySchema }),
    response: z.object({
      /** Of all places together. */
      visits: visitFigureSchema,
      visitors: visitFigureSchema,
      places: z.array(
        z.object({
          blueprintId: blueprintIdSchema,
          name: z.string(),
          visits: visitFigureSchema,
          visitors: visitFigureSchema,
        }),
      ),
    }),
  },
  errors: ["forbidden"],
});
export type TeamVisits = z.infer<typeof getTeamVisits.schema.response>;

/** Spots that are listed, those with most visitors first. */
export const heatSpotsMax = 20_000;

export const getVisitHeat = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/visit-heat",
  access: "answer.see",
  summary:
    `Where visitors were on foot from one day to another (UTC, both included), in cells of ${spotM} m. Those with fewer than ${visitorsShownMin} visitors are left out. ` +
    `With hours, only what happened between them in the venue's time zone; hours are kept for ${visitHourSpotsKeptDays} days.`,
  apiScope: "read",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    querystring: z.object({
      from: daySchema,
      to: daySchema,
      /** The first hour of each day, and the hour at which it ends. */
      fromHour: z.coerce.number().int().min(0).max(23).default(0),
      untilHour: z.coerce.number().int().min(1).max(24).default(24),
    }),
    response: z.object({
      /** IANA name of the time zone of the hours; UTC if the venue's is unknown. */
      timeZone: z.string(),
      spots: z.array(
        z.object({
          /** The cell's lower corner, and its floor, in metres in the scene's frame. */
          x: z.number(),
          z: z.number(),
          floorM: z.number(),
          /** Of each day, added up. */
          visitors: z.number().int(),
        }),
      ),
    }),
  },
  errors: ["forbidden"],
});
export type HeatSpot = z.infer<typeof getVisitHeat.schema.response>["spots"][number];
