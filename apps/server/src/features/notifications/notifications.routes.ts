import { missedParameter } from "@blueprint/contract/changes";
import * as endpoints from "@blueprint/contract/notifications";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { createEventStreams } from "../../platform/http/event-stream.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import type { SessionReader } from "../../platform/http/session.ts";
import { ChangeEvents } from "./change-events.ts";
import { InboxEvents } from "./inbox-events.ts";
import {
  addPushDevice,
  getPreferences,
  listOwnNotifications,
  readNotifications,
  removePushDevice,
  savePersonDelivery,
  savePersonSettings,
} from "./notifications.service.ts";

export function registerNotificationRoutes(
  app: FastifyInstance,
  context: AppContext,
  { sessions }: { sessions: SessionReader },
): void {
  mount(app, endpoints.listNotifications, ({ actor, query }) => listOwnNotifications(context, actor, query.cursor));
  mount(app, endpoints.readNotifications, ({ actor, body }) => readNotifications(context, actor, body));
  mount(app, endpoints.getNotificationPreferences, ({ actor }) => getPreferences(context, actor));
  mount(app, endpoints.saveNotificationSettings, ({ actor, body }) => savePersonSettings(context, actor, body));
  mount(app, endpoints.saveNotificationDelivery, ({ actor, body: { teamId, kind, ...delivery } }) =>
    savePersonDelivery(context, actor, { teamId, kind, delivery }),
  );
  mount(app, endpoints.subscribePush, ({ actor, request, body }) =>
    addPushDevice(context, actor, { ...body, userAgent: request.headers["user-agent"] ?? "" }),
  );
  mount(app, endpoints.unsubscribePush, ({ actor, body }) => removePushDevice(context, actor, body.endpoint));

  const inbox = new InboxEvents(context);
  const changes = new ChangeEvents(context);
  app.addHook("onReady", () => changes.start());
  const openStream = createEventStreams(app, sessions, async () => {
    await Promise.all([inbox.stop(), changes.stop()]);
  });
  app.get<{ Querystring: { [missedParameter]?: number } }>(
    endpoints.notificationEventsUrl,
    {
      config: { access: "signed-in" },
      schema: {
        summary: "How much of one's own inbox is unread and what else changed, as server-sent events.",
        querystring: z.object({ [missedParameter]: z.coerce.number().nonnegative().optional() }),
      },
    },
    (request, reply) => {
      const { userId } = requireActor(request);
      const missedMs = request.query[missedParameter] ?? null;
      return openStream(request, reply, {
        watch: (watcher) => {
          const forget = [inbox.watch(userId, watcher), changes.watch(userId, watcher, missedMs)];
          return () => {
            for (const stop of forget) stop();
          };
        },
      });
    },
  );
}
