import * as endpoints from "@blueprint/contract/blueprint-transfer";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { previewTransfer, transferBlueprint } from "./blueprint-transfer.service.ts";

export function registerBlueprintTransferRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.previewTransfer, ({ actor, scope }) => previewTransfer(context, actor, scope));
  mount(app, endpoints.transferBlueprint, ({ actor, scope, body }) =>
    transferBlueprint(context, actor, scope, body.teamId),
  );
}
