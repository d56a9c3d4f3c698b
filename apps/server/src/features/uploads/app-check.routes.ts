import { appCheckLifetimeMs, issueAppCheckToken } from "@blueprint/contract/app-check";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { makeAppCheckToken } from "../../platform/http/app-check.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { isSameOrigin } from "../../platform/http/same-origin.ts";

/** A page asks twice an hour; many users may share one address. */
const tokensPerMinuteMax = 120;

/**
 * App-check tokens (spec §7) are for pages of this origin: the browser itself states the requesting page, which pages
 * cannot forge.
 */
export function registerAppCheckRoutes(app: FastifyInstance, context: AppContext): void {
  mount(
    app,
    issueAppCheckToken,
    async ({ request, reply }) => {
      const { origin, "sec-fetch-site": site } = request.headers;
      const isOurPage = origin === undefined ? site === "same-origin" : isSameOrigin(request, context.config.publicUrl);
      if (!isOurPage) throw new AppError("untrusted-origin");
      void reply.header("cache-control", "no-store");
      return { token: makeAppCheckToken(context), expiresInMs: appCheckLifetimeMs };
    },
    { perMinuteMax: tokensPerMinuteMax },
  );
}
