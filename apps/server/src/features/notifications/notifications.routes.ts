import * as endpoints from "@blueprint/contract/notifications";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { createEventStreams } from "../../platform/http/event-stream.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import type { SessionReader } from "../../platform/http/session.ts";
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
  mount(app, endpoints.listNotifications, ({ request, query }) =>
    listOwnNotifications(context, requireActor(request), query.cursor),
  );
  mount(app, endpoints.readNotifications, ({ request, body }) =>
    readNotifications(context, requireActor(request), body),
  );
  mount(app, endpoints.getNotificationPreferences, ({ request }) => getPreferences(context, requireActor(request)));
  mount(app, endpoints.saveNotificationSettings, ({ request, body }) =>
    savePersonSettings(context, requireActor(request), body),
  );
  mount(app, endpoints.saveNotificationDelivery, ({ request, body: { teamId, kind, ...delivery } }) =>
    savePersonDelivery(context, requireActor(request), { teamId, kind, delivery }),
  );
  mount(app, endpoints.subscribePush, ({ request, body }) =>
    addPushDevice(context, requireActor(request), { ...body, userAgent: request.headers["user-agent"] ?? "" }),
  );
  mount(app, endpoints.unsubscribePush, ({ request, body }) =>
    removePushDevice(context, requireActor(request), body.endpoint),
  );

  const events = new InboxEvents(context);
  const openStream = createEventStreams(app, sessions, () => events.stop());
  const schema = { summary: "How much of one's own inbox is unread, as server-sent events." };
  app.get(endpoints.notificationEventsUrl, { schema, config: { access: "signed-in" } }, (request, reply) => {
    const { userId } = requireActor(request);
    return openStream(request, reply, { watch: (watcher) => events.watch(userId, watcher) });
  });
}
