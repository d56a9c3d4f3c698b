import * as endpoints from "@blueprint/contract/account-end";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { filesPath, isCapabilityValid } from "../../platform/http/capability.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { sendStoredBytes } from "../../platform/http/send-stored-bytes.ts";
import type { SessionReader } from "../../platform/http/session.ts";
import {
  deleteAccount,
  getExport,
  keepAccount,
  startExport,
  toExportPrefix,
  toExportSubject,
} from "./account-end.service.ts";

const exportsPerMinuteMax = 5;
const idPattern = /^[0-9a-f-]{36}$/;

/** Exporting and deleting an account. */
export function registerAccountEndRoutes(
  app: FastifyInstance,
  context: AppContext,
  { sessions }: { sessions: Pick<SessionReader, "forget"> },
): void {
  mount(app, endpoints.startAccountExport, ({ actor }) => startExport(context, actor), {
    perMinuteMax: exportsPerMinuteMax,
  });
  mount(app, endpoints.getAccountExport, ({ actor, reply }) => {
    reply.header("cache-control", "no-store");
    return getExport(context, actor);
  });
  mount(
    app,
    endpoints.deleteAccount,
    async ({ actor, body }) => {
      const { deletionDueAt, ended } = await deleteAccount(context, actor, body.password);
      for (const token of ended) sessions.forget(token);
      return { deletionDueAt };
    },
    { perMinuteMax: context.config.signInAttemptsPerMinute },
  );
  mount(app, endpoints.keepAccount, async ({ actor }) => {
    await keepAccount(context, actor);
    return { deletionDueAt: null };
  });

  app.route<{ Params: { capability: string; userId: string; id: string } }>({
    method: ["GET", "HEAD"],
    url: `${filesPath}/:capability/exports/:userId/:id`,
    schema: { hide: true },
    config: { access: "capability" },
    handler: async (request, reply) => {
      const { capability, userId, id } = request.params;
      const isKnown = idPattern.test(userId) && idPattern.test(id);
      const subject = toExportSubject(userId, id);
      if (!isKnown || !isCapabilityValid(context.secrets.capabilityKey, context.clock, subject, capability))
        throw new AppError("not-found");
      const key = toExportPrefix(userId, id);
      const head = await context.storage.head(key);
      if (head === null) throw new AppError("not-found");
      const headers = {
        "content-type": "application/zip",
        "content-disposition": 'attachment; filename="blueprint-export.zip"',
        "cache-control": "private, no-store",
      };
      return sendStoredBytes(context.storage, request, reply, {
        key,
        sizeBytes: head.sizeBytes,
        etag: `"${id}"`,
        headers,
      });
    },
  });
}
