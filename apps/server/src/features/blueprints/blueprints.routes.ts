import * as endpoints from "@blueprint/contract/blueprints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import {
  createBlueprint,
  getBlueprint,
  listBlueprints,
  listBlueprintTags,
  moveBlueprint,
  updateBlueprint,
} from "./blueprints.service.ts";

export function registerBlueprintRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.createBlueprint, ({ request, body: { teamId, ...blueprint } }) =>
    createBlueprint(context, requireActor(request), teamId, blueprint),
  );
  mount(app, endpoints.listBlueprints, ({ request, query: { teamId, search, tag, state, cursor, limit } }) =>
    listBlueprints(context, requireActor(request), teamId, { search, tag, state }, { cursor, limit }),
  );
  mount(app, endpoints.getBlueprint, ({ request, params }) =>
    getBlueprint(context, requireActor(request), params.blueprintId),
  );
  mount(app, endpoints.updateBlueprint, ({ request, params, body }) =>
    updateBlueprint(context, requireActor(request), params.blueprintId, body),
  );
  mount(app, endpoints.listBlueprintTags, async ({ request, params }) => ({
    tags: await listBlueprintTags(context, requireActor(request), params.teamId),
  }));
  mount(app, endpoints.moveBlueprint, ({ request, params, body }) =>
    moveBlueprint(context, requireActor(request), params.blueprintId, body.to),
  );
  mount(app, endpoints.binBlueprint, ({ request, params }) =>
    moveBlueprint(context, requireActor(request), params.blueprintId, "binned"),
  );
}
