import * as endpoints from "@blueprint/contract/tasks";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { completeTask, createTask, deleteTask, listAnchors, listTasks, updateTask } from "./tasks.service.ts";

/** Each may send a mail and a push; more than anyone creates by hand. */
const tasksPerMinuteMax = 60;

export function registerTaskRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.listTasks, ({ scope, query }) => listTasks(context, scope, query.filter, query.cursor));
  mount(app, endpoints.createTask, ({ actor, scope, body }) => createTask(context, actor, scope, body), {
    perMinuteMax: tasksPerMinuteMax,
  });
  mount(app, endpoints.updateTask, ({ actor, scope, params, body }) =>
    updateTask(context, actor, scope, params.taskId, body),
  );
  mount(app, endpoints.completeTask, ({ scope, params, body }) =>
    completeTask(context, scope, params.taskId, body.isDone),
  );
  mount(app, endpoints.deleteTask, async ({ actor, scope, params }) => {
    await deleteTask(context, actor, scope, params.taskId);
    return { deleted: true as const };
  });
  mount(app, endpoints.listTaskAnchors, async ({ scope }) => ({
    anchors: await listAnchors(context, scope),
  }));
}
