import * as endpoints from "@blueprint/contract/scene-history";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
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
  mount(app, endpoints.listChangeSets, ({ request, reply, params, query }) => {
    const asker = { queue, signal: toAskerSignal(reply) };
    return listChangeSets(context, asker, requireActor(request), params.blueprintId, query);
  });
  mount(
    app,
    endpoints.getSceneAtEdit,
    async ({ request, reply, params }) => {
      const asker = { queue, signal: toAskerSignal(reply) };
      return { state: await readSceneAtEdit(context, asker, requireActor(request), params.blueprintId, params.editId) };
    },
    { perMinuteMax: pastStatesPerMinuteMax },
  );
  mount(app, endpoints.listNamedVersions, async ({ request, params }) => ({
    versions: await listNamedVersions(context, requireActor(request), params.blueprintId),
  }));
  mount(app, endpoints.createNamedVersion, ({ request, params, body }) =>
    createNamedVersion(context, requireActor(request), params.blueprintId, body),
  );
  mount(app, endpoints.renameNamedVersion, ({ request, params, body }) =>
    renameNamedVersion(context, requireActor(request), params.blueprintId, params.versionId, body.name),
  );
}
