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
import { requireBlueprint } from "../blueprints/blueprints.service.ts";
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
  mount(app, endpoints.createScan, ({ request, params, body }) =>
    createScan(context, requireActor(request), params.blueprintId, body),
  );
  mount(app, endpoints.listScans, async ({ request, params }) => ({
    scans: await listScans(context, requireActor(request), params.blueprintId),
  }));
  mount(app, endpoints.retryScan, ({ request, params }) => retryScan(context, requireActor(request), params.scanId));
  mount(app, endpoints.answerScanFrame, ({ request, params, body }) =>
    answerScanFrame(context, requireActor(request), params.scanId, body),
  );
  mount(app, endpoints.cancelScan, ({ request, params }) => cancelScan(context, requireActor(request), params.scanId));
  mount(app, endpoints.deleteScan, async ({ request, params }) => {
    await deleteScan(context, requireActor(request), params.scanId);
    return { deleted: true as const };
  });
  mount(app, endpoints.listRemovedScans, async ({ request, params }) => ({
    scans: await listRemovedScans(context, requireActor(request), params.blueprintId),
  }));
  mount(app, endpoints.restoreScan, ({ request, params }) =>
    restoreScan(context, requireActor(request), params.scanId),
  );
  mount(app, endpoints.getOriginalUrl, async ({ request, params }) => ({
    url: await getOriginalUrl(context, requireActor(request), params.scanId),
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
      const requireSight = () => requireBlueprint(context.db, actor, blueprintId, "blueprint.see");
      const { scope } = await requireSight();
      const checkRights = async () => {
        // After a move, members of the new team reconnect and learn the blueprint's team.
        if ((await requireSight()).scope.teamId !== scope.teamId) throw new AppError("not-found");
      };
      return openStream(request, reply, {
        watch: (watcher) => events.watch(scope, blueprintId, watcher),
        checkRights,
      });
    },
  );
}
