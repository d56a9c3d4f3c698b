import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { audiences } from "@blueprint/contract/audiences";
import * as endpoints from "@blueprint/contract/published";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { findEmbedOrigins, getPublishedBlueprint, openPlace, type PlaceAsker } from "./published.service.ts";
import { fillPlacePage } from "./published-page.ts";

const compress = promisify(brotliCompress);
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Guessing a password of a place takes longer than the place lives. */
const passwordsPerMinuteMax = 10;

export function registerPublishedRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.getPublishedBlueprint, async ({ request, params, query, reply }) => {
    const asker = { ...query, actor: request.actor };
    sayWhoMayKeep(reply, asker);
    return getPublishedBlueprint(context, params.slug, asker);
  });
  mount(
    app,
    endpoints.openPlace,
    ({ request, params, query, body }) =>
      openPlace(context, params.slug, body, { ...query, actor: request.actor }, request.ip),
    { perMinuteMax: passwordsPerMinuteMax },
  );
  allowEmbedding(app, context);
}

/** Unpublishing counts from the next look on; what somebody sees by their session or key is nobody else's. */
function sayWhoMayKeep(reply: FastifyReply, { actor, key }: PlaceAsker): void {
  reply.header("cache-control", actor === null && key === undefined ? "no-cache" : "private, no-cache");
}

/** The page of a place may stand in a frame of the sites that its team named; every other page in none. */
function allowEmbedding(app: FastifyInstance, context: AppContext): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (request.url.startsWith("/webxr?")) allowFrames(context, request, reply).then(() => done(null, payload), done);
    else done(null, payload);
  });
}

async function allowFrames(context: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const slug = new URL(request.url, "http://localhost").searchParams.get("b");
  const policy = reply.getHeader("content-security-policy");
  if (slug === null || typeof policy !== "string") return;
  const origins = await findEmbedOrigins(context, slug);
  if (origins.length === 0) return;
  reply.header(
    "content-security-policy",
    policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(" ")}`),
  );
  reply.removeHeader("x-frame-options");
}

/** The page that a visitor's link opens. Without a place to show it is the page of every screen, which says why. */
export function registerPublishedPage(app: FastifyInstance, context: AppContext, webDistDir: string): void {
  const page = readFileSync(join(webDistDir, "place.html"), "utf8");
  app.get<{ Querystring: Partial<Record<string, string | string[]>> }>(
    "/webxr",
    { schema: { hide: true }, config: { access: "anyone" } },
    async ({ query: { b, text, key, as }, headers, actor }, reply) => {
      if (typeof b !== "string" || text !== undefined) return reply.callNotFound();
      const asker = { actor, key: typeof key === "string" ? key : undefined, as: audiences.find((one) => one === as) };
      try {
        const place = await getPublishedBlueprint(context, b, asker);
        const filled = fillPlacePage(page, place);
        sayWhoMayKeep(reply, asker);
        reply.type("text/html; charset=utf-8").header("vary", "accept-encoding, cookie");
        if (!/\bbr\b/.test(headers["accept-encoding"] ?? "")) return await reply.send(filled);
        // A scene of thousands of anchors must not keep the picture waiting.
        return await reply.header("content-encoding", "br").send(await compress(filled, compression));
      } catch (error) {
        if (error instanceof AppError) return reply.callNotFound();
        throw error;
      }
    },
  );
}
