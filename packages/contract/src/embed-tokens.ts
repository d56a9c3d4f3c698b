import { z } from "zod";
import { defineEndpoint, type EndpointResponse } from "./endpoint.ts";
import { blueprintIdSchema, embedTokenIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { visitFigureSchema, visitorsShownMin } from "./visits.ts";

/** What a token opens: the visitor numbers of one place. */
export const embedScopes = ["numbers"] as const;
export type EmbedScope = (typeof embedScopes)[number];

/** The page that a frame shows, and the param of its address that holds the token. */
export const embeddedNumbersPath = "/embed/dashboard";
export const embedTokenParam = "token";
/** Scheme of the `Authorization` header that the page sends its token with. */
export const embedTokenScheme = "Embed";
/** Longer than any token. */
export const embedTokenCharactersMax = 200;

/** Figures that a team can show on other sites. */
export const embedFigures = ["totals", "trend", "anchors", "zones", "tours", "sources", "devices"] as const;
export type EmbedFigure = (typeof embedFigures)[number];

/** Days of the numbers that are shown, ending today (UTC). */
export const embedRangeDays = [7, 30, 90, 365] as const;
export type EmbedRangeDays = (typeof embedRangeDays)[number];
const rangeDaysSchema = z.literal(embedRangeDays);

/** Hosts of the computer itself, where developers have no certificate. */
const localHosts = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a text is an origin whose pages may frame numbers. It becomes part of a header: nothing else may pass. */
function isFramingOrigin(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#@\\]+\/?$/i.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  if (localHosts.includes(hostname)) return true;
  return protocol === "https:" && /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(hostname);
}

/** Origin of a site: scheme, host and port, as browsers write it. */
export const framingOriginSchema = z
  .string()
  .trim()
  .max(253)
  .refine(isFramingOrigin, {
    error: "Enter an address such as https://www.example.org, without a path. Only localhost may use http.",
  })
  // Runs on refused texts, too.
  .overwrite((text) => (URL.canParse(text) ? new URL(text).origin : text));

export const embedTokenStates = ["active", "expired", "revoked"] as const;

export const embedTokenSchema = z.object({
  id: embedTokenIdSchema,
  scope: z.enum(embedScopes),
  figures: z.array(z.enum(embedFigures)),
  days: rangeDaysSchema,
  /** Sites whose pages may frame it. */
  origins: z.array(z.string()),
  state: z.enum(embedTokenStates),
  /** The signed token; null once it has ended. */
  token: z.string().nullable(),
  /** Null if their account is deleted. */
  createdByName: z.string().nullable(),
  createdAt: z.string(),
  /** Null for a token that works until it is revoked. */
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  /** When numbers were last sent, accurate to the minute. */
  lastUsedAt: z.string().nullable(),
});
export type EmbedToken = z.infer<typeof embedTokenSchema>;

const blueprintParams = z.object({ blueprintId: blueprintIdSchema });

export const listEmbedTokens = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/embed-tokens",
  access: "team.settings",
  summary: `Tokens that show numbers of a place on other sites, newest first. Those that ended are listed for ${limits.endedEmbedTokensKeptDays} days.`,
  schema: { params: blueprintParams, response: z.object({ tokens: z.array(embedTokenSchema) }) },
  errors: ["forbidden"],
});

const figuresSchema = z.array(z.enum(embedFigures)).min(1, { error: "Choose at least one." }).max(embedFigures.length);
const originsSchema = z
  .array(framingOriginSchema)
  .min(1, { error: "Enter the address of at least one site." })
  .max(limits.embedTokenOriginsMax);

export const createEmbedToken = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/embed-tokens",
  access: "team.settings",
  summary:
    "Creates a token that shows chosen numbers of a place on the named sites, at `/embed/dashboard?token=…`. No other site can frame that page.",
  schema: {
    params: blueprintParams,
    body: z.object({
      scope: z.enum(embedScopes).default("numbers"),
      figures: figuresSchema,
      days: rangeDaysSchema,
      origins: originsSchema,
      /** If omitted, the token works until it is revoked. */
      validDays: z.number().int().min(1).max(limits.embedTokenValidDaysMax).optional(),
    }),
    response: embedTokenSchema,
  },
  errors: ["forbidden", "embed-tokens-too-many", "blueprint-in-bin"],
});

export const changeEmbedToken = defineEndpoint({
  method: "PATCH",
  url: "/api/blueprints/:blueprintId/embed-tokens/:embedTokenId",
  access: "team.settings",
  summary:
    "Changes what a token shows and which sites can frame it, from the next request on. The token stays the same, and so does its expiry, which is signed.",
  schema: {
    params: blueprintParams.extend({ embedTokenId: embedTokenIdSchema }),
    body: z.object({
      figures: figuresSchema.optional(),
      days: rangeDaysSchema.optional(),
      origins: originsSchema.optional(),
    }),
    response: embedTokenSchema,
  },
  errors: ["forbidden", "embed-token-ended"],
});

export const revokeEmbedToken = defineEndpoint({
  method: "DELETE",
  url: "/api/blueprints/:blueprintId/embed-tokens/:embedTokenId",
  access: "team.settings",
  summary: "Revokes a token: the next request with it is refused, and open pages stop showing numbers within a minute.",
  schema: {
    params: blueprintParams.extend({ embedTokenId: embedTokenIdSchema }),
    response: embedTokenSchema,
  },
  errors: ["forbidden"],
});

/** One row of a list. `title` is as visitors read it. */
const shownSubjectSchema = z.object({
  /** Id of an object of the place, host of a site, or a device. Empty for "no other site". */
  id: z.string(),
  title: z.string(),
  count: visitFigureSchema,
  /** Only of zones. */
  seconds: visitFigureSchema,
  visitors: visitFigureSchema,
});
export type ShownSubject = z.infer<typeof shownSubjectSchema>;

export const getEmbeddedNumbers = defineEndpoint({
  method: "GET",
  url: "/api/embedded-numbers",
  access: "anyone",
  summary: `Numbers of a place that its team shows on other sites, for the token in \`Authorization: ${embedTokenScheme} …\`. Figures that the team didn't choose are missing; those about fewer than ${visitorsShownMin} visitors are null.`,
  schema: {
    response: z.object({
      place: z.object({
        name: z.string(),
        /** Null while visitors can't open the place. */
        slug: z.string().nullable(),
      }),
      /** First and last day (UTC). */
      from: z.iso.date(),
      to: z.iso.date(),
      /** When these numbers were read. */
      readAt: z.iso.datetime(),
      figures: z.object({
        totals: z
          .object({
            visits: visitFigureSchema,
            /** Of each day, added up. */
            visitors: visitFigureSchema,
            /** Time for which the place was visible, in all visits together. */
            seconds: visitFigureSchema,
          })
          .optional(),
        /** Days without visits are left out. */
        trend: z.array(z.object({ at: z.iso.datetime(), visits: visitFigureSchema })).optional(),
        anchors: z.array(shownSubjectSchema).optional(),
        zones: z.array(shownSubjectSchema).optional(),
        tours: z
          .array(
            z.object({
              id: z.string(),
              title: z.string(),
              stops: z.array(z.object({ stop: z.number().int(), visitors: visitFigureSchema })),
            }),
          )
          .optional(),
        sources: z.array(shownSubjectSchema).optional(),
        devices: z.array(shownSubjectSchema).optional(),
      }),
    }),
  },
  errors: ["embed-token-invalid", "embed-token-ended", "untrusted-origin"],
});
export type EmbeddedNumbers = EndpointResponse<typeof getEmbeddedNumbers>;
