import { z } from "zod";
import { apiScopes } from "./api-scopes.ts";
import { defineEndpoint } from "./endpoint.ts";
import { apiKeyIdSchema, teamIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { nameLine } from "./text.ts";

/** How every key begins: leaked ones are found by it. */
export const apiKeyPrefix = "bp_";

const teamParams = z.object({ teamId: teamIdSchema });

export const apiKeySchema = z.object({
  id: apiKeyIdSchema,
  name: z.string(),
  /** The first characters of the key, to tell it by. The rest is known to whoever was shown it. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdByName: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  /** To the minute. */
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
  summary: "Makes an API key. This answer is the only place where the whole key is ever shown. A sensitive change.",
  schema: {
    params: teamParams,
    body: z.object({
      name: nameLine(limits.apiKeyNameCharactersMax),
      scopes: z.array(z.enum(apiScopes)).min(1, { error: "Choose at least one." }).max(apiScopes.length),
      /** Left out: until it is revoked. */
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
  summary: "Revokes an API key: its next request is refused.",
  schema: {
    params: teamParams.extend({ apiKeyId: apiKeyIdSchema }),
    response: z.object({ revoked: z.literal(true) }),
  },
  errors: ["forbidden"],
});
