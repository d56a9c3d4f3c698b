import * as endpoints from "@blueprint/contract/web-domains";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { addWebDomain, confirmWebDomain, listWebDomains, removeWebDomain } from "./web-domains.service.ts";

/** Each asks other servers. */
const confirmationsPerMinuteMax = 20;

/** Web domains of a team. */
export function registerWebDomainRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.listWebDomains, async ({ scope }) => ({ domains: await listWebDomains(context, scope) }));
  mount(app, endpoints.addWebDomain, ({ actor, scope, body }) => addWebDomain(context, actor, scope, body.domain));
  mount(
    app,
    endpoints.confirmWebDomain,
    ({ actor, scope, params }) => confirmWebDomain(context, actor, scope, params.webDomainId),
    { perMinuteMax: confirmationsPerMinuteMax },
  );
  mount(app, endpoints.removeWebDomain, async ({ actor, scope, params }) => {
    await removeWebDomain(context, actor, scope, params.webDomainId);
    return {};
  });
}
