import * as endpoints from "@blueprint/contract/tasks";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { completeTask, createTask, deleteTask, listAnchors, listTasks, updateTask } from "./tasks.service.ts";

/** Each may send a mail and a push; more than anyone creates by hand. */
const tasksPerMinuteMax = 60;

export function registerTaskRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.listTasks, ({ request, params, query }) =>
    listTasks(context, requireActor(request), params.teamId, query.filter, query.cursor),
  );
  mount(
    app,
    endpoints.createTask,
    ({ request, params, body }) => createTask(context, requireActor(request), params.teamId, body),
    { perMinuteMax: tasksPerMinuteMax },
  );
  mount(app, endpoints.updateTask, ({ request, params, body }) =>
    updateTask(context, requireActor(request), params, body),
  );
  mount(app, endpoints.completeTask, ({ request, params, body }) =>
    completeTask(context, requireActor(request), params, body.isDone),
  );
  mount(app, endpoints.deleteTask, async ({ request, params }) => {
    await deleteTask(context, requireActor(request), params);
    return { deleted: true as const };
  });
  mount(app, endpoints.listTaskAnchors, async ({ request, params }) => ({
    anchors: await listAnchors(context, requireActor(request), params.blueprintId),
  }));
}
