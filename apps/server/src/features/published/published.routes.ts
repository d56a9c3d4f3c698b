import { readFileSync } from "node:fs";
import { join } from "node:path";
import { audiences } from "@blueprint/contract/audiences";
import { getOembed } from "@blueprint/contract/oembed";
import { placeLinkParams } from "@blueprint/contract/place-link";
import * as endpoints from "@blueprint/contract/published";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { sendMadeBytes } from "../../platform/http/send-made-bytes.ts";
import { WrittenAnswer } from "../../platform/read-path/answer-memory.ts";
import { describeForOembed } from "./oembed.service.ts";
import {
  createPlaceMemory,
  findEmbedOrigins,
  findServed,
  getPublishedBlueprint,
  getPublishedPage,
  openPlace,
  type PlaceAsker,
  type PlaceMemory,
} from "./published.service.ts";
import { fillPlacePage } from "./published-page.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Sites that may embed the requested place, once that is known. */
    embedOrigins: readonly string[] | null;
  }
}

/** At this rate, guessing a place's password takes longer than the place exists. */
const passwordsPerMinuteMax = 10;

/** @param webDistDir the built web app, for the page of a place; left out in API tests */
export function registerPublishedRoutes(
  app: FastifyInstance,
  context: AppContext,
  webDistDir: string | undefined,
): void {
  const memory = createPlaceMemory();
  mount(app, endpoints.getPublishedBlueprint, async ({ request, params, query, reply }) => {
    const asker = { ...query, actor: request.actor };
    sayWhoMayKeep(reply, asker);
    const answer = await getPublishedBlueprint(context, memory, params.slug, asker);
    return sendMadeBytes(memory.made, request, reply.type("application/json; charset=utf-8"), answer);
  });
  mount(
    app,
    endpoints.openPlace,
    async ({ request, params, query, body }) => {
      const asker = { ...query, actor: request.actor };
      const { pass, place } = await openPlace(context, memory, params.slug, body, asker, request.ip);
      return new WrittenAnswer(`{"pass":${JSON.stringify(pass)},"place":${place}}`);
    },
    { perMinuteMax: passwordsPerMinuteMax },
  );
  mount(app, getOembed, ({ query, request, reply }) => {
    // Pages of any site may ask what every visitor may see; the answer depends on which site it is.
    reply.headers({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      vary: "origin",
    });
    return describeForOembed(context, memory, query, findOtherSite(request, context.config.publicUrl));
  });
  allowEmbedding(app, context);
  if (webDistDir !== undefined) registerPublishedPage(app, context, memory, webDistDir);
}

/** Unpublishing counts from the next request on; what a session or key shows must not reach another visitor. */
function sayWhoMayKeep(reply: FastifyReply, { actor, key }: PlaceAsker): void {
  reply.headers({
    "cache-control": actor === null && key === undefined ? "no-cache" : "private, no-cache",
    vary: "accept-encoding, cookie",
  });
}

/** The other site whose page sends a request from a visitor's browser. */
function findOtherSite({ headers: { origin } }: FastifyRequest, publicUrl: string): string | undefined {
  return origin === new URL(publicUrl).origin ? undefined : origin?.toLowerCase();
}

/** A place's page may be embedded by the sites that its team named; every other page by none. */
function allowEmbedding(app: FastifyInstance, context: AppContext): void {
  app.decorateRequest("embedOrigins", null);
  app.addHook("onSend", (request, reply, payload, done) => {
    if (request.url.startsWith("/webxr?")) allowFrames(context, request, reply).then(() => done(null, payload), done);
    else done(null, payload);
  });
}

async function allowFrames(context: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const slug = new URL(request.url, "http://localhost").searchParams.get("b");
  const policy = reply.getHeader("content-security-policy");
  if (slug === null || typeof policy !== "string") return;
  const origins = request.embedOrigins ?? findEmbedOrigins(await findServed(context, slug));
  if (origins.length === 0) return;
  reply.header(
    "content-security-policy",
    // Our own pages, too: the editor previews what other sites show.
    policy.replace("frame-ancestors 'none'", `frame-ancestors 'self' ${origins.join(" ")}`),
  );
  reply.removeHeader("x-frame-options");
}

/** The page behind a visitor's link. Without a place to show, it is the app's page, which explains why. */
function registerPublishedPage(
  app: FastifyInstance,
  context: AppContext,
  memory: PlaceMemory,
  webDistDir: string,
): void {
  const page = readFileSync(join(webDistDir, "place.html"), "utf8");
  app.get<{ Querystring: Partial<Record<string, string | string[]>> }>(
    "/webxr",
    { schema: { hide: true }, config: { access: "anyone" } },
    async (request, reply) => {
      const { b, text, key, as } = request.query;
      if (typeof b !== "string" || text !== undefined) return reply.callNotFound();
      const asker = {
        actor: request.actor,
        key: typeof key === "string" ? key : undefined,
        as: audiences.find((one) => one === as),
      };
      const served = await findServed(context, b);
      request.embedOrigins = findEmbedOrigins(served);
      try {
        const isLinked = placeLinkParams.some((name) => request.query[name] !== undefined);
        const fill = (place: endpoints.PublishedBlueprint) =>
          fillPlacePage(page, place, { isLinked, publicUrl: context.config.publicUrl });
        const filled = await getPublishedPage(context, memory, served, asker, isLinked ? "linked-page" : "page", fill);
        sayWhoMayKeep(reply, asker);
        // Search engines list only what the team lists.
        if (served?.visibility !== "public") reply.header("x-robots-tag", "noindex");
        return await sendMadeBytes(memory.made, request, reply.type("text/html; charset=utf-8"), filled);
      } catch (error) {
        if (error instanceof AppError) return reply.callNotFound();
        throw error;
      }
    },
  );
}
