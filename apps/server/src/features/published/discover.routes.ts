import * as endpoints from "@blueprint/contract/discover";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { createDiscoverMemory, discoverPlaces, locatePlaces } from "./discover.service.ts";

/** A class of visitors behind one address may search at once. */
const nearPerMinuteMax = 120;

export function registerDiscoverRoutes(app: FastifyInstance, context: AppContext): void {
  const memory = createDiscoverMemory(context);
  mount(app, endpoints.discoverPlaces, async ({ query, reply }) => {
    // Unpublished places disappear with the next request.
    reply.header("cache-control", "no-cache");
    return discoverPlaces(context, memory, query);
  });
  mount(app, endpoints.discoverPlacesNear, ({ body }) => discoverPlaces(context, memory, body), {
    perMinuteMax: nearPerMinuteMax,
  });
  mount(app, endpoints.locatePlaces, async ({ query, reply }) => {
    reply.header("cache-control", "no-cache");
    return locatePlaces(context, memory, query);
  });
}
