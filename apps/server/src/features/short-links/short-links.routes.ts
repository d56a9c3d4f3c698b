import { readShortCode, shortLinkParam, shortLinkPath } from "@blueprint/contract/short-code";
import * as endpoints from "@blueprint/contract/short-links";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { isRobot } from "../../platform/http/is-robot.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { ShortLinkFollower } from "./short-link-follower.service.ts";
import { ShortLinkUses } from "./short-link-uses.ts";
import { changeShortLink, createShortLink, listLinkTargets, listShortLinks } from "./short-links.service.ts";

/** Of links that lead nowhere. */
const statuses = { mistyped: 404, unknown: 404, closed: 404, expired: 410, retired: 410 } as const;

export function registerShortLinkRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.listShortLinks, async ({ scope }) => ({ links: await listShortLinks(context, scope) }));
  mount(app, endpoints.createShortLink, ({ actor, scope, body }) => createShortLink(context, actor, scope, body));
  mount(app, endpoints.listLinkTargets, async ({ scope }) => ({ targets: await listLinkTargets(context, scope) }));
  const follower = new ShortLinkFollower(context);
  mount(app, endpoints.changeShortLink, async ({ actor, scope, params, body }) => {
    const link = await changeShortLink(context, actor, scope, params.shortLinkId, body);
    follower.forget(link.code);
    return link;
  });
  mount(app, endpoints.resolveShortLink, async ({ request, params, reply }) => {
    // Pages that embed a place at a short link ask where it leads.
    reply.headers({ "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" });
    const { answer } = await follower.follow(params.code, toFollower(request));
    return answer;
  });
  const uses = new ShortLinkUses(context);
  app.addHook("onClose", () => uses.close());
  /** The app's page, which explains why a link leads nowhere. */
  const explain = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    request.pageStatus = status;
    return reply.callNotFound();
  };
  app.get<{ Querystring: Partial<Record<string, string | string[]>> }>(
    shortLinkPath,
    { schema: { hide: true }, config: { access: "anyone" } },
    async (request, reply) => {
      const { [shortLinkParam]: code, lang } = request.query;
      if (typeof code !== "string" || code === "") return reply.callNotFound();
      const followed = await follower.follow(code, toFollower(request)).catch((error: unknown) => {
        if (error instanceof AppError && error.code === "too-many-requests") return null;
        throw error;
      });
      if (followed === null) return explain(request, reply, 429);
      const { answer, linkId } = followed;
      if (answer.state === "outside") {
        if (linkId !== null && isUse(request)) uses.count(linkId);
        return reply.header("cache-control", "no-store").redirect(answer.url, 302);
      }
      if (answer.state !== "open") return explain(request, reply, statuses[answer.state]);
      if (linkId !== null && isUse(request)) uses.count(linkId);
      // Where it leads can change, and every use counts.
      return reply
        .header("cache-control", "no-store")
        .redirect(answer.path + toCodeParam(code) + toLanguageParam(lang), 302);
    },
  );
}

function toFollower({ actor, ip: ipAddress }: FastifyRequest) {
  return { actor, ipAddress };
}

/** Whether a person follows the link now: neither a robot nor a browser that fetches what might be opened later. */
function isUse({ method, headers }: FastifyRequest): boolean {
  const purpose = `${String(headers["sec-purpose"])} ${String(headers.purpose)}`;
  return method === "GET" && !/prefetch|prerender|preview/i.test(purpose) && !isRobot(headers["user-agent"]);
}

/** The visit counts for the link; the page takes the code out of its address. */
function toCodeParam(typed: string): string {
  const code = readShortCode(typed);
  return code === null ? "" : `&${shortLinkParam}=${code}`;
}

function toLanguageParam(lang: string | string[] | undefined): string {
  return typeof lang === "string" && /^[A-Za-z0-9-]{2,35}$/.test(lang) ? `&lang=${lang}` : "";
}
