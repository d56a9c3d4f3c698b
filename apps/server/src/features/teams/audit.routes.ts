import * as endpoints from "@blueprint/contract/audit";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { listAuditEvents } from "./audit.service.ts";

export function registerAuditRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.listAuditEvents, ({ scope, query: { cursor, limit, from, until, action, actorId } }) =>
    listAuditEvents(context, scope, { action, actorId, from: toDate(from), until: toDate(until) }, { cursor, limit }),
  );
}

const toDate = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
