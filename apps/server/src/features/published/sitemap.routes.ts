import type { FastifyInstance, FastifyReply } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import {
  sitemapPaths,
  writePagesSitemap,
  writePlacesSitemap,
  writeRobots,
  writeSitemapIndex,
} from "./sitemap.service.ts";

const pagesMax = 50_000;

/** What search engines read first. */
export function registerSitemapRoutes(app: FastifyInstance, context: AppContext): void {
  const options = { schema: { hide: true }, config: { access: "anyone" } } as const;
  app.get("/robots.txt", options, async (_, reply) => send(reply, "text/plain; charset=utf-8", writeRobots(context)));
  app.get(sitemapPaths.index, options, async (_, reply) => sendXml(reply, await writeSitemapIndex(context)));
  app.get(sitemapPaths.pages, options, async (_, reply) => sendXml(reply, writePagesSitemap(context)));
  app.get<{ Querystring: { page?: string } }>(sitemapPaths.places, options, async (request, reply) => {
    const page = Number(request.query.page ?? "1");
    if (!Number.isInteger(page) || page < 1 || page > pagesMax) throw new AppError("not-found");
    return sendXml(reply, await writePlacesSitemap(context, page));
  });
}

function sendXml(reply: FastifyReply, text: string): FastifyReply {
  return send(reply, "application/xml; charset=utf-8", text);
}

/** Unpublished places disappear with the next request. */
function send(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.type(type).header("cache-control", "no-cache").send(text);
}
