import * as endpoints from "@blueprint/contract/installation-settings";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { requireOperator } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { changeSettings, describeSettings, readSettings, tryMail } from "./installation-settings.service.ts";

const testMailsPerMinuteMax = 5;
/** RFC 9116 §2.5.5 recommends less than a year. */
const contactValidDays = 180;
const dayMs = 24 * 3_600_000;

export function registerInstallationSettingsRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.getInstallation, async ({ reply }) => {
    reply.header("cache-control", "no-store");
    const settings = await readSettings(context.db);
    const { name, supportEmail, announcement, takesAccessRequests, invitationValidDays } = settings;
    return { name, supportEmail, announcement, takesAccessRequests, invitationValidDays };
  });
  // RFC 9116: whom to tell of a vulnerability. Without an address of the operators there is nobody to name.
  app.get(
    "/.well-known/security.txt",
    { schema: { hide: true }, config: { access: "anyone" } },
    async (_request, reply) => {
      const { supportEmail } = await readSettings(context.db);
      if (supportEmail === "") throw new AppError("not-found");
      const expires = new Date(context.clock.now().getTime() + contactValidDays * dayMs).toISOString();
      const lines = [
        `Contact: mailto:${supportEmail}`,
        `Expires: ${expires}`,
        "Preferred-Languages: en, de",
        `Canonical: ${context.config.publicUrl}/.well-known/security.txt`,
      ];
      return reply.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
    },
  );
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
