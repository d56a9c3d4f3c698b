import { Readable } from "node:stream";
import { type BlueprintId, blueprintIdSchema } from "@blueprint/contract/ids";
import * as endpoints from "@blueprint/contract/scans";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import type { SessionReader } from "../../platform/http/session.ts";
import { requireBlueprint } from "../blueprints/blueprints.service.ts";
import { ScanEvents } from "./scan-events.ts";
import { cancelScan, createScan, deleteScan, getOriginalUrl, listScans, retryScan } from "./scans.service.ts";

const heartbeatEveryMs = 15_000;
/** The right to see the blueprint is asked for again every so many heartbeats. */
const heartbeatsPerRightsCheck = 4;
/** A watcher that does not read is let go; it comes back and is sent everything. */
const unreadBytesMax = 4 * 1024 * 1024;

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
  mount(app, endpoints.cancelScan, ({ request, params }) => cancelScan(context, requireActor(request), params.scanId));
  mount(app, endpoints.deleteScan, async ({ request, params }) => {
    await deleteScan(context, requireActor(request), params.scanId);
    return { deleted: true as const };
  });
  mount(app, endpoints.getOriginalUrl, async ({ request, params }) => ({
    url: await getOriginalUrl(context, requireActor(request), params.scanId),
  }));
  registerScanEvents(app, context, sessions);
}

function registerScanEvents(app: FastifyInstance, context: AppContext, sessions: SessionReader): void {
  const events = new ScanEvents(context);
  const open = new Set<Readable>();
  // Otherwise a server that stops would wait for streams that never end by themselves.
  app.addHook("preClose", async () => {
    for (const stream of open) stream.push(null);
    await events.stop();
  });

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
      const { scope } = await requireBlueprint(context.db, actor, blueprintId, "blueprint.see");
      const stream = new Readable({ read: () => {} });
      const end = () => {
        if (!stream.readableEnded && !stream.destroyed) stream.push(null);
        stopWatching();
      };
      const send = (text: string) => {
        if (stream.destroyed) return;
        if (stream.readableLength > unreadBytesMax) stream.destroy();
        else stream.push(text);
      };
      const checkSession = async () => {
        if ((await sessions.read(request.headers)) === null) end();
      };
      const checkRights = async () => {
        await requireBlueprint(context.db, actor, blueprintId, "blueprint.see");
      };
      let heartbeats = 0;
      const heartbeat = setInterval(() => {
        send(": alive\n\n");
        heartbeats++;
        checkSession().catch(end);
        if (heartbeats % heartbeatsPerRightsCheck === 0) checkRights().catch(end);
      }, heartbeatEveryMs);
      const forgetSession = sessions.onEnded(() => void checkSession().catch(end));
      const unwatch = events.watch(scope, blueprintId, { send, end });
      const stopWatching = () => {
        clearInterval(heartbeat);
        forgetSession();
        unwatch();
        open.delete(stream);
      };
      open.add(stream);
      stream.once("close", stopWatching);
      send("retry: 2000\n\n");
      return reply
        .headers({ "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" })
        .send(stream);
    },
  );
}
