import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";

/** `unknown`: asking told nothing that one could rely on, or nobody asked. */
export const linkOutcomes = ["reachable", "broken", "unknown"] as const;

/** Why a link is broken or unknown. */
export const linkCauses = [
  /** Broken: 404 or 410. */
  "not-found",
  /** Broken: no name server knows the host. */
  "host-unknown",
  /** Broken: the host takes no connection there. */
  "connection-refused",
  /** Broken: browsers would warn of its certificate. */
  "certificate",
  /** It answered something that a visitor's browser need not get: a login, a limit, a fault of the moment. */
  "other-status",
  /** It redirects in a circle, too often, or to what is no web address. */
  "redirects",
  /** It leads, by its name or by a redirect, into a private network, where this server does not go. */
  "private-network",
  "no-answer",
  /** The time for all links was over before its turn. */
  "not-asked",
] as const;
export type LinkCause = (typeof linkCauses)[number];

export const linkAnswerSchema = z.object({
  /** As it stands in the document. */
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
  summary: "Asks the outside addresses that visitors would find in the present scene whether they answer.",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    response: z.object({
      /** At most `limits.linksCheckedMax`; addresses in private networks are not among them. */
      links: z.array(linkAnswerSchema).max(limits.linksCheckedMax),
      /** Links beyond that number, which nobody asked. */
      leftOutCount: z.number().int(),
    }),
  },
  errors: ["forbidden"],
});
