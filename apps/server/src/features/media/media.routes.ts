import * as endpoints from "@blueprint/contract/media";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { copyMedia, resolveMedia } from "./media.service.ts";

export function registerMediaRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.copyMedia, async ({ request, params, body }) => ({
    missingFileIds: await copyMedia(context, requireActor(request), params.blueprintId, body),
  }));
  mount(app, endpoints.resolveMedia, async ({ request, params, body }) => ({
    urls: await resolveMedia(context, requireActor(request), params.blueprintId, body.fileIds),
  }));
}
