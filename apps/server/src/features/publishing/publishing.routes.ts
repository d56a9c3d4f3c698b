import * as audienceLinks from "@blueprint/contract/audience-links";
import * as endpoints from "@blueprint/contract/blueprints";
import { checkLinks } from "@blueprint/contract/link-check";
import * as sharing from "@blueprint/contract/sharing";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { changeAudienceLink, listAudienceLinks } from "./audience-links.service.ts";
import { LinkChecker } from "./link-check.service.ts";
import { changeSharing, listBlueprintVersions, publishBlueprint, unpublishBlueprint } from "./publishing.service.ts";

/** Each sends requests to up to 200 external addresses. */
const linkChecksPerMinuteMax = 10;

export function registerPublishingRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.publishBlueprint, ({ request, params, body }) =>
    publishBlueprint(context, requireActor(request), params.blueprintId, body),
  );
  mount(app, endpoints.unpublishBlueprint, ({ request, params }) =>
    unpublishBlueprint(context, requireActor(request), params.blueprintId),
  );
  mount(app, sharing.changeSharing, ({ request, params, body }) =>
    changeSharing(context, requireActor(request), params.blueprintId, body),
  );
  mount(app, audienceLinks.listAudienceLinks, async ({ request, params }) => ({
    links: await listAudienceLinks(context, requireActor(request), params.blueprintId),
  }));
  mount(app, audienceLinks.changeAudienceLink, async ({ request, params, body }) => ({
    links: await changeAudienceLink(context, requireActor(request), params.blueprintId, body),
  }));
  mount(app, endpoints.listBlueprintVersions, ({ request, params, query }) =>
    listBlueprintVersions(context, requireActor(request), params.blueprintId, query),
  );
  const checker = new LinkChecker(context);
  app.addHook("preClose", async () => checker.close());
  mount(app, checkLinks, ({ request, params }) => checker.checkLinks(requireActor(request), params.blueprintId), {
    perMinuteMax: linkChecksPerMinuteMax,
  });
}
