import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { teamIdSchema, webDomainIdSchema } from "./ids.ts";

/** What stands in DNS or on the page, before the token. */
export const domainProofPrefix = "blueprint-verification=";
export const domainProofPath = "/.well-known/blueprint-verification.txt";

export const webDomainMethods = ["dns", "page"] as const;

export const webDomainSchema = z.object({
  id: webDomainIdSchema,
  /** In ASCII, without `www.`. */
  domain: z.string(),
  /** To be put into a TXT record of the domain or onto its page, after `domainProofPrefix`. */
  token: z.string(),
  /** By what it was confirmed: `dns` confirms its subdomains, too; `page` only the domain and `www.`. Null until then. */
  method: z.enum(webDomainMethods).nullable(),
  confirmedAt: z.string().nullable(),
  createdAt: z.string(),
});
export type WebDomain = z.infer<typeof webDomainSchema>;

const teamParams = z.object({ teamId: teamIdSchema });
const domainParams = teamParams.extend({ webDomainId: webDomainIdSchema });

export const listWebDomains = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/web-domains",
  access: "team.settings",
  summary: "The team's web domains, confirmed or not. Short links may lead to addresses of confirmed ones.",
  schema: { params: teamParams, response: z.object({ domains: z.array(webDomainSchema) }) },
  errors: [],
});

export const addWebDomain = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/web-domains",
  access: "team.settings",
  summary: "Adds a web domain, with the token that confirms it. Adding one again returns it as it is.",
  schema: { params: teamParams, body: z.object({ domain: z.string().max(300) }), response: webDomainSchema },
  errors: ["forbidden", "web-domains-too-many"],
});

export const confirmWebDomain = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/web-domains/:webDomainId/confirmation",
  access: "team.settings",
  summary: "Looks for the token in DNS, and on the page at the domain.",
  schema: { params: domainParams, response: webDomainSchema },
  errors: ["forbidden", "web-domain-unproven"],
});

export const removeWebDomain = defineEndpoint({
  method: "DELETE",
  url: "/api/teams/:teamId/web-domains/:webDomainId",
  access: "team.settings",
  summary: "Removes a web domain. Short links to it lead nowhere from then on.",
  schema: { params: domainParams, response: z.object({}) },
  errors: ["forbidden"],
});
