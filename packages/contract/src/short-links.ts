import { z } from "zod";
import { defineEndpoint, type EndpointResponse } from "./endpoint.ts";
import { blueprintIdSchema, shortLinkIdSchema } from "./ids.ts";
import { instantSchema } from "./instant.ts";
import { limits } from "./limits.ts";
import { placeLinkKinds } from "./place-link.ts";
import { lineOfText, linesOfText } from "./text.ts";

/** What a short link opens: the place itself, or something in it, written as in the place's address. */
export const shortLinkTargetSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("place") }),
  z.object({
    kind: z.enum(placeLinkKinds),
    /** Id of an anchor, view or tour, index of a storey (0 is the lowest), or a camera. */
    value: lineOfText(limits.shortLinkTargetCharactersMax),
  }),
  /** An address of a web domain that the team confirmed. */
  z.object({
    kind: z.literal("outside"),
    value: z.url({ protocol: /^https$/ }).max(limits.shortLinkTargetCharactersMax),
  }),
]);
export type ShortLinkTarget = z.infer<typeof shortLinkTargetSchema>;

export const shortLinkStates = ["active", "expired", "retired"] as const;
export type ShortLinkState = (typeof shortLinkStates)[number];

export const shortLinkSchema = z.object({
  id: shortLinkIdSchema,
  code: z.string(),
  /** Where it hangs or what it is for; may be empty. */
  label: z.string(),
  target: shortLinkTargetSchema,
  state: z.enum(shortLinkStates),
  /**
   * Why an active link doesn't lead to its target now. `place-closed`: visitors can't open the place.
   * `target-missing`: the published version doesn't have the target; the link opens the place. `domain-unconfirmed`: the team no
   * longer has the domain of an outside address; the link leads nowhere.
   */
  problem: z.enum(["place-closed", "target-missing", "domain-unconfirmed"]).nullable(),
  /** The link stops working at this time; null for never. */
  expiresAt: z.string().nullable(),
  retiredAt: z.string().nullable(),
  /** What people read who use a retired link. */
  retiredMessage: z.string(),
  /** Times people have used it, without robots and previews. A few seconds behind. */
  useCount: z.number().int(),
  lastUsedAt: z.string().nullable(),
  createdAt: z.string(),
});
export type ShortLink = z.infer<typeof shortLinkSchema>;

const blueprintParams = z.object({ blueprintId: blueprintIdSchema });
const label = linesOfText(limits.shortLinkLabelCharactersMax).refine((text) => !/[\r\n]/.test(text), {
  error: "Must be one line.",
});
const expiresAt = instantSchema.nullable();

export const listShortLinks = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/short-links",
  access: "blueprint.see",
  summary: "The blueprint's short links with their uses, newest first.",
  apiScope: "read",
  schema: { params: blueprintParams, response: z.object({ links: z.array(shortLinkSchema) }) },
  errors: [],
});

export const createShortLink = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/short-links",
  access: "blueprint.publish",
  summary: "Creates a short link: a code that opens the place or something in it. Codes are never reused.",
  apiScope: "publish",
  schema: {
    params: blueprintParams,
    body: z.object({ target: shortLinkTargetSchema, label: label.default(""), expiresAt: expiresAt.default(null) }),
    response: shortLinkSchema,
  },
  errors: ["forbidden", "short-links-too-many"],
});

export const changeShortLink = defineEndpoint({
  method: "PATCH",
  url: "/api/blueprints/:blueprintId/short-links/:shortLinkId",
  access: "blueprint.publish",
  summary: "Changes where a short link leads, until when it works, or retires it. The code stays the same.",
  apiScope: "publish",
  schema: {
    params: blueprintParams.extend({ shortLinkId: shortLinkIdSchema }),
    body: z.object({
      target: shortLinkTargetSchema.optional(),
      label: label.optional(),
      expiresAt: expiresAt.optional(),
      /** Retires the link with a message, possibly empty; null puts it back into use. */
      retired: z
        .object({ message: linesOfText(limits.shortLinkMessageCharactersMax) })
        .nullable()
        .optional(),
    }),
    response: shortLinkSchema,
  },
  errors: ["forbidden"],
});

export const listLinkTargets = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/link-targets",
  access: "blueprint.see",
  summary:
    "What a short link can open besides the place: the draft's tours, views and anchors, as far as they are saved.",
  apiScope: "read",
  schema: {
    params: blueprintParams,
    response: z.object({
      targets: z.array(
        z.object({
          kind: z.enum(["tour", "view", "anchor"]),
          value: z.string(),
          /** Possibly empty. */
          name: z.string(),
        }),
      ),
    }),
  },
  errors: [],
});
export type LinkTarget = EndpointResponse<typeof listLinkTargets>["targets"][number];

/** Where a code leads, for people. */
export const shortLinkAnswerSchema = z.discriminatedUnion("state", [
  /** A path within the product, with the query. */
  z.object({ state: z.literal("open"), path: z.string() }),
  /** The address of another site, which the team confirmed. */
  z.object({ state: z.literal("outside"), url: z.string() }),
  /** Its check character is wrong. */
  z.object({ state: z.literal("mistyped") }),
  z.object({ state: z.literal("unknown") }),
  z.object({ state: z.literal("expired") }),
  z.object({ state: z.literal("retired"), message: z.string() }),
  /** The place isn't open to this visitor. */
  z.object({ state: z.literal("closed") }),
]);
export type ShortLinkAnswer = z.infer<typeof shortLinkAnswerSchema>;

export const resolveShortLink = defineEndpoint({
  method: "GET",
  url: "/api/short-links/:code",
  access: "anyone",
  summary: "Where a short link leads, or why it doesn't. Counts nothing: only the link's own address counts.",
  schema: { params: z.object({ code: z.string().max(100) }), response: shortLinkAnswerSchema },
  errors: [],
});
