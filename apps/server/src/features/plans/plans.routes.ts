import { getGuideMinutes, limitGuideMinutes as limitGuideMinutesEndpoint } from "@blueprint/contract/guide-minutes";
import { invoiceIdSchema } from "@blueprint/contract/ids";
import * as endpoints from "@blueprint/contract/plans";
import { getTeamUsage as getTeamUsageEndpoint } from "@blueprint/contract/teams";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { readPriceBook } from "../installation-settings/installation-settings.service.ts";
import { getTeamUsage } from "./entitlements.service.ts";
import { limitGuideMinutes, readGuideMinutes } from "./guide-minutes.service.ts";
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
  mount(app, endpoints.getTeamPlan, ({ scope }) => getTeamPlan(context, scope));
  mount(app, getTeamUsageEndpoint, ({ scope }) => getTeamUsage(context.db, context, scope));
  mount(app, endpoints.startTrial, ({ actor, scope }) => startTrial(context, actor, scope));
  mount(app, endpoints.changePlan, ({ actor, scope, body }) => changePlan(context, actor, scope, body));
  mount(app, endpoints.keepPlan, ({ actor, scope }) => keepPlan(context, actor, scope));
  mount(app, endpoints.openBillingPortal, async ({ scope }) => ({
    url: await openPortal(context, scope),
  }));
  mount(app, getGuideMinutes, ({ scope }) => readGuideMinutes(context, scope));
  mount(app, limitGuideMinutesEndpoint, ({ actor, scope, body }) => limitGuideMinutes(context, actor, scope, body.max));
  mount(app, endpoints.listInvoices, async ({ scope }) => ({
    invoices: await listTeamInvoices(context, scope),
  }));
  mount(app, endpoints.listAllInvoices, ({ query }) => listAllInvoices(context, query.state, query.cursor));
  mount(app, endpoints.settleInvoice, ({ actor, params, body }) =>
    settleInvoice(context, actor, params.invoiceId, body.outcome),
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
