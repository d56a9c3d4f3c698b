import * as endpoints from "@blueprint/contract/blueprints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
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
  mount(app, endpoints.createBlueprint, ({ actor, scope, body: { teamId: _, ...blueprint } }) =>
    createBlueprint(context, actor, scope, blueprint),
  );
  mount(app, endpoints.listBlueprints, ({ scope, query: { search, tag, state, cursor, limit } }) =>
    listBlueprints(context, scope, { search, tag, state }, { cursor, limit }),
  );
  mount(app, endpoints.getBlueprint, ({ scope }) => getBlueprint(context, scope));
  mount(app, endpoints.updateBlueprint, ({ scope, body }) => updateBlueprint(context, scope, body));
  mount(app, endpoints.listBlueprintTags, async ({ scope }) => ({ tags: await listBlueprintTags(context, scope) }));
  mount(app, endpoints.moveBlueprint, ({ actor, scope, body }) => moveBlueprint(context, actor, scope, body.to));
  mount(app, endpoints.binBlueprint, ({ actor, scope }) => moveBlueprint(context, actor, scope, "binned"));
}
