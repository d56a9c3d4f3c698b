import { listDetailChoices as listDetailChoicesEndpoint } from "@blueprint/contract/blueprints";
import { limits } from "@blueprint/contract/limits";
import * as endpoints from "@blueprint/contract/media";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { listDetailChoices } from "./detail-choices.service.ts";
import { copyMedia, createMedia, resolveMedia } from "./media.service.ts";

/** A character may take six bytes in JSON, but never does in base64. */
const createBodyBytesMax = limits.mediaTextCharactersMax + 64 * 1024;

export function registerMediaRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, listDetailChoicesEndpoint, ({ request, params }) =>
    listDetailChoices(context, requireActor(request), params.blueprintId),
  );
  mount(app, endpoints.copyMedia, async ({ request, params, body }) => ({
    missingFileIds: await copyMedia(context, requireActor(request), params.blueprintId, body),
  }));
  mount(
    app,
    endpoints.createMedia,
    ({ request, params, body }) => createMedia(context, requireActor(request), params.blueprintId, body),
    { bodyBytesMax: createBodyBytesMax },
  );
  mount(app, endpoints.resolveMedia, async ({ request, params, body }) => ({
    urls: await resolveMedia(context, requireActor(request), params.blueprintId, body.fileIds),
  }));
}
