import * as endpoints from "@blueprint/contract/published";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { getPublishedBlueprint } from "./published.service.ts";

export function registerPublishedRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.getPublishedBlueprint, async ({ params, reply }) => {
    // Unpublishing counts from the next look on.
    reply.header("cache-control", "no-cache");
    return getPublishedBlueprint(context, params.slug);
  });
}
