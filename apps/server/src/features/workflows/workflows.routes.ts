import * as endpoints from "@blueprint/contract/workflows";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
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
  mount(app, endpoints.listWorkflows, async ({ request, params }) => ({
    workflows: await listWorkflows(context, requireActor(request), params.teamId),
  }));
  mount(app, endpoints.createWorkflow, ({ request, params, body }) =>
    createWorkflow(context, requireActor(request), params.teamId, body.definition),
  );
  mount(app, endpoints.updateWorkflow, ({ request, params, body }) =>
    updateWorkflow(context, requireActor(request), params, body),
  );
  mount(app, endpoints.deleteWorkflow, async ({ request, params }) => {
    await deleteWorkflow(context, requireActor(request), params);
    return { deleted: true as const };
  });
  mount(app, endpoints.testWorkflow, ({ request, params }) => testWorkflow(context, requireActor(request), params), {
    perMinuteMax: testsPerMinuteMax,
  });
  mount(app, endpoints.listWorkflowRuns, ({ request, params, query }) =>
    listWorkflowRuns(context, requireActor(request), params, query.cursor),
  );
}
