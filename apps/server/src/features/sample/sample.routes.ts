import { createSampleBlueprint } from "@blueprint/contract/sample";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { addSampleBlueprint } from "./sample.service.ts";

/** Each one is a conversion: a few a minute are plenty. */
const samplesPerMinuteMax = 10;

export function registerSampleRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, createSampleBlueprint, ({ actor, scope }) => addSampleBlueprint(context, actor, scope), {
    perMinuteMax: samplesPerMinuteMax,
  });
}
