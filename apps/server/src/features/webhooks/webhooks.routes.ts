import * as endpoints from "@blueprint/contract/webhooks";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  pingWebhook,
  renewWebhookSecret,
  replayWebhookDelivery,
  updateWebhook,
} from "./webhooks.service.ts";

/** Each manual delivery calls an external server. */
const sendsPerMinuteMax = 30;

export function registerWebhookRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.listWebhooks, async ({ request, params }) => ({
    webhooks: await listWebhooks(context, requireActor(request), params.teamId),
  }));
  mount(app, endpoints.createWebhook, ({ request, params, body, reply }) => {
    reply.header("cache-control", "no-store");
    return createWebhook(context, requireActor(request), params.teamId, body);
  });
  mount(app, endpoints.updateWebhook, ({ request, params, body }) =>
    updateWebhook(context, requireActor(request), params, body),
  );
  mount(app, endpoints.renewWebhookSecret, async ({ request, params, reply }) => {
    reply.header("cache-control", "no-store");
    return { secret: await renewWebhookSecret(context, requireActor(request), params) };
  });
  mount(app, endpoints.deleteWebhook, async ({ request, params }) => {
    await deleteWebhook(context, requireActor(request), params);
    return { deleted: true as const };
  });
  mount(app, endpoints.pingWebhook, ({ request, params }) => pingWebhook(context, requireActor(request), params), {
    perMinuteMax: sendsPerMinuteMax,
  });
  mount(app, endpoints.listWebhookDeliveries, ({ request, params, query }) =>
    listWebhookDeliveries(context, requireActor(request), params, query.cursor),
  );
  mount(
    app,
    endpoints.replayWebhookDelivery,
    ({ request, params }) => replayWebhookDelivery(context, requireActor(request), params, params.deliveryId),
    { perMinuteMax: sendsPerMinuteMax },
  );
}
