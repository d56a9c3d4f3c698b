import { randomInt } from "node:crypto";
import { createApiKey } from "@blueprint/contract/api-keys";
import { type ApiScope, apiScopes, scopesAllow } from "@blueprint/contract/api-scopes";
import type { ScanId, TeamId } from "@blueprint/contract/ids";
import { defaultInstallationSettings } from "@blueprint/contract/installation-settings";
import { sendRequest } from "@blueprint/contract/requests";
import { isPermission, type Permission, roleMay, teamRoles } from "@blueprint/contract/roles";
import { getOriginalUrl } from "@blueprint/contract/scans";
import { requestAccess } from "@blueprint/contract/teams";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSceneClient } from "./features/scene/testing/scene-client.ts";
import { enterTeam } from "./features/teams/team-visits.service.ts";
import { announceScan, WireClient } from "./features/uploads/testing/upload-test-world.ts";
import type { Gate } from "./platform/http/gate.ts";
import { systemIds } from "./platform/ids.ts";
import { createTestApp, type TestApp, type TestPerson } from "./testing/create-test-app.ts";
import { type FailingWrites, installFailingWrites } from "./testing/failing-writes.ts";

/** A caller by role in the team in question, or one unrelated to it. */
const strangers = ["operator", "without a team", "nobody"] as const;
const askers = [...teamRoles, ...strangers];
type Asker = (typeof askers)[number];

let app: TestApp;
const logged: string[] = [];
let owner: TestPerson;
let other: TestPerson;
const people = new Map<Asker, TestPerson>();
/** A team in which every member of the owner's team may create blueprints. */
let hostTeam: string;

beforeAll(async () => {
  app = await createTestApp({
    config: { logLevel: "debug", dnsServers: ["127.0.0.1:9"] },
    takeLogLine: (line) => logged.push(line),
  });
  owner = await app.buildPerson();
  other = await app.buildPerson();
  const host = await app.buildPerson();
  hostTeam = host.personalTeamId;
  for (const role of teamRoles) {
    const member = await app.buildMember(owner.personalTeamId, role);
    await app.join(host.personalTeamId, member, "editor");
    people.set(role, member);
  }
  people.set("operator", await app.buildPerson({ isOperator: true }));
  const alone = await app.buildPerson();
  await app.context.sql`delete from team_members where user_id = ${alone.userId}`;
  people.set("without a team", alone);
});
afterAll(() => app.close());

/**
 * Keys of the team in question, created by its owner: one with every scope, and one for each scope with all but that
 * one.
 */
const keys = new Map<ApiScope | "none", TestPerson>();
let visitor: TestPerson;
beforeAll(async () => {
  for (const lacking of ["none", ...apiScopes] as const) {
    const scopes = apiScopes.filter((scope) => scope !== lacking);
    const params = { teamId: owner.personalTeamId };
    const { token } = await owner.api(createApiKey, { params, body: { name: "Robot", scopes } });
    keys.set(lacking, { ...owner, cookie: "", asProgram: { authorization: `Bearer ${token}` } });
  }
  visitor = await app.buildPerson({ isOperator: true });
  const actor = { ...visitor, isOperator: true, sessionId: "" };
  await enterTeam(app.context, actor, owner.personalTeamId, "They asked for help.");
});

/** What the gate was asked since a test emptied it. */
const enforced: Permission[] = [];
beforeAll(() => {
  const { gate } = app.app;
  for (const name of ["requireTeam", "requireBlueprint", "requireScan"] as const) {
    const ask = gate[name] as (...question: unknown[]) => Promise<never>;
    const note = (...question: Parameters<Gate["requireTeam"]>) => {
      enforced.push(question[2]);
      return ask(...question);
    };
    Object.assign(gate, { [name]: note });
  }
});

/** What an endpoint is called on: things of one team, created for each request so that none affects the next. */
interface Target {
  teamId: string;
  blueprint(): Promise<string>;
  scan(): Promise<string>;
  /** A scan whose file has arrived. */
  original(): Promise<string>;
}
const missing: Target = {
  teamId: systemIds.uuid(),
  blueprint: async () => systemIds.uuid(),
  scan: async () => systemIds.uuid(),
  original: async () => systemIds.uuid(),
};
const thingsOf = (person: TestPerson): Target => ({
  teamId: person.personalTeamId,
  blueprint: async () => (await app.buildBlueprint(person)).id,
  scan: async () => (await announceScan(app, person, 100)).scanId,
  original: () => sendOriginal(person),
});

/** Returns the same things each time, for requests that change nothing. */
function keepThings(target: Target): Target {
  const once = (make: () => Promise<string>) => {
    let made: Promise<string> | undefined;
    return () => (made ??= make());
  };
  const { teamId, blueprint, scan, original } = target;
  return { teamId, blueprint: once(blueprint), scan: once(scan), original: once(original) };
}
/** Things of a team that no caller belongs to: every request is refused. */
let elsewhere: Target;
/** For requests that only read. */
let ownersKept: Target;
beforeAll(() => {
  elsewhere = keepThings(thingsOf(other));
  ownersKept = keepThings(thingsOf(owner));
});
const ownersThings = (method: string) => (method === "GET" ? ownersKept : thingsOf(owner));

interface Question {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}
interface Case {
  ask: (target: Target) => Promise<Question> | Question;
  /** Set where the body decides on the permission. */
  access?: Permission;
  /** The creator may do this too: a key acts for its creator. */
  isMakersOwn?: boolean;
  /** Undoes what a successful call changed for the caller. */
  after?: (asker: Asker) => Promise<void>;
}

const ofBlueprint = (rest: Omit<Question, "params"> = {}, params: Record<string, string> = {}): Case => ({
  ask: async (target) => ({ params: { blueprintId: await target.blueprint(), ...params }, ...rest }),
});
const ofSign = (rest: Omit<Question, "params"> = {}): Case => ({
  ask: async (target) => {
    const blueprintId = await target.blueprint();
    return { params: { blueprintId, signId: await aSign(blueprintId) }, ...rest };
  },
});
const ofEmbedToken = (rest: Omit<Question, "params"> = {}): Case => ({
  ask: async (target) => {
    const blueprintId = await target.blueprint();
    return { params: { blueprintId, embedTokenId: await anEmbedToken(blueprintId) }, ...rest };
  },
});
const ofScan: Case = { ask: async (target) => ({ params: { scanId: await target.scan() } }) };
const ofTeam = (rest: Omit<Question, "params"> = {}): Case => ({
  ask: ({ teamId }) => ({ params: { teamId }, ...rest }),
});
const aClaim = { params: { claimId: systemIds.uuid() } };
const ofWebDomain: Case = {
  ask: async ({ teamId }) => ({ params: { teamId, webDomainId: await aWebDomain(teamId) } }),
};
const aWebhook = { url: "https://hooks.example.org/x", events: ["scan.ready"] };
const ofWebhook = (rest: Omit<Question, "params"> = {}): Case => ({
  ask: async ({ teamId }) => ({ params: { teamId, webhookId: await idOfWebhook(teamId) }, ...rest }),
});
const aWorkflow = {
  definition: {
    name: "Rule",
    event: "scan.ready",
    blueprintId: null,
    action: { type: "task", title: "Look", text: "", dueInDays: null, assigneeId: null },
  },
};
const ofWorkflow = (rest: Omit<Question, "params"> = {}): Case => ({
  ask: async ({ teamId }) => ({ params: { teamId, workflowId: await idOfWorkflow(teamId) }, ...rest }),
});
const ofTask = (rest: Omit<Question, "params"> = {}, assignee?: Asker): Case => ({
  ask: async ({ teamId }) => ({ params: { teamId, taskId: await idOfTask(teamId, assignee) }, ...rest }),
});
const ofInvitation: Case = {
  ask: async ({ teamId }) => ({ params: { teamId, invitationId: await anInvitation(teamId) } }),
};
const plain = (question: Question = {}): Case => ({ ask: () => question });
const aToken = { params: { token: "x".repeat(43) } };
const preflight = {
  kind: "point-cloud",
  format: "ply-points",
  sizeBytes: 9,
  counts: {},
  unit: "metre",
  upAxis: "z",
  warnings: [],
};

/**
 * How to call each endpoint. A new one fails the walk until it is listed here; words after the address distinguish
 * cases.
 */
const cases: Record<string, Case> = {
  "GET /api/me": plain(),
  "GET /api/session": plain(),
  "GET /api/me/sessions": plain(),
  "DELETE /api/me/sessions": plain(),
  "DELETE /api/me/sessions/:sessionId": plain({ params: { sessionId: systemIds.uuid() } }),
  "GET /api/me/notifications": plain(),
  "POST /api/me/notifications/read": plain({ body: { ids: [systemIds.uuid()] } }),
  "GET /api/me/notification-preferences": plain(),
  "PUT /api/me/notification-settings": plain({ body: { timeZone: "UTC", quietHours: null, digestAt: "08:00" } }),
  "PUT /api/me/notification-delivery": plain({
    body: { teamId: systemIds.uuid(), kind: "mention", email: "off", push: false },
  }),
  "POST /api/me/push-devices": plain({
    body: { endpoint: "https://fcm.googleapis.com/fcm/send/x", keys: { p256dh: "BA", auth: "AA" } },
  }),
  "POST /api/me/push-devices/remove": plain({ body: { endpoint: "https://fcm.googleapis.com/fcm/send/x" } }),
  "POST /api/me/export": plain(),
  "GET /api/me/export": plain(),
  "POST /api/me/deletion": plain({ body: { password: "not the one" } }),
  "DELETE /api/me/deletion": plain(),
  "GET /api/me/sign-in-methods": plain(),
  "POST /api/me/email": plain({ body: { email: "new@example.org" } }),
  "POST /api/email-changes/:token": plain(aToken),
  "POST /api/me/confirmation": plain({ body: { password: "not the one" } }),
  "POST /api/me/confirmation/passkey-options": plain(),
  "POST /api/me/password": plain({ body: { newPassword: "correct horse" } }),
  "DELETE /api/me/google": plain(),
  "POST /api/me/passkeys/options": plain({ body: {} }),
  "POST /api/me/passkeys": plain({ body: { name: "Phone", response: {} } }),
  "DELETE /api/me/passkeys/:passkeyId": plain({ params: { passkeyId: systemIds.uuid() } }),
  "POST /api/passkey-sign-in/options": plain(),
  "POST /api/passkey-sign-in": plain({ body: { response: {} } }),
  "PUT /api/me/photo": plain(),
  "DELETE /api/me/photo": plain(),
  "GET /api/users/:uid/photo": plain({ params: { uid: systemIds.uuid() } }),
  "PATCH /api/me/onboarding": plain({ body: { step: "scan" } }),
  "GET /api/users/:uid": plain({ params: { uid: systemIds.uuid() } }),
  "PATCH /api/users/:uid": plain({ params: { uid: systemIds.uuid() }, body: { name: "Me" } }),
  "GET /api/auth-methods": plain(),
  "POST /api/invitations/resend": plain({ body: { email: "x@example.org" } }),
  "POST /api/operator/users/:userId/disabled": {
    ask: async () => ({ params: { userId: (await app.buildPerson()).userId }, body: { disabled: true } }),
  },
  "GET /api/operator/people": plain(),
  "GET /api/operator/teams": plain(),
  "POST /api/operator/teams/:teamId/visit": {
    ask: async () => ({
      params: { teamId: (await app.buildPerson()).personalTeamId },
      body: { reason: "They asked for help." },
    }),
  },
  "DELETE /api/operator/teams/:teamId/visit": { ask: async () => ({ params: { teamId: await aVisitedTeam() } }) },
  "GET /api/operator/health": plain(),
  "GET /api/operator/failed-jobs": plain(),
  "POST /api/operator/failed-jobs/:jobId": {
    ask: async () => ({ params: { jobId: await aFailedJob() }, body: { decision: "discard" } }),
  },
  "POST /api/operator/storage/orphans": plain(),
  "GET /api/installation": plain(),
  "GET /api/operator/settings": plain(),
  "PUT /api/operator/settings": plain({ body: { basedOnVersion: 0, settings: defaultInstallationSettings } }),
  "POST /api/operator/test-mail": plain(),
  "GET /api/invitations/:token": plain(aToken),
  "POST /api/invitations/:token/account": plain({
    ...aToken,
    body: { email: "x@example.org", password: "correct horse" },
  }),
  "POST /api/invitations/:token/accept": plain(aToken),
  "POST /api/invitations/:token/rebind-request": plain(aToken),
  "POST /api/access-requests": plain({ body: { email: "x@example.org" } }),
  "GET /api/operator/access-requests": plain(),
  "POST /api/operator/access-requests/:accessRequestId/accept": {
    ask: async () => ({ params: { accessRequestId: await anAccessRequest() } }),
  },
  "POST /api/operator/access-requests/:accessRequestId/decline": {
    ask: async () => ({ params: { accessRequestId: await anAccessRequest() }, body: { reason: "" } }),
  },
  "POST /api/requests": plain({ body: aMessage() }),
  "POST /api/requests of a plan": {
    access: "plan.manage",
    ask: ({ teamId }) => ({
      body: { ...aMessage(), kind: "plan", payload: { teamId, to: "pro", billing: "monthly", note: "" } },
    }),
  },
  "GET /api/requests/mine": plain(),
  "GET /api/operator/requests": plain(),
  "POST /api/operator/requests/:requestId/close": {
    ask: async () => ({ params: { requestId: await aRequest() }, body: { outcome: "answered", answer: "" } }),
  },
  "POST /api/app-check-token": plain(),
  "GET /api/discover": plain(),
  "GET /api/discover/locations": plain(),
  "POST /api/discover/near": plain({ body: { near: { latitude: 60.393, longitude: 5.324 } } }),
  "GET /api/oembed": plain({ query: { url: "http://localhost:8080/webxr?b=nowhere" } }),
  "GET /api/published/:slug": plain({ params: { slug: "nowhere" } }),
  "POST /api/published/:slug/open": plain({ params: { slug: "nowhere" }, body: { password: "open sesame" } }),
  "POST /api/published/:slug/search": plain({ params: { slug: "nowhere" }, body: { question: "Where?" } }),
  "POST /api/published/:slug/visits": plain({
    params: { slug: "nowhere" },
    body: { form: "scene", device: "phone" },
  }),
  "POST /api/visit-events": plain({ body: { visit: "nobody's", events: [{ at: 10, what: { kind: "no-picture" } }] } }),
  "POST /api/published/:slug/conversations": plain({ params: { slug: "nowhere" }, body: {} }),
  "DELETE /api/published/:slug/transcripts/:transcriptId": plain({
    params: { slug: "nowhere", transcriptId: systemIds.uuid() },
  }),
  "GET /api/guide": plain({}),
  "POST /api/published/:slug/forms/:anchorId": plain({
    params: { slug: "nowhere", anchorId: "a" },
    body: { version: 1, answers: {} },
  }),
  "GET /api/me/deleted-teams": plain(),
  "POST /api/teams": plain({ body: { name: "Team" } }),
  "PATCH /api/teams/:teamId": ofTeam({ body: { name: "Team" } }),
  // A personal team cannot be left, handed over or deleted: permitted callers get that error.
  "POST /api/teams/:teamId/leave": {
    ask: ({ teamId }) => ({ params: { teamId } }),
    after: (asker) => rejoin(asker),
  },
  "POST /api/teams/:teamId/transfer": ofTeam({ body: { userId: systemIds.uuid() } }),
  "DELETE /api/teams/:teamId": ofTeam(),
  "POST /api/teams/:teamId/restore": ofTeam(),
  "PATCH /api/teams/:teamId/members/:userId": {
    ask: async ({ teamId }) => ({ params: { teamId, userId: await aMember(teamId) }, body: { role: "viewer" } }),
  },
  "DELETE /api/teams/:teamId/members/:userId": {
    ask: async ({ teamId }) => ({ params: { teamId, userId: await aMember(teamId) } }),
  },
  "POST /api/teams/:teamId/invitations/:invitationId/resend": ofInvitation,
  "POST /api/teams/:teamId/invitations/:invitationId/extend": ofInvitation,
  "POST /api/teams/:teamId/invitations/:invitationId/revoke": ofInvitation,
  "POST /api/teams/:teamId/invitations/:invitationId/rebind": ofInvitation,
  "GET /api/teams/:teamId/usage": ofTeam(),
  "GET /api/teams/:teamId/visit-numbers": ofTeam({ query: { from: "2026-11-01", to: "2026-11-02" } }),
  "GET /api/teams/:teamId/members": ofTeam(),
  "GET /api/teams/:teamId/audit-events": ofTeam(),
  "GET /api/teams/:teamId/blueprint-tags": ofTeam(),
  "GET /api/price-book": plain(),
  "GET /api/teams/:teamId/plan": ofTeam(),
  "POST /api/teams/:teamId/plan/trial": ofTeam(),
  "POST /api/teams/:teamId/plan/change": ofTeam({ body: { planType: "starter", billing: "monthly" } }),
  "DELETE /api/teams/:teamId/plan/change": ofTeam(),
  "POST /api/teams/:teamId/billing-portal": ofTeam(),
  "GET /api/teams/:teamId/invoices": ofTeam(),
  "GET /api/operator/invoices": plain(),
  "POST /api/operator/invoices/:invoiceId/settle": {
    ask: async () => ({ params: { invoiceId: await anInvoice() }, body: { outcome: "paid" } }),
  },
  "GET /api/teams/:teamId/api-keys": ofTeam(),
  "POST /api/teams/:teamId/api-keys": ofTeam({ body: { name: "Robot", scopes: ["read"] } }),
  "DELETE /api/teams/:teamId/api-keys/:apiKeyId": {
    ask: async ({ teamId }) => ({ params: { teamId, apiKeyId: await anApiKey(teamId) } }),
  },
  "GET /api/teams/:teamId/webhooks": ofTeam(),
  "POST /api/teams/:teamId/webhooks": ofTeam({ body: aWebhook }),
  "PATCH /api/teams/:teamId/webhooks/:webhookId": ofWebhook({ body: { isEnabled: false } }),
  "DELETE /api/teams/:teamId/webhooks/:webhookId": ofWebhook(),
  "POST /api/teams/:teamId/webhooks/:webhookId/secret": ofWebhook(),
  "POST /api/teams/:teamId/webhooks/:webhookId/ping": ofWebhook(),
  "GET /api/teams/:teamId/webhooks/:webhookId/deliveries": ofWebhook(),
  "GET /api/teams/:teamId/tasks": ofTeam(),
  "POST /api/teams/:teamId/tasks": ofTeam({ body: { title: "Look" } }),
  // Among those who may comment, only the creator, the assignee, owners and admins: none of the others created it.
  "PATCH /api/teams/:teamId/tasks/:taskId": {
    ...ofTask({ body: { title: "Look again" } }),
    access: "team.settings",
    isMakersOwn: true,
  },
  "DELETE /api/teams/:teamId/tasks/:taskId": { ...ofTask(), access: "team.settings" },
  "POST /api/teams/:teamId/tasks/:taskId/done": ofTask({ body: { isDone: true } }, "scanner"),
  "GET /api/blueprints/:blueprintId/anchors": ofBlueprint(),
  "POST /api/blueprints/:blueprintId/media/files": ofBlueprint({
    body: { name: "a.png", format: "data_url", text: "data:image/png;base64,AAEC" },
  }),
  "GET /api/teams/:teamId/workflows": ofTeam(),
  "POST /api/teams/:teamId/workflows": ofTeam({ body: aWorkflow }),
  "PATCH /api/teams/:teamId/workflows/:workflowId": ofWorkflow({ body: { isEnabled: false } }),
  "DELETE /api/teams/:teamId/workflows/:workflowId": ofWorkflow(),
  "POST /api/teams/:teamId/workflows/:workflowId/test": ofWorkflow(),
  "GET /api/teams/:teamId/workflows/:workflowId/runs": ofWorkflow(),
  "POST /api/teams/:teamId/webhooks/:webhookId/deliveries/:deliveryId/replay": {
    ask: async ({ teamId }) => {
      const webhookId = await idOfWebhook(teamId);
      return { params: { teamId, webhookId, deliveryId: await aDelivery(teamId, webhookId) } };
    },
  },
  "POST /api/teams/:teamId/invitations": ofTeam({ body: { addresses: "new@example.org", role: "viewer" } }),
  "POST /api/sample-blueprint": { ask: ({ teamId }) => ({ body: { teamId } }) },
  "POST /api/blueprints": { ask: ({ teamId }) => ({ body: { teamId, name: "Gallery", industry: "museum" } }) },
  "GET /api/blueprints": { ask: ({ teamId }) => ({ query: { teamId } }) },
  "GET /api/embedded-numbers": plain(),
  "GET /api/blueprints/:blueprintId/embed-tokens": ofBlueprint(),
  "POST /api/blueprints/:blueprintId/embed-tokens": ofBlueprint({
    body: { figures: ["totals"], days: 30, origins: ["https://www.example.org"] },
  }),
  "PATCH /api/blueprints/:blueprintId/embed-tokens/:embedTokenId": ofEmbedToken({ body: { days: 7 } }),
  "DELETE /api/blueprints/:blueprintId/embed-tokens/:embedTokenId": ofEmbedToken(),
  "GET /api/blueprints/:blueprintId": ofBlueprint(),
  "GET /api/blueprints/:blueprintId/detail-choices": ofBlueprint(),
  "PATCH /api/blueprints/:blueprintId": ofBlueprint({ body: { name: "Hall" } }),
  "POST /api/blueprints/:blueprintId/life": ofBlueprint({ body: { to: "archived" } }),
  "POST /api/blueprints/:blueprintId/bin": ofBlueprint(),
  "GET /api/blueprints/:blueprintId/transfer": ofBlueprint(),
  "POST /api/blueprints/:blueprintId/transfer": {
    ask: async (target) => ({ params: { blueprintId: await target.blueprint() }, body: { teamId: hostTeam } }),
  },
  "GET /api/claimable-places/:slug": plain({ params: { slug: "no-such-place" } }),
  "POST /api/claims": plain({
    body: { slug: "no-such-place", teamId: systemIds.uuid(), relation: "owner", statement: "" },
  }),
  "GET /api/claims": plain(),
  "POST /api/claims/:claimId/code": plain({ ...aClaim, body: { code: "2222-2222-2222" } }),
  "PUT /api/claims/:claimId/domain": plain({ ...aClaim, body: { domain: "museum.org" } }),
  "POST /api/claims/:claimId/domain-check": plain(aClaim),
  "POST /api/claims/:claimId/mail": plain({ ...aClaim, body: { email: "a@museum.org" } }),
  "POST /api/claims/:claimId/mail-proof": plain({ ...aClaim, body: { token: "x" } }),
  "POST /api/claims/:claimId/steps": plain({ ...aClaim, body: { step: "withdraw" } }),
  "GET /api/teams/:teamId/claims": ofTeam(),
  "POST /api/teams/:teamId/claims/:claimId/steps": {
    ask: async ({ teamId }) => ({
      params: { teamId, claimId: await aClaimOf(teamId) },
      body: { step: "object", reason: "It's ours." },
    }),
  },
  "GET /api/operator/claims": plain(),
  "POST /api/operator/claims/:claimId/steps": {
    ask: async () => ({
      params: { claimId: await aClaimOf(owner.personalTeamId) },
      body: { step: "decline", reason: "It's theirs." },
    }),
  },
  "POST /api/operator/claim-codes": plain({ body: { slug: "no-such-place", label: "Letter" } }),
  "GET /api/blueprints/:blueprintId/claim-codes": ofBlueprint(),
  "POST /api/blueprints/:blueprintId/claim-codes": ofBlueprint({ body: { label: "Door" } }),
  "DELETE /api/blueprints/:blueprintId/claim-codes/:claimCodeId": {
    ask: async (target) => {
      const blueprintId = await target.blueprint();
      return { params: { blueprintId, claimCodeId: await aClaimCode(blueprintId) } };
    },
  },
  "POST /api/blueprints/:blueprintId/publish": ofBlueprint({ body: { basedOnVersion: 0, visibility: "public" } }),
  "POST /api/blueprints/:blueprintId/unpublish": ofBlueprint(),
  "PATCH /api/blueprints/:blueprintId/sharing": ofBlueprint({ body: { visibility: "public" } }),
  "GET /api/blueprints/:blueprintId/audience-links": ofBlueprint(),
  "POST /api/blueprints/:blueprintId/audience-links": ofBlueprint({ body: { audience: "robot", to: "made" } }),
  "GET /api/blueprints/:blueprintId/short-links": ofBlueprint(),
  "GET /api/blueprints/:blueprintId/guide-minutes": ofBlueprint(),
  "PUT /api/blueprints/:blueprintId/guide-minutes": ofBlueprint({ body: { max: null } }),
  "GET /api/blueprints/:blueprintId/unanswered-questions": ofBlueprint(),
  "DELETE /api/blueprints/:blueprintId/unanswered-questions/:questionId": {
    ask: async (target) => {
      const blueprintId = await target.blueprint();
      return { params: { blueprintId, questionId: await anUnansweredQuestion(blueprintId) } };
    },
  },
  "GET /api/blueprints/:blueprintId/transcripts": ofBlueprint(),
  "DELETE /api/blueprints/:blueprintId/transcripts/:transcriptId": {
    ask: async (target) => {
      const blueprintId = await target.blueprint();
      return { params: { blueprintId, transcriptId: await aTranscript(blueprintId) } };
    },
  },
  "GET /api/blueprints/:blueprintId/guide-tests": ofBlueprint(),
  "POST /api/blueprints/:blueprintId/guide-tests": ofBlueprint({
    body: { question: "Where?", expects: { kind: "refusal" } },
  }),
  "DELETE /api/blueprints/:blueprintId/guide-tests/:testId": {
    ask: async (target) => {
      const blueprintId = await target.blueprint();
      return { params: { blueprintId, testId: await aGuideTest(blueprintId) } };
    },
  },
  "POST /api/blueprints/:blueprintId/guide-test-runs": ofBlueprint({ body: { withAnswers: false } }),
  "POST /api/blueprints/:blueprintId/conversations": ofBlueprint(),
  "GET /api/blueprints/:blueprintId/guide-rates": ofBlueprint({ query: { days: "30" } }),
  "GET /api/blueprints/:blueprintId/visit-heat": ofBlueprint({ query: { from: "2026-11-01", to: "2026-11-02" } }),
  "GET /api/blueprints/:blueprintId/visit-numbers": ofBlueprint({ query: { from: "2026-11-01", to: "2026-11-02" } }),
  "POST /api/blueprints/:blueprintId/short-links": ofBlueprint({ body: { target: { kind: "place" } } }),
  "PATCH /api/blueprints/:blueprintId/short-links/:shortLinkId": {
    ask: async (target) => {
      const blueprintId = await target.blueprint();
      return { params: { blueprintId, shortLinkId: await aShortLink(blueprintId) }, body: { label: "Door" } };
    },
  },
  "GET /api/teams/:teamId/web-domains": ofTeam(),
  "POST /api/teams/:teamId/web-domains": ofTeam({ body: { domain: "museum.org" } }),
  "POST /api/teams/:teamId/web-domains/:webDomainId/confirmation": ofWebDomain,
  "DELETE /api/teams/:teamId/web-domains/:webDomainId": ofWebDomain,
  "GET /api/blueprints/:blueprintId/link-targets": ofBlueprint(),
  "GET /api/blueprints/:blueprintId/signs": ofBlueprint(),
  "POST /api/blueprints/:blueprintId/signs": ofBlueprint({
    body: { signs: [{ spot: "Door", target: { kind: "place" } }] },
  }),
  "PATCH /api/blueprints/:blueprintId/signs/:signId": ofSign({ body: { spot: "Lift" } }),
  "POST /api/blueprints/:blueprintId/signs/:signId/replacement": ofSign({ body: { reason: "damaged" } }),
  "GET /api/blueprints/:blueprintId/signs/:signId/history": ofSign(),
  "PUT /api/blueprints/:blueprintId/signs/:signId/photo": ofSign(),
  "DELETE /api/blueprints/:blueprintId/signs/:signId/photo": ofSign(),
  "GET /api/blueprints/:blueprintId/sign-prints": ofBlueprint(),
  "POST /api/blueprints/:blueprintId/sign-prints": {
    ask: async (target) => {
      const blueprintId = await target.blueprint();
      const sheet = { format: "a6", paper: "a4", style: "light", readingDistanceMm: 500 };
      return {
        params: { blueprintId },
        body: { signIds: [await aSign(blueprintId)], sheet, fileKind: "pdf" },
      };
    },
  },
  "DELETE /api/blueprints/:blueprintId/sign-prints/:signPrintId": {
    ask: async (target) => {
      const blueprintId = await target.blueprint();
      return { params: { blueprintId, signPrintId: await aSignPrint(blueprintId) } };
    },
  },
  "GET /api/short-links/:code": plain({ params: { code: "22222222" } }),
  "POST /api/blueprints/:blueprintId/link-check": ofBlueprint(),
  "GET /api/blueprints/:blueprintId/versions": ofBlueprint(),
  "POST /api/blueprints/:blueprintId/media": ofBlueprint({ body: { fileIds: [] } }),
  "POST /api/blueprints/:blueprintId/documents": ofBlueprint({ body: { fileIds: [] } }),
  "POST /api/blueprints/:blueprintId/media/copies": {
    ask: async (target) => {
      const [blueprintId, fromBlueprintId] = [await target.blueprint(), await target.blueprint()];
      return { params: { blueprintId }, body: { fromBlueprintId, fileIds: [] } };
    },
  },
  "GET /api/blueprints/:blueprintId/comment-authors": ofBlueprint(),
  "POST /api/blueprints/:blueprintId/mentions": {
    ask: async (target) => ({
      params: { blueprintId: await target.blueprint() },
      body: { userIds: [systemIds.uuid()], subject: "Door", text: "Look" },
    }),
  },
  "GET /api/blueprints/:blueprintId/forms/:anchorId/responses": ofBlueprint({}, { anchorId: "a" }),
  "GET /api/blueprints/:blueprintId/history": ofBlueprint(),
  "GET /api/blueprints/:blueprintId/history/:editId": {
    ask: async (target) => {
      const blueprintId = await target.blueprint();
      return { params: { blueprintId, editId: await anEdit(blueprintId) } };
    },
  },
  "GET /api/blueprints/:blueprintId/named-versions": ofBlueprint(),
  "POST /api/blueprints/:blueprintId/named-versions": {
    ask: async (target) => {
      const blueprintId = await target.blueprint();
      await anEdit(blueprintId);
      return { params: { blueprintId }, body: { name: "First" } };
    },
  },
  "PATCH /api/blueprints/:blueprintId/named-versions/:versionId": {
    ask: async (target) => {
      const blueprintId = await target.blueprint();
      return { params: { blueprintId, versionId: await aNamedVersion(blueprintId) }, body: { name: "Renamed" } };
    },
  },
  "POST /api/blueprints/:blueprintId/scans": ofBlueprint({ body: { fileName: "a.ply", sizeBytes: 9, preflight } }),
  "GET /api/blueprints/:blueprintId/scans": ofBlueprint(),
  "POST /api/scans/:scanId/retry": ofScan,
  "PUT /api/scans/:scanId/frame": {
    ask: async (target) => ({ params: { scanId: await target.original() }, body: { unit: "foot" } }),
  },
  "POST /api/scans/:scanId/cancel": ofScan,
  "DELETE /api/scans/:scanId": ofScan,
  "POST /api/scans/:scanId/restore": ofScan,
  "GET /api/blueprints/:blueprintId/removed-scans": ofBlueprint(),
  "GET /api/scans/:scanId/upload": ofScan,
  "GET /api/scans/:scanId/original-url": { ask: async (target) => ({ params: { scanId: await target.original() } }) },
};

/** Tested below or in their own files, by subject: streams, the bucket, files, and public endpoints. */
const walkedApart = [
  "GET /api/invoices/:invoiceId/pdf",
  "POST /api/stripe/messages",
  "GET /api/me/notifications/events",
  "GET /api/blueprints/:blueprintId/scan-events",
  "GET /healthz",
  "GET /go",
  "GET /api/health/ready",
  "GET /.well-known/security.txt",
  "GET /robots.txt",
  "GET /sitemap.xml",
  "GET /sitemap-pages.xml",
  "GET /sitemap-places.xml",
  "GET /api/openapi.json",
  "GET /api/auth/*",
  "POST /api/auth/*",
];

function aMessage() {
  return { kind: "contact", name: "A", email: "a@example.org", payload: { topic: "question", message: "Hello" } };
}
async function sendOriginal(person: TestPerson): Promise<ScanId> {
  const { scanId, name } = await announceScan(app, person, 1);
  expect((await new WireClient(app.url, person.asProgram).multipart(name, Buffer.from("x"))).status).toBe(200);
  return scanId;
}
async function aVisitedTeam(): Promise<string> {
  const teamId = (await app.buildPerson()).personalTeamId;
  const operator = people.get("operator") as TestPerson;
  await enterTeam(app.context, { ...operator, isOperator: true, sessionId: "" }, teamId, "They asked for help.");
  return teamId;
}

async function aFailedJob(): Promise<string> {
  const [job] = await app.context.sql`
    select (graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job('send-mail', '{}')).id], 'no')).id::text as id`;
  return job?.id as string;
}

/** A claim of one of the team's places, if the team exists. */
async function aClaimOf(teamId: string): Promise<string> {
  const id = systemIds.uuid();
  await app.context.sql`
    insert into claims (id, place_name, place_slug, claimant_name, present_team_id, relation, statement, stage,
      due_at, created_at, stage_at)
    select ${id}, 'Hall', 'hall', 'Ada', id, 'owner', '', 'waiting', now() + interval '1 day', now(), now()
    from teams where id = ${teamId}`;
  return id;
}

async function aClaimCode(blueprintId: string): Promise<string> {
  const id = systemIds.uuid();
  await app.context.sql`
    insert into claim_codes (id, blueprint_id, code_hash, label, team_id, created_at, expires_at)
    select ${id}, id, ${id}, '', team_id, now(), now() + interval '1 day' from blueprints where id = ${blueprintId}`;
  return id;
}

async function aShortLink(blueprintId: string): Promise<string> {
  const id = systemIds.uuid();
  // Of the blueprint in question, if that exists.
  await app.context.sql`
    insert into short_links (id, blueprint_id, code, label, target_kind, target_value, created_at)
    select ${id}, (select id from blueprints where id = ${blueprintId}), ${id}, '', 'place', '', now()`;
  return id;
}

async function anEmbedToken(blueprintId: string): Promise<string> {
  const id = systemIds.uuid();
  await app.context.sql`
    insert into embed_tokens (id, team_id, blueprint_id, scope, figures, days, origins, created_at)
    select ${id}, team_id, id, 'numbers', '["totals"]', 30, '[]', now() from blueprints where id = ${blueprintId}`;
  return id;
}

let webDomains = 0;
/** At an address that is never asked, because it isn't public. */
async function aWebDomain(teamId: string): Promise<string> {
  const id = systemIds.uuid();
  await app.context.sql`
    insert into web_domains (id, team_id, domain, token, created_at)
    select ${id}, id, ${`127.0.0.${++webDomains}`}, ${id}, now() from teams where id = ${teamId}`;
  return id;
}

async function aSign(blueprintId: string): Promise<string> {
  const id = systemIds.uuid();
  await app.context.sql`
    insert into signs (id, blueprint_id, short_link_id, number, title, line, storey, created_at)
    select ${id}, id, ${await aShortLink(blueprintId)},
      (select coalesce(max(number), 0) + 1 from signs where blueprint_id = ${blueprintId}), '', '', '', now()
    from blueprints where id = ${blueprintId}`;
  return id;
}

async function aSignPrint(blueprintId: string): Promise<string> {
  const id = systemIds.uuid();
  await app.context.sql`
    insert into sign_prints (id, blueprint_id, sheet, file_kind, sign_ids, created_at, ended_at)
    select ${id}, id, '{}', 'pdf', '{}', now(), now() from blueprints where id = ${blueprintId}`;
  return id;
}

async function anUnansweredQuestion(blueprintId: string): Promise<string> {
  const id = systemIds.uuid();
  await app.context.sql`
    insert into unanswered_questions
      (id, blueprint_id, words, question, nothing_found_count, unknown_count, first_asked_at, last_asked_at)
    select ${id}, id, ${id}, 'Where?', 1, 0, now(), now() from blueprints where id = ${blueprintId}`;
  return id;
}

async function aTranscript(blueprintId: string): Promise<string> {
  const id = systemIds.uuid();
  await app.context.sql`
    insert into guide_transcripts
      (id, blueprint_id, transcript_id, asked_at, is_spoken, question, answer, state, sources)
    select ${id}, id, ${id}, now(), false, 'Where?', '', 'unknown', '[]' from blueprints where id = ${blueprintId}`;
  return id;
}

async function aGuideTest(blueprintId: string): Promise<string> {
  const id = systemIds.uuid();
  await app.context.sql`
    insert into guide_tests (id, blueprint_id, question, expects, created_at)
    select ${id}, id, 'Where?', '{"kind":"refusal"}', now() from blueprints where id = ${blueprintId}`;
  return id;
}

async function idOfWebhook(teamId: string): Promise<string> {
  if (teamId === missing.teamId) return systemIds.uuid();
  const address = { method: "POST", url: "/api/teams/:teamId/webhooks" };
  const made = await sendAs(ownerOf(teamId), address, { params: { teamId }, body: aWebhook });
  const { id } = made.body.webhook as { id: string };
  // The walk creates more than a team may have.
  await app.context.sql`delete from webhooks where team_id = ${teamId} and id <> ${id}`;
  return id;
}

async function idOfWorkflow(teamId: string): Promise<string> {
  if (teamId === missing.teamId) return systemIds.uuid();
  const address = { method: "POST", url: "/api/teams/:teamId/workflows" };
  const made = await sendAs(ownerOf(teamId), address, { params: { teamId }, body: aWorkflow });
  const { id } = made.body as { id: string };
  // The walk creates more than a team may have.
  await app.context.sql`delete from workflows where team_id = ${teamId} and id <> ${id}`;
  return id;
}

async function idOfTask(teamId: string, assignee: Asker | undefined): Promise<string> {
  if (teamId === missing.teamId) return systemIds.uuid();
  const isHome = teamId === owner.personalTeamId && assignee !== undefined;
  const address = { method: "POST", url: "/api/teams/:teamId/tasks" };
  const body = { title: "Look", ...(isHome ? { assigneeId: people.get(assignee)?.userId } : {}) };
  return (await sendAs(ownerOf(teamId), address, { params: { teamId }, body })).body.id as string;
}

async function aDelivery(teamId: string, webhookId: string): Promise<string> {
  if (teamId === missing.teamId) return systemIds.uuid();
  const address = { method: "POST", url: "/api/teams/:teamId/webhooks/:webhookId/ping" };
  const made = await sendAs(ownerOf(teamId), address, { params: { teamId, webhookId } });
  return made.body.id as string;
}

async function rejoin(asker: Asker): Promise<void> {
  const person = people.get(asker);
  const role = teamRoles.find((known) => known === asker);
  if (person !== undefined && role !== undefined) await app.join(owner.personalTeamId, person, role);
}
async function aMember(teamId: string): Promise<string> {
  if (teamId === missing.teamId) return systemIds.uuid();
  return (await app.buildMember(ownerOf(teamId).personalTeamId, "editor")).userId;
}
async function anInvitation(teamId: string): Promise<string> {
  if (teamId === missing.teamId) return systemIds.uuid();
  const address = { method: "POST", url: "/api/teams/:teamId/invitations" };
  const body = { addresses: `${systemIds.uuid()}@example.org`, role: "viewer" };
  const made = await sendAs(ownerOf(teamId), address, { params: { teamId }, body });
  return (made.body.invitations as { id: string }[])[0]?.id ?? "";
}
async function anApiKey(teamId: string): Promise<string> {
  if (teamId === missing.teamId) return systemIds.uuid();
  const address = { method: "POST", url: "/api/teams/:teamId/api-keys" };
  const made = await sendAs(ownerOf(teamId), address, {
    params: { teamId },
    body: { name: "Robot", scopes: ["read"] },
  });
  return (made.body.key as { id: string }).id;
}
async function anInvoice(): Promise<string> {
  const [row] = await app.context.sql<{ id: string }[]>`
    insert into invoices (id, team_name, bill_to, kind, plan_type, billing, lines, total_cents, issued_at, due_at)
    values (gen_random_uuid(), 'Hall', 'A', 'upgrade', 'pro', 'monthly', '[]', 100, now(), now()) returning id`;
  return row?.id ?? "";
}
async function anAccessRequest(): Promise<string> {
  await send("nobody", requestAccess, { body: { email: `${systemIds.uuid()}@example.org` } });
  const [row] = await app.context.sql<
    { id: string }[]
  >`select id from access_requests order by created_at desc limit 1`;
  return row?.id ?? "";
}
async function aRequest(): Promise<string> {
  return (await send("nobody", sendRequest, { body: aMessage() })).body.id as string;
}
async function anEdit(blueprintId: string): Promise<string> {
  const known = await app.context.sql`select 1 from blueprints where id = ${blueprintId}`;
  if (known.length === 0) return "1";
  const person = ownerOf(await teamOf(blueprintId));
  const client = openSceneClient({ serverUrl: app.url, blueprintId, cookie: person.cookie });
  await client.loaded();
  client.doc.getMap("settings").set("units", "metric");
  await client.saved();
  client.close();
  const [row] = await app.context.sql<{ id: string }[]>`
    select id from scene_updates where blueprint_id = ${blueprintId} order by id desc limit 1`;
  return String(row?.id ?? 1);
}
async function aNamedVersion(blueprintId: string): Promise<string> {
  const known = await app.context.sql`select 1 from blueprints where id = ${blueprintId}`;
  if (known.length === 0) return systemIds.uuid();
  await anEdit(blueprintId);
  const person = ownerOf(await teamOf(blueprintId));
  const question = { params: { blueprintId }, body: { name: "First" } };
  const address = { method: "POST", url: "/api/blueprints/:blueprintId/named-versions" };
  return (await sendAs(person, address, question)).body.id as string;
}
async function teamOf(blueprintId: string): Promise<string> {
  const [row] = await app.context.sql<{ team_id: string }[]>`select team_id from blueprints where id = ${blueprintId}`;
  return row?.team_id ?? "";
}
const ownerOf = (teamId: string) => (teamId === owner.personalTeamId ? owner : other);

interface Answer {
  status: number;
  body: Record<string, unknown>;
}
const send = (asker: Asker, address: { method: string; url: string }, question: Question) =>
  sendAs(people.get(asker), address, question);

async function sendAs(
  person: TestPerson | undefined,
  { method, url }: { method: string; url: string },
  { params = {}, query = {}, body }: Question,
): Promise<Answer> {
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const response = await app.app.inject({
    method: method as "GET",
    url: path,
    query,
    headers: person === undefined ? {} : person.cookie === "" ? person.asProgram : { cookie: person.cookie },
    ...(body === undefined ? {} : { payload: body as object }),
    // Limited per address: each request has its own.
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
  });
  const { requestId: _, ...rest } = response.json<Record<string, unknown>>();
  return { status: response.statusCode, body: rest };
}

type Verdict = "let through" | (typeof refusals)[number];
const refusals = [
  "forbidden",
  "not-found",
  "unauthenticated",
  "api-key-not-accepted",
  "api-key-scope-missing",
] as const;

function toVerdict({ status, body }: Answer): Verdict {
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  return refusals.find((code) => code === body.code) ?? "let through";
}

/** The permission table of product §2 for one caller and a thing of their team. */
function expectedAtHome(
  asker: Asker,
  permission: Permission,
): "let through" | "forbidden" | "not-found" | "unauthenticated" {
  if (asker === "nobody") return "unauthenticated";
  const role = teamRoles.find((known) => known === asker);
  if (roleMay(role, permission)) return "let through";
  return roleMay(role, "blueprint.see") ? "forbidden" : "not-found";
}

describe("the permission walk", () => {
  it("covers every address of the server, and each declares who may call it", () => {
    const mounted = app.app.mountedRoutes.filter(({ method }) => method !== "HEAD" && method !== "OPTIONS");
    expect(mounted.filter(({ access }) => access === undefined)).toEqual([]);
    const walked = [...Object.keys(cases).map((name) => name.split(" ", 2).join(" ")), ...walkedApart];
    const contract = mounted.filter(({ access }) => access !== "capability" && access !== "bucket");
    expect(contract.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([...new Set(walked)].sort());
  });

  it("finds that the right an endpoint declares is the one enforced, unless the body or the object requires more", () => {
    const narrower = Object.entries(cases).flatMap(([name, { access }]) => (access === undefined ? [] : [name]));
    expect(narrower).toEqual([
      // Open to everyone, but not for a team's plan.
      "POST /api/requests of a plan",
      // Among those who may comment, only the creator, the assignee, owners and admins.
      "PATCH /api/teams/:teamId/tasks/:taskId",
      "DELETE /api/teams/:teamId/tasks/:taskId",
    ]);
  });

  it.each(Object.entries(cases))("%s", async (name, { ask, access: special, after }) => {
    const [method = "", url = ""] = name.split(" ");
    const address = { method, url };
    const declared = app.app.mountedRoutes.find((route) => route.method === method && route.url === url)?.access;
    const access = special ?? declared;
    for (const asker of askers) {
      const question = await ask(ownersThings(method));
      enforced.length = 0;
      const home = toVerdict(await send(asker, address, question));
      expect(enforced, asker).toEqual(isPermission(declared) && asker !== "nobody" ? [declared] : []);
      await after?.(asker);
      if (isPermission(access)) {
        expect(home, `${asker}, in their team`).toBe(expectedAtHome(asker, access));
        const away = await send(asker, address, await ask(elsewhere));
        expect(toVerdict(away), `${asker}, another team's`).toBe(asker === "nobody" ? "unauthenticated" : "not-found");
        expect(away, `${asker}, as for a missing thing`).toEqual(await send(asker, address, await ask(missing)));
      } else if (access === "operator") {
        const refused = asker === "nobody" ? "unauthenticated" : "not-found";
        expect(home, asker).toBe(asker === "operator" ? "let through" : refused);
      } else {
        const refused = access === "signed-in" && asker === "nobody";
        // A permitted caller may still have nothing of their own under this name.
        const wanted = refused ? "unauthenticated" : home === "not-found" ? "not-found" : "let through";
        expect(home, asker).toBe(wanted);
      }
    }
  });

  it.each(Object.entries(cases))("%s, by programs with a key and by an operator on a visit", async (name, found) => {
    const [method = "", url = ""] = name.split(" ");
    const { ask, access: special, isMakersOwn } = found;
    const route = app.app.mountedRoutes.find((one) => one.method === method && one.url === url);
    const access = special ?? route?.access;
    const askAs = async (person: TestPerson | undefined, target: Target) =>
      sendAs(person, { method, url }, await ask(target));

    if (isPermission(access)) {
      const reads = access === "blueprint.see" || access === "task.see";
      const home = toVerdict(await askAs(visitor, ownersThings(method)));
      expect(home, "on a visit").toBe(reads ? "let through" : "forbidden");
    }
    if (access === "anyone") return;
    const whole = keys.get("none");
    const home = toVerdict(await askAs(whole, ownersThings(method)));
    if (route?.apiScope === undefined) {
      // Open to everyone, but not for what this body asks.
      expect(home).toBe(route?.access === "anyone" ? "api-key-scope-missing" : "api-key-not-accepted");
      return;
    }
    const isGiven = special === undefined || isMakersOwn === true || scopesAllow(apiScopes, special);
    expect(home).toBe(isGiven ? "let through" : "api-key-scope-missing");
    expect(toVerdict(await askAs(whole, elsewhere)), "another team's").toBe("not-found");
    expect(toVerdict(await askAs(keys.get(route.apiScope), missing))).toBe("api-key-scope-missing");
  });

  it("a person's own document is closed to everyone else", async () => {
    for (const asker of askers.filter((name) => name !== "nobody")) {
      const answers: Answer[] = [];
      for (const uid of [owner.userId, systemIds.uuid()]) {
        answers.push(await send(asker, { method: "GET", url: "/api/users/:uid" }, { params: { uid } }));
      }
      expect(answers[0]?.body.code, asker).toBe("permission-denied");
      expect(answers[0], asker).toEqual(answers[1]);
    }
  });

  it("the stream of scans opens for people who see the blueprint", async () => {
    for (const asker of askers) {
      for (const target of [thingsOf(owner), thingsOf(other)]) {
        const away = target.teamId === other.personalTeamId;
        const stop = new AbortController();
        const { cookie = "" } = people.get(asker) ?? {};
        const url = `${app.url}/api/blueprints/${await target.blueprint()}/scan-events`;
        const { status } = await fetch(url, { headers: { cookie }, signal: stop.signal });
        stop.abort();
        const expected = away && asker !== "nobody" ? "not-found" : expectedAtHome(asker, "blueprint.see");
        expect(status, `${asker}, ${away}`).toBe(
          { "let through": 200, "not-found": 404, unauthenticated: 401, forbidden: 403 }[expected],
        );
      }
    }
  });

  it("the document's socket opens for people who see the blueprint, and accepts edits from its editors", async () => {
    const places = { own: await thingsOf(owner).blueprint(), other: await thingsOf(other).blueprint() };
    for (const asker of askers) {
      for (const [place, blueprintId] of Object.entries(places)) {
        const cookie = people.get(asker)?.cookie;
        const client = openSceneClient({
          serverUrl: app.url,
          blueprintId,
          ...(cookie === undefined ? {} : { cookie }),
        });
        const role = place === "own" ? teamRoles.find((known) => known === asker) : undefined;
        try {
          await client.until(
            () => client.provider.isSynced || client.closeCodes.length > 0 || client.refusals.length > 0,
          );
          expect(client.provider.isSynced, `${asker}, ${place}`).toBe(roleMay(role, "blueprint.see"));
          if (client.provider.isSynced) {
            const rights = () => client.messages.find((message) => message.type === "rights");
            await client.until(() => rights() !== undefined);
            const expected = roleMay(role, "blueprint.edit") ? "edit" : "comment";
            expect(rights(), `${asker}, ${place}`).toMatchObject({ may: expected });
          }
        } finally {
          client.close();
        }
      }
    }
  });

  it("the bucket can be read by people who see the team's blueprints and written by people who upload", async () => {
    const bucket = "/v0/b/blueprint-local/o";
    const codes = { "let through": 200, forbidden: 403, "not-found": 403, unauthenticated: 401 };
    const nameIn = (teamId: TeamId) => `teams/${teamId}/media/${systemIds.uuid()}`;
    for (const asker of askers) {
      for (const person of [owner, other]) {
        const name = nameIn(person.personalTeamId);
        expect((await new WireClient(app.url, person.asProgram).multipart(name, Buffer.from("x"))).status).toBe(200);
        const headers = people.get(asker)?.asProgram ?? {};
        const expected = (permission: Permission) =>
          codes[person === other && asker !== "nobody" ? "not-found" : expectedAtHome(asker, permission)];
        const at = `${app.url}${bucket}/${encodeURIComponent(name)}`;
        const where = `${asker}, ${person === owner ? "own" : "other"}`;
        const list = `${app.url}${bucket}?prefix=${encodeURIComponent(`teams/${person.personalTeamId}/media/`)}`;
        expect((await fetch(list, { headers })).status, where).toBe(expected("blueprint.see"));
        expect((await fetch(at, { headers })).status, where).toBe(expected("blueprint.see"));
        const change = { method: "PATCH", headers: { ...headers, "content-type": "application/json" }, body: "{}" };
        expect((await fetch(at, change)).status, where).toBe(expected("scan.upload"));
        const sent = await new WireClient(app.url, headers).multipart(nameIn(person.personalTeamId), Buffer.from("x"));
        expect(sent.status, where).toBe(expected("scan.upload"));
        const removed = (await fetch(at, { method: "DELETE", headers })).status;
        expect(removed === 204 ? 200 : removed, where).toBe(expected("scan.upload"));
      }
    }
  });

  it("the original in the bucket can be read by people who may download originals", async () => {
    const codes = { "let through": 200, forbidden: 403, "not-found": 403, unauthenticated: 401 };
    for (const person of [owner, other]) {
      const { name } = await announceScan(app, person, 1);
      expect((await new WireClient(app.url, person.asProgram).multipart(name, Buffer.from("x"))).status).toBe(200);
      const at = `${app.url}/v0/b/blueprint-local/o/${encodeURIComponent(name)}`;
      for (const asker of askers) {
        const headers = people.get(asker)?.asProgram ?? {};
        const away = person === other && asker !== "nobody";
        const expected = codes[away ? "not-found" : expectedAtHome(asker, "original.download")];
        expect((await fetch(at, { headers })).status, `${asker}, ${away}`).toBe(expected);
      }
      const ofVisitor = await fetch(at, { headers: visitor.asProgram });
      expect(ofVisitor.status, "on a visit").toBe(403);
    }
  });

  it("a file's address opens for anyone who has it, and no session opens another", async () => {
    const scanId = await sendOriginal(owner);
    const { url } = await owner.api(getOriginalUrl, { params: { scanId } });
    const foreign = await sendOriginal(other);
    for (const asker of askers) {
      const { cookie = "" } = people.get(asker) ?? {};
      const open = async (path: string) => (await fetch(app.url + path, { headers: { cookie } })).status;
      expect(await open(url), asker).toBe(200);
      expect(await open(url.replace(scanId, foreign)), asker).toBe(404);
      expect(await open(url.replace(/\/files\/[^/]+/, "/files/zzzzzzzz.forged")), asker).toBe(404);
    }
  });
});

describe("a write that the database refuses leaves nothing of its values in the log", () => {
  let failing: FailingWrites;
  beforeAll(async () => {
    failing = await installFailingWrites(app, logged);
  });
  const writes = Object.entries(cases).filter(([name]) => !name.startsWith("GET "));

  it.each(writes)("%s", async (name, { ask, access: special }) => {
    const [method = "", url = ""] = name.split(" ");
    const access =
      special ?? app.app.mountedRoutes.find((route) => route.method === method && route.url === url)?.access;
    const logBegins = logged.length;
    const refused = await failing.drive(
      async () => {
        const question = await ask(thingsOf(owner));
        if (isPermission(access)) return { question, person: owner };
        return { question, person: access === "operator" ? people.get("operator") : await app.buildPerson() };
      },
      ({ question, person }) => sendAs(person, { method, url }, question),
    );
    if (refused.length > 0) expect(logged.slice(logBegins).join("")).toContain("violates check constraint");
  });
});
