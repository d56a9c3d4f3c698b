import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as endpoints from "@blueprint/contract/published";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { getPublishedBlueprint } from "./published.service.ts";
import { fillPlacePage } from "./published-page.ts";

export function registerPublishedRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.getPublishedBlueprint, async ({ params, reply }) => {
    // Unpublishing counts from the next look on.
    reply.header("cache-control", "no-cache");
    return getPublishedBlueprint(context, params.slug);
  });
}

/** The page that a visitor's link opens. Without a place to show it is the page of every screen, which says why. */
export function registerPublishedPage(app: FastifyInstance, context: AppContext, webDistDir: string): void {
  const page = readFileSync(join(webDistDir, "place.html"), "utf8");
  app.get<{ Querystring: Partial<Record<string, string | string[]>> }>(
    "/webxr",
    { schema: { hide: true } },
    async ({ query: { b, text } }, reply) => {
      if (typeof b !== "string" || text !== undefined) return reply.callNotFound();
      try {
        const place = await getPublishedBlueprint(context, b);
        return await reply
          .type("text/html; charset=utf-8")
          .header("cache-control", "no-cache")
          .send(fillPlacePage(page, place));
      } catch (error) {
        if (error instanceof AppError) return reply.callNotFound();
        throw error;
      }
    },
  );
}
