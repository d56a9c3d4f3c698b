import * as endpoints from "@blueprint/contract/scene-history";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { toAskerSignal } from "../../platform/http/asker-signal.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { HistoryQueue } from "./history-queue.ts";
import {
  createNamedVersion,
  listChangeSets,
  listNamedVersions,
  readSceneAtEdit,
  renameNamedVersion,
} from "./scene-history.service.ts";

/** Rebuilding a past document costs more than other requests. */
const pastStatesPerMinuteMax = 120;

export function registerSceneHistoryRoutes(app: FastifyInstance, context: AppContext): void {
  const queue = new HistoryQueue();
  mount(app, endpoints.listChangeSets, ({ reply, scope, query }) => {
    const asker = { queue, signal: toAskerSignal(reply) };
    return listChangeSets(context, asker, scope, query);
  });
  mount(
    app,
    endpoints.getSceneAtEdit,
    async ({ reply, scope, params }) => {
      const asker = { queue, signal: toAskerSignal(reply) };
      return { state: await readSceneAtEdit(context, asker, scope, params.editId) };
    },
    { perMinuteMax: pastStatesPerMinuteMax },
  );
  mount(app, endpoints.listNamedVersions, async ({ scope }) => ({
    versions: await listNamedVersions(context, scope),
  }));
  mount(app, endpoints.createNamedVersion, ({ scope, body }) => createNamedVersion(context, scope, body));
  mount(app, endpoints.renameNamedVersion, ({ scope, params, body }) =>
    renameNamedVersion(context, scope, params.versionId, body.name),
  );
}
