import * as endpoints from "@blueprint/contract/embed-tokens";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { changeEmbedToken, createEmbedToken, listEmbedTokens, revokeEmbedToken } from "./embed-tokens.service.ts";

export function registerEmbedTokenRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.listEmbedTokens, async ({ scope }) => ({ tokens: await listEmbedTokens(context, scope) }));
  mount(app, endpoints.createEmbedToken, ({ actor, scope, body }) => createEmbedToken(context, actor, scope, body));
  mount(app, endpoints.changeEmbedToken, ({ actor, scope, params, body }) =>
    changeEmbedToken(context, actor, scope, params.embedTokenId, body),
  );
  mount(app, endpoints.revokeEmbedToken, ({ actor, scope, params }) =>
    revokeEmbedToken(context, actor, scope, params.embedTokenId),
  );
}
