import * as audienceLinks from "@blueprint/contract/audience-links";
import * as endpoints from "@blueprint/contract/blueprints";
import { checkLinks } from "@blueprint/contract/link-check";
import * as sharing from "@blueprint/contract/sharing";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { changeAudienceLink, listAudienceLinks } from "./audience-links.service.ts";
import { LinkChecker } from "./link-check.service.ts";
import { changeSharing, listBlueprintVersions, publishBlueprint, unpublishBlueprint } from "./publishing.service.ts";

/** Each sends requests to up to 200 external addresses. */
const linkChecksPerMinuteMax = 10;

export function registerPublishingRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.publishBlueprint, ({ actor, scope, body }) => publishBlueprint(context, actor, scope, body));
  mount(app, endpoints.unpublishBlueprint, ({ actor, scope }) => unpublishBlueprint(context, actor, scope));
  mount(app, sharing.changeSharing, ({ actor, scope, body }) => changeSharing(context, actor, scope, body));
  mount(app, audienceLinks.listAudienceLinks, async ({ scope }) => ({
    links: await listAudienceLinks(context, scope),
  }));
  mount(app, audienceLinks.changeAudienceLink, async ({ actor, scope, body }) => ({
    links: await changeAudienceLink(context, actor, scope, body),
  }));
  mount(app, endpoints.listBlueprintVersions, ({ scope, query }) => listBlueprintVersions(context, scope, query));
  const checker = new LinkChecker(context);
  app.addHook("preClose", async () => checker.close());
  mount(app, checkLinks, ({ scope }) => checker.checkLinks(scope), {
    perMinuteMax: linkChecksPerMinuteMax,
  });
}
