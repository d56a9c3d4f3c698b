import * as endpoints from "@blueprint/contract/discover";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { discoverPlaces, locatePlaces } from "./discover.service.ts";

export function registerDiscoverRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.discoverPlaces, async ({ query, reply }) => {
    // Unpublished places disappear with the next request.
    reply.header("cache-control", "no-cache");
    const { search = "", industry, cursor, limit } = query;
    return discoverPlaces(context, { search, industry, cursor, limit });
  });
  mount(app, endpoints.locatePlaces, async ({ query, reply }) => {
    reply.header("cache-control", "no-cache");
    const { search = "", industry } = query;
    return locatePlaces(context, { search, industry });
  });
}
