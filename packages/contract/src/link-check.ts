import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";

/** `unknown`: the check was inconclusive or did not run. */
export const linkOutcomes = ["reachable", "broken", "unknown"] as const;

/** Why a link is broken or unknown. */
export const linkCauses = [
  /** Broken: 404 or 410. */
  "not-found",
  /** Broken: the host name does not resolve. */
  "host-unknown",
  /** Broken: the host refuses the connection. */
  "connection-refused",
  /** Broken: browsers would warn about its certificate. */
  "certificate",
  /** It returned a status that a visitor's browser may not get: a login, a rate limit, a temporary error. */
  "other-status",
  /** It redirects in a loop, too often, or to something that is not a web address. */
  "redirects",
  /** It leads, by its name or by a redirect, into a private network, which this server does not access. */
  "private-network",
  "no-answer",
  /** The time for all links ran out first. */
  "not-asked",
] as const;
export type LinkCause = (typeof linkCauses)[number];

export const linkAnswerSchema = z.object({
  /** As written in the document. */
  url: z.string(),
  outcome: z.enum(linkOutcomes),
  /** Null when it is reachable. */
  cause: z.enum(linkCauses).nullable(),
  /** The last HTTP status; null when there was none. */
  status: z.number().int().nullable(),
});
export type LinkAnswer = z.infer<typeof linkAnswerSchema>;

export const checkLinks = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/link-check",
  access: "blueprint.publish",
  summary: "Checks whether the external links in the current scene respond.",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    response: z.object({
      /** At most `limits.linksCheckedMax`; excludes addresses in private networks. */
      links: z.array(linkAnswerSchema).max(limits.linksCheckedMax),
      /** Links beyond that number, which were not checked. */
      leftOutCount: z.number().int(),
    }),
  },
  errors: ["forbidden"],
});
