import { createECDH, randomBytes } from "node:crypto";
import { addPasskey, beginPasskey, beginPasskeySignIn, requestEmailChange } from "@blueprint/contract/account";
import { deleteAccount } from "@blueprint/contract/account-end";
import { createApiKey } from "@blueprint/contract/api-keys";
import { appCheckHeader, issueAppCheckToken } from "@blueprint/contract/app-check";
import { createBlueprint, getBlueprint, moveBlueprint, publishBlueprint } from "@blueprint/contract/blueprints";
import type { BlueprintId, TeamId, WorkflowId } from "@blueprint/contract/ids";
import { enterTeam } from "@blueprint/contract/installation";
import { getInstallationSettings, saveInstallationSettings } from "@blueprint/contract/installation-settings";
import { storageBucket } from "@blueprint/contract/limits";
import { createMedia, resolveMedia, toMediaName } from "@blueprint/contract/media";
import { getNotificationPreferences } from "@blueprint/contract/notifications";
import { changePlan, listInvoices } from "@blueprint/contract/plans";
import {
  answerScanFrame,
  cancelScan,
  createScan,
  deleteScan,
  getOriginalUrl,
  listScans,
} from "@blueprint/contract/scans";
import { listChangeSets } from "@blueprint/contract/scene-history";
import { listSessions } from "@blueprint/contract/sessions";
import { changeSharing } from "@blueprint/contract/sharing";
import { createTask } from "@blueprint/contract/tasks";
import { acceptInvitation, askForInvitation, createTeam, deleteTeam, inviteToTeam } from "@blueprint/contract/teams";
import { createWebhook, listWebhooks, pingWebhook } from "@blueprint/contract/webhooks";
import { createWorkflow, listWorkflows } from "@blueprint/contract/workflows";
import { SoftwareAuthenticator } from "../../apps/server/src/features/people/testing/software-authenticator.ts";
import { newEmail, type Person } from "../harness/people.ts";
import type { Target } from "./api-targets.ts";
import { type FuzzWorld, fetchFromAnywhere, type SenderName } from "./fuzz-world.ts";
import type { GoodCall, Sender } from "./make-request.ts";

/** A call that should succeed, and its sender. Faults are added to it as to any other call. */
export interface PreparedCall extends GoodCall {
  readonly by: SenderName;
  /** A sender other than the world's own. */
  readonly as?: Sender;
}

type Prepare = (world: FuzzWorld) => Promise<PreparedCall>;

const placePassword = "open sesame";
const newPassword = "another quiet corner table";

async function makePlace({ people: { owner } }: FuzzWorld): Promise<BlueprintId> {
  const body = { teamId: owner.teamId, name: "Annex", industry: "museum" as const };
  return (await owner.api(createBlueprint, { body })).id;
}

const makeTeam = async ({ people: { owner } }: FuzzWorld): Promise<TeamId> =>
  (await owner.api(createTeam, { body: { name: "Night shift" } })).teamId;

/** Invites an address to one of the owner's teams. @returns the token from the mail and the invitation's id */
async function invite({ people: { owner }, mailbox }: FuzzWorld, teamId: TeamId, email: string) {
  const earlier = mailbox.count(email, "token");
  const { invitations } = await owner.api(inviteToTeam, {
    params: { teamId },
    body: { addresses: email, role: "viewer" },
  });
  const invitationId = invitations.find((one) => one.email === email)?.id ?? "";
  return { invitationId, token: await mailbox.waitFor(email, "token", earlier) };
}

/** Creates a team whose only members are the world's owner and viewer. */
async function makeTeamOfTwo(world: FuzzWorld): Promise<TeamId> {
  const teamId = await makeTeam(world);
  const { token } = await invite(world, teamId, world.people.viewer.email);
  await world.people.viewer.api(acceptInvitation, { params: { token } });
  return teamId;
}

/** Publishes the place for all visitors, or behind a password. */
async function openPlace({ people: { owner }, blueprintId }: FuzzWorld, isLocked: boolean): Promise<void> {
  const params = { blueprintId };
  const { latestVersion, publishedVersion } = await owner.api(getBlueprint, { params });
  if (publishedVersion === null) {
    await owner.api(moveBlueprint, { params, body: { to: "restored" } });
    await owner.api(publishBlueprint, { params, body: { basedOnVersion: latestVersion, visibility: "public" } });
  }
  const sharing = isLocked
    ? { visibility: "password" as const, password: placePassword }
    : { visibility: "public" as const };
  await owner.api(changeSharing, { params, body: { ...sharing, expiresAt: null } });
}

async function findScanId({ people: { owner }, blueprintId }: FuzzWorld) {
  const { scans } = await owner.api(listScans, { params: { blueprintId } });
  const scan = scans.find(({ delivery }) => delivery !== null);
  if (scan === undefined) throw new Error("The place has no scan that was converted.");
  return scan.id;
}

const definition = {
  name: "Look at it",
  event: "scan.ready" as const,
  blueprintId: null,
  action: { type: "task" as const, title: "Look at {scan}", text: "", dueInDays: 2, assigneeId: null },
};

async function findWorkflow({ people: { owner } }: FuzzWorld): Promise<{ teamId: TeamId; workflowId: WorkflowId }> {
  const { teamId, api } = owner;
  const { workflows } = await api(listWorkflows, { params: { teamId } });
  const found = workflows[0] ?? (await api(createWorkflow, { params: { teamId }, body: { definition } }));
  return { teamId, workflowId: found.id };
}

async function findWebhook({ people: { owner } }: FuzzWorld) {
  const { teamId, api } = owner;
  const { webhooks } = await api(listWebhooks, { params: { teamId } });
  const body = { url: "https://hooks.example.org/fuzz", events: ["scan.ready" as const] };
  const found = webhooks[0] ?? (await api(createWebhook, { params: { teamId }, body })).webhook;
  return { teamId, webhookId: found.id };
}

async function makeTask({ people: { owner } }: FuzzWorld) {
  const { teamId, api } = owner;
  return { teamId, taskId: (await api(createTask, { params: { teamId }, body: { title: "Look at it" } })).id };
}

const paidPlan = { planType: "starter" as const, billing: "monthly" as const };

const announcement = {
  fileName: "hall.ply",
  sizeBytes: 100,
  preflight: {
    kind: "point-cloud" as const,
    format: "ply-points" as const,
    sizeBytes: 100,
    counts: { points: 8 },
    unit: "metre" as const,
    upAxis: "z" as const,
    warnings: [],
  },
};

async function announceScan({ people: { owner }, blueprintId }: FuzzWorld) {
  return (await owner.api(createScan, { params: { blueprintId }, body: announcement })).id;
}

/** Stores a small file in the team's media. */
async function storeFile({ people: { owner } }: FuzzWorld, blueprintId: BlueprintId): Promise<string> {
  const body = { name: "note.txt", format: "raw" as const, text: "A note", contentType: "text/plain" };
  return (await owner.api(createMedia, { params: { blueprintId }, body })).fileId;
}

/** The headers that the page sends to the storage in addition to its cookie. */
async function toStorageHeaders({ serverUrl }: FuzzWorld): Promise<Record<string, string>> {
  const answer = await fetchFromAnywhere(serverUrl + issueAppCheckToken.url, {
    method: "POST",
    headers: { origin: serverUrl },
  });
  return { [appCheckHeader]: ((await answer.json()) as { token: string }).token };
}

async function toStoredObject(world: FuzzWorld) {
  const fileId = await storeFile(world, world.blueprintId);
  const params = { bucket: storageBucket, objectName: toMediaName(world.people.owner.teamId, fileId) };
  return { by: "owner" as const, params, headers: await toStorageHeaders(world) };
}

/** Splits a file URL issued by the server: `/files/<capability>/<kind>/<more>`. */
function readFileAddress(url: string, kind: string): { capability: string; rest: string[] } {
  const [, capability = "", found, ...rest] = new URL(url, "http://localhost").pathname.split("/").slice(1);
  if (found !== kind || capability === "") throw new Error(`This is no address of ${kind}: ${url}`);
  return { capability: decodeURIComponent(capability), rest };
}

async function addOwnPasskey({ serverUrl }: FuzzWorld, person: Person) {
  const key = new SoftwareAuthenticator(serverUrl);
  const { options } = await person.api(beginPasskey, { body: { password: person.password } });
  const response = key.register(String(options.challenge));
  const { passkeys } = await person.api(addPasskey, { body: { name: "Phone", response } });
  return { key, passkeyId: passkeys[0]?.id ?? "" };
}

/** The obvious call: by the team's owner, or the operator for operator endpoints, with the world's own ids. */
function tryPlainly(
  { isOperators, params, query }: Target,
  { people: { owner }, blueprintId, slug }: FuzzWorld,
): PreparedCall {
  const usual: Readonly<Record<string, string>> = { teamId: owner.teamId, blueprintId, slug };
  const last = params.at(-1);
  const known = params.every((param) => usual[param] !== undefined) ? params : [];
  return {
    by: isOperators ? "operator" : "owner",
    ...(last === undefined ? {} : { params: Object.fromEntries(known.map((param) => [param, usual[param] ?? ""])) }),
    query: Object.fromEntries(Object.entries(usual).filter(([name]) => query[name] !== undefined)),
  };
}

/** Prepares a call that should succeed, as far as the target is known. @throws the error of a failed preparation */
export function prepareCall(target: Target, world: FuzzWorld): Promise<PreparedCall> | PreparedCall {
  return goodCalls[target.name]?.(world) ?? tryPlainly(target, world);
}

/** By target name: calls that random input never or rarely gets right. */
const goodCalls: Readonly<Record<string, Prepare>> = {
  "PATCH /api/users/{uid}": async ({ senders }) => ({
    by: "owner",
    params: { uid: senders.owner.userId ?? "" },
    body: { name: "Olive Owner", preferredColors: ["red"], preferredModelScales: [1.5] },
  }),
  "PUT /api/me/notification-delivery": async ({ people: { owner } }) => {
    const { personal } = await owner.api(getNotificationPreferences, {});
    return { by: "owner", body: { teamId: null, kind: Object.keys(personal)[0], email: "digest", push: false } };
  },
  "POST /api/me/push-devices": async (world) => {
    const keys = {
      p256dh: createECDH("prime256v1").generateKeys("base64url"),
      auth: randomBytes(16).toString("base64url"),
    };
    // A user without notifications: no push is ever sent.
    const body = { endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString("hex")}`, keys };
    return { by: "viewer", as: (await world.makePerson()).sender, body };
  },

  "PATCH /api/teams/{teamId}": async ({ people: { owner } }) => ({
    by: "owner",
    params: { teamId: owner.teamId },
    body: { name: "The museum" },
  }),
  "DELETE /api/teams/{teamId}": async (world) => ({ by: "owner", params: { teamId: await makeTeam(world) } }),
  "POST /api/teams/{teamId}/restore": async (world) => {
    const teamId = await makeTeam(world);
    await world.people.owner.api(deleteTeam, { params: { teamId } });
    return { by: "owner", params: { teamId } };
  },
  "POST /api/teams/{teamId}/leave": async (world) => ({
    by: "viewer",
    params: { teamId: await makeTeamOfTwo(world) },
  }),
  "POST /api/teams/{teamId}/transfer": async (world) => ({
    by: "owner",
    params: { teamId: await makeTeamOfTwo(world) },
    body: { userId: world.senders.viewer.userId },
  }),
  "PATCH /api/teams/{teamId}/members/{userId}": async (world) => ({
    by: "owner",
    params: { teamId: await makeTeamOfTwo(world), userId: world.senders.viewer.userId ?? "" },
    body: { role: "scanner" },
  }),
  "DELETE /api/teams/{teamId}/members/{userId}": async (world) => ({
    by: "owner",
    params: { teamId: await makeTeamOfTwo(world), userId: world.senders.viewer.userId ?? "" },
  }),
  "DELETE /api/teams/{teamId}/api-keys/{apiKeyId}": async ({ people: { owner } }) => {
    const params = { teamId: owner.teamId };
    const { key } = await owner.api(createApiKey, { params, body: { name: "Lost", scopes: ["read"] } });
    return { by: "owner", params: { ...params, apiKeyId: key.id } };
  },

  "GET /api/teams/{teamId}/webhooks/{webhookId}/deliveries": async (world) => ({
    by: "owner",
    params: await findWebhook(world),
  }),
  "POST /api/teams/{teamId}/webhooks/{webhookId}/ping": async (world) => ({
    by: "owner",
    params: await findWebhook(world),
  }),
  "POST /api/teams/{teamId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay": async (world) => {
    const params = await findWebhook(world);
    const { id } = await world.people.owner.api(pingWebhook, { params });
    return { by: "owner", params: { ...params, deliveryId: id } };
  },
  "POST /api/teams/{teamId}/webhooks/{webhookId}/secret": async (world) => ({
    by: "owner",
    params: await findWebhook(world),
  }),
  "PATCH /api/teams/{teamId}/webhooks/{webhookId}": async (world) => ({
    by: "owner",
    params: await findWebhook(world),
    body: { isEnabled: false },
  }),
  "DELETE /api/teams/{teamId}/webhooks/{webhookId}": async (world) => ({
    by: "owner",
    params: await findWebhook(world),
  }),
  "PATCH /api/teams/{teamId}/tasks/{taskId}": async (world) => ({
    by: "owner",
    params: await makeTask(world),
    body: { title: "Look again" },
  }),
  "POST /api/teams/{teamId}/tasks/{taskId}/done": async (world) => ({
    by: "editor",
    params: await makeTask(world),
    body: { isDone: true },
  }),
  "DELETE /api/teams/{teamId}/tasks/{taskId}": async (world) => ({ by: "owner", params: await makeTask(world) }),

  "POST /api/teams/{teamId}/plan/trial": async (world) => ({ by: "owner", params: { teamId: await makeTeam(world) } }),
  "POST /api/teams/{teamId}/plan/change": async (world) => ({
    by: "owner",
    params: { teamId: await makeTeam(world) },
    body: paidPlan,
  }),
  "DELETE /api/teams/{teamId}/plan/change": async (world) => {
    const params = { teamId: await makeTeam(world) };
    await world.people.owner.api(changePlan, { params, body: paidPlan });
    return { by: "owner", params };
  },
  "POST /api/operator/invoices/{invoiceId}/settle": async (world) => {
    const params = { teamId: await makeTeam(world) };
    await world.people.owner.api(changePlan, { params, body: paidPlan });
    const { invoices } = await world.people.owner.api(listInvoices, { params });
    return { by: "operator", params: { invoiceId: invoices[0]?.id ?? "" }, body: { outcome: "paid" } };
  },
  "GET /api/invoices/{invoiceId}/pdf": async (world) => {
    const params = { teamId: await makeTeam(world) };
    await world.people.owner.api(changePlan, { params, body: paidPlan });
    const { invoices } = await world.people.owner.api(listInvoices, { params });
    return { by: "owner", params: { invoiceId: invoices[0]?.id ?? "" } };
  },

  "POST /api/operator/teams/{teamId}/visit": async ({ people: { owner } }) => ({
    by: "operator",
    params: { teamId: owner.teamId },
    body: { reason: "Asked for help with a scan." },
  }),
  "DELETE /api/operator/teams/{teamId}/visit": async ({ people: { owner, operator } }) => {
    const params = { teamId: owner.teamId };
    await operator.api(enterTeam, { params, body: { reason: "Asked for help with a scan." } });
    return { by: "operator", params };
  },
  "POST /api/operator/storage/orphans": async () => ({ by: "operator" }),

  "POST /api/invitations/{token}/rebind-request": async (world) => {
    const { token } = await invite(world, await makeTeam(world), newEmail());
    return { by: "viewer", params: { token } };
  },
  "POST /api/teams/{teamId}/invitations/{invitationId}/extend": async (world) => {
    const { teamId } = world.people.owner;
    const { invitationId } = await invite(world, teamId, newEmail());
    return { by: "owner", params: { teamId, invitationId } };
  },
  "POST /api/teams/{teamId}/invitations/{invitationId}/revoke": async (world) => {
    const { teamId } = world.people.owner;
    const { invitationId } = await invite(world, teamId, newEmail());
    return { by: "owner", params: { teamId, invitationId } };
  },
  "POST /api/invitations/{token}/account": async (world) => {
    const email = newEmail();
    const { token } = await invite(world, world.people.owner.teamId, email);
    return { by: "anonymous", params: { token }, body: { email, password: newPassword, name: "Nia New" } };
  },
  "POST /api/invitations/{token}/accept": async (world) => {
    const { token } = await invite(world, await makeTeam(world), world.people.viewer.email);
    return { by: "viewer", params: { token } };
  },
  "POST /api/teams/{teamId}/invitations/{invitationId}/resend": async (world) => {
    const { teamId } = world.people.owner;
    const { invitationId } = await invite(world, teamId, newEmail());
    return { by: "owner", params: { teamId, invitationId } };
  },
  "POST /api/teams/{teamId}/invitations/{invitationId}/rebind": async (world) => {
    const teamId = await makeTeam(world);
    const { invitationId, token } = await invite(world, teamId, newEmail());
    await world.people.viewer.api(askForInvitation, { params: { token } });
    return { by: "owner", params: { teamId, invitationId } };
  },

  "POST /api/email-changes/{token}": async (world) => {
    const { person } = await world.makePerson();
    const email = newEmail();
    await person.api(requestEmailChange, { body: { email, password: person.password } });
    return { by: "anonymous", params: { token: await world.mailbox.waitFor(email, "email-change", 0) } };
  },
  "POST /api/me/email": async (world) => {
    const { person, sender } = await world.makePerson();
    return { by: "viewer", as: sender, body: { email: newEmail(), password: person.password } };
  },
  "POST /api/me/password": async (world) => {
    const { person, sender } = await world.makePerson();
    return { by: "viewer", as: sender, body: { password: person.password, newPassword } };
  },
  "POST /api/auth/reset-password": async (world) => {
    const { person } = await world.makePerson();
    await fetchFromAnywhere(`${world.serverUrl}/api/auth/request-password-reset`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: person.email }),
    });
    const token = await world.mailbox.waitFor(person.email, "reset", 0);
    return { by: "anonymous", body: { token, newPassword } };
  },
  "POST /api/me/deletion": async (world) => {
    const { person, sender } = await world.makePerson();
    return { by: "viewer", as: sender, body: { password: person.password } };
  },
  "DELETE /api/me/deletion": async (world) => {
    const { person, sender } = await world.makePerson();
    await person.api(deleteAccount, { body: { password: person.password } });
    return { by: "viewer", as: sender };
  },
  "POST /api/me/export": async (world) => ({ by: "viewer", as: (await world.makePerson()).sender }),
  "POST /api/operator/users/{userId}/disabled": async (world) => ({
    by: "operator",
    params: { userId: (await world.makePerson()).sender.userId ?? "" },
    body: { disabled: true },
  }),
  "DELETE /api/me/sessions": async (world) => ({ by: "viewer", as: (await world.makePerson()).sender }),
  "DELETE /api/me/sessions/{sessionId}": async (world) => {
    const { person, sender } = await world.makePerson();
    const { sessions } = await person.api(listSessions, {});
    return { by: "viewer", as: sender, params: { sessionId: sessions[0]?.id ?? "" } };
  },
  "POST /api/me/passkeys": async (world) => {
    const { person, sender } = await world.makePerson();
    const { options } = await person.api(beginPasskey, { body: { password: person.password } });
    const response = new SoftwareAuthenticator(world.serverUrl).register(String(options.challenge));
    return { by: "viewer", as: sender, body: { name: "Phone", response } };
  },
  "DELETE /api/me/passkeys/{passkeyId}": async (world) => {
    const { person, sender } = await world.makePerson();
    const { passkeyId } = await addOwnPasskey(world, person);
    return { by: "viewer", as: sender, params: { passkeyId } };
  },
  "POST /api/passkey-sign-in": async (world) => {
    const { person } = await world.makePerson();
    const { key } = await addOwnPasskey(world, person);
    const { options } = await person.api(beginPasskeySignIn, {});
    return { by: "anonymous", body: { response: key.authenticate(String(options.challenge)) } };
  },

  "POST /api/teams/{teamId}/workflows": async ({ people: { owner } }) => ({
    by: "owner",
    params: { teamId: owner.teamId },
    body: { definition },
  }),
  "PATCH /api/teams/{teamId}/workflows/{workflowId}": async (world) => ({
    by: "owner",
    params: await findWorkflow(world),
    body: { definition, isEnabled: false },
  }),
  "DELETE /api/teams/{teamId}/workflows/{workflowId}": async (world) => ({
    by: "owner",
    params: await findWorkflow(world),
  }),
  "POST /api/teams/{teamId}/workflows/{workflowId}/test": async (world) => ({
    by: "owner",
    params: await findWorkflow(world),
  }),
  "GET /api/teams/{teamId}/workflows/{workflowId}/runs": async (world) => ({
    by: "owner",
    params: await findWorkflow(world),
  }),

  "PUT /api/operator/settings": async ({ people: { operator } }) => {
    const { version, settings } = await operator.api(getInstallationSettings, {});
    return { by: "operator", body: { basedOnVersion: version, settings } };
  },

  "GET /.well-known/security.txt": async ({ people: { operator } }) => {
    const { version, settings } = await operator.api(getInstallationSettings, {});
    const body = { basedOnVersion: version, settings: { ...settings, supportEmail: "help@example.org" } };
    await operator.api(saveInstallationSettings, { body });
    return { by: "anonymous", query: {} };
  },

  "POST /api/blueprints/{blueprintId}/life": async (world) => ({
    by: "owner",
    params: { blueprintId: await makePlace(world) },
    body: { to: "archived" },
  }),
  "POST /api/blueprints/{blueprintId}/bin": async (world) => ({
    by: "owner",
    params: { blueprintId: await makePlace(world) },
  }),
  "POST /api/blueprints/{blueprintId}/transfer": async (world) => ({
    by: "owner",
    params: { blueprintId: await makePlace(world) },
    body: { teamId: await makeTeam(world) },
  }),
  "GET /api/blueprints/{blueprintId}/history/{editId}": async ({ people: { owner }, blueprintId }) => {
    const { sessions: changeSets } = await owner.api(listChangeSets, { params: { blueprintId }, query: { limit: 50 } });
    return { by: "viewer", params: { blueprintId, editId: String(changeSets[0]?.editId) } };
  },
  "POST /api/blueprints/{blueprintId}/named-versions": async ({ people: { owner }, blueprintId }) => {
    const { sessions: changeSets } = await owner.api(listChangeSets, { params: { blueprintId }, query: { limit: 50 } });
    return { by: "editor", params: { blueprintId }, body: { name: "As built", editId: changeSets[0]?.editId } };
  },
  "POST /api/sample-blueprint": async ({ people: { owner } }) => ({ by: "owner", body: { teamId: owner.teamId } }),
  "POST /api/blueprints/{blueprintId}/publish": async ({ people: { owner }, blueprintId }) => {
    const { latestVersion } = await owner.api(getBlueprint, { params: { blueprintId } });
    return { by: "editor", params: { blueprintId }, body: { basedOnVersion: latestVersion, visibility: "public" } };
  },
  "GET /api/published/{slug}": async (world) => {
    await openPlace(world, false);
    return { by: "anonymous", params: { slug: world.slug } };
  },
  "POST /api/published/{slug}/forms/{anchorId}": async (world) => {
    await openPlace(world, false);
    const params = { slug: world.slug, anchorId: world.anchorId };
    return { by: "anonymous", params, body: { answers: { mail: "vic@example.org" } } };
  },
  "POST /api/published/{slug}/open": async (world) => {
    await openPlace(world, true);
    return { by: "anonymous", params: { slug: world.slug }, body: { password: placePassword } };
  },

  "GET /api/scans/{scanId}/original-url": async (world) => ({
    by: "owner",
    params: { scanId: await findScanId(world) },
  }),
  "DELETE /api/scans/{scanId}": async (world) => ({ by: "owner", params: { scanId: await announceScan(world) } }),
  "POST /api/scans/{scanId}/cancel": async (world) => ({
    by: "owner",
    params: { scanId: await announceScan(world) },
  }),
  "POST /api/blueprints/{blueprintId}/scans": async ({ blueprintId }) => ({
    by: "editor",
    params: { blueprintId },
    body: announcement,
  }),
  "PUT /api/scans/{scanId}/frame": async (world) => ({
    by: "editor",
    params: { scanId: await findScanId(world) },
    body: { unit: "metre" },
  }),
  "POST /api/scans/{scanId}/retry": async (world) => {
    const params = { scanId: await findScanId(world) };
    await world.people.owner.api(answerScanFrame, { params, body: { upAxis: "y" } });
    await world.people.owner.api(cancelScan, { params });
    return { by: "editor", params };
  },
  "POST /api/scans/{scanId}/restore": async (world) => {
    const params = { scanId: await findScanId(world) };
    await world.people.owner.api(deleteScan, { params });
    return { by: "editor", params };
  },
  "GET /files/{capability}/originals/{scanId}": async (world) => {
    const params = { scanId: await findScanId(world) };
    const { url } = await world.people.owner.api(getOriginalUrl, { params });
    return { by: "anonymous", params: { ...params, capability: readFileAddress(url, "originals").capability } };
  },
  "GET /files/{capability}/deliveries/{scanId}/1/preview.webp": async ({ people: { owner }, blueprintId }) => {
    const { coverUrl } = await owner.api(getBlueprint, { params: { blueprintId } });
    const { capability, rest } = readFileAddress(coverUrl ?? "", "deliveries");
    return { by: "anonymous", params: { capability, scanId: rest[0] ?? "" } };
  },
  "GET /files/{capability}/media/{teamId}/{fileId}": async (world) => {
    const { people, blueprintId } = world;
    const fileId = await storeFile(world, blueprintId);
    const { urls } = await people.owner.api(resolveMedia, { params: { blueprintId }, body: { fileIds: [fileId] } });
    const { capability, rest } = readFileAddress(urls[fileId] ?? "", "media");
    return { by: "anonymous", params: { capability, teamId: rest[0] ?? "", fileId: rest[1] ?? "" } };
  },

  "POST /api/blueprints/{blueprintId}/media/files": async ({ blueprintId }) => ({
    by: "editor",
    params: { blueprintId },
    body: { name: "note.txt", format: "raw", text: "A note", contentType: "text/plain" },
  }),
  "POST /api/blueprints/{blueprintId}/media/copies": async (world) => {
    const blueprintId = await makePlace(world);
    const body = { fromBlueprintId: world.blueprintId, fileIds: [await storeFile(world, world.blueprintId)] };
    return { by: "owner", params: { blueprintId }, body };
  },
  "POST /api/app-check-token": async ({ serverUrl }) => ({ by: "anonymous", headers: { origin: serverUrl } }),
  "POST /v0/b/{bucket}/o": async (world) => ({
    by: "owner",
    params: { bucket: storageBucket },
    query: { name: toMediaName(world.people.owner.teamId, crypto.randomUUID()) },
    headers: { ...(await toStorageHeaders(world)), "x-goog-upload-protocol": "multipart" },
  }),
  "GET /v0/b/{bucket}/o": async (world) => ({
    by: "owner",
    params: { bucket: storageBucket },
    query: { prefix: toMediaName(world.people.owner.teamId, "") },
    headers: await toStorageHeaders(world),
  }),
  "GET /v0/b/{bucket}/o/{objectName}": toStoredObject,
  "PATCH /v0/b/{bucket}/o/{objectName}": async (world) => ({
    ...(await toStoredObject(world)),
    body: { contentType: "text/markdown", metadata: { room: "hall" } },
  }),
  "DELETE /v0/b/{bucket}/o/{objectName}": toStoredObject,
};
