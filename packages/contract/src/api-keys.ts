import { z } from "zod";
import { apiScopes } from "./api-scopes.ts";
import { defineEndpoint } from "./endpoint.ts";
import { apiKeyIdSchema, teamIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { nameLine } from "./text.ts";

/** Prefix of every key; secret scanners find leaked keys by it. */
export const apiKeyPrefix = "bp_";

const teamParams = z.object({ teamId: teamIdSchema });

export const apiKeySchema = z.object({
  id: apiKeyIdSchema,
  name: z.string(),
  /** The first characters of the key, to recognise it. The rest is shown only once, on creation. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdByName: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  /** Accurate to the minute. */
  lastUsedAt: z.string().nullable(),
  lastUsedAddress: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const listApiKeys = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/api-keys",
  access: "team.settings",
  summary: "API keys of a team, newest first. For owners and admins.",
  schema: { params: teamParams, response: z.object({ keys: z.array(apiKeySchema) }) },
  errors: ["forbidden"],
});

export const createApiKey = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/api-keys",
  access: "team.settings",
  summary: "Creates an API key. The full key is only ever shown in this response. A sensitive change.",
  schema: {
    params: teamParams,
    body: z.object({
      name: nameLine(limits.apiKeyNameCharactersMax),
      scopes: z.array(z.enum(apiScopes)).min(1, { error: "Choose at least one." }).max(apiScopes.length),
      /** If omitted, the key is valid until revoked. */
      validDays: z.number().int().min(1).max(limits.apiKeyValidDaysMax).optional(),
    }),
    response: z.object({ key: apiKeySchema, token: z.string() }),
  },
  errors: ["forbidden", "api-keys-too-many", "confirmation-needed"],
});

export const revokeApiKey = defineEndpoint({
  method: "DELETE",
  url: "/api/teams/:teamId/api-keys/:apiKeyId",
  access: "team.settings",
  summary: "Revokes an API key: its next request is rejected.",
  schema: {
    params: teamParams.extend({ apiKeyId: apiKeyIdSchema }),
    response: z.object({ revoked: z.literal(true) }),
  },
  errors: ["forbidden"],
});
