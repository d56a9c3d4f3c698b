import { type BlueprintId, blueprintIdSchema } from "@blueprint/contract/ids";
import * as endpoints from "@blueprint/contract/scans";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { createEventStreams } from "../../platform/http/event-stream.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import type { SessionReader } from "../../platform/http/session.ts";
import { requireBlueprintScope } from "../blueprints/blueprints.service.ts";
import { ScanEvents } from "./scan-events.ts";
import {
  answerScanFrame,
  cancelScan,
  createScan,
  deleteScan,
  getOriginalUrl,
  listRemovedScans,
  listScans,
  restoreScan,
  retryScan,
} from "./scans.service.ts";

export function registerScanRoutes(
  app: FastifyInstance,
  context: AppContext,
  { sessions }: { sessions: SessionReader },
): void {
  mount(app, endpoints.createScan, ({ scope, body }) => createScan(context, scope, scope.blueprintId, body));
  mount(app, endpoints.listScans, async ({ scope }) => ({
    scans: await listScans(context, scope, scope.blueprintId),
  }));
  mount(app, endpoints.retryScan, ({ scope }) => retryScan(context, scope));
  mount(app, endpoints.answerScanFrame, ({ scope, body }) => answerScanFrame(context, scope, body));
  mount(app, endpoints.cancelScan, ({ scope }) => cancelScan(context, scope));
  mount(app, endpoints.deleteScan, async ({ scope }) => {
    await deleteScan(context, scope);
    return { deleted: true as const };
  });
  mount(app, endpoints.listRemovedScans, async ({ scope }) => ({
    scans: await listRemovedScans(context, scope),
  }));
  mount(app, endpoints.restoreScan, ({ scope }) => restoreScan(context, scope), { lookedFor: "in-bin-too" });
  mount(app, endpoints.getOriginalUrl, async ({ scope }) => ({
    url: await getOriginalUrl(context, scope),
  }));
  registerScanEvents(app, context, sessions);
}

function registerScanEvents(app: FastifyInstance, context: AppContext, sessions: SessionReader): void {
  const events = new ScanEvents(context);
  const openStream = createEventStreams(app, sessions, () => events.stop());
  app.get<{ Params: { blueprintId: BlueprintId } }>(
    endpoints.scanEventsUrl,
    {
      config: { access: "blueprint.see" },
      schema: {
        summary: "Changes of a blueprint's scans as server-sent events.",
        params: z.object({ blueprintId: blueprintIdSchema }),
      },
    },
    async (request, reply) => {
      const actor = requireActor(request);
      const { blueprintId } = request.params;
      const requireSight = () => requireBlueprintScope(context.db, actor, blueprintId, "blueprint.see");
      const scope = await requireSight();
      const checkRights = async () => {
        // After a move, members of the new team reconnect and learn the blueprint's team.
        if ((await requireSight()).teamId !== scope.teamId) throw new AppError("not-found");
      };
      return openStream(request, reply, {
        watch: (watcher) => events.watch(scope, watcher),
        checkRights,
      });
    },
  );
}
