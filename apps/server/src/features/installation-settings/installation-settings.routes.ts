import * as endpoints from "@blueprint/contract/installation-settings";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { changeSettings, describeSettings, readSettings, tryMail } from "./installation-settings.service.ts";

const testMailsPerMinuteMax = 5;
const securityTextValidMs = 180 * 24 * 3600 * 1000;

export function registerInstallationSettingsRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.getInstallation, async ({ reply }) => {
    reply.header("cache-control", "no-store");
    const settings = await readSettings(context.db);
    const { name, supportEmail, announcement, takesAccessRequests, invitationValidDays } = settings;
    return { name, supportEmail, announcement, takesAccessRequests, invitationValidDays };
  });
  mount(app, endpoints.getInstallationSettings, () => {
    return describeSettings(context);
  });
  mount(app, endpoints.saveInstallationSettings, ({ actor, body }) => changeSettings(context, actor, body));
  mount(app, endpoints.sendTestMail, ({ actor }) => tryMail(context, actor), {
    perMinuteMax: testMailsPerMinuteMax,
  });
  app.get(
    "/.well-known/security.txt",
    { schema: { hide: true }, config: { access: "anyone" } },
    async (_request, reply) => {
      const { supportEmail } = await readSettings(context.db);
      // A contact that nobody reads would be worse than none.
      if (supportEmail === "") throw new AppError("not-found");
      return reply
        .type("text/plain; charset=utf-8")
        .header("cache-control", "no-cache")
        .send(toSecurityText(supportEmail, context.config.publicUrl, context.clock.now()));
    },
  );
}

/** The security contact (RFC 9116). Built on every request, so that it never expires while it is served. */
function toSecurityText(email: string, publicUrl: string, now: Date): string {
  const expires = new Date(now.getTime() + securityTextValidMs);
  expires.setUTCHours(0, 0, 0, 0);
  return [
    `Contact: mailto:${encodeURI(email)}`,
    `Expires: ${expires.toISOString()}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    "Preferred-Languages: en",
    "",
  ].join("\n");
}
