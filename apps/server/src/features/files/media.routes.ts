import { listDetailChoices as listDetailChoicesEndpoint } from "@blueprint/contract/blueprints";
import { limits } from "@blueprint/contract/limits";
import * as endpoints from "@blueprint/contract/media";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { listDetailChoices } from "./detail-choices.service.ts";
import { copyMedia, createMedia, resolveMedia } from "./media.service.ts";

/** A character may take six bytes in JSON, but never does in base64. */
const createBodyBytesMax = limits.mediaTextCharactersMax + 64 * 1024;

export function registerMediaRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, listDetailChoicesEndpoint, ({ scope }) => listDetailChoices(context, scope));
  mount(app, endpoints.copyMedia, async ({ actor, scope, body }) => ({
    missingFileIds: await copyMedia(context, actor, scope, body),
  }));
  mount(app, endpoints.createMedia, ({ scope, body }) => createMedia(context, scope, body), {
    bodyBytesMax: createBodyBytesMax,
  });
  mount(app, endpoints.resolveMedia, async ({ scope, body }) => ({
    urls: await resolveMedia(context, scope, body.fileIds),
  }));
}
