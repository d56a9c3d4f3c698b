import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { putPhoto } from "@blueprint/contract/account";
import { createApiKey } from "@blueprint/contract/api-keys";
import { changeAudienceLink } from "@blueprint/contract/audience-links";
import {
  type Blueprint,
  binBlueprint,
  getBlueprint,
  moveBlueprint,
  publishBlueprint,
  updateBlueprint,
} from "@blueprint/contract/blueprints";
import { notifyMentions } from "@blueprint/contract/comments";
import { sendFormAnswers } from "@blueprint/contract/form-answers";
import type { TeamId, UserId } from "@blueprint/contract/ids";
import { getInstallationSettings, saveInstallationSettings } from "@blueprint/contract/installation-settings";
import { createMedia } from "@blueprint/contract/media";
import {
  listNotifications,
  readNotifications,
  saveNotificationDelivery,
  saveNotificationSettings,
} from "@blueprint/contract/notifications";
import { changePlan, settleInvoice } from "@blueprint/contract/plans";
import { closeRequest, listRequests, sendRequest } from "@blueprint/contract/requests";
import type { TeamRole } from "@blueprint/contract/roles";
import { createScan } from "@blueprint/contract/scans";
import { createNamedVersion } from "@blueprint/contract/scene-history";
import { changeSharing } from "@blueprint/contract/sharing";
import { completeTask, createTask } from "@blueprint/contract/tasks";
import { acceptInvitation, createTeam, inviteToTeam, requestAccess, revokeInvitation } from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { createWebhook, pingWebhook } from "@blueprint/contract/webhooks";
import { createWorkflow, testWorkflow } from "@blueprint/contract/workflows";
import { toByteSource } from "@blueprint/scans/byte-source";
import { preflight } from "@blueprint/scans/preflight";
import { addAnchor, editAnchor, editQuestion, removeAnchor } from "@blueprint/scene/anchor-operations";
import { addComment, addThread } from "@blueprint/scene/comment-operations";
import { editMember } from "@blueprint/scene/member-operations";
import { addObject } from "@blueprint/scene/object-operations";
import { addZone } from "@blueprint/scene/zone-operations";
import sharp from "sharp";
import { WireClient } from "../../../apps/server/src/features/uploads/testing/upload-test-world.ts";
import { editScene } from "../../../e2e/harness/full-house.ts";
import type { LaunchedServer } from "../../../e2e/harness/launch-server.ts";
import { acceptAsNewPerson, invite, type Person, readInvitationLink } from "../../../e2e/harness/people.ts";
import {
  makeBlueprint,
  makePlainRoom,
  makePointCloud,
  publish,
  uploadScan,
  waitForScan,
} from "../../../e2e/harness/scans.ts";

export type Role = "operator" | "owner" | "editor" | "viewer";

/** What is known of an installation that people have lived in. */
export interface LivedIn {
  readonly people: Readonly<Record<Role, Person>>;
  readonly teamId: TeamId;
  /** Published, with a scan, content, comments and history. */
  readonly hall: Blueprint;
  readonly others: readonly Blueprint[];
  readonly apiKey: string;
  readonly lockedPlace: { readonly slug: string; readonly password: string };
  readonly upload: { readonly scanId: string; readonly receivedBytes: number; readonly missing: string };
  /** Ids that read paths name. */
  readonly ids: {
    readonly webhookId: string;
    readonly workflowId: string;
    readonly scanId: string;
    readonly formId: string;
  };
  close(): Promise<void>;
}

const formId = "guestbook";
const made = { createdBy: "", createdAt: "2026-11-20T09:00:00.000Z" };

/** Uses every part of a new installation once, as its people would. */
export async function liveInRelease(server: LaunchedServer): Promise<LivedIn> {
  const operator = await acceptAsNewPerson(server, server.operatorInvitationUrl, "Olga Operator", "olga@example.org");
  const join = async (role: TeamRole, name: string, email: string) =>
    acceptAsNewPerson(server, await invite(server, operator, email, role), name, email);
  const owner = await join("viewer", "Hanna Host", "hanna@example.org");
  const editor = await join("viewer", "Emil Editor", "emil@example.org");
  const viewer = await join("viewer", "Vera Viewer", "vera@example.org");
  const people = { operator, owner, editor, viewer };
  const idOf = async (person: Person) => (await person.api(getMe, {})).profile.uid;
  const [ownerId, editorId, viewerId] = [await idOf(owner), await idOf(editor), await idOf(viewer)];

  const { teamId } = await owner.api(createTeam, { body: { name: "City Museum" } });
  await takeIn(server, owner, teamId, editor, "editor");
  await takeIn(server, owner, teamId, viewer, "viewer");
  await leaveInvitationsOpen(owner, teamId);
  await payForPlan(operator, owner, teamId);

  const receiver = createServer((request, response) => request.resume().on("end", () => response.end("Noted.")));
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const hook = { url: hookUrl, events: ["scan.ready", "blueprint.published"] as const };
  const { webhook } = await owner.api(createWebhook, {
    params: { teamId },
    body: { ...hook, events: [...hook.events] },
  });
  await owner.api(pingWebhook, { params: { teamId, webhookId: webhook.id } });
  const workflow = await makeWorkflow(owner, teamId, editorId);

  const hall = await makeBlueprint(owner, "Harbour hall", teamId);
  const scan = await waitForScan(owner, await uploadScan(server, owner, hall, "room.glb", makePlainRoom()));
  await furnish(server, people, hall, { ownerId, viewerId, editorId });
  await publish(owner, hall, 0, "public");
  const answers = { name: "Rosa", liked: true };
  await owner.api(sendFormAnswers, { params: { slug: hall.slug, anchorId: formId }, body: { answers } });
  await owner.api(changeAudienceLink, { params: { blueprintId: hall.id }, body: { audience: "staff", to: "made" } });

  const cellar = await makeBlueprint(owner, "Cellar", teamId);
  const room = makePlainRoom();
  const cutOff = room.slice(0, Math.floor(room.length * 0.7));
  await waitForScan(owner, await uploadScan(server, owner, cellar, "cut-off.glb", cutOff), "failed");
  const upload = await leaveUploadUnfinished(server, editor, cellar);
  const locked = await makeBlueprint(owner, "Vault", teamId);
  await waitForScan(owner, await uploadScan(server, owner, locked, "room.glb", makePlainRoom()));
  const password = "three small measures";
  await owner.api(changeSharing, { params: { blueprintId: locked.id }, body: { visibility: "password", password } });
  const { latestVersion } = await owner.api(getBlueprint, { params: { blueprintId: locked.id } });
  await owner.api(publishBlueprint, {
    params: { blueprintId: locked.id },
    body: { basedOnVersion: latestVersion, visibility: "password" },
  });
  const attic = await makeBlueprint(owner, "Attic", teamId);
  await owner.api(moveBlueprint, { params: { blueprintId: attic.id }, body: { to: "archived" } });
  const shed = await makeBlueprint(owner, "Shed", teamId);
  await owner.api(binBlueprint, { params: { blueprintId: shed.id } });

  await makeTasks(owner, teamId, hall, editorId, ownerId);
  const params = { blueprintId: hall.id };
  await editor.api(notifyMentions, {
    params,
    body: { userIds: [ownerId, viewerId], subject: "Ticket desk", text: "Is it open?" },
  });
  await setNotifications(owner, teamId);
  await askOperators(operator);
  const square = { create: { width: 64, height: 64, channels: 3 as const, background: "#2a6" } };
  await fetch(server.url + putPhoto.url, {
    method: putPhoto.method,
    headers: { cookie: editor.cookie, origin: server.url, "content-type": "image/png" },
    body: new Uint8Array(await sharp(square).png().toBuffer()),
  });
  const key = await owner.api(createApiKey, { params: { teamId }, body: { name: "Nightly export", scopes: ["read"] } });

  return {
    people,
    teamId,
    hall,
    others: [cellar, locked, attic, shed],
    apiKey: key.token,
    lockedPlace: { slug: locked.slug, password },
    upload,
    ids: { webhookId: webhook.id, workflowId: workflow, scanId: scan.id, formId },
    close: () => new Promise((resolve) => receiver.close(() => resolve())),
  };
}

async function takeIn(
  server: LaunchedServer,
  host: Person,
  teamId: TeamId,
  guest: Person,
  role: TeamRole,
): Promise<void> {
  const earlier = [await readInvitationLink(server, guest.email)];
  await host.api(inviteToTeam, { params: { teamId }, body: { addresses: guest.email, role } });
  const link = await readInvitationLink(server, guest.email, earlier);
  const token = new URL(link).searchParams.get("token") ?? "";
  await guest.api(acceptInvitation, { params: { token } });
}

async function leaveInvitationsOpen(owner: Person, teamId: TeamId): Promise<void> {
  const body = { addresses: "nora@example.org, rita@example.org", role: "viewer" as const };
  const { invitations } = await owner.api(inviteToTeam, { params: { teamId }, body });
  const revoked = invitations.find(({ email }) => email === "rita@example.org");
  if (revoked) await owner.api(revokeInvitation, { params: { teamId, invitationId: revoked.id } });
}

async function payForPlan(operator: Person, owner: Person, teamId: TeamId): Promise<void> {
  const body = { planType: "pro" as const, billing: "monthly" as const };
  const { invoiceId } = await owner.api(changePlan, { params: { teamId }, body });
  if (invoiceId === null) throw new Error("No invoice was issued.");
  await operator.api(settleInvoice, { params: { invoiceId }, body: { outcome: "paid" } });
}

async function makeWorkflow(owner: Person, teamId: TeamId, assigneeId: UserId): Promise<string> {
  const action = { type: "task", title: "Check {scan} of {blueprint}", text: "", dueInDays: 2, assigneeId } as const;
  const definition = { name: "Check scans", event: "scan.ready", blueprintId: null, action } as const;
  const { id } = await owner.api(createWorkflow, { params: { teamId }, body: { definition } });
  await owner.api(testWorkflow, { params: { teamId, workflowId: id } });
  return id;
}

/** Content by two people, a removal, a comment with a reply, and a named version in between. */
async function furnish(
  server: LaunchedServer,
  { owner, editor, viewer }: LivedIn["people"],
  blueprint: Blueprint,
  { ownerId, viewerId, editorId }: Readonly<Record<"ownerId" | "viewerId" | "editorId", UserId>>,
): Promise<void> {
  const params = { blueprintId: blueprint.id };
  const picture = await owner.api(createMedia, {
    params,
    body: { name: "ruler.txt", format: "raw", text: "One metre.", contentType: "text/plain" },
  });
  const at = { normal: [0, 1, 0], floor: 0, ...made, createdBy: ownerId } as const;
  await editScene(server, owner, blueprint, (doc) => {
    addAnchor(doc, { id: "desk", type: "info", title: "Ticket desk", text: "Cash only.", position: [1, 0, 1], ...at });
    editAnchor(doc, "desk", { "title@de": "Kasse" });
    addAnchor(doc, { id: formId, type: "form", title: "Guest book", text: "", position: [2, 0, 1], ...at });
    editQuestion(doc, formId, "name", { label: "Your name", kind: "short-text" });
    editQuestion(doc, formId, "liked", { label: "Did you like it?", kind: "yes-no" });
    addAnchor(doc, { id: "step", type: "safety", title: "Step", text: "Mind it.", position: [3, 0, 1], ...at });
    const room = {
      outer: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
      holes: [],
    } as const;
    addZone(doc, "quiet", room, { name: "Quiet room", type: "quiet", heights: [0, 2.5] });
    addObject(doc, "tours", "round", { name: "Round trip", isStepFree: true, walkingSpeed: 1 });
    editMember(doc, { kind: "tours", id: "round" }, "stop", "first", {
      anchorId: "desk",
      narration: "Here.",
      seconds: 5,
    });
  });
  await owner.api(createNamedVersion, { params, body: { name: "First hang" } });
  await owner.api(updateBlueprint, {
    params,
    body: {
      description: "All small measures.",
      tags: ["harbour"],
      place: { address: "1 Quay", latitude: 60.393, longitude: 5.324 },
    },
  });
  await editScene(server, editor, blueprint, (doc) => {
    removeAnchor(doc, "step");
    editAnchor(doc, "desk", { text: `Cash only. ${picture.fileId}` });
  });
  await editScene(server, viewer, blueprint, (doc) => {
    const comment = { id: "first", author: viewerId, at: made.createdAt, text: "Is this step too high?" };
    addThread(doc, "step-talk", { target: "anchor", targetId: "desk", position: [1, 0, 1] }, comment);
  });
  await editScene(server, editor, blueprint, (doc) => {
    addComment(doc, "step-talk", { id: "reply", author: editorId, at: made.createdAt, text: "A ramp comes in May." });
  });
}

/** Sends half of a file in one chunk. */
async function leaveUploadUnfinished(
  server: LaunchedServer,
  person: Person,
  blueprint: Blueprint,
): Promise<LivedIn["upload"]> {
  const bytes = makePointCloud(20_000);
  const half = 256 * 1024 * Math.floor(bytes.length / 2 / (256 * 1024) || 1);
  const report = await preflight(toByteSource(new Blob([bytes]), "hall.ply"));
  const scan = await person.api(createScan, {
    params: { blueprintId: blueprint.id },
    body: { fileName: "hall.ply", sizeBytes: bytes.length, preflight: { ...report, sizeBytes: bytes.length } },
  });
  const wire = new WireClient(server.url, person.asProgram);
  const url = await wire.open(scan.uploadName, bytes.length);
  const sent = Math.min(half, bytes.length - 1);
  await wire.upload(url, 0, bytes.subarray(0, sent));
  return { scanId: scan.id, receivedBytes: sent, missing: Buffer.from(bytes.subarray(sent)).toString("base64") };
}

async function makeTasks(
  owner: Person,
  teamId: TeamId,
  hall: Blueprint,
  assigneeId: UserId,
  ownerId: UserId,
): Promise<void> {
  const params = { teamId };
  await owner.api(createTask, {
    params,
    body: {
      title: "Order signs",
      note: "Brass.",
      dueOn: "2027-01-15",
      assigneeId,
      blueprintId: hall.id,
      anchorId: "desk",
    },
  });
  const done = await owner.api(createTask, { params, body: { title: "Measure the door", assigneeId: ownerId } });
  await owner.api(completeTask, { params: { teamId, taskId: done.id }, body: { isDone: true } });
}

async function setNotifications(owner: Person, teamId: TeamId): Promise<void> {
  const quietHours = { from: "22:00", to: "06:30" };
  await owner.api(saveNotificationSettings, { body: { timeZone: "Europe/Zurich", quietHours, digestAt: "08:15" } });
  await owner.api(saveNotificationDelivery, { body: { teamId, kind: "mention", email: "off", push: false } });
  const { notifications } = await owner.api(listNotifications, {});
  const oldest = notifications.at(-1);
  if (oldest) await owner.api(readNotifications, { body: { ids: [oldest.id] } });
}

async function askOperators(operator: Person): Promise<void> {
  const { settings, version } = await operator.api(getInstallationSettings, {});
  const changed = {
    ...settings,
    name: "Harbour Museums",
    announcement: "Sunday from 8 to 9 this server rests.",
    invoiceDueDays: 21,
  };
  await operator.api(saveInstallationSettings, { body: { basedOnVersion: version, settings: changed } });
  await operator.api(requestAccess, { body: { email: "alma@example.org", name: "Alma", message: "May I come in?" } });
  const from = { name: "Rosa Rope", email: "rosa@example.org" };
  const payload = { topic: "question" as const, message: "The rope museum says hello." };
  await operator.api(sendRequest, { body: { kind: "contact", ...from, payload } });
  const { requests } = await operator.api(listRequests, { query: {} });
  const [request] = requests;
  if (request)
    await operator.api(closeRequest, {
      params: { requestId: request.id },
      body: { outcome: "answered", answer: "Hello." },
    });
}
