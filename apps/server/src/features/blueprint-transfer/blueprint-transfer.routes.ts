import * as endpoints from "@blueprint/contract/blueprint-transfer";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { previewTransfer, transferBlueprint } from "./blueprint-transfer.service.ts";

export function registerBlueprintTransferRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.previewTransfer, ({ request, params }) =>
    previewTransfer(context, requireActor(request), params.blueprintId),
  );
  mount(app, endpoints.transferBlueprint, ({ request, params, body }) =>
    transferBlueprint(context, requireActor(request), params.blueprintId, body.teamId),
  );
}
