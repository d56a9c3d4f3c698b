import * as endpoints from "@blueprint/contract/workflows";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import {
  createWorkflow,
  deleteWorkflow,
  listWorkflowRuns,
  listWorkflows,
  testWorkflow,
  updateWorkflow,
} from "./workflows.service.ts";

/** A test really performs the workflow's action. */
const testsPerMinuteMax = 20;

export function registerWorkflowRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.listWorkflows, async ({ actor, scope }) => ({
    workflows: await listWorkflows(context, actor, scope),
  }));
  mount(app, endpoints.createWorkflow, ({ actor, scope, body }) =>
    createWorkflow(context, actor, scope, body.definition),
  );
  mount(app, endpoints.updateWorkflow, ({ actor, scope, params, body }) =>
    updateWorkflow(context, actor, scope, params.workflowId, body),
  );
  mount(app, endpoints.deleteWorkflow, async ({ actor, scope, params }) => {
    await deleteWorkflow(context, actor, scope, params.workflowId);
    return { deleted: true as const };
  });
  mount(
    app,
    endpoints.testWorkflow,
    ({ actor, scope, params }) => testWorkflow(context, actor, scope, params.workflowId),
    {
      perMinuteMax: testsPerMinuteMax,
    },
  );
  mount(app, endpoints.listWorkflowRuns, ({ scope, params, query }) =>
    listWorkflowRuns(context, scope, params.workflowId, query.cursor),
  );
}
