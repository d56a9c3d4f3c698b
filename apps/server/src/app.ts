import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import type { ApiScope } from "@blueprint/contract/api-scopes";
import type { ErrorCode } from "@blueprint/contract/errors";
import swagger from "@fastify/swagger";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { jsonSchemaTransform, validatorCompiler } from "fastify-type-provider-zod";
import type { Redis } from "ioredis";
import { registerBlueprintTransferRoutes } from "./features/blueprint-transfer/blueprint-transfer.routes.ts";
import { registerBlueprintRoutes } from "./features/blueprints/blueprints.routes.ts";
import { registerClaimRoutes } from "./features/claims/claims.routes.ts";
import { registerConversationRoutes } from "./features/conversations/conversations.routes.ts";
import { registerEmbedTokenRoutes } from "./features/embeds/embed-tokens.routes.ts";
import { registerEmbeddedNumbersRoutes } from "./features/embeds/embedded-numbers.routes.ts";
import { registerFileRoutes } from "./features/files/files.routes.ts";
import { registerMediaRoutes } from "./features/files/media.routes.ts";
import { registerGuideRoutes } from "./features/guide/guide.routes.ts";
import { registerInstallationRoutes } from "./features/installation/installation.routes.ts";
import { registerRequestRoutes } from "./features/installation/requests.routes.ts";
import { registerInstallationSettingsRoutes } from "./features/installation-settings/installation-settings.routes.ts";
import { registerAccessRequestRoutes } from "./features/members/access-requests.routes.ts";
import { registerInvitationRoutes } from "./features/members/invitations.routes.ts";
import { registerMemberRoutes } from "./features/members/members.routes.ts";
import { createAdmission } from "./features/members/open-invitations.service.ts";
import { registerNotificationRoutes } from "./features/notifications/notifications.routes.ts";
import { registerAccountSettingsRoutes } from "./features/people/account.routes.ts";
import { registerAccountEndRoutes } from "./features/people/account-end.routes.ts";
import { registerAccountRoutes } from "./features/people/accounts.routes.ts";
import { createAuth, createNewAccountSignIn, createSessionOpener } from "./features/people/auth.ts";
import { findGoogleSignIn } from "./features/people/google-provider.ts";
import { registerSessionRoutes } from "./features/people/sessions.routes.ts";
import { registerUserRoutes } from "./features/people/users.routes.ts";
import { registerPlanRoutes } from "./features/plans/plans.routes.ts";
import { registerApiKeyAccess, registerApiKeyRoutes } from "./features/programs/api-keys.routes.ts";
import { registerWebhookRoutes } from "./features/programs/webhooks.routes.ts";
import { registerDiscoverRoutes } from "./features/published/discover.routes.ts";
import { registerFormAnswerRoutes } from "./features/published/form-answers.routes.ts";
import { registerPublishedRoutes } from "./features/published/published.routes.ts";
import { registerSitemapRoutes } from "./features/published/sitemap.routes.ts";
import { registerPublishingRoutes } from "./features/publishing/publishing.routes.ts";
import { registerSampleRoutes } from "./features/sample/sample.routes.ts";
import { registerScanRoutes } from "./features/scans/scans.routes.ts";
import { acceptOriginal } from "./features/scans/scans.service.ts";
import { registerCommentRoutes } from "./features/scene/comments.routes.ts";
import { registerSceneHistoryRoutes } from "./features/scene/scene-history.routes.ts";
import { registerShortLinkRoutes } from "./features/short-links/short-links.routes.ts";
import { registerSignRoutes } from "./features/signs/signs.routes.ts";
import { registerTaskRoutes } from "./features/tasks/tasks.routes.ts";
import { registerAuditRoutes } from "./features/teams/audit.routes.ts";
import { registerTeamRoutes } from "./features/teams/teams.routes.ts";
import { registerAppCheckRoutes } from "./features/uploads/app-check.routes.ts";
import { registerObjectRoutes } from "./features/uploads/objects.routes.ts";
import { isUploadRequest, registerUploadRoutes } from "./features/uploads/uploads.routes.ts";
import { registerVisitRoutes } from "./features/visits/visits.routes.ts";
import { registerWebDomainRoutes } from "./features/web-domains/web-domains.routes.ts";
import { registerWorkflowRoutes } from "./features/workflows/workflows.routes.ts";
import { createGate } from "./gate.ts";
import type { AppContext } from "./platform/app-context.ts";
import { createClientAddresses } from "./platform/http/client-address.ts";
import {
  registerErrorHandler,
  sendFrameworkError,
  sendNoRoute,
  toConnectionRefusal,
} from "./platform/http/error-handler.ts";
import { registerGate } from "./platform/http/gate.ts";
import { registerHealth } from "./platform/http/health.ts";
import { createHostCheck, registerHostCheck } from "./platform/http/known-host.ts";
import type { RouteAccess } from "./platform/http/mount-endpoint.ts";
import { refuseConnection } from "./platform/http/raw-answer.ts";
import { onRequestEnd } from "./platform/http/request-end.ts";
import { registerRequestLimits } from "./platform/http/request-limits.ts";
import { logRequest } from "./platform/http/request-log.ts";
import { countRequest } from "./platform/http/request-metrics.ts";
import { registerSameOriginCheck } from "./platform/http/same-origin.ts";
import { listSecurityHeaders, registerSecurityHeaders } from "./platform/http/security-headers.ts";
import { limitConnections, limitSlowBodies } from "./platform/http/sending-limits.ts";
import { registerSession, type SessionReader } from "./platform/http/session.ts";
import { registerWebApp } from "./platform/http/web-app.ts";
import { hashPassword } from "./platform/password.ts";
import { answerSerializerCompiler } from "./platform/read-path/answer-serializer.ts";
import { servesPages } from "./platform/roles.ts";
import { registerRequestTracing } from "./platform/tracing/traced-requests.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Every address the server answers on, with who may call it. */
    readonly mountedRoutes: {
      method: string;
      url: string;
      access: RouteAccess | undefined;
      apiScope: ApiScope | undefined;
    }[];
  }
}

const jsonBytesMax = 1024 * 1024;

export interface AppOptions {
  sessions: SessionReader;
  /** Counts of requests that several servers share; null for a single server. */
  sharedCounts: Redis | null;
  /** The built web app; left out in API tests. */
  webDistDir: string | undefined;
  isStopping: () => boolean;
}

/**
 * The whole HTTP side: the hooks that run before every request, then the features, then the web app.
 * A server that serves no pages has the probes only.
 */
export async function createApp(
  context: AppContext,
  { sessions, sharedCounts, webDistDir, isStopping }: AppOptions,
): Promise<FastifyInstance<Server>> {
  const { config, log } = context;
  const addresses = createClientAddresses(config.trustedProxies);
  const securityHeaders = listSecurityHeaders(config.publicUrl);
  const refuse = (socket: Duplex, code: ErrorCode) =>
    refuseConnection(socket, code, { requestId: context.ids.uuid(), securityHeaders });
  const followToEnd = (request: FastifyRequest, reply: FastifyReply) =>
    onRequestEnd(reply, () => {
      logRequest(request, reply);
      if (context.metrics !== null) countRequest(context.metrics, request, reply);
    });
  const app: FastifyInstance<Server> = Fastify({
    loggerInstance: log,
    // `logRequest` writes them instead: the framework's lines contain addresses.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    bodyLimit: jsonBytesMax,
    genReqId: () => context.ids.uuid(),
    // Only configured proxies may state the client's address, because rate limits count by it.
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    routerOptions: { maxParamLength: 300 },
    // Request bodies have their own limits: uploads may run for hours.
    requestTimeout: 0,
    http: {
      headersTimeout: config.sendingLimits.headersMs,
      connectionsCheckingInterval: Math.ceil(config.sendingLimits.headersMs / 4),
    },
    frameworkErrors: (error, request, reply) => {
      followToEnd(request, reply);
      sendFrameworkError(error, request, reply, securityHeaders);
    },
    clientErrorHandler: (error, socket) => refuse(socket, toConnectionRefusal(error)),
    forceCloseConnections: true,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(answerSerializerCompiler);
  registerErrorHandler(app);
  registerRequestTracing(app, context.tracing);
  app.addHook("onRequest", (request, reply, done) => {
    followToEnd(request, reply);
    done();
  });
  limitSlowBodies(app.server, config.sendingLimits, isUploadRequest);
  await registerSecurityHeaders(app, config);
  limitConnections(app, config.sendingLimits, addresses, (socket) => refuse(socket, "too-many-requests"));
  registerHostCheck(app, createHostCheck(config, addresses), log);
  await registerRequestLimits(app, context, sharedCounts);
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Blueprint",
        version: "1",
        description:
          "The REST interface of this installation. Programs send an API key of a team: `Authorization: Bearer bp_…`.",
      },
      servers: [{ url: config.publicUrl }],
      components: { securitySchemes: { apiKey: { type: "http", scheme: "bearer", bearerFormat: "bp_…" } } },
    },
    transform: jsonSchemaTransform,
  });
  app.decorate("mountedRoutes", []);
  app.addHook("onRoute", ({ method, url, config: route }) => {
    for (const verb of [method].flat())
      app.mountedRoutes.push({ method: verb, url, access: route?.access, apiScope: route?.apiScope });
  });
  registerSameOriginCheck(app, config.publicUrl);
  registerSession(app, sessions);
  registerApiKeyAccess(app, context);
  registerGate(app, createGate(context));

  registerHealth(app, context, isStopping);
  if (!servesPages(config.role)) {
    app.setNotFoundHandler(sendNoRoute);
    return app;
  }
  app.get("/api/openapi.json", { schema: { hide: true }, config: { access: "anyone" } }, async () => app.swagger());

  const google = await findGoogleSignIn(config.google, log);
  const auth = createAuth(context, { google, sessions, admission: createAdmission(context) });
  registerAccountRoutes(app, context, { auth, google, sessions });
  registerAccountSettingsRoutes(app, context, {
    sessions,
    openSession: createSessionOpener(auth, context.secrets.sessionKey),
  });
  registerAccountEndRoutes(app, context, { sessions });
  registerSessionRoutes(app, context, { sessions });
  registerUserRoutes(app, context);
  registerNotificationRoutes(app, context, { sessions });
  registerTeamRoutes(app, context);
  registerMemberRoutes(app, context);
  registerAuditRoutes(app, context);
  registerApiKeyRoutes(app, context);
  registerWebhookRoutes(app, context);
  registerTaskRoutes(app, context);
  registerWorkflowRoutes(app, context);
  registerPlanRoutes(app, context);
  registerInstallationRoutes(app, context);
  registerInstallationSettingsRoutes(app, context);
  registerInvitationRoutes(app, context, { hashPassword, signInNewAccount: createNewAccountSignIn(auth) });
  registerAccessRequestRoutes(app, context);
  registerRequestRoutes(app, context);
  registerBlueprintRoutes(app, context);
  registerBlueprintTransferRoutes(app, context);
  registerClaimRoutes(app, context);
  registerSceneHistoryRoutes(app, context);
  registerScanRoutes(app, context, { sessions });
  registerAppCheckRoutes(app, context);
  registerUploadRoutes(app, context, { onScanOriginal: acceptOriginal });
  registerObjectRoutes(app, context);
  registerSampleRoutes(app, context);
  registerPublishingRoutes(app, context);
  registerPublishedRoutes(app, context, webDistDir);
  registerGuideRoutes(app, context);
  registerVisitRoutes(app, context);
  registerEmbedTokenRoutes(app, context);
  registerEmbeddedNumbersRoutes(app, context, webDistDir);
  registerConversationRoutes(app, context);
  registerShortLinkRoutes(app, context);
  registerSignRoutes(app, context);
  registerWebDomainRoutes(app, context);
  registerFormAnswerRoutes(app, context);
  registerMediaRoutes(app, context);
  registerCommentRoutes(app, context);
  registerDiscoverRoutes(app, context);
  registerSitemapRoutes(app, context);
  registerFileRoutes(app, context);

  if (webDistDir === undefined) app.setNotFoundHandler(sendNoRoute);
  else await registerWebApp(app, webDistDir);
  return app;
}
