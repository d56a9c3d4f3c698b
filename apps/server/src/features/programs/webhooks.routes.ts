import * as endpoints from "@blueprint/contract/webhooks";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
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
  mount(app, endpoints.listWebhooks, async ({ scope }) => ({
    webhooks: await listWebhooks(context, scope),
  }));
  mount(app, endpoints.createWebhook, ({ actor, scope, body, reply }) => {
    reply.header("cache-control", "no-store");
    return createWebhook(context, actor, scope, body);
  });
  mount(app, endpoints.updateWebhook, ({ actor, scope, params, body }) =>
    updateWebhook(context, actor, scope, params.webhookId, body),
  );
  mount(app, endpoints.renewWebhookSecret, async ({ actor, scope, params, reply }) => {
    reply.header("cache-control", "no-store");
    return { secret: await renewWebhookSecret(context, actor, scope, params.webhookId) };
  });
  mount(app, endpoints.deleteWebhook, async ({ actor, scope, params }) => {
    await deleteWebhook(context, actor, scope, params.webhookId);
    return { deleted: true as const };
  });
  mount(app, endpoints.pingWebhook, ({ scope, params }) => pingWebhook(context, scope, params.webhookId), {
    perMinuteMax: sendsPerMinuteMax,
  });
  mount(app, endpoints.listWebhookDeliveries, ({ scope, params, query }) =>
    listWebhookDeliveries(context, scope, params.webhookId, query.cursor),
  );
  mount(
    app,
    endpoints.replayWebhookDelivery,
    ({ actor, scope, params }) => replayWebhookDelivery(context, actor, scope, params.webhookId, params.deliveryId),
    { perMinuteMax: sendsPerMinuteMax },
  );
}
