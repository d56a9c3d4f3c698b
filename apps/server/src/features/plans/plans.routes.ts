import { invoiceIdSchema } from "@blueprint/contract/ids";
import * as endpoints from "@blueprint/contract/plans";
import { getTeamUsage as getTeamUsageEndpoint } from "@blueprint/contract/teams";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor, requireOperator } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { requireBlueprint } from "../blueprints/blueprints.service.ts";
import { readPriceBook } from "../installation-settings/installation-settings.service.ts";
import { requireTeamPermission } from "../teams/teams.service.ts";
import { getTeamUsage, recordGuideSeconds } from "./entitlements.service.ts";
import { drawInvoice } from "./invoice-pdf.ts";
import { listAllInvoices, listTeamInvoices, readInvoice } from "./invoices.service.ts";
import { changePlan, getTeamPlan, keepPlan, settleInvoice, startTrial } from "./plan-changes.service.ts";
import { openPortal, receiveStripeMessage } from "./stripe-billing.service.ts";

const messageBytesMax = 1024 * 1024;

export function registerPlanRoutes(app: FastifyInstance, context: AppContext): void {
  const payment = context.stripe === null ? ("invoice" as const) : ("card" as const);
  mount(app, endpoints.getPriceBook, async () => ({
    book: await readPriceBook(context.db, context),
    payment,
  }));
  mount(app, endpoints.getTeamPlan, ({ request, params }) =>
    getTeamPlan(context, requireActor(request), params.teamId),
  );
  mount(app, getTeamUsageEndpoint, async ({ request, params }) => {
    const scope = await requireTeamPermission(context.db, requireActor(request), params.teamId, "blueprint.see");
    return getTeamUsage(context.db, context, scope);
  });
  mount(app, endpoints.startTrial, ({ request, params }) => startTrial(context, requireActor(request), params.teamId));
  mount(app, endpoints.changePlan, ({ request, params, body }) =>
    changePlan(context, requireActor(request), params.teamId, body),
  );
  mount(app, endpoints.keepPlan, ({ request, params }) => keepPlan(context, requireActor(request), params.teamId));
  mount(app, endpoints.openBillingPortal, async ({ request, params }) => ({
    url: await openPortal(context, requireActor(request), params.teamId),
  }));
  mount(app, endpoints.recordGuideTime, ({ request, params, body }) =>
    context.db.transaction(async (tx) => {
      const { scope } = await requireBlueprint(tx, requireActor(request), params.blueprintId, "guide.speak");
      return { secondsLeft: await recordGuideSeconds(tx, context, scope, body.seconds) };
    }),
  );
  mount(app, endpoints.listInvoices, async ({ request, params }) => ({
    invoices: await listTeamInvoices(context, requireActor(request), params.teamId),
  }));
  mount(app, endpoints.listAllInvoices, async ({ request, query }) => {
    requireOperator(request);
    return listAllInvoices(context, query.state, query.cursor);
  });
  mount(app, endpoints.settleInvoice, async ({ request, params, body }) =>
    settleInvoice(context, requireOperator(request), params.invoiceId, body.outcome),
  );

  const invoiceParams = z.object({ invoiceId: invoiceIdSchema });
  const sheet = { schema: { params: invoiceParams, hide: true }, config: { access: "signed-in" } } as const;
  app.get("/api/invoices/:invoiceId/pdf", sheet, async (request, reply) => {
    const { invoiceId } = invoiceParams.parse(request.params);
    const invoice = await readInvoice(context, requireActor(request), invoiceId);
    return reply
      .header("content-type", "application/pdf")
      .header("content-disposition", `attachment; filename="invoice-${invoice.number}.pdf"`)
      .header("cache-control", "private, no-store")
      .send(await drawInvoice(invoice));
  });

  // A separate scope: the signature covers the raw bytes.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const options = { parseAs: "buffer", bodyLimit: messageBytesMax } as const;
    scope.addContentTypeParser("*", options, (_request, body, done) => done(null, body));
    scope.post("/api/stripe/messages", { schema: { hide: true }, config: { access: "anyone" } }, async (request) => {
      const signature = request.headers["stripe-signature"];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await receiveStripeMessage(context, body, typeof signature === "string" ? signature : "");
      return { received: true };
    });
  });
}
