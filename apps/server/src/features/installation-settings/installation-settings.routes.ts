import * as endpoints from "@blueprint/contract/installation-settings";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireOperator } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { changeSettings, describeSettings, readSettings, tryMail } from "./installation-settings.service.ts";

const testMailsPerMinuteMax = 5;

export function registerInstallationSettingsRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.getInstallation, async ({ reply }) => {
    reply.header("cache-control", "no-store");
    const settings = await readSettings(context.db);
    const { name, supportEmail, announcement, takesAccessRequests, invitationValidDays } = settings;
    return { name, supportEmail, announcement, takesAccessRequests, invitationValidDays };
  });
  mount(app, endpoints.getInstallationSettings, ({ request }) => {
    requireOperator(request);
    return describeSettings(context);
  });
  mount(app, endpoints.saveInstallationSettings, ({ request, body }) =>
    changeSettings(context, requireOperator(request), body),
  );
  mount(app, endpoints.sendTestMail, ({ request }) => tryMail(context, requireOperator(request)), {
    perMinuteMax: testMailsPerMinuteMax,
  });
}
